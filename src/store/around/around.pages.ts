/**
 * The pages around the restaurants: robots, the map of the site, icons, and `/store`, `/book` and `/join` without a
 * location.
 */
import { findOnlyLocation, frontPathOf, listDirectory } from "../../locations/storefront/directory.query.ts";
import { icon } from "../../pages/icon.ts";
import { getPage, redirectTo, type PageRoute, type SentFile } from "../../pages/page.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { privacyPage, type Helpers } from "./privacy-page.ts";
import { robotsText, sitemapText } from "./robots.ts";

export interface AroundPagesDeps {
  readonly database: Database;
  readonly baseUrl: () => string;
  readonly helpers: Helpers;
  /** Whether search engines may read the pages. */
  readonly isIndexed: boolean;
}

/** The pages, for the kit to serve: of the service whose host name is asked. */
export function aroundPages({ database, baseUrl, helpers, isIndexed }: AroundPagesDeps): PageRoute[] {
  const { read } = database;
  const alone = (stem: "store" | "book" | "join"): PageRoute =>
    getPage(`/${stem}`, async () => {
      const only = await findOnlyLocation(read);
      return redirectTo(only === undefined ? "/" : `/${stem}/${only}`);
    });
  const pages = [
    getPage("/robots.txt", async () =>
      shown("text/plain; charset=utf-8", robotsText({ isIndexed, baseUrl: baseUrl() })),
    ),
    getPage("/sitemap.xml", async () => {
      const listed = isIndexed ? await listDirectory(read, { all: false }) : [];
      return shown("application/xml; charset=utf-8", sitemapText(baseUrl(), listed.map(frontPathOf)));
    }),
    getPage("/favicon.ico", async () => shown("image/svg+xml", icon)),
    getPage("/icon.svg", async () => shown("image/svg+xml", icon)),
    getPage("/privacy", async ({ reader }) => privacyPage(helpers, reader())),
    alone("store"),
    alone("book"),
    alone("join"),
  ];
  return pages.map((page) => ({ ...page, byHost: true }));
}

function shown(contentType: string, body: string): SentFile {
  return { kind: "file", contentType, fileName: null, body };
}
