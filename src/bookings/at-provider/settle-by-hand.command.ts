/** The operator's acts on the ledger of writes at providers: read it, have an operation asked again, and settle one by hand. */
import { recordAudit, type Author } from "../../audit/record-audit.command.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";
import type { SealedSecrets } from "../../webhooks/subscriptions/sealed-secrets.ts";
import type { OperationAnswer } from "../provider/provider-made.ts";
import { isUnderWay, type OperationState, type ProviderOperation } from "../provider/provider-operation.ts";
import * as sql from "../provider/provider-operations.sql.ts";
import type { ProviderSlot } from "../provider/reservation-provider.ts";
import { settleOperation } from "./settle-operation.command.ts";

/** What the operator has found out: it was made (a booking under this name), it was not, or ask the provider at once. */
export interface HandSettlement {
  readonly outcome: "made" | "not_made" | "ask_again";
  readonly reference: string | undefined;
}

/** A write at a provider by its id, for the operator; undefined where there is none. */
export function findProviderOperation(db: Db, id: Id<"opn">): Promise<ProviderOperation | undefined> {
  return sql.findOperation(db, id);
}

/** The ledger, newest first. */
export function listProviderOperations(
  db: Db,
  page: { readonly state: OperationState | undefined; readonly before: Id<"opn"> | undefined; readonly limit: number },
): Promise<ProviderOperation[]> {
  return sql.listOperations(db, page);
}

/** How many operations nobody knows the end of, and since when the oldest; for the metrics. */
export function readUnsettled(db: Db): ReturnType<typeof sql.countUnsettled> {
  return sql.countUnsettled(db);
}

/** Settles an operation that is not; one that is settled is refused, so that what was answered stays so. */
export async function settleByHand(
  tx: Tx,
  sealing: SealedSecrets,
  id: Id<"opn">,
  given: HandSettlement,
  by: Author,
): Promise<ProviderOperation | Refusal<"not_found" | "illegal_transition" | "invalid_request">> {
  const before = await sql.lockOperation(tx, id);
  if (before === undefined) return refuse("not_found", `there is no operation ${id} at a provider`);
  if (!isUnderWay(before))
    return refuse("illegal_transition", `operation ${id} is ${before.state}`, { from_status: before.state });
  const after = await settle(tx, sealing, before, given);
  if (isRefusal(after)) return after;
  await recordAudit(tx, {
    ...by,
    action: "provider_operation.settled",
    subject: id,
    before: { state: before.state, attempts: before.attempts },
    after: { state: after.state, outcome: given.outcome, reference: given.reference ?? null },
  });
  return after;
}

function settle(
  tx: Tx,
  sealing: SealedSecrets,
  operation: ProviderOperation,
  given: HandSettlement,
): Promise<ProviderOperation | Refusal<"invalid_request">> {
  if (given.outcome === "ask_again") {
    tx.wake("jobs");
    return sql.hastenOperation(tx, operation.id);
  }
  const answer = given.outcome === "made" ? madeBy(operation, given.reference) : notMade;
  if (isRefusal(answer)) return Promise.resolve(answer);
  return settleOperation(tx, sealing, operation.id, answer, "operator");
}

const notMade: OperationAnswer = { kind: "refused", cause: "NOT_MADE", description: "settled by the operator" };

function madeBy(
  operation: ProviderOperation,
  reference: string | undefined,
): OperationAnswer | Refusal<"invalid_request"> {
  switch (operation.kind) {
    case "cancel":
      return { kind: "done", value: { what: "cancelled" } };
    case "hold":
      return invalidRequest([{ path: "body.outcome", message: "must be not_made for a hold: it lapses by itself" }]);
    case "book": {
      if (reference !== undefined) return booked(reference, operation.request.slot);
      const message = "is required: what the provider calls the booking";
      return invalidRequest([{ path: "body.provider_reference", message }]);
    }
    case "change": {
      const { slot } = operation.request;
      if (slot !== null) return booked(operation.request.reference, slot);
      const message = "must be not_made or ask_again for a change of a note";
      return invalidRequest([{ path: "body.outcome", message }]);
    }
  }
}

function booked(reference: string, slot: ProviderSlot): OperationAnswer {
  return { kind: "done", value: { what: "booking", booking: { reference, status: "confirmed", slot, guest: null } } };
}
