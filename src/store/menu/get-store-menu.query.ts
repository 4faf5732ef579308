/**
 * The orderable menu of a location at a moment. A view is the same for everybody with one version, language, minute and
 * stock, because windows begin and end at whole minutes. The process keeps the view for that minute. Every call reads
 * stock and photos, so a sold-out dish is seen at once.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { listMenuPhotos } from "../../menus/photos/read-photos.query.ts";
import { findOrderContext, momentOf } from "../../orders/place/price-order.query.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { toStoreMenu, type StoreMenu } from "./store-menu.ts";
import { menuWords } from "../shared/menu-words.ts";
import { createStoreMenuMemory } from "./store-menus.cache.ts";

const minuteMs = 60_000;

/** The view for a time of the location's clock, its present one when none is given. */
export async function getStoreMenu(
  db: Db,
  locationId: Id<"str">,
  at: Instant | null,
  reader: Reader,
): Promise<StoreMenu | Refusal<"not_found" | "menu_not_published">> {
  const context = await findOrderContext(db, locationId);
  if (isRefusal(context)) return context;
  const { versionId, outOfStock } = context.menu;
  const photos = new Map((await listMenuPhotos(db, locationId)).map((photo) => [photo.external_id, photo.name]));
  const minute = Math.floor((at ?? context.location.now) / minuteMs) * minuteMs;
  const { location } = context;
  const about = { language: location.language, country: location.address.country };
  const words = menuWords(context.menu.menu, about, reader);
  const key = [
    versionId,
    reader.locale,
    words.key,
    minute,
    context.location.timezone,
    ...[...outOfStock].toSorted(),
    ...[...photos].flat(),
  ].join(" ");
  const memory = db.memories.of(createStoreMenuMemory);
  const known = memory.get(key);
  if (known !== undefined) return known;
  const moment = momentOf(context, { fulfillmentType: "pickup", scheduledFor: minute });
  const view = toStoreMenu({ moment, locationId, versionId, photos, words }, reader);
  memory.put(key, view);
  return view;
}
