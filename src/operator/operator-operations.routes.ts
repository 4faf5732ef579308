/** Operations: the outcome of a write that an error named, and the ledger of writes at reservation providers. */
import Type, { type Static } from "typebox";
import { operationStates, type ProviderOperation } from "../bookings/provider/provider-operation.ts";
import {
  findProviderOperation,
  listProviderOperations,
  settleByHand,
} from "../bookings/at-provider/settle-by-hand.command.ts";
import { toIso } from "../kernel/clock.ts";
import { isRefusal, refuse } from "../kernel/refusal.ts";
import { idField, isoInstant, nullable, oneOf, textField } from "../platform/http/reading/fields.ts";
import { pageAnswer, pageOf, pagesBy, wholeList } from "../platform/http/reading/paging.ts";
import { findOperation } from "../platform/http/idempotency/find-operation.sql.ts";
import { reply } from "../platform/http/reply.ts";
import { bindRead, bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import type { SealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { freshOperatorAccess, operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const operationPages = pagesBy("opn", 100);
const ofOperation = { ...operatorParams, operationId: idField("opn") };

const atProvider = Type.Object(
  {
    object: Type.Literal("provider_operation"),
    id: idField("opn"),
    location_id: idField("str"),
    app_id: nullable(idField("app")),
    kind: oneOf(["hold", "book", "change", "cancel"]),
    state: oneOf(
      operationStates,
      "sending and unsettled: the provider is being asked; unsent: it never left; done, refused: settled.",
    ),
    hold_id: nullable(idField("bkh")),
    booking_id: nullable(idField("bkg")),
    starts_at: nullable(isoInstant("Of the slot that is asked for.")),
    party_size: nullable(Type.Integer()),
    refusal: nullable(
      Type.Object({ cause: Type.String({ maxLength: 100 }), description: nullable(Type.String({ maxLength: 2000 })) }),
    ),
    attempts: Type.Integer({ description: "How often the provider was asked." }),
    last_fault: nullable(Type.String({ maxLength: 200, description: "Why nobody knows." })),
    created_at: isoInstant("When it was written down, before it was sent."),
    next_attempt_at: nullable(isoInstant("When the provider is asked again; null: settled, or left to the operator.")),
    settled_at: nullable(isoInstant("When it was settled.")),
    settled_by: nullable(oneOf(["answer", "asking", "operator"])),
  },
  { title: "ProviderOperation" },
);

const answered = Type.Object({
  object: Type.Literal("operation"),
  id: idField("opn"),
  state: oneOf(
    ["answered", "expired", "open"],
    "answered: its key replays the answer; expired: the answer is no longer kept; open: no last answer was given yet.",
  ),
  method: nullable(Type.String({ maxLength: 10 })),
  path: nullable(Type.String({ maxLength: 2000 })),
  status: nullable(Type.Integer({ description: "The HTTP status it was answered with." })),
  created_at: isoInstant("When it was answered."),
  at_provider: nullable(atProvider),
});

const get = defineRoute({
  method: "GET",
  path: operatorPath("/operations/{operationId}"),
  operationId: "operatorGetOperation",
  tag: "Operator",
  summary: "Look up the write behind an operation_id",
  description: "404: it did not end, it had no lasting answer, or it is older than 30 days, and no provider was asked.",
  access: operatorAccess,
  params: ofOperation,
  success: { 200: answered },
  refusals: ["not_found"],
  example: {
    response: {
      object: "operation",
      id: operationExample().id,
      state: "open",
      method: null,
      path: null,
      status: null,
      created_at: "2026-03-04T16:20:00.000Z",
      at_provider: operationExample(),
    },
  },
});

const list = defineRoute({
  method: "GET",
  path: operatorPath("/operations"),
  operationId: "operatorListOperations",
  mayBeOld: true,
  tag: "Operator",
  summary: "List the writes at reservation providers, newest first",
  access: operatorAccess,
  params: operatorParams,
  query: {
    state: Type.Optional(oneOf(operationStates)),
    ...operationPages.query,
  },
  success: { 200: pageOf(atProvider) },
  refusals: ["invalid_request"],
  example: { response: wholeList([operationExample()]) },
});

const settle = defineRoute({
  method: "POST",
  path: operatorPath("/operations/{operationId}/settle"),
  operationId: "operatorSettleOperation",
  tag: "Operator",
  summary: "Settle a write at a provider by hand",
  description:
    "made: the provider has it, under `provider_reference`; not_made: it has not, and the partner is told provider_rejected; ask_again: ask it at once. A settled one stays as it is.",
  access: freshOperatorAccess,
  params: ofOperation,
  body: Type.Object(
    {
      outcome: oneOf(["made", "not_made", "ask_again"]),
      provider_reference: Type.Optional(textField(500, { description: "Of a booking that was made." })),
    },
    { additionalProperties: false },
  ),
  success: { 200: atProvider },
  refusals: ["not_found", "illegal_transition", "invalid_request"],
  example: { request: { outcome: "ask_again" }, response: operationExample() },
});

export interface OperationDeps {
  readonly sealing: SealedSecrets;
}

/** The operator's routes about operations. */
export function operatorOperationRoutes({ sealing }: OperationDeps): BoundRoute[] {
  return [
    bindRead(get, async ({ params: { operationId } }, _db, snapshot) => {
      const [kept, operation] = await snapshot((db) =>
        Promise.all([findOperation(db, operationId), findProviderOperation(db, operationId)]),
      );
      if (kept === undefined && operation === undefined)
        return refuse("not_found", `no answered operation ${operationId} is kept`);
      return reply(200, {
        object: "operation" as const,
        id: operationId,
        state: kept === undefined ? ("open" as const) : kept.replayable ? ("answered" as const) : ("expired" as const),
        method: kept?.method ?? null,
        path: kept?.path ?? null,
        status: kept?.status ?? null,
        created_at: toIso(kept?.created_at ?? operation?.created_at ?? 0),
        at_provider: operation === undefined ? null : toWire(operation),
      });
    }),
    bindRead(list, async ({ query }, db) => {
      const page = operationPages.read(query);
      if (isRefusal(page)) return page;
      const operations = await listProviderOperations(db, { state: query.state, ...page });
      return reply(200, pageAnswer(page, operations, operations.map(toWire)));
    }),
    bindWrite(settle, async (call, tx) => {
      const { outcome, provider_reference: reference } = call.body;
      const { operationId } = call.params;
      const settled = await settleByHand(tx, sealing, operationId, { outcome, reference }, operatorOf(call));
      return isRefusal(settled) ? settled : reply(200, toWire(settled));
    }),
  ];
}

/** Neither the guest nor any lock token is in it. */
function toWire(operation: ProviderOperation): Static<typeof atProvider> {
  const { kind, refusal } = operation;
  const slot = operation.kind === "cancel" ? null : operation.request.slot;
  const iso = (at: number | null): string | null => (at === null ? null : toIso(at));
  return {
    object: "provider_operation",
    id: operation.id,
    location_id: operation.location_id,
    app_id: operation.app_id,
    kind,
    state: operation.state,
    hold_id: operation.kind === "hold" ? operation.subject_id : operation.hold_id,
    booking_id: operation.kind === "hold" ? null : operation.subject_id,
    starts_at: iso(slot?.startsAt ?? null),
    party_size: slot?.partySize ?? null,
    refusal,
    attempts: operation.attempts,
    last_fault: operation.last_fault,
    created_at: toIso(operation.created_at),
    next_attempt_at: iso(operation.next_attempt_at),
    settled_at: iso(operation.settled_at),
    settled_by: operation.settled_by,
  };
}

function operationExample() {
  return {
    object: "provider_operation",
    id: "opn_01k0abcdefghjkmnpqrstvwxyz",
    location_id: "str_01k0abcdefghjkmnpqrstvwxyz",
    app_id: "app_01k0abcdefghjkmnpqrstvwxyz",
    kind: "book",
    state: "unsettled",
    hold_id: null,
    booking_id: "bkg_01k0abcdefghjkmnpqrstvwxyz",
    starts_at: "2026-03-06T18:00:00.000Z",
    party_size: 2,
    refusal: null,
    attempts: 3,
    last_fault: "no whole answer came in time",
    created_at: "2026-03-04T16:20:00.000Z",
    next_attempt_at: "2026-03-04T16:20:41.000Z",
    settled_at: null,
    settled_by: null,
  };
}
