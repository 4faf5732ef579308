/** SQL that finds violations of the waitlist's invariants; each statement answers the ids of the violating rows. */
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement, type Statement } from "../../platform/postgres/statement.ts";

/** How many break a rule, and the first five. */
interface Found {
  readonly count: number;
  readonly examples: readonly string[];
}

interface WaitlistRule {
  readonly name: string;
  readonly about: string;
  /** Selects the `id` of what breaks the rule. */
  readonly text: string;
}

export interface WaitlistInvariant extends WaitlistRule {
  /** Counts what breaks the rule. */
  readonly statement: Statement<Found, []>;
}

/** The party was seated by mistake and went back to the line. */
const wasUndone = "(b.status = 'cancelled_by_venue' AND b.cancellation ->> 'reason' = 'MISTAKE')";

const rules: readonly WaitlistRule[] = [
  {
    name: "seated_without_its_booking",
    about: "A seated entry has exactly one booking, which names it, at the same location.",
    text: `SELECT w.id FROM waitlist_entries w
      LEFT JOIN bookings b ON b.waitlist_entry_id = w.id AND NOT ${wasUndone}
      WHERE w.status = 'seated' GROUP BY w.id, w.booking_id, w.location_id
      HAVING count(b.id) <> 1 OR max(b.id) IS DISTINCT FROM w.booking_id OR max(b.location_id) <> w.location_id`,
  },
  {
    name: "booking_without_its_entry",
    about: "A booking that came from the waitlist names an entry that is seated at it.",
    text: `SELECT b.id FROM bookings b LEFT JOIN waitlist_entries w ON w.id = b.waitlist_entry_id
      WHERE b.source = 'waitlist' AND NOT ${wasUndone} AND w.booking_id IS DISTINCT FROM b.id`,
  },
  {
    name: "phone_in_line_twice",
    about: "A phone is in line once at a location.",
    text: `SELECT min(w.id) AS id FROM waitlist_entries w WHERE w.status IN ('waiting', 'notified')
      AND w.guest_phone IS NOT NULL GROUP BY w.location_id, w.guest_phone HAVING count(*) > 1`,
  },
  {
    name: "in_line_past_its_time",
    about: "Nobody is in line a minute after their time was over, while workers run.",
    text: `SELECT w.id FROM waitlist_entries w JOIN locations l ON l.id = w.location_id
      WHERE w.status IN ('waiting', 'notified') AND was_worked_after(least(w.expires_at, w.notify_expires_at)
        - make_interval(secs => l.clock_offset_seconds::float8), interval '1 minute')`,
  },
];

export const waitlistInvariants: readonly WaitlistInvariant[] = rules.map((rule) => ({
  ...rule,
  statement: defineStatement({
    name: `waitlist-invariant-${rule.name.replaceAll("_", "-")}`,
    prepare: false,
    takes: [],
    gives: row<Found>({ count: "int4", examples: "text[]" }),
    text: `SELECT count(*)::int AS count, coalesce((array_agg(id::text ORDER BY id))[1:5], '{}') AS examples
      FROM (${rule.text}) found`,
  }),
}));

/** How many break an invariant, and the first five. */
export function findWaitlistViolations(
  db: Db,
  { statement }: WaitlistInvariant,
): Promise<{ readonly count: number; readonly examples: readonly string[] }> {
  return db.one(statement);
}
