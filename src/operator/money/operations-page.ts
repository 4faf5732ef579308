/** Writes at reservation providers, and the form that settles one by hand. Pure. */
import { isUnderWay, operationStates, type ProviderOperation } from "../../bookings/provider/provider-operation.ts";
import { html, type Markup, type Part } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { doneNotice, freshNotice, hiddenFields, problemNotice } from "../shell/operator-forms.ts";
import { operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";

export interface OperationsShown {
  readonly operations: readonly ProviderOperation[];
  readonly state: string | undefined;
  readonly older: string | undefined;
  readonly names: ReadonlyMap<string, string>;
  readonly problem?: string;
}

const path = "/operator/operations";

export function operationsPage(at: OperatorVisit, shown: OperationsShown): PageAnswer {
  const { operations, state, older, names, problem } = shown;
  const filter = state === undefined ? "" : `&state=${state}`;
  return operatorPage(at, {
    title: "Operations",
    status: problem === undefined ? 200 : 422,
    main: html`${problemNotice(problem)}${doneNotice(at, { settled: "It is settled. The partner was told." })}
      ${freshNotice(at, path)}
      <p>
        Writes at reservation providers. A provider that does not answer is asked again for a day; then somebody settles
        by hand what it did.
      </p>
      <nav class="chips operator-chips" aria-label="State">
        ${[undefined, ...operationStates].map(
          (one) =>
            html`<a
              class="chip"
              href="${one === undefined ? path : `${path}?state=${one}`}"
              ${one === state && html`aria-current="true"`}
              >${one ?? "all"}</a
            >`,
        )}
      </nav>
      <section class="card">
        ${
          operations.length === 0
            ? html`<p>There is none.</p>`
            : table(
                ["Made", "Write", "State", "Location", "Attempts", "Next", "Last fault", ""],
                operations.map((one) => [
                  utc(one.created_at),
                  html`${one.kind} <code>${one.id}</code>`,
                  stateBadge(one),
                  html`<bdi>${names.get(one.location_id) ?? one.location_id}</bdi>`,
                  one.attempts,
                  one.next_attempt_at !== null && utc(one.next_attempt_at),
                  one.last_fault,
                  settleForm(at, one),
                ]),
              )
        }
        ${older !== undefined && html`<p><a href="${path}?before=${older}${filter}">Older</a></p>`}
      </section>`,
  });
}

function stateBadge({ state }: ProviderOperation): Markup {
  const kind = state === "done" ? "good" : state === "unsettled" ? "bad" : state === "sending" ? "warn" : "";
  return html`<span class="badge ${kind}">${state}</span>`;
}

function settleForm({ mayAct }: OperatorVisit, operation: ProviderOperation): Part {
  if (!mayAct || !isUnderWay(operation)) return false;
  const { id, kind } = operation;
  return html`<details>
    <summary>Settle</summary>
    <form method="post" action="${path}/settle">
      ${hiddenFields({ operation: id })}
      <fieldset>
        <legend>What the provider did, as you know from the provider</legend>
        ${[
          ["ask_again", "Nobody knows: ask it again now"],
          ["made", `It did: the ${kind} is made there`],
          ["not_made", "It did not: tell the partner so"],
        ].map(
          ([value, text], index) =>
            html`<label class="tick"
              ><input type="radio" name="outcome" value="${value}" ${index === 0 && html`checked`} />
              <span>${text}</span></label
            >`,
        )}
      </fieldset>
      <div class="field">
        <label for="reference-${id}">Its own name of the booking, where it made one</label>
        <input id="reference-${id}" name="reference" maxlength="500" autocomplete="off" />
      </div>
      <button class="danger" type="submit">Settle it</button>
    </form>
  </details>`;
}
