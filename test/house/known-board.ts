import { newZoneExample } from "../../src/delivery-zones/api/zone-examples.ts";
import { smallConfiguration } from "../../src/bookings/api/setup-examples.ts";

/** What the calls of the order board and of managers need beyond the known order: bodies of which one of two fields is there. */
export const boardBodies: Readonly<Record<string, unknown>> = {
  consoleAcceptOrder: { minutes: 20 },
  consoleChangeReadyTime: { minutes: 20 },
  consolePauseOrdering: { minutes: 15 },
  consolePublishBookingConfiguration: { configuration: smallConfiguration },
  consoleCreateDeliveryZone: newZoneExample,
  consoleReplaceBookingBlackouts: { expected_revision: 0, blackout_dates: [] },
};
