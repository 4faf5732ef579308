/** The test processor's page as HTML: pure, every value escaped. */
import type { Payment } from "./payments.sql.ts";
import { testCards } from "./test-cards.ts";

export type PayPageState =
  | { readonly kind: "unknown" }
  | { readonly kind: "known"; readonly payment: Payment; readonly problem: string | undefined };

/** Renders the page for a payment as it is now. */
export function payPage(state: PayPageState): string {
  if (state.kind === "unknown") {
    return page(
      "Payment link not found",
      "<p>This link is not complete or no longer exists. Open it again from your order.</p>",
    );
  }
  const { payment, problem } = state;
  const amount = formatAmount(payment);
  const open = payment.status === "unpaid" || payment.status === "failed";
  if (!open) return page(headingOf(payment, amount), `<p role="status">${escapeHtml(explanationOf(payment))}</p>`);
  const alert = problem === undefined ? "" : `<p role="alert" class="problem">${escapeHtml(problem)}</p>`;
  return page(
    `Pay ${amount}`,
    `<p>This is the test processor: no money moves. Use one of the test cards.</p>${alert}
<form method="post">
<label for="card_number">Card number</label>
<input id="card_number" name="card_number" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242">
<button>Pay ${escapeHtml(amount)}</button>
</form>
<h2>Test cards</h2>
<table><thead><tr><th scope="col">Card</th><th scope="col">What it does</th></tr></thead><tbody>
${testCards.map((card) => `<tr><td><code>${grouped(card.number)}</code></td><td>${escapeHtml(card.label)}</td></tr>`).join("\n")}
</tbody></table>`,
  );
}

function headingOf(payment: Payment, amount: string): string {
  const headings: Partial<Record<Payment["status"], string>> = {
    paid: `Paid ${amount}`,
    pending: `${amount} is on its way`,
    void: "Nothing to pay",
    refund_pending: `${amount} is going back to you`,
    refunded: `${amount} was refunded`,
  };
  return headings[payment.status] ?? amount;
}

function explanationOf(payment: Payment): string {
  switch (payment.status) {
    case "paid":
      return "Thank you. The restaurant has been told of your order.";
    case "pending":
      return "Your payment takes a moment to settle; the restaurant is told of your order when it has.";
    case "void":
      return "This order is over, so nothing can be paid for it.";
    default:
      return "This order is over and its money goes back to the card it came from.";
  }
}

function formatAmount(payment: Payment): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: payment.currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(payment.amount / 10 ** digits);
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function page(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title><meta name="robots" content="noindex">
<style>
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:28rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.1rem;margin-top:2.5rem}
label{display:block;font-weight:600}
input,button{font:inherit;width:100%;box-sizing:border-box;padding:.75rem;margin:.25rem 0 1rem;border-radius:.5rem;border:1px solid #767676}
button{background:#0b5c3b;color:#fff;border:0;font-weight:600;cursor:pointer}
button:focus-visible,input:focus-visible{outline:3px solid #1a73e8;outline-offset:2px}
.problem{border-left:4px solid #b3261e;padding:.5rem .75rem}
table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.4rem .5rem .4rem 0;border-bottom:1px solid #9995}
</style></head><body><main><h1>${escapeHtml(heading)}</h1>
${content}
</main></body></html>`;
}
