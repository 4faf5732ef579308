/**
 * Judges what a server does, or nobody does, over months: whether old rows are cleaned up, whether a transaction was
 * forgotten, and whether WAL is kept for a reader that does not come (rules/operating 9.4). Pure.
 */
import { right, warning, wrong, type Found } from "./finding.ts";
import type { ServerFacts } from "./server-facts.ts";

type UpkeepFacts = Pick<
  ServerFacts,
  | "autovacuum"
  | "oldest_database"
  | "oldest_transactions"
  | "cleaned_transactions"
  | "forgotten_transaction"
  | "unread_slot"
  | "unread_bytes"
>;

/** The server takes no writes at 2.1 billion transactions, and begins to hurry at 1.6. */
const wrongTransactions = 1_500_000_000;
/** So many beyond the age at which the server cleans up, it is late. */
const lateTransactions = 300_000_000;
const mostUnreadBytes = 1024 ** 3;

/** Judges the upkeep of a server. */
export function judgeUpkeep(facts: UpkeepFacts): Found {
  const { oldest_transactions: transactions, forgotten_transaction: forgotten, unread_slot: slot } = facts;
  const millions = Math.round(transactions / 1_000_000);
  const age = `the oldest row of the database ${facts.oldest_database} is ${millions} million transactions old`;
  if (transactions > wrongTransactions)
    return wrong(
      `${age}: at 2,100 million the server takes no writes`,
      `Run vacuumdb --freeze ${facts.oldest_database} as a superuser; docs/runbook.md, "Old rows", says what held it up.`,
    );
  if (facts.autovacuum === "off")
    return wrong(
      "autovacuum is off: tables grow, and in months the server takes no writes",
      "Set autovacuum = on in postgresql.conf, and reload.",
    );
  if (forgotten !== null)
    return warning(
      `the transaction "${forgotten}" was prepared more than an hour ago and never ended: it holds locks and old rows`,
      "Whoever prepared it ends it: COMMIT PREPARED or ROLLBACK PREPARED. Maple never prepares one.",
    );
  if (slot !== null && facts.unread_bytes !== null && facts.unread_bytes > mostUnreadBytes)
    return warning(
      `nobody reads the replication slot ${slot}, which keeps ${Math.round(facts.unread_bytes / 1024 ** 3)} GiB of WAL: the disk fills`,
      `Bring its reader back, or run SELECT pg_drop_replication_slot('${slot}'). max_slot_wal_keep_size bounds all slots.`,
    );
  if (transactions > facts.cleaned_transactions + lateTransactions)
    return warning(age, 'The server should clean up by itself; docs/runbook.md, "Old rows", says what holds it up.');
  return right(age);
}
