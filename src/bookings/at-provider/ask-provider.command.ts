/**
 * One call to a provider for one operation of the ledger. No connection and no transaction is held during the call; the
 * answer settles the operation in its own transaction. The same call can be asked again and then settles an unknown
 * outcome: a booking has the same idempotency token, a change and a cancellation set a state. When a repeated call is
 * refused, the provider's book says whether an earlier sending was done (`refused-again.query.ts`).
 */
import type { Database } from "../../platform/postgres/database.ts";
import type { SealedSecrets } from "../../webhooks/subscriptions/sealed-secrets.ts";
import { asMade, type OperationAnswer } from "../provider/provider-made.ts";
import { holdGivenUpMs, type OperationOf, type ProviderOperation } from "../provider/provider-operation.ts";
import { findLease } from "../provider/provider-records.sql.ts";
import type { FindProvider, ReservationProvider } from "../provider/reservation-provider.ts";
import { isRefusedAgain, judgeBooking, judgeCancellation, judgeChange } from "./refused-again.query.ts";
import { settleOperation, type SettledBy } from "./settle-operation.command.ts";

export interface AskProviderDeps {
  readonly database: Database;
  readonly find: FindProvider;
  readonly sealing: SealedSecrets;
}

/** Asks the provider and settles the operation with what it says; answers the operation as it is then. */
export async function askAndSettle(
  deps: AskProviderDeps,
  operation: ProviderOperation,
  by: SettledBy,
): Promise<ProviderOperation> {
  const answer = await ask(deps, operation);
  return deps.database.transaction((tx) => settleOperation(tx, deps.sealing, operation.id, answer, by));
}

async function ask(deps: AskProviderDeps, operation: ProviderOperation): Promise<OperationAnswer> {
  if (operation.kind === "hold" && deps.database.clock.now() - operation.created_at > holdGivenUpMs)
    return { kind: "refused", cause: "LEASE_EXPIRED", description: "given up: what the provider kept has lapsed" };
  const provider = await deps.find(operation.location_id);
  if (provider === undefined) return { kind: "unsent", fault: "the location has no provider any more" };
  const { id: token } = operation;
  switch (operation.kind) {
    case "hold": {
      const { slot } = operation.request;
      return asMade(await provider.hold({ token, slot }), (lease) => ({ what: "lease", lease }));
    }
    case "book":
      return book(deps, provider, operation);
    case "change":
      return change(deps.database, provider, operation);
    case "cancel":
      return cancel(provider, operation);
  }
}

async function change(
  { read }: Database,
  provider: ReservationProvider,
  operation: OperationOf<"change">,
): Promise<OperationAnswer> {
  const { reference, slot, notes } = operation.request;
  const answer = await provider.change({ reference, slot, notes });
  const known = isRefusedAgain(operation, answer) ? await judgeChange(read, provider, operation, answer) : answer;
  return asMade(known, (booking) => ({ what: "booking", booking }));
}

/**
 * Cancelling what is cancelled already succeeds at most providers. So the first sending asks first: what the restaurant has
 * cancelled is not told as the guest's cancellation (rules/providers 3.6).
 */
async function cancel(provider: ReservationProvider, operation: OperationOf<"cancel">): Promise<OperationAnswer> {
  const { reference } = operation.request;
  const shown = operation.attempts > 1 ? undefined : await provider.status({ reference });
  if (shown?.kind === "done" && shown.value === "cancelled")
    return { kind: "refused", cause: "BOOKING_ALREADY_CANCELLED", description: "cancelled by the restaurant" };
  const answer = await provider.cancel({ reference });
  const known = isRefusedAgain(operation, answer) ? await judgeCancellation(provider, operation, answer) : answer;
  return asMade(known, () => ({ what: "cancelled" }));
}

async function book(
  { database, sealing }: AskProviderDeps,
  provider: ReservationProvider,
  operation: OperationOf<"book">,
): Promise<OperationAnswer> {
  const { id: token, subject_id: bookingId, hold_id: holdId, request } = operation;
  const { slot, guest, notes } = request;
  if (guest === null) throw new Error(`operation ${token} does not say whom to book`);
  const sealed = holdId === null ? undefined : await findLease(database.read, holdId);
  const lease = sealed === undefined || holdId === null ? null : sealing.unseal(holdId, sealed);
  const guestKey = request.guestKey ?? bookingId;
  const answer = await provider.book({ token, slot, lease, guest, guestKey, notes });
  const known = isRefusedAgain(operation, answer)
    ? await judgeBooking(database.read, provider, operation, answer)
    : answer;
  return asMade(known, (booking) => ({ what: "booking", booking }));
}

/** The value, or undefined when the work takes longer than `ms`; the work goes on. */
export async function answeredWithin<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
