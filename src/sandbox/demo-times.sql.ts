/** SQL of parties of the demonstration that came some minutes before the first start. For the sandbox only. */
import type { Id } from "../kernel/id.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { defineStatement } from "../platform/postgres/statement.ts";

const ageBooking = defineStatement({
  name: "age-demo-booking",
  prepare: false,
  takes: ["text", "float8", "float8", "text"],
  text: `WITH moved AS (
      UPDATE claims SET during = tstzrange(lower(during) - make_interval(secs => $2), upper(during) - make_interval(secs => $2)),
        starts_at = starts_at - make_interval(secs => $2) WHERE owner_id = $1)
    UPDATE bookings SET created_at = created_at - make_interval(secs => $2), starts_at = starts_at - make_interval(secs => $2),
      ends_at = ends_at - make_interval(secs => $2), seated_at = seated_at - make_interval(secs => $2),
      completed_at = completed_at - make_interval(secs => $3), local_start = $4,
      changeable_until = changeable_until - make_interval(secs => $2),
      cancellable_until = cancellable_until - make_interval(secs => $2) WHERE id = $1`,
});

/** Lets a party have come so many seconds earlier, and have left so many earlier. */
export function sendAgedBooking(tx: Tx, id: Id<"bkg">, came: number, left: number, localStart: string): void {
  tx.send(ageBooking, [id, came, left, localStart]);
}

const ageEntry = defineStatement({
  name: "age-demo-entry",
  prepare: false,
  takes: ["text", "float8"],
  text: `WITH quoted AS (
      UPDATE wait_quotes SET quoted_at = quoted_at - make_interval(secs => $2) WHERE entry_id = $1)
    UPDATE waitlist_entries SET joined_at = joined_at - make_interval(secs => $2) WHERE id = $1`,
});

/** Lets a party have joined the line so many seconds earlier. */
export function sendAgedEntry(tx: Tx, id: Id<"bkw">, seconds: number): void {
  tx.send(ageEntry, [id, seconds]);
}
