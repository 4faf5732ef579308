/** The HTML of the page of reports: the choice, the plot, the table. Pure. */
import { dateAfter } from "../../kernel/day-span.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatDate, formatDates, formatMoney } from "../../pages/page-formats.ts";
import { fillName, slots } from "../../pages/say-markup.ts";
import { speak } from "../../words/speak.ts";
import { noticeOf } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { ratesTable } from "./rates-table.ts";
import type { Report } from "./read-report.query.ts";
import { drawPlot } from "./report-plot.ts";
import { monthsOf, mostDays } from "./report-span.ts";
import { drawnColumn, isOfMoney, reportColumns, reportNames, type ColumnKind, type ReportRow } from "./reports.ts";

export interface ShownReport {
  readonly report: Report;
  /** The dates that were asked for are none. */
  readonly isWrong: boolean;
  /** The orders of the dates do not fit into one file. */
  readonly isTooMany: boolean;
  readonly today: string;
}

type Words = ReturnType<typeof speak<"reports">>;

/** The whole page. */
export function reportPage(visitor: LocationVisit, { report, isWrong, isTooMany, today }: ShownReport): PageAnswer {
  const say = speak(visitor.language, "reports", visitor.locale);
  return showInShell(visitor, {
    status: isWrong || isTooMany ? 422 : 200,
    main: html`${tabs(say, visitor, report)}
      ${isWrong && noticeOf("bad", say("dates.wrong", { days: String(mostDays) }))}
      ${isTooMany && noticeOf("bad", say("orders.many"))} ${datesForm(say, visitor, report, today)}
      <section class="card">
        <h2>${say(`report.${report.name}`)}</h2>
        <p class="paper-only">${formatDates(report.from, report.to, visitor.locale)}</p>
        <p class="soft">${say(`about.${report.name}`)}</p>
        ${plot(say, visitor, report)} ${table(say, visitor, report)} ${ratesTable(say, visitor, report)}
        ${rates(say, visitor, report)}
        <p class="row">
          <a class="button quiet" href="${visitor.path}/csv?${queryOf(report)}">${say("csv")}</a>
          ${report.name === "sales" && html`<a class="button quiet" href="${visitor.path}/rates?${queryOf(report)}">${say("csv.rates")}</a>`}
          ${
            (report.name === "orders" || report.name === "sales") &&
            html`<a class="button quiet" href="${visitor.path}/order-sales?${queryOf(report)}">${say("csv.orders")}</a>`
          }
        </p>
        <p class="soft small">${say("csv.how")}</p>
      </section>`,
  });
}

function queryOf({ name, from, to }: Pick<Report, "name" | "from" | "to">): string {
  return new URLSearchParams({ report: name, from, to }).toString();
}

function tabs(say: Words, { path }: LocationVisit, { name, from, to }: Report): Markup {
  return html`<nav aria-label="${say("title")}">
    <ul class="chips report-names">
      ${reportNames.map(
        (one) =>
          html`<li>
            <a
              class="chip"
              href="${path}?${queryOf({ name: one, from, to })}"
              ${one === name && html`aria-current="true"`}
              >${say(`report.${one}`)}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

function datesForm(say: Words, { path }: LocationVisit, { name, from, to }: Report, today: string): Markup {
  const span = (days: number, until = today): string =>
    `${path}?${queryOf({ name, from: dateAfter(until, 1 - days), to: until })}`;
  const { current, last } = monthsOf(today);
  return html`<form class="card" method="get" action="${path}">
    <div class="pair">
      <div class="field">
        <label for="from">${say("from")}</label>
        <input id="from" name="from" type="date" value="${from}" required />
      </div>
      <div class="field">
        <label for="to">${say("to")}</label>
        <input id="to" name="to" type="date" value="${to}" required />
      </div>
    </div>
    <p class="row">
      <input type="hidden" name="report" value="${name}" />
      <button type="submit">${say("show")}</button>
      <a href="${span(7)}">${say("days", { count: 7 })}</a> <a href="${span(28)}">${say("days", { count: 28 })}</a>
      <a href="${span(365)}">${say("days", { count: 365 })}</a>
      <a href="${path}?${queryOf({ name, ...current })}">${say("month.this")}</a>
      <a href="${path}?${queryOf({ name, ...last })}">${say("month.last")}</a>
    </p>
  </form>`;
}

function plot(say: Words, visitor: LocationVisit, report: Report): Markup {
  const drawn = drawnColumn(report.name);
  // Where there are several currencies, the one that moved most is drawn.
  const currency = report.totals.toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0))[0]?.currency ?? null;
  const bars = report.rows
    .filter((row) => row.currency === currency)
    .map(({ day, values }) => ({ day, value: values[0] ?? 0 }));
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const name = say(`column.${drawn.name}`);
  const words = {
    title: say("plot", { name, from: report.from, to: report.to }),
    most: `${name}: ${shown(visitor, most, drawn.kind, currency)}`,
    first: formatDate(report.from, visitor.locale, "short"),
    last: formatDate(report.to, visitor.locale, "short"),
  };
  return drawPlot(bars, words);
}

function shown({ locale }: LocationVisit, value: number | null, kind: ColumnKind, currency: string | null): string {
  if (value === null) return "–";
  if (kind === "money") return currency === null ? "–" : formatMoney(value, currency, locale);
  if (kind === "percent") return new Intl.NumberFormat(locale, { style: "percent" }).format(value / 100);
  return new Intl.NumberFormat(locale).format(value);
}

/** The taxes of all days by rate; nothing where there are none. */
function rates(say: Words, { locale }: LocationVisit, { taxes }: Report): Markup | false {
  return (
    taxes.length > 0 &&
    html`<h3>${say("rates")}</h3>
      <dl class="facts rates">
        ${taxes.map(
          ({ rate, is_included: isIncluded, amount, currency }) =>
            html`<dt>${fillName(say(isIncluded ? "rates.included" : "rates.added", { rate: slots[0] }), rate)}</dt>
              <dd>${formatMoney(amount, currency, locale)}</dd>`,
        )}
      </dl>`
  );
}

function table(say: Words, visitor: LocationVisit, report: Report): Markup {
  const columns = reportColumns[report.name];
  // Amounts say their currency; a column of its own tells rows of several apart.
  const isMoney = isOfMoney(report.name) && report.totals.length > 1;
  const cells = ({ currency, values }: Pick<ReportRow, "currency" | "values">): Markup =>
    html`${isMoney && html`<td>${currency ?? ""}</td>`}${columns.map(
      ({ name, kind }, index) =>
        html`<td class="figure" data-label="${say(`column.${name}`)}">
          ${shown(visitor, values[index] ?? null, kind, currency)}
        </td>`,
    )}`;
  return html`<div
    class="table stacked-table"
    tabindex="0"
    role="region"
    aria-label="${say(`report.${report.name}`)}"
    data-scrolls
  >
    <table>
      <thead>
        <tr>
          <th scope="col">${say("column.day")}</th>
          ${isMoney && html`<th scope="col">${say("column.currency")}</th>`}
          ${columns.map(({ name }) => html`<th scope="col" class="figure">${say(`column.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${report.rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${formatDate(row.day, visitor.locale, "short")}</th>
              ${cells(row)}
            </tr>`,
        )}
      </tbody>
      <tfoot>
        ${report.totals.map(
          (row) =>
            html`<tr>
              <th scope="row">${say("total")}</th>
              ${cells(row)}
            </tr>`,
        )}
      </tfoot>
    </table>
  </div>`;
}
