/** The document around the content of a page. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { Heading, PageBody, SitePage } from "../text/page-parts.ts";
import { renderNavigation, type NavGroup } from "./navigation.ts";

/** What is the same on every page. */
export interface SiteFrame {
  readonly groups: readonly NavGroup[];
  /** The version of the package. */
  readonly version: string;
  /** The addresses of the style sheet, the icon and the scripts. */
  readonly style: string;
  readonly icon: string;
  readonly scripts: readonly string[];
}

export interface Neighbours {
  readonly previous: SitePage | undefined;
  readonly next: SitePage | undefined;
}

type Framed = Pick<SitePage, "path" | "kind" | "title" | "summary" | "above"> & Partial<Pick<SitePage, "markdown">>;

/** The whole document. */
export function renderFrame(page: Framed, body: PageBody, frame: SiteFrame, around: Neighbours): string {
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="description" content="${page.summary.slice(0, 200)}" />
      <title>${page.path === "/docs" ? page.title : `${page.title} · Maple`}</title>
      <link rel="icon" type="image/svg+xml" href="${frame.icon}" />
      <link rel="stylesheet" href="${frame.style}" />
      ${page.markdown !== undefined && html`<link rel="alternate" type="text/markdown" href="${page.path}.md" />`}
      <link rel="alternate" type="application/atom+xml" title="Maple changelog" href="/docs/changelog.atom" />
      ${frame.scripts.map((src) => html`<script type="module" src="${src}"></script>`)}
    </head>
    <body class="is-${page.kind}">
      <a class="skip" href="#content">Skip to the content</a>
      <header class="top">
        <button class="menu" type="button" popovertarget="pages">Menu</button>
        <a class="brand" href="/docs">Maple <span>docs</span></a>
        ${searchForm}
        <span class="version">${frame.version}</span>
      </header>
      <div class="page">
        <nav id="pages" popover aria-label="Documentation">${renderNavigation(frame.groups, page.path)}</nav>
        <main id="content" tabindex="-1">
          ${page.above.length > 0 && renderAbove(page)} ${body.main} ${renderEnds(around)}
          ${page.markdown !== undefined && html`<p class="foot"><a href="${page.path}.md">This page as Markdown</a></p>`}
        </main>
        ${body.headings.length > 1 && renderContents(body.headings)}
      </div>
    </body>
  </html>`;
  return `<!doctype html>\n${document.text}\n`;
}

const searchForm = html`<form class="search" action="/docs/search" role="search">
  <input
    type="search"
    name="q"
    aria-label="Search the documentation"
    placeholder="Search: a code, a call, a field"
    autocomplete="off"
    maxlength="200"
  />
  <kbd aria-hidden="true">/</kbd>
</form>`;

function renderAbove({ above }: Framed): Markup {
  return html`<nav class="above" aria-label="Above this page">
    <ol>
      ${above.map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>`)}
    </ol>
  </nav>`;
}

function renderContents(headings: readonly Heading[]): Markup {
  return html`<nav class="contents" aria-label="On this page">
    <p>On this page</p>
    <ul>
      ${headings.map(({ level, id, text }) => html`<li class="h${level}"><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

function renderEnds({ previous, next }: Neighbours): Markup | null {
  if (previous === undefined && next === undefined) return null;
  return html`<nav class="ends" aria-label="Previous and next page">
    ${previous !== undefined && html`<a class="previous" rel="prev" href="${previous.path}"><span>Previous</span> ${previous.title}</a>`}
    ${next !== undefined && html`<a class="next" rel="next" href="${next.path}"><span>Next</span> ${next.title}</a>`}
  </nav>`;
}
