/**
 * The statements of the service that may write for several locations in one transaction, each with the reason. Later
 * statements of such a transaction may do so too. Only sweeps and acts on an app or a guest belong here: before a
 * location can move to its own database, every other transaction must stay within one location.
 */
import { readdirSync } from "node:fs";
import { definedStatements, type Statement } from "../../src/platform/postgres/statement.ts";
import { readCrossings, type Crossing } from "./location-guard.ts";

const sweep = "a sweep: a batch of what is due, of any location of the database";
const retention = "retention: a batch of what is old, of any location of the database";
const erasure = "a guest is erased at every location in one act";
const ofSubscription = "the queue of a subscription holds the events of every location of its app";

export const mayCross: Readonly<Record<string, string>> = {
  "end-table-offers": sweep,
  "expire-group-requests": sweep,
  "expire-table-alerts": sweep,
  "lease-messages": sweep,
  "lease-refunds": sweep,
  "note-orders-shown": sweep,
  "restock-due": sweep,
  "settle-table-offers": sweep,
  "take-due-provider-checks": sweep,
  "take-due-provider-operations": sweep,
  "take-due-reminders": sweep,
  "take-mail-reminders": sweep,
  "delete-dry-runs-of-menus": retention,
  "delete-old-live-changes": retention,
  "delete-table-alerts": retention,
  "forget-group-requests": retention,
  "forget-guest-links": retention,
  "forget-guest-notes": retention,
  "forget-old-order-messages": retention,
  "forget-old-provider-operations": retention,
  "erase-groups-of-guest": erasure,
  "erase-guest-notes": erasure,
  "erase-guest-of-booking": erasure,
  "erase-guest-of-provider-operations": erasure,
  "erase-guest-of-waitlist-entry": erasure,
  "forget-answers-of-endpoints": erasure,
  "forget-messages": erasure,
  "redact-events": erasure,
  "finish-deliveries": ofSubscription,
  "finish-stray-deliveries": ofSubscription,
  "give-back-deliveries": ofSubscription,
  "hold-pending-deliveries": ofSubscription,
  "lease-deliveries": ofSubscription,
  "queue-replay": ofSubscription,
  "release-held-deliveries": ofSubscription,
  "skip-deliveries": ofSubscription,
  "take-back-expired-leases": ofSubscription,
  "delete-grant": "an app that leaves loses all its places in one act",
  "insert-grant": "an app that is made gets its places in one act",
  "insert-demo-role": "the sandbox is seeded in one act: its people work at both places",
  "insert-location":
    "an app that is made gets its places, one of them new, in one act; and the sandbox is seeded in one",
};

/** The crossings by statements of the service that are not listed, each in a line that says what to change. */
export async function judgeCrossings(
  crossings: readonly Crossing[],
  listed: Readonly<Record<string, string>> = mayCross,
): Promise<readonly string[]> {
  if (crossings.length === 0) return [];
  const named = await nameStatements();
  return crossings.flatMap(({ table, query, firstQuery }) => {
    const name = named.get(query)?.name;
    const first = named.get(firstQuery)?.name ?? "SQL of the test";
    if (name === undefined || name in listed || first in listed) return [];
    return [`${name} writes ${table} for another location than ${first} did in one transaction: split it, or list it`];
  });
}

/**
 * Fails the test file when a statement that is not listed has crossed in a clone. It does not throw: what a hook has to
 * close after the clone would stay open, and the process would never end.
 */
export async function refuseCrossings(url: string): Promise<void> {
  for (const line of await judgeCrossings(await readCrossings(url))) {
    console.error(line);
    process.exitCode = 1;
  }
}

/** Names on the list that no statement has. */
export async function unknownCrossings(
  listed: Readonly<Record<string, string>> = mayCross,
): Promise<readonly string[]> {
  const names = new Set(Array.from((await nameStatements()).values(), ({ name }) => name));
  return Object.keys(listed).filter((name) => !names.has(name));
}

/** All statements of the service by their text; programs of their own may have run those that this process has not loaded. */
async function nameStatements(): Promise<ReadonlyMap<string, Statement>> {
  const source = new URL("../../src/", import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql.ts"));
  for (const file of files) await import(new URL(file, source).href);
  return new Map(definedStatements().map((statement) => [statement.text, statement]));
}
