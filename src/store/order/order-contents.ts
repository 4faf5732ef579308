/** What an order holds and costs, on its page. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { ModifierWire } from "../../orders/order/order-wire.ts";
import type { StoreOrder } from "./store-order.ts";

/** The lines, what is added to them, and where it goes. */
export function orderContents(order: StoreOrder): Markup {
  const { totals, line_items: lines, delivery_address: address } = order;
  const money = (amount: number): string => formatMoney(amount, totals.currency);
  const rows: readonly (readonly [string, number])[] = [
    ["Discount", -totals.discount],
    ["Delivery", totals.delivery_fee],
    ["Fees", totals.surcharge],
    ["Tax", totals.tax],
    ["Tip", totals.tip + totals.delivery_tip],
  ];
  return html`<h2>Your order</h2>
    <table class="amounts">
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <th scope="row">
                ${line.quantity} × <bdi>${line.name}</bdi>
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
          <th scope="row">Total</th>
          <td>${money(totals.total)}</td>
        </tr>
      </tbody>
    </table>
    <p class="soft">
      ${
        address === null
          ? "To be collected at the restaurant"
          : html`Delivered to
              <bdi
                >${[address.street, address.unit, `${address.postal_code} ${address.city}`].filter(Boolean).join(", ")}</bdi
              >`
      }
      for <bdi>${order.customer.name}</bdi>.
    </p>`;
}

/** The chosen options in words, with those of each within brackets. */
export function namesOf(modifiers: readonly ModifierWire[]): string {
  return modifiers
    .map(({ name, quantity, modifiers: inner }) => {
      const within = inner.length === 0 ? "" : ` (${namesOf(inner)})`;
      return `${quantity > 1 ? `${quantity} × ` : ""}${name}${within}`;
    })
    .join(", ");
}
