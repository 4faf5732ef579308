/** The report as one HTML file that needs no script and no other file. */
import { html, Markup } from "../pages/html.ts";
import { summaryLines, type Outcome, type Report, type ScenarioResult } from "./report.ts";

const style = new Markup(`
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 52rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
section { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; padding: .75rem 1rem; margin: .75rem 0; }
section > p { margin: .25rem 0; }
ul { padding-inline-start: 1.2rem; margin: .5rem 0 0; }
li { overflow-wrap: anywhere; }
.mark { font-weight: 600; }
.passed .mark { color: light-dark(#14652f, #7dd99a); }
.failed .mark { color: light-dark(#a3121f, #ff9d9d); }
small { opacity: .8; overflow-wrap: anywhere; }
`);

const marks: Readonly<Record<Outcome, string>> = {
  passed: "Passed",
  failed: "Failed",
  not_applicable: "Not applicable",
};

/** Writes the report; `docs` is where the pages of the service are. */
export function reportPage(report: Report, docs: string): string {
  const [counts = "", meaning = ""] = summaryLines(report);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Certification: ${report.profile}, ${report.passed ? "passed" : "not passed"}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>${report.passed ? "Passed" : "Not passed"}: ${report.profile}</h1>
        <p>${meaning} ${counts}.</p>
        <dl>
          <dt>Service</dt>
          <dd>${report.service_version}</dd>
          <dt>Location</dt>
          <dd>${report.location_id}</dd>
          <dt>Subscription</dt>
          <dd>${report.subscription_id}</dd>
          <dt>Began</dt>
          <dd>${report.started_at}</dd>
          <dt>Ended</dt>
          <dd>${report.ended_at}</dd>
        </dl>
        ${report.scenarios.map((result) => scenarioPart(result, docs))}
      </body>
    </html> `;
  return page.text;
}

function scenarioPart(result: ScenarioResult, docs: string): Markup {
  return html`<section class="${result.outcome}">
    <h2>${result.id}: ${result.title}</h2>
    <p class="mark">${marks[result.outcome]}</p>
    ${result.reason === null ? null : html`<p>${result.reason}</p>`}
    ${
      result.expectations.length === 0
        ? null
        : html`<ul>
            ${result.expectations.map(
              ({ expected, seen, met, ids }) =>
                html`<li>
                  <span class="mark">${met ? "Seen" : "Not seen"}:</span> ${expected}.
                  ${met ? null : html`Seen instead: ${seen}.`} <small>${ids.join(" ")}</small>
                </li>`,
            )}
          </ul>`
    }
    ${result.outcome === "failed" ? html`<p><a href="${docs}${result.page}">Read on</a></p>` : null}
  </section> `;
}
