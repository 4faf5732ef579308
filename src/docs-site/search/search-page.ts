/** The results of a search as a page, for readers without script. Pure. */
import { html } from "../../pages/html.ts";
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
      ${
        hits.length > 0 &&
        html`<ol class="found">
          ${hits.map(
            ({ path, title, place, summary }) =>
              html`<li><a href="${path}">${title}</a> <small>${place} · ${summary.slice(0, 180)}</small></li>`,
          )}
        </ol>`
      }
      ${hits.length === 0 && html`<p><a href="/docs/api">API reference</a></p>`}`,
  };
}
