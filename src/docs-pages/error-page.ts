/** The page of one error code: what it means, what to do, which details it has, and which calls answer it. */
import { refusalsOf } from "../platform/http/openapi/openapi-refusals.ts";
import { refusalKind, tagOf, type RefusalCode } from "../platform/http/refusals/refusal-catalogue.ts";
import type { RouteValue } from "../platform/http/route-value.ts";
import { html, join } from "../pages/html.ts";
import { audienceOf } from "./audience.ts";
import { refusalsOfEveryCall } from "./error-section.ts";
import { pagePaths } from "./page.ts";
import { styleElement } from "./page-style.ts";
import { inlineProse } from "./prose.ts";

/** Renders the page of a code of the catalogue; `doc_url` of every error leads there. */
export function renderErrorPage(code: RefusalCode, routes: readonly RouteValue[]): string {
  const { status, advice, details = [] } = refusalKind(code);
  const fields = html`<h2>Details</h2>
    <p>
      ${join(
        details.map((name) => html`<code>details.${name}</code>`),
        ", ",
      )}
    </p>`;
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content="What the error ${code} means and what to do." />
      <title>${code} · Maple API</title>
      ${styleElement}
    </head>
    <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <a class="brand" href="/docs">Maple <span>API</span></a>
      </header>
      <main id="content" class="guide">
        <h1><code>${code}</code></h1>
        <p class="lead">Status ${status}, <code>${tagOf(status)}</code></p>
        <h2>What to do</h2>
        <p>${inlineProse(advice)}</p>
        ${details.length > 0 && fields}
        <h2>Which calls answer it</h2>
        ${refusalsOfEveryCall.has(code) ? html`<p>Any call may answer it.</p>` : renderCalls(code, routes)}
        <p><a href="/docs#errors">All errors</a></p>
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function renderCalls(code: RefusalCode, routes: readonly RouteValue[]) {
  const calls = routes.filter((route) => refusalsOf(route).includes(code));
  if (calls.length === 0) return html`<p>No call answers it now.</p>`;
  return html`<ul class="calls">
    ${calls.map(
      (route) =>
        html`<li>
          <a href="${pagePaths[audienceOf(route)]}#${route.operationId}"><code>${route.method} ${route.path}</code></a>
        </li>`,
    )}
  </ul>`;
}
