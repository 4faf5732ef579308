/** The row and use that the password of a reservation provider is sealed to. Pure. */
import type { Id } from "../kernel/id.ts";

/** The purpose of the key that seals them (`sealedSecrets`). */
export const providerSecrets = "maple provider secrets";

/** The row that the password of a location's provider is sealed to. */
export function passwordRow(locationId: Id<"str">): string {
  return `booking provider of ${locationId}`;
}
