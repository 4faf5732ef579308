/**
 * Pictures of dishes, served by us, so that a diner's browser asks no other server. They are fetched from the addresses
 * in the menu, or the people of the location gave them. Guarantees: only addresses in the published menu or in the
 * booking configuration of the location are fetched, through the outgoing HTTP with its address checks. Only pictures by
 * their first bytes (JPEG, PNG, WebP, GIF, AVIF) of at most 3 MB are passed on. Each is fetched once for many requests at
 * a time, in the order of `photo-fetches.ts`, and kept as `photo-memory.ts` says. Nothing is written; a crash forgets the
 * kept pictures.
 */
import { createHash } from "node:crypto";
import type { Id } from "../../kernel/id.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import { listShownPhotos } from "../../bookings/venue/list-shown-photos.query.ts";
import { hasMenuPhoto, readMenuPhoto } from "../../menus/photos/read-photos.query.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { photoName } from "./photo-address.ts";
import { createPhotoFetches, photoFetchLimits } from "./photo-fetches.ts";
import { createPhotoMemory, type Photo } from "./photo-memory.ts";
import { photoTypeOf } from "../../menus/photos/photo-type.ts";
import type { LocationHomes } from "../shared/location-homes.query.ts";

export interface Photos {
  /**
   * The picture of that name in the location's menu; undefined when there is none that can be shown, `busy` when its
   * permit did not come. `goesOut` is called when another host is waited for.
   */
  find(locationId: Id<"str">, name: string, goesOut?: () => void): Promise<Photo | "busy" | undefined>;
}

export interface PhotoDeps {
  readonly homes: LocationHomes;
  /** The way out of the service that has this database. */
  readonly outgoing: (database: Database) => OutgoingHttp;
  /** Milliseconds of a clock that never steps. */
  readonly now: () => number;
}

/** Pictures with nothing fetched yet. */
export function createPhotos({ homes, outgoing, now }: PhotoDeps): Photos {
  const memory = createPhotoMemory();
  const coming = new Map<string, Promise<Photo | "busy" | undefined>>();
  const fetches = createPhotoFetches(photoFetchLimits, (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  });

  async function fetchPhoto(database: Database, url: string): Promise<Photo | "gone" | "failed"> {
    const headers = { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" };
    const answer = await outgoing(database).send({ method: "GET", url, headers });
    if (answer.kind === "failed" || answer.status === 429 || answer.status >= 500) return "failed";
    const bytes = answer.status === 200 ? answer.whole : undefined;
    const contentType = bytes === undefined ? undefined : photoTypeOf(bytes);
    if (bytes === undefined || contentType === undefined) return "gone";
    return { contentType, bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
  }

  /** Fetches, or waits for the fetch of the same picture that is under way. */
  function fetchOnce(key: string, database: Database, locationId: string, url: string) {
    const known = coming.get(key);
    if (known !== undefined) return known;
    const fetching = fetches
      .run({ host: new URL(url).host, locationId }, () => fetchPhoto(database, url))
      .then((fetched) => {
        if (fetched === "busy") return fetched;
        memory.keep(key, fetched, now());
        return memory.get(key, now())?.photo;
      })
      .finally(() => coming.delete(key));
    coming.set(key, fetching);
    return fetching;
  }

  /** A picture of the location's own people; gone at once when they take the picture away. */
  async function findGiven(database: Database, locationId: Id<"str">, name: string): Promise<Photo | undefined> {
    const key = `${String(database.livemode)} ${locationId} ${name}`;
    if (!(await hasMenuPhoto(database.read, locationId, name))) return undefined;
    const kept = memory.get(key, now());
    if (kept?.photo !== undefined) return kept.photo;
    const given = await readMenuPhoto(database.read, locationId, name);
    if (given === undefined) return undefined;
    memory.keep(key, { contentType: given.content_type, bytes: given.bytes, etag: `"${name}"` }, now());
    return memory.get(key, now())?.photo;
  }

  return {
    async find(locationId, name, goesOut) {
      const database = await homes.homeOf(locationId);
      const menu = database === undefined ? undefined : await getOrderableMenu(database.read, locationId);
      if (database === undefined) return undefined;
      const ofMenu = menu === undefined ? undefined : photosOf(menu.menu).get(name);
      const url = ofMenu ?? (await listShownPhotos(database.read, locationId)).find((one) => photoName(one) === name);
      if (url === undefined) return findGiven(database, locationId, name);
      if (!URL.canParse(url)) return undefined;
      const key = `${String(database.livemode)} ${url}`;
      const kept = memory.get(key, now());
      if (kept !== undefined && !kept.isOld) return kept.photo;
      const fetching = fetchOnce(key, database, locationId, url);
      if (kept?.photo !== undefined) {
        fetching.catch(() => {});
        return kept.photo;
      }
      goesOut?.();
      return fetching;
    },
  };
}

const photosOfMenus = new WeakMap<OrderableMenu, ReadonlyMap<string, string>>();

/** The addresses of a menu's pictures by their names; found once per version. */
function photosOf(menu: OrderableMenu): ReadonlyMap<string, string> {
  const known = photosOfMenus.get(menu);
  if (known !== undefined) return known;
  const found = new Map<string, string>();
  for (const { item, categories } of menu.variations.values()) {
    for (const { imageUrl } of [item, ...categories])
      if (imageUrl !== undefined) found.set(photoName(imageUrl), imageUrl);
  }
  photosOfMenus.set(menu, found);
  return found;
}
