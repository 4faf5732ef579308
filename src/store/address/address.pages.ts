/** The pages of a delivery's address: the address itself, and the pin where the address has no exact place. */
import { isRefusal } from "../../kernel/refusal.ts";
import { deliversAtAll } from "../../delivery-zones/zones/check-zones.query.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
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
import { speak } from "../../words/speak.ts";
import { readAddressState, type AddressState } from "./address-state.query.ts";
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
import { keptPlace, placeCookie } from "./kept-place.ts";

export interface AddressPagesDeps extends AddressStepDeps {
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
  if (location === undefined || isRefusal(location)) {
    const reader = call.reader();
    const say = speak(reader.language, "store", reader.locale);
    return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
  }
  const reader = call.reader({ place: { language: location.language, country: location.address.country } });
  if (!(await deliversAtAll(database.read, location.id))) return noDeliveryPage({ location, reader });
  const asked = call.form.get("back") ?? call.query.get("back");
  const back = waysBack.find((known) => known === asked) ?? "menu";
  return run({ location, reader, back, carried: carriedOf(call.form) });
}

/** The form, with the address that was chosen before. */
async function show(deps: AddressPagesDeps, call: AddressCall, page: AddressPage): Promise<PageAnswer> {
  const kept = keptPlace(call);
  const fields = new URLSearchParams(kept === undefined ? {} : { place: kept, do: "change" });
  return addressPage(page, await readState(deps, page, fields));
}

async function take(deps: AddressPagesDeps, call: AddressCall, page: AddressPage): Promise<PageAnswer> {
  const { form } = call;
  if (form.get("do") === "pickup") return leave(page, null);
  const state = await readState(deps, page, form);
  return state.kind === "set" ? leave(page, state.token) : addressPage(page, state);
}

function readState(deps: AddressPagesDeps, page: AddressPage, fields: URLSearchParams): Promise<AddressState> {
  const { database, geocoder, places } = deps;
  const { location, reader } = page;
  return readAddressState(database.read, { geocoder, places }, { location, fields, reader });
}

/** Back to where the diner came from, with the address or without one. */
function leave(page: AddressPage, token: string | null): PageAnswer {
  const cookie = placeCookie(page.location.id, token);
  if (page.carried.length === 0) return redirectTo(pathBack(page), cookie);
  const how = token === null ? { how: "pickup" } : { how: "delivery", place: token };
  return { ...goOnPage(page, how), cookie };
}
