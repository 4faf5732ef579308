/**
 * Retention of guests' data: a guest is erased a number of days after the stay, where the operator has set that number
 * (`guest_retention_days`). Guarantees: each batch of a location is one transaction with its audit entry, which names
 * nobody. Idempotent; several processes may run it. Called by the jobs of bookings and of the waitlist.
 */
import { recordAudit } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import type { Database, Db, Tx } from "../../platform/postgres/database.ts";

/** Records of one kind that name guests. */
export interface GuestRecords<RecordId extends string> {
  /** Locations that have some whose time is over. */
  listDue(db: Db): Promise<readonly { readonly id: Id<"str">; readonly days: number }[]>;
  /** Some of a location, locked; the setting is read anew with them. */
  lockDue(tx: Tx, locationId: Id<"str">, limit: number): Promise<readonly RecordId[]>;
  erase(tx: Tx, ids: readonly RecordId[]): void;
  /** What the audit entry counts them as. */
  readonly countedAs: "bookings" | "waitlist_entries";
}

const batch = 500;

/** Erases the guests who are due, a batch for each location; answers whether there may be more. */
export async function eraseInBatches<RecordId extends string>(
  database: Database,
  records: GuestRecords<RecordId>,
): Promise<boolean> {
  let more = false;
  for (const { id, days } of await records.listDue(database.read)) {
    const erased = await database.transaction(async (tx) => {
      const ids = await records.lockDue(tx, id, batch);
      if (ids.length === 0) return 0;
      records.erase(tx, ids);
      await recordAudit(tx, {
        actor: "retention",
        requestId: null,
        action: "guest.erased",
        subject: id,
        before: null,
        after: { [records.countedAs]: ids.length, guest_retention_days: days },
      });
      return ids.length;
    });
    more ||= erased === batch;
  }
  return more;
}
