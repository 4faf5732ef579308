/**
 * Adds to pages the head that other sites and search engines read. Every page that names a restaurant (`venue.at`) gets
 * one, so the pages themselves need not read for it.
 */
import { guestLanguages } from "../../kernel/language.ts";
import { parseId } from "../../kernel/id.ts";
import { frontPathOf } from "../../locations/storefront/directory.query.ts";
import { picturePath } from "../../locations/storefront/pictures.ts";
import { descriptionIn } from "../../locations/location/profile.ts";
import type { PageAbout } from "../../pages/about-head.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { menuWords } from "../shared/menu-words.ts";
import { readFrontLocation, type FrontLocation } from "./read-front-location.query.ts";
import { structuredMenu } from "./structured-menu.ts";
import { structuredLocation } from "./structured-location.ts";
import { venueHead } from "./venue-head.ts";

export interface HeadDeps {
  readonly database: Pick<Database, "snapshot">;
  /** Without a slash at the end. */
  readonly baseUrl: () => string;
}

/** The pages, those of restaurants with their head. */
export function addHeads(pages: readonly PageRoute[], { database, baseUrl }: HeadDeps): PageRoute[] {
  const headed = async (answer: PageAnswer, { url }: PageCall): Promise<PageAnswer> => {
    if (answer.kind !== "page" || answer.venue?.at === undefined || answer.reader === undefined) return answer;
    const { venue, reader, listed, about } = answer;
    const id = parseId("str", answer.venue.at);
    const venueLocation = id.kind === "ok" ? await database.snapshot((db) => readFrontLocation(db, id.id)) : undefined;
    if (venueLocation === undefined) return answer;
    const [path = ""] = url.split("?", 1);
    const front = frontPathOf({ id: venueLocation.location.id, slug: venueLocation.location.profile.slug });
    const menu = `/store/${venueLocation.location.id}`;
    const menuHref = venue.href?.startsWith(`${menu}?`) === true ? venue.href : menu;
    const told =
      about ?? (listed === true ? aboutOf(venueLocation, { reader, path, front, baseUrl: baseUrl() }) : undefined);
    return {
      ...answer,
      venue: { ...venue, head: venueHead({ ...venueLocation, reader, name: venue.name, path, front, menuHref }) },
      ...(told === undefined ? {} : { about: told }),
    };
  };
  return pages.map((page) => ({ ...page, run: async (call) => headed(await page.run(call), call) }));
}

interface Shown {
  readonly reader: Reader;
  readonly path: string;
  /** The path of the front page. */
  readonly front: string;
  readonly baseUrl: string;
}

/** What is told of a page that may be listed; that of the menu has the dishes. */
function aboutOf(
  { location, pictures, menu, takes }: FrontLocation,
  { reader, path, front, baseUrl }: Shown,
): PageAbout {
  const { id, profile, language, address } = location;
  const own = guestLanguages.find((known) => known === reader.language) ?? "en";
  const hero = pictures.find(({ kind }) => kind === "hero");
  const isMenu = path === `/store/${id}` && menu !== undefined;
  const words = isMenu && menuWords(menu.menu, { language, country: address.country }, reader);
  return {
    url: baseUrl + path,
    description: descriptionIn(profile, own)?.text ?? null,
    image: hero === undefined ? null : `${baseUrl}${picturePath(id, hero)}`,
    manifest: `/store/${id}/manifest.webmanifest`,
    structured: structuredLocation({
      location,
      baseUrl,
      path: front,
      takes,
      language: own,
      ...(words === false ? {} : { menu: structuredMenu(menu.menu, words, baseUrl + path) }),
    }),
  };
}
