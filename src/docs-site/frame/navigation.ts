/** The lists of the navigation. The list with the shown page is unfolded; the others are one link each. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { SitePage } from "../text/page-parts.ts";

/** A list of the navigation; `pages` are shown while the reader is in one of them. */
export interface NavList {
  readonly title: string;
  readonly path: string;
  readonly pages: readonly SitePage[];
}

/** Several lists below a word. */
export interface NavGroup {
  readonly title: string;
  readonly lists: readonly NavList[];
}

export function renderNavigation(groups: readonly NavGroup[], current: string): Markup {
  return html`${groups.map(
    ({ title, lists }) =>
      html`<p class="group">${title}</p>
        <ul>
          ${lists.map((list) => renderList(list, current))}
        </ul>`,
  )}`;
}

function renderList({ title, path, pages }: NavList, current: string): Markup {
  const isUnfolded = path === current || pages.some((page) => page.path === current);
  return html`<li>
    ${link(title, path, current)}
    ${
      isUnfolded &&
      pages.length > 0 &&
      html`<ul>
        ${pages.map((page) => html`<li>${link(page.title, page.path, current)}</li>`)}
      </ul>`
    }
  </li>`;
}

function link(title: string, path: string, current: string): Markup {
  return html`<a href="${path}" ${path === current && html`aria-current="page"`}>${title}</a>`;
}
