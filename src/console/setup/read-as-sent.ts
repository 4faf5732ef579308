/** Reads a configuration that a page has changed, as a partner would send it. */
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";
import type { SetupDeps } from "./setup-deps.ts";

/** The partner's checks of a configuration that was made from a revision (null: there was none). */
export function readAsSent(
  { threads }: Pick<SetupDeps, "threads">,
  configuration: BookingConfiguration,
  revision: number | null,
) {
  const body = { configuration: toDocument(configuration), expected_revision: revision };
  return threads.read(Buffer.from(JSON.stringify(body)));
}

/** The document as a partner would send it: an exception without services has no list of them. */
function toDocument({ exceptions, ...rest }: BookingConfiguration): unknown {
  return {
    ...rest,
    exceptions: exceptions.map(({ date, closed, services }) => ({
      date,
      ...(closed ? { closed } : {}),
      ...(services.length === 0 ? {} : { services }),
    })),
  };
}
