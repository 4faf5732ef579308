/** Draws the menu beside a page; on a telephone a button that names the page opens it, also without scripts. Pure. */
import { html, type Markup } from "../../pages/html.ts";

export interface MenuLink {
  readonly path: string;
  readonly title: string;
  readonly isCurrent: boolean;
}

/** The links in their order; the label says whose pages they are. */
export function sideMenu(label: string, links: readonly MenuLink[]): Markup {
  const current = links.find(({ isCurrent }) => isCurrent)?.title ?? label;
  return html`<div class="console-menu">
    <button class="quiet full" type="button" popovertarget="menu" aria-label="${label}: ${current}">
      <span aria-hidden="true">☰</span> ${current}
    </button>
    <nav id="menu" popover aria-label="${label}">
      <ul class="plain" data-scrolls>
        ${links.map(
          ({ path, title, isCurrent }) =>
            html`<li><a href="${path}" ${isCurrent && html`aria-current="page"`}>${title}</a></li>`,
        )}
      </ul>
    </nav>
  </div>`;
}
