/**
 * The form of one dish, for browsers that run no script. The basket comes in the field `b` and goes on in the address of
 * the next page. Nothing is kept here; the price and the rules are those of every order, at the checkout.
 */
import { toUnixSeconds } from "../../kernel/clock.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import {
  getPage,
  keptBy,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import type { BasketItem } from "../../pricing/basket.ts";
import { speak } from "../../words/speak.ts";
import { getStoreMenu } from "../menu/get-store-menu.query.ts";
import type { KeepsLocation } from "../menu/store-menu.routes.ts";
import type { StoreItem, StoreMenu } from "../menu/store-menu.ts";
import { withBasket } from "../menu/store-page-order.ts";
import { noStorePage } from "../menu/store-page.ts";
import { storeWords } from "../menu/store-page-words.ts";
import { keepsText } from "../menu/store.pages.ts";
import { formatBasket, parseBasket } from "../shared/basket-field.ts";
import { getStoreLocation } from "../shared/get-store-location.query.ts";
import { allGroups, chosenIn, readGroups } from "./dish-choices.ts";
import { dishPage, type DishView } from "./dish-page.ts";

export interface DishPagesDeps {
  readonly database: Database;
  readonly keepsLocation: KeepsLocation;
}

type Call = PageCall<"locationId">;

/** The pages, for the kit to serve. */
export function dishPages(deps: DishPagesDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keepsText(deps.keepsLocation, params.locationId);
  const show = (call: Call, fields: URLSearchParams) =>
    atDish(deps, call, fields, (view) => dishPage({ ...view, isChecked: false }, 200));
  return keptBy(keeps, [
    getPage("/store/{locationId}/dish", (call) => show(call, call.query)),
    {
      ...postPage("/store/{locationId}/dish", (call) => atDish(deps, call, call.form, take)),
      countsAsRead: true,
    },
  ]);
}

async function atDish(
  { database }: DishPagesDeps,
  call: Call,
  fields: URLSearchParams,
  answer: (view: DishView) => PageAnswer,
): Promise<PageAnswer> {
  const parsed = parseId("str", call.params.locationId);
  if (parsed.kind !== "ok") return noStorePage(call.reader());
  const view = await database.snapshot((db) => readDish(db, { id: parsed.id, call, fields }));
  if (view === undefined) return noStorePage(call.reader());
  return "to" in view ? redirectTo(view.to) : answer(view);
}

interface Asked {
  readonly id: Id<"str">;
  readonly call: Call;
  readonly fields: URLSearchParams;
}

/** The dish with what is chosen; the address of the menu where the dish is not on it, undefined where there is no menu. */
async function readDish(db: Db, { id, call, fields }: Asked): Promise<DishView | { readonly to: string } | undefined> {
  const settings = await getLocationSettings(db, id);
  if (isRefusal(settings)) return undefined;
  const reader = call.reader({ location: { language: settings.language, country: settings.address.country } });
  const location = await getStoreLocation(db, id, reader);
  const asked = fields.get("at") ?? "";
  const at = /^\d{1,12}$/.test(asked) ? asked : "";
  const menu = await getStoreMenu(db, id, at === "" ? null : Number(at) * 1_000, reader);
  if (isRefusal(location) || isRefusal(menu)) return undefined;
  const items = parseBasket(fields.get("b"));
  const line = lineOf(fields, items);
  const before = line === null ? undefined : items[line];
  const dish = findDish(menu, before, fields.get("dish"));
  if (dish === undefined) return { to: withBasket(`/store/${id}`, items, {}) };
  const size = sizeOf(dish, before, fields.get("size"));
  const variation = dish.variations[size];
  if (variation === undefined) return { to: withBasket(`/store/${id}`, items, {}) };
  const say = speak(reader.language, "shopping", reader.locale);
  const groups = readGroups({ menu, fields, say }, variation.modifier_groups, String(size), before?.modifiers);
  return {
    location,
    reader,
    words: storeWords(reader, location.timezone ?? "UTC", menu.currency, toUnixSeconds(settings.now)),
    dish,
    variation,
    groups,
    items,
    line,
    quantity: (fields.get("quantity") ?? String(before?.quantity ?? 1)).slice(0, 3),
    notes: (fields.get("notes") ?? before?.notes ?? "").replaceAll("\0", "").trim().slice(0, 500).toWellFormed(),
    at,
    back: fields.get("back") === "checkout" ? "checkout" : "menu",
    isChecked: true,
    hasMore: false,
    wrong: null,
  };
}

function lineOf(fields: URLSearchParams, items: readonly BasketItem[]): number | null {
  const line = fields.get("line") ?? "";
  return /^\d{1,3}$/.test(line) && Number(line) < items.length ? Number(line) : null;
}

function findDish({ categories }: StoreMenu, before: BasketItem | undefined, id: string | null): StoreItem | undefined {
  const dishes = categories.flatMap((category) => category.items);
  if (before === undefined) return dishes.find((dish) => dish.menu_entity_id === id);
  return dishes.find((dish) => dish.variations.some((each) => each.menu_entity_id === before.menu_entity_id));
}

/** The size that was chosen, else that of the line, else the first that can be ordered. */
function sizeOf({ variations }: StoreItem, before: BasketItem | undefined, chosen: string | null): number {
  if (chosen !== null && /^\d{1,3}$/.test(chosen) && Number(chosen) < variations.length) return Number(chosen);
  const known = variations.findIndex((each) => each.menu_entity_id === before?.menu_entity_id);
  return known >= 0
    ? known
    : Math.max(
        0,
        variations.findIndex(({ orderable }) => orderable),
      );
}

/** Puts the dish into the basket when every choice is made; what the form has not shown yet is shown first. */
function take(view: DishView): PageAnswer {
  const { reader, groups, items, line, variation, location, back, at } = view;
  const all = allGroups(groups);
  if (all.some(({ isNew }) => isNew)) return dishPage({ ...view, isChecked: false, hasMore: true }, 200);
  const say = speak(reader.language, "shopping", reader.locale);
  const quantity = /^\d{1,2}$/.test(view.quantity) ? Number(view.quantity) : 0;
  if (quantity === 0) return dishPage({ ...view, wrong: say("quantity.mistake") }, 422);
  if (all.some(({ problem }) => problem !== undefined)) return dishPage(view, 422);
  const taken: BasketItem = {
    menu_entity_id: variation.menu_entity_id,
    quantity,
    modifiers: chosenIn(groups),
    ...(view.notes === "" ? {} : { notes: view.notes }),
  };
  const next = line === null ? [...items, taken] : items.map((item, index) => (index === line ? taken : item));
  if (formatBasket(next) === undefined)
    return dishPage({ ...view, wrong: speak(reader.language, "checkout", reader.locale)("large") }, 422);
  if (back === "checkout") return redirectTo(withBasket(`/store/${location.id}/checkout`, next, {}));
  return redirectTo(`${withBasket(`/store/${location.id}`, next, at === "" ? {} : { at })}#your-order`);
}
