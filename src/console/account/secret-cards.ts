/** The parts of one's own page about passkeys and recovery codes. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { Passkey } from "../../people/sign-in/read-passkeys.query.ts";
import { buttonForm, card } from "./field.ts";
import type { PageTimes } from "./page-times.ts";
import type { PersonVisit, Say } from "./visit.query.ts";

export interface LinkedProvider {
  readonly name: string;
  /** Undefined where one's account is not linked with it. */
  readonly linkedAt: Instant | undefined;
}

/** One's passkeys; the button to add one appears where the browser knows passkeys. */
export function passkeyCard(
  { say, caller }: PersonVisit,
  { passkeys, times }: { readonly passkeys: readonly Passkey[]; readonly times: PageTimes },
): Markup {
  const name = caller.site.host.slice(0, 80);
  return card(
    say("passkey.title"),
    html`<p>${say("passkey.text")}</p>
      <ul class="rows">
        ${passkeys.map(
          (one) =>
            html`<li>
              <p><bdi>${one.name}</bdi> · ${say("passkey.added", { time: times.day(one.created_at) })}</p>
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

/** The sign-in provider, and whether one's account is linked with it. */
export function providerCard(
  say: Say,
  { provider, times }: { readonly provider: LinkedProvider; readonly times: PageTimes },
): Markup {
  const { name, linkedAt } = provider;
  return card(
    say("provider.title", { name }),
    linkedAt === undefined
      ? html`<p>${say("provider.text", { name })}</p>
          ${buttonForm("/me/provider", say("provider.link", { name }), "quiet")}`
      : html`<p>${say("provider.linked", { time: times.day(linkedAt) })}</p>
          ${buttonForm("/me/provider/unlink", say("provider.unlink"), "quiet")}`,
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
