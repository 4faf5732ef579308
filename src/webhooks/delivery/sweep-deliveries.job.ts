/**
 * The idempotent sweep behind the delivery worker: leases of dead workers, deliveries in a state that their subscription
 * does not allow any more, and subscriptions that have failed for too long. It runs when there is any of these
 * (`deliveriesAstray`, rules/operating 1.17) and every half minute; each run asks first whether there is any.
 */
import type { Database } from "../../platform/postgres/database.ts";
import type { DisabledSubscription } from "./delivery-outcomes.sql.ts";
import { alignWithSubscriptions, isAnyAstray, takeBackExpiredLeases } from "./delivery-sweeps.sql.ts";

export interface SweptDeliveries {
  /** Whether something became due. */
  readonly changed: boolean;
  readonly disabled: readonly DisabledSubscription[];
}

/** Puts right what is found now. */
export async function sweepDeliveries(database: Database): Promise<SweptDeliveries> {
  if (!(await isAnyAstray(database.read))) return { changed: false, disabled: [] };
  const takenBack = await takeBackExpiredLeases(database);
  const aligned = await alignWithSubscriptions(database);
  return { changed: takenBack > 0 || aligned.released > 0, disabled: aligned.disabled };
}
