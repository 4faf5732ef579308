/** Opens and closes a waitlist for remote parties; both may be repeated. Parties in line stay. */
import type { VenueState } from "../../bookings/venue/venue.query.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { lockLine } from "./lock-line.command.ts";
import { requireWaitlist } from "./require-waitlist.ts";
import { sendOpen } from "../entry/waitlist.sql.ts";

/** Opens or closes; `state` is the location's as the caller has read and admitted it. */
export async function setOpen(
  tx: Tx,
  state: VenueState,
  open: boolean,
): Promise<Id<"str"> | Refusal<"capability_unsupported" | "configuration_missing">> {
  const ready = requireWaitlist(state);
  if (isRefusal(ready)) return ready;
  const { locationId } = ready.venue;
  await lockLine(tx, locationId);
  sendOpen(tx, locationId, open);
  return locationId;
}
