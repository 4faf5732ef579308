/**
 * Settles unknown outcomes: asks providers about operations whose answer was lost, and about bookings that still change.
 * Idempotent; several processes may run it at once. Each question is leased for the longest time of a call; after the
 * death of a process another asks when the lease has ended.
 */
import type { Database } from "../../platform/postgres/database.ts";
import { askAndSettle, type AskProviderDeps } from "./ask-provider.command.ts";
import { callLimitMs } from "../provider/provider-operation.ts";
import {
  findUnfinishedOperation,
  forgetOldOperations,
  takeDueOperations,
} from "../provider/provider-operations.sql.ts";
import * as records from "../provider/provider-records.sql.ts";
import { followProvider } from "./save-provider-booking.command.ts";

const batch = 16;

export interface SettleOperationsDeps extends AskProviderDeps {
  readonly onFault: (error: unknown, id: string) => void;
}

/** Asks about the operations that are due; answers true when there may be more. */
export async function settleDueOperations(deps: SettleOperationsDeps): Promise<boolean> {
  const due = await deps.database.transaction((tx) => takeDueOperations(tx, batch, callLimitMs));
  await Promise.all(
    due.map((operation) =>
      askAndSettle(deps, operation, "asking").catch((error: unknown) => deps.onFault(error, operation.id)),
    ),
  );
  return due.length === batch;
}

/** Asks what became of bookings that wait for approval, or that the restaurant may have cancelled. */
export async function followDueBookings(deps: SettleOperationsDeps): Promise<boolean> {
  const due = await deps.database.transaction((tx) => records.takeDueChecks(tx, batch));
  await Promise.all(due.map((check) => follow(deps, check).catch((error) => deps.onFault(error, check.booking_id))));
  return due.length === batch;
}

async function follow({ database, find }: SettleOperationsDeps, check: records.DueCheck): Promise<void> {
  const { booking_id: bookingId, location_id: locationId, reference } = check;
  const provider = await find(locationId);
  if (provider === undefined || !provider.available()) return;
  const shown = await provider.status({ reference });
  if (shown.kind !== "done") return;
  await database.transaction(async (tx) => {
    // What is being changed is settled first; its answer says more.
    if ((await findUnfinishedOperation(tx, bookingId)) !== undefined) return;
    await followProvider(tx, bookingId, { status: shown.value, slot: null });
  });
}

/** Keys are kept for 30 days: what they stand for goes just before them, so that no old key finds an old answer. */
const ledgerDays = 29;
const forgottenAtOnce = 2_000;

/** Forgets what providers gave for holds that are over, and old settled operations; answers true when there may be more. */
export function forgetSettled(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => {
    await records.forgetOldLeases(tx);
    return (await forgetOldOperations(tx, ledgerDays, forgottenAtOnce)) === forgottenAtOnce;
  });
}
