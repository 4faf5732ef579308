/**
 * Offers a table to an alert (rules/bookings 19.2). Guarantees: the hold, the step of the alert and the message are one
 * transaction. No table is held for a guest who is not told, and nobody is told of a table that is not held. The hold is
 * an ordinary one: its claims decide who has the table.
 */
import { makeGuestLink } from "../../guest-links/make-guest-link.command.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import { tellGuest } from "../../messaging/queue/tell-guest.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { Hold } from "../book/hold.ts";
import { keepStart } from "../make/hold-slot.command.ts";
import type { Slot } from "../search/availability.ts";
import { checkStart, type StartRefusal } from "../search/check-start.ts";
import { admitPayment } from "../search/lock-slot.command.ts";
import { lockDays } from "../tables/lock-days.command.ts";
import { occupiedUntil } from "../tables/stay.ts";
import type { Venue } from "../venue/venue.ts";
import { requireBookable } from "../venue/venue.query.ts";
import { offerLetter } from "./alert-letter.ts";
import * as sql from "./offers.sql.ts";
import { offerMinutesOf, type TableAlert } from "./table-alert.ts";

export type OfferRefusal =
  | StartRefusal
  | Refusal<
      | "payment_instrument_required"
      | "bookings_not_enabled"
      | "configuration_missing"
      | "capability_unsupported"
      | "stale_version"
      | "guest_messaging_unavailable"
    >;

/** Holds the slot for the guest of the alert, and tells them. */
export async function offerTable(
  tx: Tx,
  before: Venue,
  alert: TableAlert,
  { startsAt, minutes }: Pick<Slot, "startsAt" | "minutes">,
): Promise<Hold | OfferRefusal> {
  const { party_size: partySize, area_id: areaId } = alert;
  const locked = await lockDays(tx, before, [{ from: startsAt, until: occupiedUntil(before, startsAt, minutes) }]);
  const ready = requireBookable(locked.state);
  if (isRefusal(ready)) return ready;
  const { venue } = ready;
  const wanted = { startsAt, partySize, minutes, experienceId: null, areaId };
  const checked = checkStart(venue, locked.claims, wanted, locked.now);
  if (isRefusal(checked)) return checked;
  const terms = admitPayment(checked, true);
  if (isRefusal(terms)) return terms;
  const offerMinutes = offerMinutesOf(venue.configuration.tableAlerts.offerMinutes, startsAt, locked.now);
  const asked = { locked, venue, partySize, areaId };
  const hold = await keepStart(tx, asked, checked, { appId: null, seconds: offerMinutes * 60 });
  if (isRefusal(hold)) return hold;
  const offered = await sql.saveOffered(tx, alert, hold.id);
  if (offered === undefined)
    return refuse("stale_version", `alert ${alert.id} is no longer at version ${alert.version}`);
  sql.sendOffer(tx, alert.location_id, {
    hold_id: hold.id,
    alert_id: alert.id,
    unit_ids: hold.unit_ids,
    from_at: checked.startsAt,
    until_at: checked.until,
  });
  recordLiveChange(tx, alert.location_id, "settings", alert.location_id);
  if (!(await tell(tx, offered, hold, offerMinutes)))
    return refuse("guest_messaging_unavailable", `the guest of alert ${alert.id} is not written to`);
  return hold;
}

async function tell(tx: Tx, alert: TableAlert, hold: Hold, offerMinutes: number): Promise<boolean> {
  const { id, location_id: locationId, guest_phone: phone, guest_email: email, language } = alert;
  return tellGuest(tx, {
    locationId,
    kind: "table_offer",
    subjectId: id,
    occasion: hold.id,
    contact: { phone, email },
    language,
    letter: (terms) => offerLetter(hold, makeGuestLink(tx, { locationId, alertId: id }), terms),
    sendWithinSeconds: offerMinutes * 60,
  });
}
