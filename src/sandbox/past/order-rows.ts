/** Orders of the past as rows of the tables. Pure. */
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { hashDinerToken } from "../../orders/order/diner-token.ts";
import { accountsFor, type LedgerKind } from "../../payments/payment/ledger.ts";
import type { PastOrderRows, PastRow } from "./past-orders.sql.ts";
import type { Makers, PastMoney, PastOrder } from "./play-order.ts";

/** The rows of orders that were priced with one version of the menu. */
export function orderRows(past: readonly PastOrder[], menuVersionId: Id<"mnv">, make: Makers): PastOrderRows {
  const paid = past.flatMap(({ money }) => (money === null ? [] : [money]));
  const refunded = paid.flatMap((money) => (money.refund === null ? [] : [{ ...money, refund: money.refund }]));
  return {
    orders: past.map((one) => orderRow(one, menuVersionId, make)),
    changes: past.flatMap(({ order, changes }) =>
      changes.map((change) => ({ acted_by: null, ...change, order_id: order.id, at: toIso(change.at) })),
    ),
    payments: paid.map(({ payment, madeAt, paidAt, refund }) => ({
      ...payment,
      status: paidAt === null ? "unpaid" : "paid",
      created_at: toIso(madeAt),
      updated_at: toIso(refund?.settledAt ?? paidAt ?? madeAt),
    })),
    refunds: refunded.map(({ payment, refund }) => ({
      id: refund.id,
      payment_id: payment.id,
      location_id: payment.location_id,
      amount: payment.captured,
      currency: payment.currency,
      status: "pending",
      due_at: toIso(refund.askedAt),
      attempts: 1,
      tries: 1,
      created_at: toIso(refund.askedAt),
      purpose: "order_over",
      charge_ref: payment.charge_ref,
      processor_ref: refund.id,
      failed_refs: [],
    })),
    movements: movementRows(paid, make),
    charges: paid.flatMap(({ payment, paidAt }) => (paidAt === null ? [] : [chargeRow(payment, paidAt)])),
    paidBack: refunded.map(({ payment, refund }) => ({
      key: refund.id,
      charge_id: payment.charge_ref,
      amount: payment.captured,
      created_at: toIso(refund.settledAt),
    })),
    unpaid: paid.flatMap(({ payment, paidAt }) => (paidAt === null ? [payment.id] : [])),
    returned: refunded.map(({ payment }) => payment.id),
  };
}

/** An order as it began, but with all that became of it since. */
function orderRow({ order, breakdown }: PastOrder, menuVersionId: Id<"mnv">, make: Makers) {
  const { confirmation_code: code, ...fields } = order;
  const at = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));
  const isUnpaid = order.payment_status === "unpaid";
  return {
    ...fields,
    status: "PENDING",
    timer_kind: isUnpaid ? "payment" : null,
    timer_at: isUnpaid ? at(order.payment_deadline) : null,
    code,
    breakdown,
    printed: order.receiver === "staff" ? 1 : 0,
    menu_version_id: menuVersionId,
    // Nobody has the key of such an order: only its hash would be kept.
    diner_token_hash: `\\x${hashDinerToken(make.secret()).toString("hex")}`,
    placed_at: toIso(order.created_at),
    created_at: toIso(order.created_at),
    updated_at: toIso(order.updated_at),
    written_at: at(order.written_at),
    estimated_ready_at: at(order.estimated_ready_at),
    handed_over_at: at(order.handed_over_at),
    decision_deadline: at(order.decision_deadline),
    payment_deadline: at(order.payment_deadline),
  };
}

function chargeRow({ id, charge_ref, location_id, captured }: PastMoney["payment"], paidAt: Instant): PastRow {
  return {
    id: charge_ref,
    payment_id: id,
    location_id,
    amount: captured,
    card_last_four: "4242",
    status: "succeeded",
    refunds_to_fail: 0,
    created_at: toIso(paidAt),
    settles_as: "succeeded",
  };
}

/** What moved, in the order of time, which is that of the new ids. */
function movementRows(paid: readonly PastMoney[], make: Makers): PastRow[] {
  const moved = paid.flatMap(({ payment, paidAt, refund }) => {
    const movement = (kind: LedgerKind, at: Instant, reference: string | null) => ({
      at,
      row: {
        payment_id: payment.id,
        refund_id: kind === "charge" ? null : (refund?.id ?? null),
        kind,
        ...accountsFor(kind, "orders"),
        amount: payment.captured,
        currency: payment.currency,
        reference,
        reason: kind === "charge" ? null : "order_over",
      },
    });
    return [
      ...(paidAt === null ? [] : [movement("charge", paidAt, payment.charge_ref)]),
      ...(refund === null
        ? []
        : [
            movement("refund_requested", refund.askedAt, refund.id),
            movement("refund_settled", refund.settledAt, refund.id),
          ]),
    ];
  });
  return moved.toSorted((a, b) => a.at - b.at).map(({ at, row }) => ({ ...row, id: make.id("pml"), at: toIso(at) }));
}
