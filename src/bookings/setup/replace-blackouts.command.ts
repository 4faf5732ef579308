/** Replaces a location's blackouts, whole (rules/bookings 2.2). Existing bookings stay as they are. */
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Id } from "../../kernel/id.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Blackout } from "../venue/blackouts.ts";
import * as sql from "../venue/configuration.sql.ts";

/** Saves the list and answers its new revision; refuses when the expected one (0: none yet) is not the present one. */
export async function replaceBlackouts(
  tx: Tx,
  locationId: Id<"str">,
  blackouts: readonly Blackout[],
  expected: number,
): Promise<number | Refusal<"stale_blackout_dates">> {
  const revision = await sql.saveBlackouts(tx, locationId, blackouts, expected);
  if (revision !== undefined) {
    recordLiveChange(tx, locationId, "settings", locationId);
    return revision;
  }
  const actual = (await sql.findBlackouts(tx, locationId))?.revision ?? 0;
  return refuse("stale_blackout_dates", `the blackout dates are at revision ${actual}, not ${expected}`, {
    expected,
    actual,
  });
}
