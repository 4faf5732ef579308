/**
 * Pictures of dishes, fetched from where the menu says they are and served by us, so that a diner's browser asks nobody
 * else. Guarantees: only addresses that stand in the published menu of the location are fetched, over the one way out with
 * its address checks; only pictures by their first bytes (JPEG, PNG, WebP, GIF, AVIF) of at most 3 MB are passed on; each is
 * fetched once however many ask at a time, at most four at once per process, and kept in memory up to a bound; one that
 * cannot be had is not asked for again for a minute. Nothing is written; a crash forgets what was kept.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { getOrderableMenu } from "../../menus/read/get-orderable-menu.query.ts";
import type { OrderableMenu } from "../../menus/read/orderable-menu.ts";
import type { OutgoingHttp } from "../../platform/outgoing-http/outgoing-http.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { photoName } from "./photo-address.ts";
import { photoTypeOf } from "./photo-type.ts";
import type { LocationHomes } from "../shared/location-homes.query.ts";

export interface Photo {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Photos {
  /** The picture of that name in the location's menu; undefined when there is none that can be shown. */
  find(locationId: Id<"str">, name: string): Promise<Photo | undefined>;
}

export interface PhotoMeans {
  readonly homes: LocationHomes;
  /** The way out of the service that has this database. */
  readonly outgoing: (database: Database) => OutgoingHttp;
  readonly now: () => Instant;
}

export const photoBytes = 3_000_000;
const keptBytes = 64_000_000;
const retryMs = 60_000;
const atOnce = 4;

interface Kept {
  readonly photo: Photo | undefined;
  readonly until: Instant;
}

/** Pictures with nothing fetched yet. */
export function createPhotos({ homes, outgoing, now }: PhotoMeans): Photos {
  const kept = new Map<string, Kept>();
  const coming = new Map<string, Promise<Photo | undefined>>();
  const waiting: (() => void)[] = [];
  let bytes = 0;
  let working = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
    else working += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) working -= 1;
      else next();
    }
  }

  function keep(key: string, photo: Photo | undefined): void {
    forget(key);
    kept.set(key, { photo, until: photo === undefined ? now() + retryMs : Infinity });
    bytes += photo?.bytes.length ?? 0;
    for (const oldest of kept.keys()) {
      if (bytes <= keptBytes && kept.size <= 10_000) break;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    bytes -= kept.get(key)?.photo?.bytes.length ?? 0;
    kept.delete(key);
  }

  async function fetchPhoto(database: Database, url: string): Promise<Photo | undefined> {
    const headers = { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" };
    const answer = await inTurn(() => outgoing(database).send({ method: "GET", url, headers }));
    if (answer.kind === "failed" || answer.status !== 200 || answer.whole === undefined) return undefined;
    const contentType = photoTypeOf(answer.whole);
    return contentType === undefined ? undefined : { contentType, bytes: answer.whole };
  }

  return {
    async find(locationId, name) {
      const database = await homes.homeOf(locationId);
      const menu = database === undefined ? undefined : await getOrderableMenu(database.read, locationId);
      const url = database === undefined || menu === undefined ? undefined : photosOf(menu.menu).get(name);
      if (database === undefined || url === undefined) return undefined;
      const key = `${String(database.livemode)} ${url}`;
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.photo;
      const fetching = coming.get(key) ?? fetchPhoto(database, url);
      if (!coming.has(key)) {
        coming.set(key, fetching);
        void fetching.then((photo) => keep(key, photo)).finally(() => coming.delete(key));
      }
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
