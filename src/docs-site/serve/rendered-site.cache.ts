/** The site of one service: made when it is first asked for, and kept. Called by `docs-site.plugin.ts`. */
import { describeApi, neutralServerUrl } from "../../docs-pages/api-description.ts";
import { icon } from "../../pages/icon.ts";
import type { RouteValue } from "../../platform/http/route-value.ts";
import type { BudgetLimits } from "../../platform/limits/rate-budget.sql.ts";
import { renderFrame, type SiteFrame } from "../frame/page-frame.ts";
import { partnerEntries, type ChangelogEntry } from "../pages/changelog-entries.ts";
import { changelogFeed } from "../pages/changelog-page.ts";
import { addressOfRoute } from "../pages/error-pages.ts";
import type { GuideFiles } from "../pages/guide-pages.ts";
import { llmsFullText, llmsText } from "../pages/llms.ts";
import { createSearch, type SiteSearch } from "../search/site-search.ts";
import { createHighlighter, recordHighlights, type Highlights } from "../text/highlight.cache.ts";
import { budgetWords } from "./budget-words.ts";
import {
  readChangelogFiles,
  readDownloads,
  readGuideFiles,
  readHighlights,
  readSdkMethods,
} from "./docs-files.cache.ts";
import { createRenderedPages, type Rendered } from "./rendered.cache.ts";
import { createSite, type Site } from "./site-pages.ts";

export interface DocsSiteOptions {
  /** Asked at the first request: the service knows all of its routes by then. */
  readonly routes: () => readonly RouteValue[];
  /** Where the service is reached, without a slash at the end; asked at every request. */
  readonly baseUrl: () => string;
  /** The version of the package. */
  readonly version: string;
  /** Calls a minute and app, as pages say them. */
  readonly budgets: BudgetLimits;
  /** The address of a browser module and of every module that it imports. */
  readonly script: (name: string) => readonly string[];
}

export interface RenderedSite {
  /** The page at an address, or its Markdown at the address with `.md`; undefined when there is none. */
  at(path: string): Promise<Rendered | undefined>;
  /** Where an address leads that is no page's own: the short one of a call, or one with a slash at its end. */
  movedTo(path: string): string | undefined;
  /** What does not belong to one page. */
  whole(name: WholeName): Promise<Rendered>;
  frame(): SiteFrame;
  readonly search: SiteSearch;
}

export type WholeName = "/docs/changelog.atom" | "/llms.txt" | "/llms-full.txt";

const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;

/** The site, with nothing made yet; `style` is the address of the style sheet. */
export function createRenderedSite(
  options: DocsSiteOptions,
  style: string,
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
    style,
    icon: iconAddress,
    scripts: ["docs-search", "docs-code"].flatMap((name) => options.script(name)),
  });
  const makeWhole = (name: WholeName): string => {
    if (name === "/docs/changelog.atom") return changelogFeed(changes(), guides(), options.baseUrl());
    const pages = [...site().pages.values()];
    return name === "/llms.txt" ? llmsText(pages, options.baseUrl()) : llmsFullText(pages);
  };
  return {
    at: async (path) => {
      const page = site().pages.get(path);
      if (page !== undefined)
        return rendered.get(path, "text/html; charset=utf-8", async () =>
          renderFrame(page, page.body(await highlighter()), frame(), site().neighboursOf(page)),
        );
      const written = path.endsWith(".md") ? site().pages.get(path.slice(0, -".md".length)) : undefined;
      return written && rendered.get(path, "text/markdown; charset=utf-8", () => written.markdown());
    },
    movedTo: (path) => {
      if (path.endsWith("/") && site().pages.has(path.slice(0, -1))) return path.slice(0, -1);
      const route = options.routes().find(({ operationId }) => path === `/docs/api/${operationId}`);
      return route && addressOfRoute(route);
    },
    whole: (name) => {
      const contentType = name.endsWith(".atom") ? "application/atom+xml" : "text/plain";
      return rendered.get(`${name} ${options.baseUrl()}`, `${contentType}; charset=utf-8`, () => makeWhole(name));
    },
    frame,
    search: (typed) => search()(typed),
  };
}

/** The code of all pages, highlighted: for a package, which then needs no grammars. */
export async function collectHighlights(options: Pick<DocsSiteOptions, "routes" | "budgets">): Promise<Highlights> {
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
  { routes: all, budgets }: Pick<DocsSiteOptions, "routes" | "budgets">,
  guides: GuideFiles,
  changes: readonly ChangelogEntry[],
): Site {
  const routes = all();
  const document = describeApi(routes, neutralServerUrl);
  const facts = { budget: budgetWords(routes, budgets), sdk: readSdkMethods() };
  return createSite({ document, routes, guides, downloads: readDownloads(), changes, facts });
}
