/** The results of a search as a page, for readers without script and for addresses without a page. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { PageBody } from "../text/page-parts.ts";
import type { Hit } from "./site-search.ts";

export function searchBody(typed: string, hits: readonly Hit[]): PageBody {
  const words =
    typed === ""
      ? "Type a code, a header, the name of a call or a field above."
      : hits.length === 0
        ? `Nothing here is called “${typed}”. Try one word of it, or start at the API reference.`
        : `${hits.length === 1 ? "1 page" : `${hits.length} pages`} for “${typed}”`;
  return {
    headings: [],
    main: html`<h1>Search</h1>
      <p role="status">${words}</p>
      ${hits.length > 0 && renderHits(hits)} ${hits.length === 0 && html`<p><a href="/docs/api">API reference</a></p>`}`,
  };
}

/** What is said at an address without a page: the pages that are called nearly so. */
export function missingBody(hits: readonly Hit[]): PageBody {
  return {
    headings: [],
    main: html`<h1>There is no page here</h1>
      ${
        hits.length > 0 &&
        html`<p>Pages with a similar name:</p>
          ${renderHits(hits)}`
      }
      <p>Search for what you need, or start at <a href="/docs">the first page</a>.</p>`,
  };
}

function renderHits(hits: readonly Hit[]): Markup {
  return html`<ol class="found">
    ${hits.map(
      ({ path, title, place, summary }) =>
        html`<li><a href="${path}">${title}</a> <small>${place} · ${summary}</small></li>`,
    )}
  </ol>`;
}
