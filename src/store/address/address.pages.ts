/** The pages of a delivery's address: the address itself, and the pin where the address has no exact position. */
import { isRefusal } from "../../kernel/refusal.ts";
import { deliversAtAll } from "../../delivery-zones/zones/check-zones.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import type { MapTiles } from "../../maps/map-tiles.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { judgeAddress, readAddressState, type AddressState } from "./address-state.query.ts";
import type { AddressStepDeps } from "./address-step.query.ts";
import {
  addressPage,
  carriedOf,
  goOnPage,
  noDeliveryPage,
  pathBack,
  waysBack,
  type AddressPage,
} from "./address-page.ts";
import { groundPicture, zooms } from "./ground-picture.ts";
import { keptToken, tokenCookie } from "./kept-token.ts";
import { pinPage } from "./pin-page.ts";
import { listPinZones } from "./pin-zones.query.ts";
import { atPin, doubtOf, firstPin, positionText, readPin, readPositionText, readZoom } from "./pin.ts";

export interface AddressPagesDeps extends AddressStepDeps {
  /** Null: maps have a grid as their ground. */
  readonly tiles: MapTiles | null;
  readonly keepsLocation: (id: Id<"str">) => Promise<boolean>;
}

type AddressCall = PageCall<"locationId">;

/** The pages of addresses. */
export function addressPages(deps: AddressPagesDeps): PageRoute[] {
  const keeps = async ({ params }: Pick<AddressCall, "params">): Promise<boolean> => {
    const parsed = parseId("str", params.locationId);
    return parsed.kind === "ok" && deps.keepsLocation(parsed.id);
  };
  return keptBy(keeps, [
    getPage("/store/{locationId}/address", (call) => withPage(deps, call, (page) => show(deps, call, page))),
    postPage("/store/{locationId}/address", (call) => withPage(deps, call, (page) => take(deps, call, page))),
    getPage("/store/{locationId}/address/ground", (call) =>
      withPage(deps, call, (page) => drawGround(deps, call, page)),
    ),
  ]);
}

/** Finds the location, and refuses where it delivers nowhere. */
async function withPage(
  { database }: AddressPagesDeps,
  call: AddressCall,
  run: (page: AddressPage) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const parsed = parseId("str", call.params.locationId);
  const location = parsed.kind === "ok" ? await getLocationSettings(database.read, parsed.id) : undefined;
  if (location === undefined || isRefusal(location)) return notFoundPage(call.reader());
  const reader = call.reader({ location: { language: location.language, country: location.address.country } });
  if (!(await deliversAtAll(database.read, location.id))) return noDeliveryPage({ location, reader });
  const asked = call.form.get("back") ?? call.query.get("back");
  const back = waysBack.find((known) => known === asked) ?? "menu";
  return run({ location, reader, back, carried: carriedOf(call.form) });
}

function notFoundPage(reader: Reader): PageAnswer {
  const say = speak(reader.language, "store", reader.locale);
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}

/** The form, with the address that was chosen before. */
async function show(deps: AddressPagesDeps, call: AddressCall, page: AddressPage): Promise<PageAnswer> {
  const kept = keptToken(call);
  const fields = new URLSearchParams(kept === undefined ? {} : { place: kept, do: "change" });
  return addressPage(page, await readState(deps, page, fields));
}

async function take(deps: AddressPagesDeps, call: AddressCall, page: AddressPage): Promise<PageAnswer> {
  const { form } = call;
  if (form.get("do") === "pickup") return leave(page, null);
  const state = await readState(deps, page, form);
  if (state.kind === "near") return askForPin(deps, form, page, state);
  return state.kind === "set" ? leave(page, state.token) : addressPage(page, state);
}

type Near = Extract<AddressState, { readonly kind: "near" }>;

/** The map, until the diner says that the pin stands right. */
async function askForPin(
  deps: AddressPagesDeps,
  form: URLSearchParams,
  page: AddressPage,
  { address, token }: Near,
): Promise<PageAnswer> {
  const { database, placeTokens, tiles } = deps;
  const { location } = page;
  const { pin, zoom } = readPin(form, firstPin(address));
  const act = form.get("do");
  const isSure = act === "sure" && form.get("far") === positionText(pin);
  const doubt = act === "pin" || act === "sure" ? doubtOf(address, pin) : undefined;
  if ((act === "pin" || act === "sure") && (doubt === undefined || (isSure && doubt.isUnmoved !== true))) {
    const pinned = atPin(address, pin);
    const set = { address: pinned, token: placeTokens.issue(location.id, pinned) };
    const state = await judgeAddress(database.read, location.id, set);
    return state.kind === "set" ? leave(page, state.token) : addressPage(page, state);
  }
  const zones = await listPinZones(database.read, location.id);
  return pinPage({ ...page, address, token, pin, zoom, tiles, zones, ...doubt });
}

/** The ground around a place, for browsers that run no script. */
async function drawGround(
  { database }: AddressPagesDeps,
  { query }: AddressCall,
  { location, reader }: AddressPage,
): Promise<PageAnswer> {
  const center = readPositionText(query.get("at"));
  if (center === undefined) return notFoundPage(reader);
  const zones = await listPinZones(database.read, location.id);
  const body = groundPicture(center, readZoom(query.get("zoom")) ?? zooms.street, {
    zones,
    restaurant: location.coordinate,
  });
  return { kind: "file", contentType: "image/svg+xml", fileName: null, body };
}

function readState(deps: AddressPagesDeps, page: AddressPage, fields: URLSearchParams): Promise<AddressState> {
  const { database, geocoder, placeTokens } = deps;
  const { location, reader } = page;
  return readAddressState(database.read, { geocoder, placeTokens }, { location, fields, reader });
}

/** Back to where the diner came from, with the address or without one. */
function leave(page: AddressPage, token: string | null): PageAnswer {
  const cookie = tokenCookie(page.location.id, token);
  if (page.carried.length === 0) return redirectTo(pathBack(page), cookie);
  const how = token === null ? { how: "pickup" } : { how: "delivery", place: token };
  return { ...goOnPage(page, how), cookie };
}
