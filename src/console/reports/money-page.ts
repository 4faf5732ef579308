/** The HTML of the page of the movements of money: day by day, with the totals of each day. Pure. */
import { dateAfter } from "../../kernel/day-span.ts";
import type { LedgerEntry } from "../../payments/payment/ledger.sql.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatDate, formatDates, formatMoney, formatTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import { noticeOf } from "../account/field.ts";
import type { LocationVisit } from "../shell/location-page.query.ts";
import { showInShell } from "../shell/show-in-shell.ts";
import { ledgerDays, totalsOf, type LedgerAmounts, type LedgerDay, type LedgerLine } from "./ledger-days.ts";
import type { LedgerNames } from "./ledger-csv.ts";
import { monthsOf, mostDays, type ReportDates } from "./report-span.ts";

export type Mistake = "dates" | "many";

export interface ShownMoney {
  readonly dates: ReportDates;
  /** Oldest first. */
  readonly entries: readonly LedgerEntry[];
  /** There are more than are shown. */
  readonly isCut: boolean;
  readonly names: LedgerNames;
  readonly today: string;
  readonly mistake: Mistake | undefined;
}

type Words = ReturnType<typeof speak<"reports">>;

/** The whole page. */
export function moneyPage(visitor: LocationVisit, money: ShownMoney): PageAnswer {
  const say = speak(visitor.language, "reports", visitor.locale);
  const days = ledgerDays(money.entries, visitor.location.timezone ?? "UTC");
  return showInShell(visitor, {
    status: money.mistake === undefined ? 200 : 422,
    main: html`<p class="paper-only">${formatDates(money.dates.from, money.dates.to, visitor.locale)}</p>
      <p class="soft">${say("money.about")}</p>
      ${money.mistake === "dates" && noticeOf("bad", say("dates.wrong", { days: String(mostDays) }))}
      ${money.mistake === "many" && noticeOf("bad", say("money.many"))} ${datesForm(say, visitor, money)}
      ${money.isCut && html`<p class="notice warn">${say("money.cut")}</p>`}
      ${
        days.length === 0
          ? html`<p>${say("money.none")}</p>`
          : html`${days.length > 1 && !money.isCut && allDays(say, visitor, days)}
              ${days.map((day) => dayCard(say, visitor, day, money.names))}
              <p><a class="button quiet" href="${visitor.path}/csv?${queryOf(money.dates)}">${say("csv")}</a></p>
              <p class="soft small">${say("csv.how")}</p>`
      }`,
  });
}

function queryOf({ from, to }: ReportDates): string {
  return new URLSearchParams({ from, to }).toString();
}

function datesForm(say: Words, { path }: LocationVisit, { dates, today }: ShownMoney): Markup {
  const span = (days: number): string => `${path}?${queryOf({ from: dateAfter(today, 1 - days), to: today })}`;
  const { current, last } = monthsOf(today);
  return html`<form class="card" method="get" action="${path}">
    <div class="pair">
      <div class="field">
        <label for="from">${say("from")}</label>
        <input id="from" name="from" type="date" value="${dates.from}" required />
      </div>
      <div class="field">
        <label for="to">${say("to")}</label>
        <input id="to" name="to" type="date" value="${dates.to}" required />
      </div>
    </div>
    <p class="row">
      <button type="submit">${say("show")}</button>
      <a href="${span(7)}">${say("days", { count: 7 })}</a> <a href="${span(28)}">${say("days", { count: 28 })}</a>
      <a href="${path}?${queryOf(current)}">${say("month.this")}</a>
      <a href="${path}?${queryOf(last)}">${say("month.last")}</a>
    </p>
  </form>`;
}

/** The sums of all days that are shown. */
function allDays(say: Words, { locale }: LocationVisit, days: readonly LedgerDay[]): Markup {
  return html`<section class="card">
    <h2>${say("money.sum")}</h2>
    <dl class="facts">
      ${totalsOf(days.flatMap(({ lines }) => lines)).map(
        (total) =>
          html`${(["paidIn", "owed", "paidBack"] as const).map(
            (name) =>
              html`<dt>${say(`money.${name}`)}</dt>
                <dd>${formatMoney(total[name] ?? 0, total.currency, locale)}</dd>`,
          )}`,
      )}
    </dl>
  </section>`;
}

function dayCard(say: Words, visitor: LocationVisit, day: LedgerDay, names: LedgerNames): Markup {
  const { locale } = visitor;
  const title = formatDate(day.day, locale);
  return html`<section class="card">
    <h2>${title}</h2>
    <div class="table stacked-table" tabindex="0" role="region" aria-label="${title}" data-scrolls>
      <table>
        <thead>
          <tr>
            <th scope="col">${say("money.time")}</th>
            <th scope="col">${say("money.what")}</th>
            <th scope="col">${say("money.for")}</th>
            ${amountNames.map((name) => html`<th scope="col" class="figure">${say(`money.${name}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${day.lines.map((line) => lineRow(say, visitor, line, names))}
        </tbody>
        <tfoot>
          ${day.totals.map(
            (total) =>
              html`<tr>
                <th scope="row" colspan="3">${say("total")} ${day.totals.length > 1 && total.currency}</th>
                ${amountCells(say, total, total.currency, locale)}
              </tr>`,
          )}
        </tfoot>
      </table>
    </div>
  </section>`;
}

const amountNames = ["paidIn", "owed", "paidBack"] as const;

function lineRow(say: Words, visitor: LocationVisit, line: LedgerLine, names: LedgerNames): Markup {
  const { entry } = line;
  return html`<tr>
    <th scope="row">${formatTime(entry.at, visitor.location.timezone ?? "UTC", visitor.locale)}</th>
    <td>${say(`movement.${entry.kind}`)}</td>
    <td>${whatFor(say, entry, names)}</td>
    ${amountCells(say, line, entry.currency, visitor.locale)}
  </tr>`;
}

/** The order by its number, the booking by its code; an archived order has no number here. */
function whatFor(say: Words, { order_id: order, booking_id: booking }: LedgerEntry, names: LedgerNames): string {
  if (order !== null) return say("money.order", { number: names.numbers.get(order) ?? order });
  if (booking !== null) return say("money.booking", { code: names.codes.get(booking) ?? booking });
  return "";
}

function amountCells(say: Words, amounts: LedgerAmounts, currency: string, locale: string): Markup {
  return html`${amountNames.map((name) => {
    const amount = amounts[name];
    if (amount === null) return html`<td></td>`;
    const label = say(`money.${name}`);
    return html`<td class="figure" data-label="${label}">${formatMoney(amount, currency, locale)}</td>`;
  })}`;
}
