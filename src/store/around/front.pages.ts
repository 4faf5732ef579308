/** `/r/{name}`: the front page of a restaurant by its slug or id, and the manifest for a home screen. */
import { parseId, type Id } from "../../kernel/id.ts";
import { findLocationBySlug, frontPathOf } from "../../locations/storefront/directory.query.ts";
import { isSlug } from "../../locations/location/profile.ts";
import { findPicture } from "../../locations/grants/read-locations.query.ts";
import {
  getPage,
  keptBy,
  messagePage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import { readBookingLocation } from "../book/booking-location.query.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { frontPage } from "./front-page.ts";
import { readFrontLocation } from "./read-front-location.query.ts";

/** The pages, for the kit to serve. */
export function frontPages(deps: Pick<GuestBookingDeps, "database" | "baseUrl" | "keepsLocation">): PageRoute[] {
  const { read } = deps.database;
  const named = keptBy(
    async ({ params }: { readonly params: { readonly name: string } }) =>
      (await findNamed(read, params.name)) !== undefined,
    [getPage("/r/{name}", (call) => show(deps, call))],
  );
  const byId = keptBy(
    async ({ params }: { readonly params: { readonly locationId: string } }) => {
      const id = parseId("str", params.locationId);
      return id.kind === "ok" && deps.keepsLocation(id.id);
    },
    [
      getPage("/store/{locationId}/manifest.webmanifest", async ({ params, reader }) => {
        const id = parseId("str", params.locationId);
        const here = id.kind === "ok" ? await readBookingLocation(read, id.id) : undefined;
        if (here === undefined) return noSuchFront(reader);
        const { name } = here.location;
        const body = JSON.stringify({
          name: name ?? "Maple",
          short_name: (name ?? "Maple").slice(0, 12),
          start_url: `/store/${params.locationId}`,
          scope: "/",
          display: "minimal-ui",
          theme_color: "#a63a12",
          background_color: "#ffffff",
          icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
        });
        return { kind: "file", contentType: "application/manifest+json", fileName: null, body };
      }),
      getPage("/store/{locationId}/pictures/{name}", async ({ params, reader }) => {
        const id = parseId("str", params.locationId);
        const found = id.kind === "ok" ? await findPicture(read, id.id, params.name) : undefined;
        if (found === undefined) return noSuchFront(reader);
        return { kind: "file", contentType: found.contentType, fileName: null, body: found.bytes, isKept: true };
      }),
    ],
  );
  return [...named, ...byId];
}

async function show(
  { database, baseUrl }: Pick<GuestBookingDeps, "database" | "baseUrl">,
  { params, reader }: PageCall<"name">,
): Promise<PageAnswer> {
  const seen = await database.snapshot(async (db) => {
    const found = await findNamed(db, params.name);
    if (found === undefined) return undefined;
    const path = frontPathOf(found);
    // By an old slug or by the id: the page has one address.
    return path === `/r/${params.name}` ? { path, location: await readFrontLocation(db, found.id) } : { path };
  });
  if (seen === undefined) return noSuchFront(reader);
  const { path, location } = seen;
  if (!("location" in seen)) return redirectTo(path);
  if (location === undefined) return noSuchFront(reader);
  const { language, address } = location.location;
  return frontPage({
    ...location,
    reader: reader({ location: { language, country: address.country } }),
    baseUrl: baseUrl(),
    path,
  });
}

interface Named {
  readonly id: Id<"str">;
  readonly slug: string | null;
}

/** The location of a slug, present or old, or of an id. */
async function findNamed(db: Db, name: string): Promise<Named | undefined> {
  const id = parseId("str", name);
  if (id.kind === "ok") {
    const here = await readBookingLocation(db, id.id);
    return here === undefined ? undefined : { id: id.id, slug: here.location.profile.slug };
  }
  // A slug is in small letters; people type it as it is printed.
  const slug = name.toLowerCase();
  return isSlug(slug) ? findLocationBySlug(db, slug) : undefined;
}

function noSuchFront(reader: PageCall["reader"]): PageAnswer {
  const who = reader();
  const say = speak(who.language, "around");
  return messagePage(404, say("gone.title"), say("gone.text"), { reader: who });
}
