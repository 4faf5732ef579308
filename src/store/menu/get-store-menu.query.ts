/**
 * The orderable menu of a location at a moment. A view is the same for everybody for one version, minute and stock (windows
 * begin and end at whole minutes), so it is kept in the process for that minute; stock is read at every call, so what is
 * sold out is seen at once.
 */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { findOrderContext, momentOf } from "../../orders/place/price-order.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { toStoreMenu, type StoreMenu } from "./store-menu.ts";

const minuteMs = 60_000;
/** Dishes of all kept views together. */
const mostKept = 60_000;

const views = new Map<string, StoreMenu>();
let kept = 0;

/** The view for a time of the location's clock, its present one when none is given. */
export async function getStoreMenu(
  db: Db,
  locationId: Id<"str">,
  at: Instant | null,
): Promise<StoreMenu | Refusal<"not_found" | "menu_not_published">> {
  const context = await findOrderContext(db, locationId);
  if (isRefusal(context)) return context;
  const { versionId, outOfStock } = context.menu;
  const minute = Math.floor((at ?? context.location.now) / minuteMs) * minuteMs;
  const key = [versionId, minute, context.location.timezone, ...[...outOfStock].toSorted()].join(" ");
  const known = views.get(key);
  if (known !== undefined) return known;
  const moment = momentOf(context, { fulfillmentType: "pickup", scheduledFor: minute });
  return keep(key, toStoreMenu({ moment, locationId, versionId }));
}

function keep(key: string, view: StoreMenu): StoreMenu {
  if (!views.has(key)) kept += sizeOf(view);
  views.set(key, view);
  for (const [oldest, shown] of views) {
    if (kept <= mostKept || oldest === key) break;
    views.delete(oldest);
    kept -= sizeOf(shown);
  }
  return view;
}

function sizeOf({ categories, options }: StoreMenu): number {
  return categories.reduce((sum, { items }) => sum + items.length, 1) + options.length;
}
