/** An order as its payment's page shows it: its lines and amounts, and nothing about the person. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { html, join, type Markup } from "../../pages/html.ts";
import { colonOf, formatDay, formatMoney, formatTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import { speak } from "../../words/speak.ts";

interface PaidOption {
  readonly name: string;
  /** Of the name, where it is not the reader's. */
  readonly name_language?: string;
  readonly quantity: number;
  readonly modifiers: readonly PaidOption[];
}

interface PaidLine extends PaidOption {
  /** Minor units, with its options. */
  readonly total: number;
}

export interface PaidOrder {
  readonly location_id: Id<"str">;
  readonly display_number: string;
  readonly venue: string | null;
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly place_line: string | null;
  readonly country: string | null;
  readonly place_language: string | null;
  /** What the order was made in; null: nobody said. */
  readonly language: GuestLanguage | null;
  /** Until when it can be paid, in the clock of the location; null when nothing is to be paid. */
  readonly payment_deadline: Instant | null;
  readonly timezone: string | null;
  /** Why the service or the venue rejected it. */
  readonly denial_reason: string | null;
  readonly fulfillment_type: "pickup" | "delivery";
  readonly scheduled_for: Instant | null;
  readonly line_items: readonly PaidLine[];
  readonly totals: {
    readonly currency: string;
    readonly subtotal: number;
    readonly discount: number;
    readonly tax: number;
    readonly surcharge: number;
    readonly tip: number;
    readonly delivery_fee: number;
    readonly delivery_tip: number;
    readonly total: number;
  };
}

/** "Order 12", and how and when it is had. */
export function orderLead(order: PaidOrder, { language, locale }: Reader): Markup {
  const say = speak(language, "paying", locale);
  const { scheduled_for: at, timezone } = order;
  const zone = timezone ?? "UTC";
  const when = at === null ? say("when.soon") : `${formatDay(at, zone, locale)}, ${formatTime(at, zone, locale)}`;
  return html`<p class="lead">${fill(say("order", { number: slots[0] }), html`<bdi>${order.display_number}</bdi>`)}</p>
    <p>${say(order.fulfillment_type, { when })}</p>`;
}

/** Lines and totals. */
export function orderAmounts({ line_items: lines, totals }: PaidOrder, { language, locale }: Reader): Markup {
  const say = speak(language, "receipt", locale);
  const money = (amount: number): string => formatMoney(amount, totals.currency, locale);
  const sums = (
    [
      ["discount", -totals.discount],
      ["tax", totals.tax],
      ["delivery", totals.delivery_fee],
      ["fees", totals.surcharge],
      ["tip", totals.tip + totals.delivery_tip],
    ] as const
  ).filter(([, amount]) => amount !== 0);
  const row = (label: string, amount: number, kind = ""): Markup =>
    html`<tr class="${kind}">
      <th scope="row">${label}</th>
      <td>${money(amount)}</td>
    </tr>`;
  return html`<table class="amounts">
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr>
            <th scope="row">
              ${line.quantity} × ${nameOf(line)}
              ${line.modifiers.length > 0 && html`<br /><span class="soft small">${optionNames(line.modifiers)}</span>`}
            </th>
            <td>${money(line.total)}</td>
          </tr>`,
      )}
      ${sums.length > 0 && row(say("subtotal"), totals.subtotal)} ${sums.map(([key, amount]) => row(say(key), amount))}
      ${row(say("total"), totals.total, "total")}
    </tbody>
  </table>`;
}

function nameOf({ name, name_language: language }: PaidOption): Markup {
  return html`<bdi ${language !== undefined && html`lang="${language}"`}>${name}</bdi>`;
}

function optionNames(options: readonly PaidOption[]): Markup {
  return join(
    options.map((option) => {
      const { quantity, modifiers } = option;
      const within = modifiers.length > 0 && html` (${optionNames(modifiers)})`;
      return html`${quantity > 1 && `${quantity} × `}${nameOf(option)}${within}`;
    }),
    ", ",
  );
}

const mostCharacters = 300;

/** The lines in one text, for the processor's own page. */
export function linesInText(lines: PaidOrder["line_items"]): string {
  const text = lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ");
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}

/** Who sells, by the legal name where there is one. */
export function sellerOf(
  { venue, legal_name: legalName, tax_id: taxId, place_line: addressLine }: PaidOrder,
  reader: Reader,
): Markup {
  const say = speak(reader.language, "receipt", reader.locale);
  return html`<p>
    <b><bdi>${legalName ?? venue ?? ""}</bdi></b>
    ${legalName !== null && venue !== null && legalName !== venue && html`<br /><bdi>${venue}</bdi>`}
    ${addressLine !== null && addressLine !== "" && html`<br /><bdi>${addressLine}</bdi>`}
    ${taxId !== null && html`<br />${say("tax_id")}${colonOf(reader.language)}<bdi>${taxId}</bdi>`}
  </p>`;
}
