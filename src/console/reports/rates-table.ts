/** The HTML of what was sold at each rate of tax: net, tax and gross of all days. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { speak } from "../../words/speak.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import type { Report } from "./read-report.query.ts";
import { ratesOfAll, sumOf, type RatesRow } from "./sales-at-rates.ts";

type Words = ReturnType<typeof speak<"reports">>;

/** A row for each rate, and their sums for each currency; nothing where nothing was sold. */
export function ratesTable(say: Words, { locale }: LocationVisit, { atRates }: Report): Markup | false {
  const rows = ratesOfAll(atRates);
  const names = ["at_rates.net", "at_rates.tax", "at_rates.gross"] as const;
  const cells = (own: readonly RatesRow[], currency: string): Markup => {
    const [net, taxes] = [sumOf(own, "net"), sumOf(own, "taxes")];
    return html`${[net, taxes, net + taxes].map(
      (amount, index) =>
        html`<td class="figure" data-label="${say(names[index] ?? "at_rates.net")}">
          ${formatMoney(amount, currency, locale)}
        </td>`,
    )}`;
  };
  return (
    rows.length > 0 &&
    html`<h3>${say("at_rates")}</h3>
      <p class="soft">${say("at_rates.about")}</p>
      <div class="table stacked-table" tabindex="0" role="region" aria-label="${say("at_rates")}" data-scrolls>
        <table>
          <thead>
            <tr>
              <th scope="col">${say("at_rates.rate")}</th>
              ${names.map((name) => html`<th scope="col" class="figure">${say(name)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  <th scope="row">${nameOf(say, row)}</th>
                  ${cells([row], row.currency)}
                </tr>`,
            )}
          </tbody>
          <tfoot>
            ${[...Map.groupBy(rows, ({ currency }) => currency)].map(
              ([currency, own]) =>
                html`<tr>
                  <th scope="row">${say("total")}</th>
                  ${cells(own, currency)}
                </tr>`,
            )}
          </tfoot>
        </table>
      </div>`
  );
}

/** Rates that are taken together, with a plus between them. */
function nameOf(say: Words, { rates }: RatesRow): Markup | string {
  if (rates === null) return say("at_rates.unknown");
  if (rates.length === 0) return say("at_rates.none");
  return html`${rates.map((rate, index) => html`${index > 0 && " + "}<bdi>${rate}</bdi>`)}`;
}
