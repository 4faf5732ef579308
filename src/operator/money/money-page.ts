/** The owed refunds, and every movement of money. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { formatMoney } from "../../pages/page-formats.ts";
import type { LedgerEntry } from "../../payments/payment/ledger.sql.ts";
import type { OwedRefundRow } from "../../payments/payment/owed-refunds.sql.ts";
import { problemNotice } from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface MoneyShown {
  readonly owed: readonly OwedRefundRow[];
  readonly hasMoreOwed: boolean;
  readonly entries: readonly LedgerEntry[];
  /** Where the next page of the ledger begins. */
  readonly older: string | undefined;
  /** The id by which the ledger is filtered, as typed. */
  readonly of: string;
  readonly problem?: string | undefined;
}

export function moneyPage(at: OperatorVisit, shown: MoneyShown): PageAnswer {
  return operatorPage(at, {
    title: "Money",
    status: shown.problem === undefined ? 200 : 422,
    main: html`${owedPart(shown)} ${ledgerPart(shown)}`,
  });
}

/** The order or booking that money is about, as a link. */
function subject(one: { readonly order_id: string | null; readonly booking_id: string | null }): Markup {
  return one.order_id === null
    ? html`<a href="/operator/bookings/${one.booking_id ?? ""}">booking</a>`
    : html`<a href="/operator/orders/${one.order_id}">order</a>`;
}

function owedPart({ owed, hasMoreOwed }: MoneyShown): Markup {
  return html`<section class="card">
    <h2>Refunds that are owed</h2>
    ${
      owed.length === 0
        ? html`<p>Nothing is owed.</p>`
        : html`<p>Each is tried until it is paid, and never paid twice. The last error says what stands in the way.</p>
            ${table(
              ["Since", "Amount", "Of", "Why", "At", "Attempts", "Last error"],
              owed.map((one) => [
                utc(one.created_at),
                formatMoney(one.amount, one.currency),
                subject(one),
                one.purpose,
                one.processor,
                one.attempts,
                one.last_error !== null && html`<code>${one.last_error}</code>`,
              ]),
            )}
            ${hasMoreOwed && html`<p class="soft">These are the oldest; there are more.</p>`}`
    }
  </section>`;
}

function ledgerPart({ entries, older, of, problem }: MoneyShown): Markup {
  const filter = of === "" ? "" : `&of=${encodeURIComponent(of)}`;
  return html`<section class="card">
    <h2>Every movement, newest first</h2>
    ${problemNotice(problem)}
    <form class="operator-search" method="get" action="/operator/money">
      <div class="field">
        <label for="of">Of one order, booking or location, by id</label>
        <input id="of" name="of" value="${of}" maxlength="40" autocomplete="off" placeholder="ord_…" />
      </div>
      <button class="quiet" type="submit">Show</button>
    </form>
    ${
      entries.length === 0
        ? html`<p>There is none.</p>`
        : table(
            ["At", "Movement", "Amount", "From → to", "Of", "Why", "Reference"],
            entries.map((one) => [
              utc(one.at),
              one.kind,
              formatMoney(one.amount, one.currency),
              `${one.credit} → ${one.debit}`,
              subject(one),
              one.reason,
              html`${one.processor} <code>${one.reference}</code>`,
            ]),
          )
    }
    ${older !== undefined && html`<p><a href="/operator/money?before=${older}${filter}">Older</a></p>`}
  </section>`;
}
