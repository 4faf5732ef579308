/**
 * The ticket that a kitchen prints: 80 millimetres wide or A4, with everything that was ordered and the number of the
 * copy. Pure.
 */
import type { BoardOrder, BoardSettings } from "../../console/board/board-wire.schemas.ts";
import { html, type Markup, type Part } from "../../pages/html.ts";
import { formatDay, formatMoney } from "../../pages/page-formats.ts";
import { speak, type WordsLanguage } from "../../words/speak.ts";
import { addressParts, itemCount, paymentOf } from "../state/order-facts.ts";

export interface TicketReader {
  readonly language: WordsLanguage;
  readonly locale: string;
}

type Line = BoardOrder["line_items"][number];

const ended = ["REJECTED", "STORE_CANCELLED", "CUSTOMER_CANCELLED"] as const;

/**
 * The ticket of an order; a ticket that was printed before says which copy this one is. The ticket of an order that is not
 * to be made says so first, and has no time. Every sheet begins with the number.
 */
export function renderTicket(order: BoardOrder, settings: BoardSettings, reader: TicketReader): Markup {
  const say = speak(reader.language, "tickets", reader.locale);
  const sayOrder = speak(reader.language, "order", reader.locale);
  const time = clockOf(settings.timezone, reader.locale);
  const day = (seconds: number): string => formatDay(seconds * 1_000, settings.timezone, reader.locale);
  const amount = formatMoney(order.totals.total, order.totals.currency, reader.locale);
  const due = order.estimated_ready_at ?? order.scheduled_for;
  const note = (text: string | null): Part =>
    text !== null && html`<p class="ticket-note"><b>${say("note")}:</b> <bdi>${text}</bdi></p>`;
  const payment = paymentOf(order);
  const end = ended.find((status) => status === order.status);
  return html`<article class="ticket" translate="no">
    <header class="ticket-head">
      ${end !== undefined && html`<p class="ticket-end">${sayOrder(`status.${end}`)}</p>`}
      <h1 class="ticket-number"><bdi>${order.display_number}</bdi></h1>
      ${order.printed > 0 && html`<p class="ticket-copy">${say("copy", { copy: order.printed + 1 })}</p>`}
    </header>
    <div class="ticket-body">
      ${settings.name !== null && html`<p class="ticket-venue"><bdi>${settings.name}</bdi></p>`}
      <p class="ticket-kind">${sayOrder(`kind.${order.fulfillment_type}`)}</p>
      ${end === undefined && html`<p class="ticket-due">${due === null ? say("due.soon") : say("due.at", { time: time(due) })}</p>`}
      ${end === undefined && due !== null && day(due) !== day(order.created) && html`<p>${day(due)}</p>`}
      <p><bdi>${order.customer.name}</bdi>${phoneText(order)}</p>
      ${order.delivery_address !== null && html`<p>${addressOf(order.delivery_address)}</p>`}
      ${note(order.delivery_address?.notes ?? null)}
      <ul class="ticket-lines">
        ${order.line_items.map(
          (line) =>
            html`<li>
              <p class="ticket-line"><b>${line.quantity}×</b> <bdi>${line.name}</bdi></p>
              ${choicesOf(line.modifiers)}${note(line.notes)}
            </li>`,
        )}
      </ul>
      ${note(order.notes)}
      <p class="ticket-total">
        <span>${say("lines", { count: itemCount(order) })}</span> <b>${say("total")} ${amount}</b>
      </p>
      <p class="ticket-paid">
        ${payment === "pay_in_store" ? sayOrder("paid.pay_in_store", { amount }) : sayOrder(`paid.${payment}`)}
      </p>
      <p class="ticket-small">${say("ordered", { time: `${day(order.created)}, ${time(order.created)}` })}</p>
    </div>
  </article>`;
}

function choicesOf(choices: readonly Line["modifiers"][number][]): Part {
  if (choices.length === 0) return undefined;
  return html`<ul class="ticket-choices">
    ${choices.map(
      ({ quantity, name, modifiers }) =>
        html`<li>${quantity > 1 && html`${quantity}× `}<bdi>${name}</bdi>${choicesOf(modifiers)}</li>`,
    )}
  </ul>`;
}

function phoneText({ customer: { phone_last_four: digits } }: BoardOrder): string {
  return digits === null ? "" : ` · …${digits}`;
}

/** Each part has a direction of its own: the house number of a street from right to left stays with its street. */
function addressOf(address: NonNullable<BoardOrder["delivery_address"]>): Part {
  return addressParts(address).map((part, index) => html`${index > 0 && ", "}<bdi>${part}</bdi>`);
}

/** "18:45" everywhere: a kitchen reads 24 hours at a glance. */
function clockOf(timeZone: string, locale: string): (seconds: number) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return (seconds) => format.format(seconds * 1_000);
}
