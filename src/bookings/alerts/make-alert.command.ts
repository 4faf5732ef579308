/**
 * A guest asks to be told of a table (rules/bookings 19.1), and stops asking. Guarantees: the same request twice is one
 * alert. A contact has at most three, also when they are asked for at the same time. The alert keeps how the guest chose
 * to be told.
 */
import { newId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { chooseChannel, type ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import { withdrawMessages } from "../../messaging/queue/withdraw-messages.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { releaseHold } from "../make/hold-slot.command.ts";
import * as sql from "./alerts.sql.ts";
import { alertRules, type TableAlert, type WantedAlert } from "./table-alert.ts";

/**
 * Stores an alert; the same form sent again is answered by the alert that it made. Refuses an alert that the contact has
 * already: whoever types a contact may not own it.
 */
export async function makeAlert(
  tx: Tx,
  locationId: Id<"str">,
  wanted: WantedAlert,
  choice: ChannelChoice,
): Promise<TableAlert | Refusal<"rate_limited" | "already_waiting">> {
  const contact = wanted.guest_phone ?? wanted.guest_email?.toLowerCase() ?? "";
  await sql.lockContact(tx, contact);
  const live = await sql.lockLiveOf(tx, contact);
  const same = live.find((alert) => alert.location_id === locationId && isSame(alert, wanted));
  if (same?.request_token === wanted.request_token) return same;
  if (same !== undefined) return refuse("already_waiting", "this contact waits for such a table already");
  if (live.length >= alertRules.live)
    return refuse("rate_limited", `this contact waits for ${live.length} tables already`);
  const alert = await sql.insertAlert(tx, newId("tal"), locationId, wanted);
  chooseChannel(tx, { locationId, subjectId: alert.id }, choice);
  recordLiveChange(tx, locationId, "settings", locationId);
  return alert;
}

function isSame(alert: TableAlert, wanted: WantedAlert): boolean {
  return (["from_at", "until_at", "party_size", "area_id"] as const).every((field) => alert[field] === wanted[field]);
}

const mostTries = 3;

/** Ends an alert for its guest and gives up the table that they were offered; one that is over stays as it is. */
export async function stopAlert(tx: Tx, id: Id<"tal">): Promise<TableAlert | Refusal<"not_found" | "stale_version">> {
  for (let tries = 0; tries < mostTries; tries++) {
    const alert = await sql.findAlert(tx, id);
    if (alert === undefined) return refuse("not_found", `there is no alert ${id}`);
    if (alert.status !== "waiting" && alert.status !== "offered") return alert;
    // The days of the hold are locked before the alert, as where a table is offered.
    const given =
      alert.status === "offered" && alert.hold_id !== null ? await releaseHold(tx, null, alert.hold_id) : null;
    if (given !== null && isRefusal(given)) return alert;
    const stopped = await sql.saveStop(tx, alert);
    if (stopped === undefined) continue;
    withdrawMessages(tx, alert.id, ["table_offer"]);
    recordLiveChange(tx, alert.location_id, "settings", alert.location_id);
    return stopped;
  }
  return refuse("stale_version", `alert ${id} changes too often`);
}
