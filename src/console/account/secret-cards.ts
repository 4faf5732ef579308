/** The parts of one's own page about passkeys and recovery codes. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { Passkey } from "../../people/sign-in/read-passkeys.query.ts";
import { buttonForm, card } from "./field.ts";
import type { PersonVisit, Say } from "./visit.query.ts";

/** One's passkeys; the button to add one appears where the browser knows passkeys. */
export function passkeyCard(
  { say, language, caller }: PersonVisit,
  { passkeys }: { readonly passkeys: readonly Passkey[] },
): Markup {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const name = caller.site.host.slice(0, 80);
  return card(
    say("passkey.title"),
    html`<p>${say("passkey.text")}</p>
      <ul class="rows">
        ${passkeys.map(
          (one) =>
            html`<li>
              <p><bdi>${one.name}</bdi> · ${say("passkey.added", { time: format.format(one.created_at) })}</p>
              ${buttonForm("/me/passkeys", say("passkey.remove"), "quiet", { passkey: one.id })}
            </li>`,
        )}
      </ul>
      <div data-passkey="add" data-name="${name}" data-failed="${say("sign_in.passkey_failed")}" hidden>
        <p><button type="button">${say("passkey.add")}</button></p>
        <p class="mistake" role="alert"></p>
      </div>`,
  );
}

/** How many codes one has left, and new ones when they were just made. */
export function codesCard(
  say: Say,
  { codes, codesLeft }: { readonly codes?: readonly string[]; readonly codesLeft: number },
): Markup {
  return card(
    say("codes.title"),
    html`<p>${say("codes.text", { count: codesLeft })}</p>
      ${
        codes !== undefined &&
        html`<div role="status">
          <p><b>${say("codes.shown")}</b></p>
          <ol>
            ${codes.map((code) => html`<li><code>${code}</code></li>`)}
          </ol>
        </div>`
      }
      ${buttonForm("/me/codes", say("codes.make"), "quiet")}`,
  );
}
