/** The record of an order, a booking or a party: facts, history, what apps and the guest were told, money. Pure. */
import { formatPhone } from "../../kernel/phone.ts";
import { maskEmail } from "../../mail/letter.ts";
import { hasFailed, maskPhone, type Message } from "../../messaging/message/message.ts";
import { html, type Markup, type Part } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { LedgerDelivery } from "../../webhooks/ledger/read-ledger.query.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import type { Aftermath, BookingSeen, OrderSeen, PartySeen } from "./read-record.query.ts";

type Fact = readonly [name: string, value: Part];

/** The page of an order. */
export function orderPage(at: OperatorVisit, seen: OrderSeen): PageAnswer {
  const { order, location, steps, names } = seen;
  const { customer, totals } = order;
  return recordPage(at, `Order #${order.display_number}`, seen, [
    ["Status", `${order.status}, payment ${order.payment_status}`],
    ["Location", locationLink(order.location_id, location)],
    ["Decides", order.receiver ?? "nobody yet"],
    ["Handed over", order.handed_over_at !== null && utc(order.handed_over_at)],
    ["To be decided by", order.decision_deadline !== null && utc(order.decision_deadline)],
    ["Ordered for", order.scheduled_for !== null && utc(order.scheduled_for)],
    ["Kind", order.fulfillment_type],
    ["Total", formatMoney(totals.total, totals.currency)],
    ["Paid back", order.refunded > 0 && formatMoney(order.refunded, totals.currency)],
    ["Denied", order.denial?.reason],
    ["Cancelled", order.cancellation !== null && `by ${order.cancellation.actor}: ${order.cancellation.reason}`],
    ["Guest", html`<bdi>${customer.name}</bdi>`],
    ...contactFacts(at, customer.phone, customer.email),
    ["Code", code(order.confirmation_code)],
    ["Id", code(order.id)],
    ["History", stepList(steps, names)],
  ]);
}

function stepList(steps: OrderSeen["steps"], names: OrderSeen["names"]): Markup {
  return html`<ol class="plain">
    ${steps.map((step) => {
      const who = step.acted_by?.id ?? null;
      const name = who === null ? undefined : names.get(who);
      return html`<li>
        ${utc(step.at)} · <b>${step.what}</b> by ${step.actor}${name !== undefined && html` (<bdi>${name}</bdi>)`} ·
        ${step.status}, ${step.payment_status}
      </li>`;
    })}
  </ol>`;
}

/** The page of a booking. */
export function bookingPage(at: OperatorVisit, seen: BookingSeen): PageAnswer {
  const { booking, location } = seen;
  const { payment, cancellation } = booking;
  const guest = [booking.guest_first_name, booking.guest_last_name].filter((part) => part !== null).join(" ");
  return recordPage(at, `Booking ${booking.confirmation_code}`, seen, [
    ["Status", booking.status],
    ["Location", locationLink(booking.location_id, location)],
    ["For", `${booking.local_start}, ${booking.party_size} guests`],
    ["Tables", booking.unit_ids.join(", ")],
    ["Made", html`${utc(booking.created_at)}, ${booking.source}`],
    ["Last change", html`${utc(booking.updated_at)} by ${booking.updated_by}, version ${booking.version}`],
    ["Cancelled", cancellation !== null && html`${utc(cancellation.cancelled_at)} by ${cancellation.actor}`],
    ["Declined", booking.decline_reason],
    ["Payment", payment !== null && payment.state],
    ["Kept by", booking.kept_by],
    ["Guest", html`<bdi>${guest === "" ? "–" : guest}</bdi>`],
    ...contactFacts(at, booking.guest_phone, booking.guest_email),
    ["Id", code(booking.id)],
  ]);
}

/** The page of a party in line. */
export function partyPage(at: OperatorVisit, seen: PartySeen): PageAnswer {
  const { entry, location } = seen;
  const guest = [entry.guest_first_name, entry.guest_last_name].filter((part) => part !== null).join(" ");
  return recordPage(at, "Party in line", seen, [
    ["Status", entry.ended_reason === null ? entry.status : `${entry.status}: ${entry.ended_reason}`],
    ["Location", locationLink(entry.location_id, location)],
    ["Guests", entry.party_size],
    ["Joined", html`${utc(entry.joined_at)}, ${entry.channel}`],
    ["Told to wait", `${entry.quoted_min} to ${entry.quoted_max} minutes`],
    ["Called", entry.notified_at !== null && utc(entry.notified_at)],
    ["Ended", entry.ended_at !== null && utc(entry.ended_at)],
    [
      "Booking",
      entry.booking_id !== null && html`<a href="/operator/bookings/${entry.booking_id}">${entry.booking_id}</a>`,
    ],
    ["Guest", html`<bdi>${guest === "" ? "–" : guest}</bdi>`],
    ...contactFacts(at, entry.guest_phone, entry.guest_email),
    ["Id", code(entry.id)],
  ]);
}

function recordPage(at: OperatorVisit, title: string, seen: Aftermath, facts: readonly Fact[]): PageAnswer {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "");
  return operatorPage(at, {
    title,
    main: html`<section class="card">
        <dl class="facts operator-facts">
          ${shown.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
      </section>
      ${toldPart(seen)} ${messagesPart(seen)} ${moneyPart(seen)}`,
  });
}

/** Support sees the end of a number and the first letter of an address (rules/people 10.4). */
function contactFacts({ mayAct }: OperatorVisit, phone: string | null, email: string | null): readonly Fact[] {
  return [
    ["Phone", phone !== null && phone !== "" && html`<bdi>${mayAct ? formatPhone(phone) : maskPhone(phone)}</bdi>`],
    ["E-mail", email !== null && html`<bdi>${mayAct ? email : maskEmail(email)}</bdi>`],
  ];
}

function locationLink(id: string, name: string): Markup {
  return html`<a href="/operator/locations/${id}"><bdi>${name}</bdi></a>`;
}

function code(text: string): Markup {
  return html`<code>${text}</code>`;
}

function part(title: string, content: Part): Markup {
  return html`<section class="card">
    <h2>${title}</h2>
    ${content}
  </section>`;
}

function toldPart({ ledger: { events, deliveries }, apps }: Aftermath): Markup {
  const badges = (id: string): Part => {
    const own = deliveries.filter(({ event_id: event }) => event === id);
    return own.length === 0 ? html`<span class="soft">no endpoint asked for it</span>` : own.map(deliveryBadge);
  };
  return part(
    "What apps were told",
    events.length === 0
      ? html`<p>Nothing, or longer ago than the ledger keeps.</p>`
      : table(
          ["Event", "At", "App", "Deliveries"],
          events.map((one) => [
            html`<a href="/developer/${one.app_id}/events/${one.id}">${one.event_type}</a>`,
            utc(one.created),
            html`<a href="/developer/${one.app_id}"><bdi>${apps.get(one.app_id) ?? one.app_id}</bdi></a>`,
            badges(one.id),
          ]),
        ),
  );
}

const kinds: Readonly<Record<LedgerDelivery["state"], string>> = {
  delivered: "good",
  pending: "warn",
  held: "warn",
  failed: "bad",
  skipped: "bad",
};

function deliveryBadge({ state, last_response_status: status, last_error: error }: LedgerDelivery): Markup {
  return html`<span class="badge ${kinds[state]}">${state}${status !== null && ` · ${status}`}</span> ${
      state !== "delivered" && error !== null && html`<code>${error}</code> `
    }`;
}

function messagesPart({ messages }: Aftermath): Markup {
  const to = ({ phone, email }: Message): string =>
    email === null ? (phone === null ? "forgotten" : maskPhone(phone)) : maskEmail(email);
  return part(
    "What the guest was told",
    messages.length === 0
      ? html`<p>Nothing.</p>`
      : table(
          ["Message", "At", "To", "Status"],
          messages.map((one) => [
            `${one.kind}, ${one.channel}`,
            utc(one.created_at),
            html`<bdi>${to(one)}</bdi>`,
            html`<span class="badge ${hasFailed(one.status) ? "bad" : ""}">${one.status}</span> ${one.error}`,
          ]),
        ),
  );
}

function moneyPart({ money }: Aftermath): Markup | false {
  if (money.length === 0) return false;
  const sum = (kind: string): number =>
    money.filter((one) => one.kind === kind).reduce((total, { amount }) => total + amount, 0);
  const owed = sum("refund_requested") + sum("adjustment") - sum("refund_settled") + sum("refund_failed");
  const [first] = money;
  return part(
    "Money",
    html`${
      owed > 0 &&
      first !== undefined &&
      html`<p class="notice warn">
        ${formatMoney(owed, first.currency)} is owed to the guest and not paid back yet. It is tried until it is paid.
      </p>`
    }
    ${table(
      ["Movement", "At", "Amount", "Why", "At the processor"],
      money.map((one) => [
        one.kind,
        utc(one.at),
        formatMoney(one.amount, one.currency),
        one.reason,
        html`${one.processor} <code>${one.reference}</code>`,
      ]),
    )}`,
  );
}
