/** The lines and the price of an order, on its page. Pure. */
import { html, join, type Markup } from "../../pages/html.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import type { SaidModifier } from "../shared/line-words.ts";
import { named } from "../shared/named.ts";
import type { SayOrder } from "./order-words.ts";
import type { StoreOrder } from "./store-order.ts";

/** The lines, what is added to them, and where it goes. */
export function orderContents(order: StoreOrder, { language, locale }: Reader): Markup {
  const say = speak(language, "tracking", locale);
  const { totals, line_items: lines } = order;
  const money = (amount: number): string => formatMoney(amount, totals.currency, locale);
  const rows: readonly (readonly [string, number])[] = [
    [say("sum.discount"), -totals.discount],
    [say("sum.delivery"), totals.delivery_fee],
    [say("sum.fees"), totals.surcharge],
    [say("sum.tax"), totals.tax],
    [say("sum.tip"), totals.tip + totals.delivery_tip],
  ];
  return html`<h2>${say("contents")}</h2>
    <table class="amounts">
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <th scope="row">
                ${line.quantity} × ${named(line.name, line.name_language)}
                ${line.modifiers.length > 0 && html`<br /><span class="soft small">${namesOf(line.modifiers)}</span>`}
                ${line.notes !== null && html`<br /><span class="soft small"><bdi>${line.notes}</bdi></span>`}
              </th>
              <td>${money(line.total)}</td>
            </tr>`,
        )}
        ${rows
          .filter(([, amount]) => amount !== 0)
          .map(
            ([label, amount]) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${money(amount)}</td>
              </tr>`,
          )}
        <tr class="total">
          <th scope="row">${say("sum.total")}</th>
          <td>${money(totals.total)}</td>
        </tr>
      </tbody>
    </table>
    <p class="soft">${goes(order, say)}</p>`;
}

function goes({ delivery_address: address, customer }: StoreOrder, say: SayOrder): Markup {
  const name = html`<bdi>${customer.name}</bdi>`;
  if (address === null) return fill(say("goes.pickup", { name: slots[0] }), name);
  const lines = [address.street, address.unit, `${address.postal_code} ${address.city}`].filter(Boolean).join(", ");
  return fill(say("goes.delivery", { address: slots[0], name: slots[1] }), html`<bdi>${lines}</bdi>`, name);
}

/** The chosen options in words, with those of each within brackets. */
export function namesOf(modifiers: readonly SaidModifier[]): Markup {
  return join(
    modifiers.map(({ name, name_language: language, quantity, modifiers: inner }) => {
      const within = inner.length > 0 && html` (${namesOf(inner)})`;
      return html`${quantity > 1 && `${quantity} × `}${named(name, language)}${within}`;
    }),
    ", ",
  );
}
