/** The part of the sandbox page that switches faults of an app's calls and webhooks on (rules/ordering 15.6). Pure. */
import { html, type Markup } from "../pages/html.ts";
import { faultKinds } from "../sandbox/faults/fault-kinds.ts";
import type { KeptFaults } from "../sandbox/faults/read-faults.query.ts";
import { actButton, card, utcText } from "./developer-page.ts";
import type { DeveloperVisit, DeveloperWords } from "./developer-visit.query.ts";

/** How often a rule may act that the page makes; always, where it is none of these. */
export const timesOffered = [1, 3, 10] as const;

/** What is on, and the way to switch faults on and off. */
export function faultsCard(at: DeveloperVisit, kept: KeptFaults | undefined): Markup {
  const { say, path, mayAct } = at;
  const rules = kept?.rules ?? [];
  return card(
    say("faults.title"),
    html`<p>${say("faults.text")}</p>
      ${
        kept === undefined || rules.length === 0
          ? html`<p>${say("faults.none")}</p>`
          : html`<ul class="rows app-list">
                ${rules.map(
                  ({ id, kind, times }) =>
                    html`<li>
                      <code>${kind}</code>
                      <span class="soft"> ${actedOf(say, kept.counts[id]?.acted ?? 0, times)} </span>
                    </li>`,
                )}
              </ul>
              <p class="soft small">${say("faults.until", { time: utcText(kept.expires_at) })}</p>
              ${actButton(at, `${path}/sandbox/faults`, say("faults.off"), { off: "yes" })}`
      }
      ${
        mayAct &&
        html`<form class="app-form" method="post" action="${path}/sandbox/faults">
          <div class="field">
            <label for="fault-kind">${say("faults.kind")}</label>
            <select id="fault-kind" name="kind">
              ${faultKinds.map((kind) => html`<option value="${kind}">${kind}</option>`)}
            </select>
          </div>
          <div class="field">
            <label for="fault-times">${say("faults.times")}</label>
            <select id="fault-times" name="times">
              ${timesOffered.map((times) => html`<option value="${times}">${times}</option>`)}
              <option value="">${say("faults.always")}</option>
            </select>
          </div>
          <button class="quiet" type="submit">${say("faults.on")}</button>
        </form>`
      }`,
  );
}

function actedOf(say: DeveloperWords, acted: number, times: number | undefined): string {
  return times === undefined ? say("faults.acted", { acted }) : say("faults.acted_of", { acted, times });
}
