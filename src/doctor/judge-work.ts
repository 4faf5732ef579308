/** Judges the work of processes by the rows of their database. Pure. */
import { right, skipped, warning, wrong, type Found } from "./finding.ts";
import type { UnkeptTimes } from "../bookings/aftercare/unkept-times.query.ts";
import type { LivingProcess } from "../platform/clock/processes.sql.ts";
import type { ClockStanding } from "../platform/clock/database-clock.ts";
import type { WorkStanding } from "../webhooks/delivery/work-standing.query.ts";

/** Judges the migrations that the program has and the database lacks. */
export function judgeMigrations(missing: readonly string[]): Found {
  if (missing.length === 0) return right("every migration of this version is applied");
  const first = missing.slice(0, 3).join(", ");
  return wrong(
    `${missing.length === 1 ? "a migration is" : `${missing.length} migrations are`} missing: ${first}${missing.length > 3 ? ", …" : ""}`,
    "Run bin/maple.js migrate as the role that owns the schema, then start serve and work of this version.",
  );
}

/** Judges whether the database is that of the service which it is named for; null and undefined: not marked yet. */
export function judgeMark(variable: string, service: string, mark: string | null | undefined): Found {
  if (mark === null || mark === undefined) return skipped("no process of this release has started on the database yet");
  if (mark === service) return right(`this is the database of ${mark}`);
  return wrong(
    `${variable} names the database of ${mark}`,
    "Look whether DATABASE_URL and LIVE_DATABASE_URL are exchanged; no process starts so. For a copy that is to be the " +
      'other from now on: docs/operating.md, "Which database is which".',
  );
}

/** Judges this machine's clock against the database's. */
export function judgeClock({ kind, skewMs }: ClockStanding): Found {
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
  const apart = `the clock of this machine is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the database's`;
  const remedy = "Set this machine's clock right with NTP: chronyc tracking, or timedatectl, shows how it stands.";
  if (kind === "unread") return wrong("the clock of the database was not read", "Look at the check of the database.");
  if (kind === "right") return right("the clocks of this machine and the database agree");
  if (kind === "off") return warning(apart, remedy);
  if (kind === "database_wrong")
    return wrong(
      `${apart}, and most processes see the same: the clock of the database is wrong, and nothing is deleted`,
      'Set the clock of the database\'s machine right; docs/runbook.md, "Clock wrong".',
    );
  return wrong(`${apart}: processes are not ready above 2 s and do not start above 5 s`, remedy);
}

/** Judges which processes live on the database. */
export function judgeProcesses(living: readonly LivingProcess[]): Found {
  const serving = living.filter(({ kind }) => kind !== "work").length;
  const working = living.filter(({ kind }) => kind !== "serve").length;
  const counts = `${serving} that ${serving === 1 ? "serves" : "serve"}, ${working} that ${working === 1 ? "works" : "work"}`;
  if (serving > 0 && working > 0) return right(`living processes: ${counts}`);
  const lacking = [...(serving === 0 ? ["serve"] : []), ...(working === 0 ? ["work"] : [])];
  return wrong(
    `no ${lacking.join(" and no ")} process was heard of in the last 30 s`,
    `Start ${lacking.map((kind) => `bin/maple.js ${kind}`).join(" and ")} and look at what the process prints.`,
  );
}

/** Judges whether the ledger has its weeks. */
export function judgePartitions({ readyWeeks }: WorkStanding): Found {
  if (readyWeeks >= 2) return right("the ledger has this week and the next");
  return warning(
    `the ledger has ${readyWeeks} of the two weeks that it should have; new events go to the default partition`,
    "A work process makes the weeks at its start and each hour: start one, or look in its log for the job make_ledger_weeks.",
  );
}

const lateSeconds = 60;

/** Judges whether deliveries go out. */
export function judgeDeliveries({ due, held, oldestDueSeconds }: WorkStanding): Found {
  const more = held === 0 ? "" : `; ${held} wait for their subscription to be enabled`;
  if (oldestDueSeconds === null) return right(`no delivery is due${more}`);
  const age = Math.round(oldestDueSeconds);
  if (age <= lateSeconds) return right(`${due} deliveries are due, the oldest for ${age} s${more}`);
  return wrong(
    `${due} deliveries are due, the oldest for ${age} s${more}`,
    'Look whether a work process lives and which receivers fail; docs/runbook.md, "Deliveries stand".',
  );
}

/** Judges whether every coming booking stands at the time that its guest was promised. */
export function judgeBookingTimes(locations: readonly UnkeptTimes[]): Found {
  if (locations.length === 0) return right("coming bookings stand at the times that their guests were promised");
  const bookings = locations.reduce((sum, one) => sum + one.bookings, 0);
  const some = locations.slice(0, 3).map(({ locationId }) => locationId);
  return warning(
    `${bookings === 1 ? "a booking stands" : `${bookings} bookings stand`} at another time than promised, at ${some.join(", ")}${locations.length > 3 ? ", …" : ""}`,
    "The time zone of the location or the law on it has changed, and no table is free at the promised time. The work log names " +
      "the bookings: let the restaurant give each another time or table, and tell the guest.",
  );
}

/** How many sealed values there are, and the things whose value no key opens. */
export interface SealedCount {
  readonly sealed: number;
  readonly unreadable: readonly string[];
}

/** Judges whether the configured keys open what is sealed. */
export function judgeSecretKey({ sealed, unreadable }: SealedCount): Found {
  if (unreadable.length === 0) return right(`SECRET_KEY opens all that is sealed (${sealed})`);
  const some = unreadable.slice(0, 3).join(", ");
  return wrong(
    `no configured key opens ${unreadable.length} of ${sealed} sealed secrets: ${some}${unreadable.length > 3 ? ", …" : ""}`,
    "Put the key that sealed them into SECRET_KEY_PREVIOUS. If it is lost, each of these partners takes a new secret, " +
      "and each password of a provider is typed anew. A secret of test does not open as one of live: look first whether " +
      "DATABASE_URL and LIVE_DATABASE_URL are exchanged.",
  );
}

/** Judges what two sessions showed. */
export function judgeSessions({ areTwo, hears }: { readonly areTwo: boolean; readonly hears: boolean }): {
  readonly pooler: Found;
  readonly wakeUps: Found;
} {
  const remedy =
    "Set pool_mode = session in PgBouncer, or DATABASE_POOLER=transaction with the server itself in DATABASE_DIRECT_URL.";
  return {
    pooler: areTwo
      ? right("every session has a server process of its own")
      : wrong("two sessions share one server process: a pooler in transaction mode is between", remedy),
    wakeUps: hears
      ? right("a wake-up reaches the other session")
      : warning("a wake-up does not reach the other session: what is due waits for a poll", remedy),
  };
}
