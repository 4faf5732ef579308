/**
 * Decides which deliveries of a leased batch meet a fault of the sandbox (rules/ordering 15.6). Guarantees: the fault of
 * a delivery is decided once, at its first attempt, in the transaction that marks it. A late or held delivery gives its
 * lease back in the same transaction. A crash after it leaves a mark and a lease that runs out; the delivery then meets
 * no other fault.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { longestHeldSeconds, type DeliveryFault, type DeliveryFaults } from "./delivery-fault.ts";
import { listUnmet, sendFaultMark } from "./delivery-faults.sql.ts";
import type { LeasedDelivery } from "./deliveries.sql.ts";

export interface MetFaults {
  /** Deliveries whose lease was given back: they are not attempted now. */
  readonly postponed: ReadonlySet<string>;
  readonly faults: ReadonlyMap<string, DeliveryFault>;
  /** Apps with rules: what they hold back is looked for after each of their attempts. */
  readonly faultyApps: ReadonlySet<string>;
}

export const noFaults: MetFaults = { postponed: new Set(), faults: new Map(), faultyApps: new Set() };

/** Decides and marks the faults of a batch. */
export async function meetDeliveryFaults(
  database: Database,
  port: DeliveryFaults | undefined,
  worker: string,
  leased: readonly LeasedDelivery[],
): Promise<MetFaults> {
  if (port === undefined || leased.length === 0) return noFaults;
  const faultyApps = await port.listFaultyApps(database.read, [...new Set(leased.map(({ appId }) => appId))]);
  const ofThem = leased.filter(({ appId, attempts }) => faultyApps.has(appId) && attempts === 1);
  if (ofThem.length === 0) return { ...noFaults, faultyApps };
  return database.transaction(async (tx) => {
    const unmet = new Map((await listUnmet(tx, worker, ofThem)).map(({ id, follows }) => [String(id), follows]));
    const asked = ofThem.filter(({ deliveryId }) => unmet.has(deliveryId));
    const decided = await port.decide(tx, asked);
    const postponed = new Set<string>();
    const faults = new Map<string, DeliveryFault>();
    for (const [index, { eventId, deliveryId }] of asked.entries()) {
      const fault = decided[index];
      // The next event of a resource goes out: the one before it is held back for it.
      if (fault === undefined || (fault.kind === "webhook_out_of_order" && unmet.get(deliveryId) === true)) continue;
      const postponedSeconds = waitOf(fault);
      const mark = { rule_id: fault.ruleId, kind: fault.kind };
      const isOvertaken = fault.kind === "webhook_out_of_order";
      sendFaultMark(tx, { eventId, deliveryId, mark, postponedSeconds, isOvertaken });
      if (postponedSeconds !== undefined) postponed.add(deliveryId);
      faults.set(deliveryId, fault);
    }
    return { postponed, faults, faultyApps };
  });
}

function waitOf({ kind, seconds }: DeliveryFault): number | undefined {
  if (kind === "webhook_late") return seconds;
  return kind === "webhook_out_of_order" ? longestHeldSeconds : undefined;
}
