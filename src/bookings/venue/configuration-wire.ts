/** The booking configuration as partners read it. Pure. */
import type { Static } from "typebox";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { idField } from "../../platform/http/reading/fields.ts";
import type { BookingConfiguration, ServiceException } from "./configuration.ts";
import type { configurationAnswer, GivenConfiguration } from "./configuration.schemas.ts";

export interface ConfigurationState {
  readonly locationId: Static<ReturnType<typeof idField<"str">>>;
  readonly livemode: boolean;
  readonly revision: number | null;
  readonly publishedAt: Instant | null;
  readonly configuration: BookingConfiguration | null;
}

/** The configuration as partners read it; what it says can be sent back as it is. */
export function configurationToWire(state: ConfigurationState): Static<typeof configurationAnswer> {
  return {
    object: "booking_configuration",
    location_id: state.locationId,
    livemode: state.livemode,
    revision: state.revision,
    published_at: state.publishedAt === null ? null : toIso(state.publishedAt),
    configuration: state.configuration === null ? null : documentOf(state.configuration),
  };
}

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

function documentOf(configuration: BookingConfiguration): GivenConfiguration {
  const { exceptions, ...rest } = configuration;
  const document = structuredClone(rest) as Writable<typeof rest>;
  return { ...document, exceptions: exceptions.map(exceptionToWire) };
}

function exceptionToWire({ date: on, closed: isClosed, services }: ServiceException) {
  if (isClosed) return { date: on, closed: true };
  return { date: on, services: services.map((service) => structuredClone(service) as Writable<typeof service>) };
}
