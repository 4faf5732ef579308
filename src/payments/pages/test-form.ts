/** The form of the test processor. It is shown in the sandbox alone; it is in English, as its cards are. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import { testCards } from "../test-processor/test-cards.ts";

/** Why the payment did not go through, in words for the diner. */
export interface PayProblem {
  readonly text: string;
  readonly status: 422 | 429 | 502;
  /** What was typed. */
  readonly card?: string;
}

/** The form; `pay` is what its button says. */
export function testForm(pay: string, problem: PayProblem | undefined): Markup {
  const described = problem === undefined ? "pay-cards" : "pay-problem pay-cards";
  return html`<form method="post" class="card">
      <p class="soft" lang="en">
        <bdi>This is the test processor: no money moves. Use one of the test cards below.</bdi>
      </p>
      <div class="field" lang="en">
        <label for="card_number"><bdi>Card number</bdi></label>
        <input
          id="card_number"
          name="card_number"
          inputmode="numeric"
          autocomplete="off"
          required
          value="${problem?.card ?? "4242 4242 4242 4242"}"
          aria-describedby="${described}"
          ${problem !== undefined && html`aria-invalid="true"`}
        />
        ${problem !== undefined && html`<p class="mistake" id="pay-problem" role="alert"><bdi>${problem.text}</bdi></p>`}
      </div>
      <button class="button full">${pay}</button>
    </form>
    <details lang="en">
      <summary id="pay-cards"><bdi>Test cards</bdi></summary>
      <dl class="facts">
        ${testCards.map(
          (card) =>
            html`<dt><code>${grouped(card.number)}</code></dt>
              <dd><bdi>${card.label}</bdi></dd>`,
        )}
      </dl>
    </details>`;
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}
