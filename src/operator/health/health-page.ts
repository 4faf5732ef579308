/** The first page of the operator: the problems, what to do, then every figure. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { PageAnswer } from "../../pages/page.ts";
import { lasts, operatorPage, table, utc } from "../shell/operator-page.ts";
import type { OperatorVisit } from "../shell/operator-visit.query.ts";
import { plotsPart } from "./health-plots.ts";
import type { HealthSpan } from "./health-samples.sql.ts";
import { judgeHealth, type HealthFigures, type HealthLine, type HealthState } from "./judge-health.ts";

/** The page, as of a moment. */
export function healthPage(
  at: OperatorVisit,
  figures: HealthFigures & { readonly now: Instant },
  samples: readonly HealthSpan[],
): PageAnswer {
  const lines = judgeHealth(figures);
  const wrong = lines.filter(({ state }) => state !== "good");
  return operatorPage(at, {
    title:
      wrong.length === 0 ? "All is well" : `${wrong.length} ${wrong.length === 1 ? "thing needs" : "things need"} you`,
    main: html`<p class="soft">Read at ${utc(figures.now)}. <a href="/operator">Read again</a></p>
      ${
        wrong.length > 0 &&
        html`<ul class="plain">
          ${wrong.map(wrongPart)}
        </ul>`
      }
      <section class="card">
        <h2>Figures</h2>
        ${table(
          ["", "Figure", "Now"],
          lines.map(({ state, name, figure }) => [badge(state), name, html`<bdi>${figure}</bdi>`]),
        )}
      </section>
      ${plotsPart(samples)} ${processesPart(figures)}`,
  });
}

const words: Readonly<Record<HealthState, string>> = { bad: "Act now", warn: "Look", good: "Good" };

function badge(state: HealthState): Markup {
  return html`<span class="badge ${state}">${words[state]}</span>`;
}

/** The part of the runbook, as this service shows it. */
function runbookAt(heading: string): string {
  return `/docs/runbook#${heading.toLowerCase().replaceAll(" ", "-")}`;
}

function wrongPart({ state, name, figure, todo, runbook, more }: HealthLine): Markup {
  return html`<li class="notice ${state}">
    <p>
      ${badge(state)} <b>${name}: <bdi>${figure}</bdi></b>
    </p>
    <p>${todo}</p>
    <p class="soft">
      ${more !== undefined && html`<a href="${more.href}">${more.label}</a> · `}<a href="${runbookAt(runbook)}"
        >Runbook: ${runbook}</a
      >
    </p>
  </li>`;
}

function processesPart({ processes }: HealthFigures): Markup {
  return html`<section class="card">
    <h2>Processes of the last hour</h2>
    ${
      processes.length === 0
        ? html`<p>None was heard of.</p>`
        : table(
            ["", "Kind", "Machine", "Since", "Last heard of", "Clock", "Calls", "503"],
            processes.map((one) => [
              one.is_alive
                ? html`<span class="badge good">Alive</span>`
                : one.stopped_at === null
                  ? html`<span class="badge bad">Silent</span>`
                  : html`<span class="badge">Stopped</span>`,
              one.kind,
              html`<bdi>${one.host}</bdi>`,
              utc(one.started_at),
              `${lasts(Math.max(0, one.silent_seconds))} ago`,
              offBy(one.skew_seconds),
              one.recent_calls,
              one.recent_refused,
            ]),
          )
    }
  </section>`;
}

/** How far a clock is ahead or behind; what is shown as nothing has no sign. */
function offBy(seconds: number): string {
  const size = lasts(Math.abs(seconds));
  return size === lasts(0) ? size : `${seconds < 0 ? "−" : "+"}${size}`;
}
