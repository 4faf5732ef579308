/** Builds admission, which stands before all work of the process. Called by build.ts. */
import { admissionMetrics } from "../../platform/admission/admission-metrics.ts";
import { createAdmission, usualLimits, type AdmissionLimits } from "../../platform/admission/admission.ts";
import type { AdmitOptions } from "../../platform/http/admit-calls.ts";
import type { Hosts } from "../../platform/http/ports.ts";
import { createCallEnvironment } from "../../platform/http/call-environment.ts";
import { createFlowNames } from "../../platform/http/flow-names.ts";
import type { Metrics } from "../../platform/metrics/create-metrics.ts";
import { environmentWord, type Environment } from "../../kernel/environment.ts";
import { mapEach, type OfEach } from "../../kernel/of-each.ts";
import type { Database } from "../../platform/postgres/database.ts";

export interface AdmissionParts {
  readonly hosts: Hosts;
  readonly metrics: Metrics;
  /** Connections for requests in each environment. */
  readonly poolSizes: OfEach<number>;
  /** Other limits than the usual ones. */
  readonly limits: Partial<AdmissionLimits>;
  /** The database of a location that was found before. */
  readonly homeOf: (locationId: string) => Pick<Database, "livemode"> | undefined;
}

/** Twice the pool: while one call waits for the database, another computes. */
const slotsPerConnection = 2;

/** Admission with nobody in it. */
export function buildAdmission(parts: AdmissionParts): AdmitOptions {
  const ofLocation = (id: string): Environment | undefined => {
    const home = parts.homeOf(id);
    return home === undefined ? undefined : environmentWord(home.livemode);
  };
  return {
    admission: createAdmission({
      slots: mapEach(parts.poolSizes, (size) => slotsPerConnection * size),
      limits: { ...usualLimits, ...parts.limits },
      metrics: admissionMetrics(parts.metrics),
    }),
    onDropped: () => parts.metrics.connectionsDropped.inc(),
    flows: createFlowNames((id) => parts.homeOf(id) !== undefined),
    environmentOf: createCallEnvironment({
      hasLive: parts.poolSizes.live !== undefined,
      hosts: parts.hosts,
      ofLocation,
    }),
  };
}
