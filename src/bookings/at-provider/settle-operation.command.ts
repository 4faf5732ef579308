/**
 * Settles a write at a provider: stores the provider's answer and its effect on our hold or booking, in one transaction.
 * Guarantees: an operation is settled once, by the first of the answer itself, the job that asked, and the operator; the
 * others change nothing. A crash leaves the operation unsettled, and the job asks.
 */
import { randomBytes } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import { canMove } from "../../kernel/state-machine.ts";
import { readDatabaseTime } from "../../platform/clock/database-time.sql.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { nonceLength, type SealedSecrets } from "../../webhooks/subscriptions/sealed-secrets.ts";
import { holdMachine } from "../book/hold.ts";
import { actedBy, causeOf } from "../book/lock-booking.command.ts";
import { lockHoldRow, sendHoldEnd } from "../book/holds.sql.ts";
import type { Made, OperationAnswer } from "../provider/provider-made.ts";
import {
  isUnderWay,
  mayBeTakenBack,
  nextAttemptAt,
  type OperationOf,
  type ProviderOperation,
} from "../provider/provider-operation.ts";
import * as sql from "../provider/provider-operations.sql.ts";
import * as records from "../provider/provider-records.sql.ts";
import type { ProviderLease } from "../provider/reservation-provider.ts";
import {
  cancelProviderBooking,
  followProvider,
  moveProviderBooking,
  storeProviderBooking,
} from "./save-provider-booking.command.ts";
import { findVenueState } from "../venue/venue.query.ts";

export type SettledBy = NonNullable<ProviderOperation["settled_by"]>;

/** Applies an answer to an operation. */
export async function settleOperation(
  tx: Tx,
  sealing: SealedSecrets,
  id: Id<"opn">,
  answer: OperationAnswer,
  by: SettledBy,
): Promise<ProviderOperation> {
  const operation = await sql.lockOperation(tx, id);
  if (operation === undefined) throw new Error(`operation ${id} is gone`);
  if (!isUnderWay(operation)) return operation;
  switch (answer.kind) {
    case "done":
      return settleDone(tx, sealing, operation, answer.value, by);
    case "refused":
      return settleRefused(tx, operation, answer, by);
    case "unsent": {
      if (!mayBeTakenBack(operation)) return leave(tx, operation, answer.fault);
      endPendingHold(tx, operation);
      return sql.leaveOperation(tx, id, { state: "unsent", fault: answer.fault, nextAttemptAt: null });
    }
    case "unknown":
      return leave(tx, operation, answer.fault);
  }
}

async function leave(tx: Tx, operation: ProviderOperation, fault: string): Promise<ProviderOperation> {
  const at = nextAttemptAt(operation.attempts, operation.created_at, await readDatabaseTime(tx));
  tx.wake("jobs");
  return sql.leaveOperation(tx, operation.id, { state: "unsettled", fault, nextAttemptAt: at });
}

async function settleDone(
  tx: Tx,
  sealing: SealedSecrets,
  operation: ProviderOperation,
  value: Made,
  by: SettledBy,
): Promise<ProviderOperation> {
  const subjectId = await apply(tx, sealing, operation, value);
  return sql.settleOperation(tx, operation.id, { state: "done", subjectId, refusal: null, settledBy: by });
}

/** Carries what was made over to our rows; answers what it is about. */
async function apply(
  tx: Tx,
  sealing: SealedSecrets,
  operation: ProviderOperation,
  value: Made,
): Promise<ProviderOperation["subject_id"]> {
  switch (operation.kind) {
    case "hold":
      if (value.what !== "lease") break;
      await keepLease(tx, sealing, operation.subject_id, value.lease);
      return operation.subject_id;
    case "book":
      if (value.what !== "booking") break;
      return book(tx, operation, value.booking);
    case "change": {
      if (value.what !== "booking") break;
      const { notes, staff } = operation.request;
      const actor = staff ?? operation.app_id;
      const moved = { slot: value.booking.slot, notes, cause: causeOf(actor), actedBy: actedBy(actor) };
      await moveProviderBooking(tx, operation.subject_id, moved);
      return operation.subject_id;
    }
    case "cancel":
      if (value.what !== "cancelled") break;
      await cancelProviderBooking(tx, operation.subject_id, operation.request.reason);
      return operation.subject_id;
  }
  throw new Error(`operation ${operation.id} is to ${operation.kind} and made a ${value.what}`);
}

async function book(
  tx: Tx,
  operation: OperationOf<"book">,
  kept: Extract<Made, { what: "booking" }>["booking"],
): Promise<Id<"bkg">> {
  const { guest, language = null, notes, guestTokenHash } = operation.request;
  const bookingId = await storeProviderBooking(tx, {
    id: operation.subject_id,
    locationId: operation.location_id,
    appId: operation.app_id,
    source: operation.app_id === null ? "online" : "partner",
    kept,
    guest,
    language,
    notes,
    ...(guestTokenHash === undefined ? {} : { guestTokenHash: Buffer.from(guestTokenHash, "base64url") }),
  });
  if (operation.hold_id !== null) sendHoldEnd(tx, operation.hold_id, "consumed", bookingId);
  return bookingId;
}

async function keepLease(tx: Tx, sealing: SealedSecrets, holdId: Id<"bkh">, lease: ProviderLease): Promise<void> {
  const hold = await lockHoldRow(tx, holdId);
  // Released meanwhile: what the provider keeps lapses by itself.
  if (!canMove(holdMachine, hold.status, "live")) return;
  const state = await findVenueState(tx, hold.location_id);
  if (state === undefined) throw new Error(`the location of hold ${holdId} is gone`);
  const status = lease.expiresInMs > 0 ? ("live" as const) : ("expired" as const);
  records.sendHoldSettled(tx, holdId, {
    status,
    startsAt: lease.slot.startsAt,
    endsAt: lease.slot.startsAt + lease.slot.minutes * 60_000,
    expiresAt: state.now + Math.max(0, lease.expiresInMs),
  });
  if (status === "live") records.sendLease(tx, holdId, sealing.seal(holdId, lease.lease, randomBytes(nonceLength)));
}

async function settleRefused(
  tx: Tx,
  operation: ProviderOperation,
  { cause, description }: { readonly cause: string; readonly description: string | null },
  by: SettledBy,
): Promise<ProviderOperation> {
  const { id, subject_id: subjectId } = operation;
  const isGone = cause === "BOOKING_ALREADY_CANCELLED";
  if (operation.kind === "cancel" && isGone) {
    // Sent before, our own call may have cancelled it, and its answer was lost. Else the restaurant has.
    if (operation.attempts > 1) {
      await cancelProviderBooking(tx, operation.subject_id, operation.request.reason);
      return sql.settleOperation(tx, id, { state: "done", subjectId, refusal: null, settledBy: by });
    }
    await followProvider(tx, operation.subject_id, { status: "cancelled", slot: null });
  }
  endPendingHold(tx, operation);
  // The provider knows more of the booking than we do.
  if (operation.kind === "change" && isGone) records.sendNextCheck(tx, operation.subject_id, 0);
  const refusal = { cause: cutTo(100, cause), description: description === null ? null : cutTo(500, description) };
  return sql.settleOperation(tx, id, { state: "refused", subjectId, refusal, settledBy: by });
}

function endPendingHold(tx: Tx, operation: ProviderOperation): void {
  if (operation.kind === "hold") sendHoldEnd(tx, operation.subject_id, "released", null);
}

/** The database keeps no half character. */
function cutTo(length: number, text: string): string {
  return text.slice(0, length).toWellFormed();
}
