/** The site of one service: made at its first request, and kept. Called in a thread (rules/operating 3.10). */
import { describeApi, neutralServerUrl } from "../../docs-pages/api-description.ts";
import { icon } from "../../pages/icon.ts";
import { renderFrame, type SiteFrame } from "../frame/page-frame.ts";
import { partnerEntries, type ChangelogEntry } from "../pages/changelog-entries.ts";
import { changelogFeed } from "../pages/changelog-page.ts";
import type { GuideFiles } from "../pages/guide-pages.ts";
import { llmsFullText, llmsText } from "../pages/llms.ts";
import { missingBody, searchBody } from "../search/search-page.ts";
import { createSearch, type SiteSearch } from "../search/site-search.ts";
import { createHighlighter, recordHighlights, type Highlights } from "../text/highlight.cache.ts";
import type { PageBody } from "../text/page-parts.ts";
import { budgetWords } from "./budget-words.ts";
import {
  readChangelogFiles,
  readDownloads,
  readGuideFiles,
  readHighlights,
  readSdkMethods,
} from "./docs-files.cache.ts";
import type { DocsSources } from "./docs-sources.ts";
import { createRenderedPages, type Rendered } from "./rendered.cache.ts";
import { createSite, type Site } from "./site-pages.ts";

export interface SiteOptions extends DocsSources {
  /** Where the service is reached, without a slash at the end; asked at every request. */
  readonly baseUrl: () => string;
}

export interface RenderedSite {
  /** The addresses of all pages. */
  paths(): readonly string[];
  /** The page at an address, or its Markdown at the address with `.md`; undefined when there is none. */
  at(path: string): Promise<Rendered | undefined>;
  /** What does not belong to one page. */
  whole(name: WholeName): Promise<Rendered>;
  readonly search: SiteSearch;
  /** The page with the results of a search. */
  searchPage(typed: string): string;
  /** What is shown at an address without a page; the pages whose names are near. */
  missingPage(name: string): string;
}

export type WholeName = "/docs/changelog.atom" | "/llms.txt" | "/llms-full.txt";

const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;

/** Pages with a near name that are shown where there is none. */
const mostNear = 5;

const nobody = { previous: undefined, next: undefined } as const;
const searchPath = "/docs/search";

/** The site, with nothing made yet. */
export function createRenderedSite(
  options: SiteOptions,
  highlights: Highlights | undefined = readHighlights(),
): RenderedSite {
  const rendered = createRenderedPages();
  const highlighter = createHighlighter(highlights);
  const changes = onceMade(() => partnerEntries(readChangelogFiles()));
  const guides = onceMade(readGuideFiles);
  const site = onceMade(() => makeSite(options, guides(), changes()));
  const search = onceMade(() => createSearch([...site().pages.values()]));
  const frame = (): SiteFrame => ({
    groups: site().groups,
    version: options.version,
    style: options.style,
    icon: iconAddress,
    scripts: options.scripts,
  });
  const alone = (title: string, summary: string, body: PageBody): string =>
    renderFrame({ path: searchPath, kind: "page", title, summary, above: [] }, body, frame(), nobody);
  const makeWhole = (name: WholeName): string => {
    if (name === "/docs/changelog.atom") return changelogFeed(changes(), guides(), options.baseUrl());
    const pages = [...site().pages.values()];
    return name === "/llms.txt" ? llmsText(pages, options.baseUrl()) : llmsFullText(pages);
  };
  return {
    paths: () => [...site().pages.keys()],
    at: async (path) => {
      const page = site().pages.get(path);
      if (page !== undefined)
        return rendered.get(path, "text/html; charset=utf-8", async () =>
          renderFrame(page, page.body(await highlighter()), frame(), site().neighboursOf(page)),
        );
      const written = path.endsWith(".md") ? site().pages.get(path.slice(0, -".md".length)) : undefined;
      return written && rendered.get(path, "text/markdown; charset=utf-8", () => written.markdown());
    },
    whole: (name) => {
      const contentType = name.endsWith(".atom") ? "application/atom+xml" : "text/plain";
      return rendered.get(`${name} ${options.baseUrl()}`, `${contentType}; charset=utf-8`, () => makeWhole(name));
    },
    search: (typed) => search()(typed),
    searchPage: (typed) => alone("Search", "Search the documentation.", searchBody(typed, search()(typed))),
    missingPage: (name) => alone("Not found", "There is no page here.", missingBody(search()(name).slice(0, mostNear))),
  };
}

/** The code of all pages, highlighted: for a package, which then needs no grammars. */
export async function collectHighlights(options: Pick<DocsSources, "routes" | "budgets">): Promise<Highlights> {
  const found = new Map<string, string>();
  const highlight = recordHighlights(await createHighlighter()(), found);
  const site = makeSite(options, readGuideFiles(), partnerEntries(readChangelogFiles()));
  for (const page of site.pages.values()) page.body(highlight);
  return found;
}

function onceMade<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function makeSite(
  { routes, budgets }: Pick<DocsSources, "routes" | "budgets">,
  guides: GuideFiles,
  changes: readonly ChangelogEntry[],
): Site {
  const document = describeApi(routes, neutralServerUrl);
  const facts = { budget: budgetWords(routes, budgets), sdk: readSdkMethods() };
  return createSite({ document, routes, guides, downloads: readDownloads(), changes, facts });
}
