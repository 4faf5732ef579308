/** `/store/{locationId}/address`: the form of the address alone, before or beside the order. Pure. */
import type { LocationSettings } from "../../locations/location/location.ts";
import { html, type Markup } from "../../pages/html.ts";
import { messagePage, showPage, type ShownPage, type Venue } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { renderAddressPart } from "./address-part.ts";
import type { AddressState } from "./address-state.query.ts";
import { deliveryWords, mistakeOf } from "./address-words.ts";
import { addressFields } from "./typed-address.ts";

/** Where the diner goes on with the address. */
export const waysBack = ["menu", "checkout"] as const;
export type WayBack = (typeof waysBack)[number];

export interface AddressPage {
  readonly location: LocationSettings;
  readonly reader: Reader;
  readonly back: WayBack;
  /** The fields of the form that led here, to be given back. */
  readonly carried: readonly (readonly [string, string])[];
}

/** The fields of a form that are not about the address. */
export function carriedOf(fields: URLSearchParams): AddressPage["carried"] {
  return [...fields].filter(([name]) => !addressFields.some((own) => own === name));
}

/** Where the diner goes on. */
export function pathBack({ location, back }: Pick<AddressPage, "location" | "back">): string {
  return back === "menu" ? `/store/${location.id}` : `/store/${location.id}/checkout`;
}

export function venueOf({ id, name, address }: LocationSettings, { language }: Reader): Venue {
  const known = name ?? speak(language, "store")("nameless");
  return { name: known, line: address.line1, href: `/store/${id}`, at: id };
}

/** What was filled in before, unseen. */
export function renderCarried(carried: AddressPage["carried"]): Markup {
  return html`${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;
}

/** The page that asks for the address. */
export function addressPage(page: AddressPage, state: AddressState): ShownPage {
  const { location, reader, back, carried } = page;
  const say = deliveryWords(reader);
  return showPage({
    status: mistakeOf(state, say) === undefined ? 200 : 422,
    title: say("title"),
    reader,
    venue: venueOf(location, reader),
    modules: ["forms", "typed-address"],
    main: html`<h1>${say("title")}</h1>
      <form method="post" action="/store/${location.id}/address" class="card" data-leads-on novalidate>
        ${renderCarried(carried)}<input type="hidden" name="back" value="${back}" />
        ${renderAddressPart({ state, reader, locationId: location.id, country: location.address.country, back })}
      </form>
      <form method="post" action="/store/${location.id}/address">
        ${renderCarried(carried)}<input type="hidden" name="back" value="${back}" />
        <button class="quiet" name="do" value="pickup">${say("pickup")}</button>
      </form>`,
  });
}

/** The location delivers nowhere. */
export function noDeliveryPage({ location, reader }: Pick<AddressPage, "location" | "reader">): ShownPage {
  const say = deliveryWords(reader);
  const next = { href: `/store/${location.id}`, label: say("menu") };
  return messagePage(409, say("title"), say("no_delivery"), { reader, venue: venueOf(location, reader), next });
}

/** Gives back the fields of the form that led here; a browser that runs scripts goes on by itself. */
export function goOnPage(page: AddressPage, set: Readonly<Record<string, string>>): ShownPage {
  const { location, reader, carried } = page;
  const say = deliveryWords(reader);
  const rest = carried.filter(([name]) => !Object.hasOwn(set, name));
  return showPage({
    title: say("set.title"),
    reader,
    venue: venueOf(location, reader),
    modules: ["typed-address"],
    main: html`<h1>${say("set.title")}</h1>
      <form method="post" action="${pathBack(page)}" data-go-on>
        ${renderCarried([...rest, ...Object.entries(set)])}<button class="full">${say("go_on")}</button>
      </form>`,
  });
}
