/** The form in which a manager types the menu, where no app keeps it. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { speak } from "../../words/speak.ts";
import { card, fieldOf } from "../account/field.ts";
import { longestWritten, type WrittenMistake } from "./written-menu.ts";

/** What stands in the form. */
export interface TypedMenu {
  readonly text: string;
  readonly currency: string;
  readonly mistake?: WrittenMistake | { readonly kind: "currency" };
}

type Say = ReturnType<typeof speak<"menu">>;

/** The card with its form; `path` is that of the page of the menu. */
export function writeCard(say: Say, path: string, { text, currency, mistake }: TypedMenu): Markup {
  const wrong = mistake === undefined || mistake.kind === "currency" ? undefined : mistakeText(say, mistake, currency);
  return card(
    say("write.title"),
    html`<form method="post" action="${path}/write" enctype="multipart/form-data">
      <div class="field">
        <label for="written">${say("write.label")}</label>
        <p class="hint" id="written-hint">${say("write.text")}</p>
        <textarea
          id="written"
          name="written"
          rows="12"
          maxlength="${longestWritten}"
          placeholder="${say("write.example")}"
          aria-describedby="written-hint${wrong !== undefined && html` written-mistake`}"
          ${wrong !== undefined && html`aria-invalid="true"`}
          required
        >
${text}</textarea>
        ${wrong !== undefined && html`<p class="mistake" id="written-mistake">${wrong}</p>`}
      </div>
      ${fieldOf({
        name: "currency",
        label: say("write.currency"),
        value: currency,
        maxLength: 3,
        mistake: mistake?.kind === "currency" ? say("write.currency_wrong") : undefined,
      })}
      <p class="hint">${say("write.more")}</p>
      <button type="submit">${say("write.try")}</button>
    </form>`,
  );
}

function mistakeText(say: Say, mistake: WrittenMistake, currency: string): string {
  if (mistake.kind === "none") return say("write.none");
  const values = { line: String(mistake.line), text: mistake.text };
  return mistake.kind === "price" ? say("write.price", { ...values, currency }) : say(`write.${mistake.kind}`, values);
}

/** The currency of a country's restaurants; the euro where we do not know better. */
export function currencyAt(country: string | null): string {
  return currencies[country ?? ""] ?? "EUR";
}

const currencies: Readonly<Record<string, string>> = {
  US: "USD",
  CA: "CAD",
  MX: "MXN",
  BR: "BRL",
  AR: "ARS",
  CL: "CLP",
  CO: "COP",
  GB: "GBP",
  CH: "CHF",
  LI: "CHF",
  DK: "DKK",
  SE: "SEK",
  NO: "NOK",
  PL: "PLN",
  CZ: "CZK",
  HU: "HUF",
  RO: "RON",
  AU: "AUD",
  NZ: "NZD",
  JP: "JPY",
};
