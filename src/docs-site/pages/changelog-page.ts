/** The changes for partners, as a page and as an Atom feed. Pure. */
import { html, type Markup } from "../../pages/html.ts";
import type { Highlight, SitePage } from "../text/page-parts.ts";
import { plainWords, renderMarkdown, type Addresses } from "../text/site-markdown.ts";
import type { ChangelogEntry } from "./changelog-entries.ts";
import { addressesOf, type GuideFiles } from "./guide-pages.ts";

const path = "/docs/changelog";

/** Entries of the change log link to `../docs/orders.md` and the like. */
function addressesIn(guides: GuideFiles): Addresses {
  const toGuides = addressesOf("changelog.md", guides);
  return { link: (href) => toGuides.link(href.replace(/^\.\.\/docs\//, "")), picture: () => null };
}

const kinds: Readonly<Record<string, string>> = {
  added: "New",
  changed: "Changed",
  fixed: "Fixed",
  deprecated: "Ends later",
  removed: "Removed",
  security: "Security",
};

const kindOf = ({ kind, isBreaking }: ChangelogEntry): string =>
  `${kinds[kind] ?? kind}${isBreaking ? ", breaking" : ""}`;

const titleOf = ({ title }: ChangelogEntry): string => title.replaceAll("`", "");

/** A page has so many; older ones are in the feed and in the files. */
const mostShown = 120;

export function changelogPage(entries: readonly ChangelogEntry[], guides: GuideFiles): SitePage {
  const addresses = addressesIn(guides);
  const shown = entries.slice(0, mostShown);
  const days = [...new Set(shown.map(({ day }) => day))];
  return {
    path,
    kind: "page",
    title: "Changelog",
    summary: "What changed for partners, the newest first.",
    above: [],
    group: "changelog",
    terms: [],
    text: `changes versions releases ${shown.map(titleOf).join(" ")}`,
    body: (highlight) => ({
      headings: days.map((day) => ({ level: 2, id: `day-${day}`, text: day })),
      main: html`<h1>Changelog</h1>
        <p class="lead">What changed for partners, the newest first. <a href="${path}.atom">Atom feed</a></p>
        ${days.map(
          (day) =>
            html`<h2 id="day-${day}">${day}</h2>
              ${shown.filter((entry) => entry.day === day).map((entry) => renderEntry(entry, addresses, highlight))}`,
        )}`,
    }),
    markdown: () =>
      [
        "# Changelog\n",
        ...shown.map((entry) => `## ${entry.day} · ${entry.title}\n\n${kindOf(entry)}. ${entry.text}\n`),
      ].join("\n"),
  };
}

function renderEntry(entry: ChangelogEntry, addresses: Addresses, highlight: Highlight): Markup {
  return html`<section class="entry" id="${entry.name}">
    <h3>${titleOf(entry)} <span class="kind">${kindOf(entry)}</span></h3>
    ${renderMarkdown(entry.text, addresses, highlight).main}
  </section>`;
}

const feedLength = 50;

/** The newest entries for feed readers; `baseUrl` is where the service is reached. */
export function changelogFeed(entries: readonly ChangelogEntry[], guides: GuideFiles, baseUrl: string): string {
  const addresses = addressesIn(guides);
  const newest = entries.slice(0, feedLength);
  const plain: Highlight = (code) => html`${code}`;
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <title>Maple changelog</title>
    <id>${baseUrl}${path}</id>
    <link rel="alternate" href="${baseUrl}${path}" />
    <link rel="self" href="${baseUrl}${path}.atom" />
    <updated>${newest[0]?.day ?? "2026-01-01"}T00:00:00Z</updated>
    <author><name>Maple</name></author>
    ${newest.map(
      (entry) =>
        html`<entry>
          <title>${titleOf(entry)}</title>
          <id>${baseUrl}${path}#${entry.name}</id>
          <link rel="alternate" href="${baseUrl}${path}#${entry.name}" />
          <updated>${entry.day}T00:00:00Z</updated>
          <category term="${entry.kind}" />
          <summary>${plainWords(entry.text)}</summary>
          <content type="html">${renderMarkdown(entry.text, addresses, plain).main.text}</content>
        </entry> `,
    )}</feed
  > `;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text}`;
}
