/** The view of a guest in line, as data: the same for the page and for the stream of changes. Pure. */
import Type from "typebox";
import { toIso } from "../../kernel/clock.ts";
import { idField, isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import { entryStatuses } from "../../waitlist/entry/waitlist-entry.ts";
import type { FollowedEntry } from "../../waitlist/line/follow-entry.query.ts";

export const waitViewShape = Type.Object(
  {
    object: Type.Literal("store_wait"),
    location_id: idField("str"),
    livemode: Type.Boolean(),
    status: oneOf(entryStatuses),
    party_size: Type.Integer({ minimum: 1 }),
    position: Type.Integer({ minimum: 0, description: "From 1; 0 once the party is no longer in line." }),
    parties_in_line: Type.Integer({ minimum: 0 }),
    wait_minutes: nullable(
      Type.Object(
        { min: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 0 }) },
        { description: "From now; null once the party is no longer in line." },
      ),
    ),
    joined_at: isoInstant("When the party joined."),
    notify_expires_at: nullable(isoInstant("Until when a party that was called should have come.")),
    on_my_way: Type.Boolean(),
  },
  { title: "StoreWait" },
);

export function waitToWire({ entry, position, inLine, band }: FollowedEntry, livemode: boolean) {
  return {
    object: "store_wait" as const,
    location_id: entry.location_id,
    livemode,
    status: entry.status,
    party_size: entry.party_size,
    position,
    parties_in_line: inLine,
    wait_minutes: band === null ? null : { min: band.min, max: band.max },
    joined_at: toIso(entry.joined_at),
    notify_expires_at: entry.notify_expires_at === null ? null : toIso(entry.notify_expires_at),
    on_my_way: entry.on_my_way_at !== null,
  };
}

export const waitViewExample = {
  object: "store_wait",
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
  livemode: false,
  status: "waiting",
  party_size: 2,
  position: 3,
  parties_in_line: 7,
  wait_minutes: { min: 15, max: 30 },
  joined_at: "2026-03-06T18:30:00.000Z",
  notify_expires_at: null,
  on_my_way: false,
};
