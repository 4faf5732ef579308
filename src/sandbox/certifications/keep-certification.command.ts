import type { Profile } from "../../certification/report.ts";
import { passes } from "../../certification/report.ts";
import { newId, type Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { boundVerdict } from "./bound-verdict.ts";
import {
  insertCertification,
  sendDeletionOfOld,
  type Certification,
  type CertifiedScenario,
} from "./certifications.sql.ts";

const keptPerApp = 20;

export interface NewCertification {
  readonly appId: Id<"app">;
  readonly locationId: Id<"str">;
  readonly profile: Profile;
  readonly scenarios: readonly CertifiedScenario[];
}

/** Keeps a certification with its verdict; the app's last twenty are kept (rules/certification 3.2). */
export async function keepCertification(tx: Tx, one: NewCertification): Promise<Certification> {
  const kept = await insertCertification(tx, {
    id: newId("cer"),
    app_id: one.appId,
    location_id: one.locationId,
    profile: one.profile,
    passed: passes(one.scenarios),
    scenarios: one.scenarios.map(boundVerdict),
  });
  sendDeletionOfOld(tx, one.appId, keptPerApp);
  return kept;
}
