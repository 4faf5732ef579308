/** The page on which a diner sets the pin, where the address has no exact position. Pure. */
import { labelOf } from "../../addresses/answer-fields.ts";
import type { FoundAddress } from "../../addresses/geocoder.ts";
import type { ZoneGeometry } from "../../delivery-zones/geometry/geometry.ts";
import type { Coordinate } from "../../locations/location/location.ts";
import { tileSources, type MapTiles } from "../../maps/map-tiles.ts";
import { measuresInMiles } from "../../maps/measures.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import { fillName, slots } from "../../pages/say-markup.ts";
import { formattedFor, plainLocale } from "../../words/pseudo-language.ts";
import { renderCarried, venueOf, type AddressPage } from "./address-page.ts";
import { deliveryWords, type DeliveryWords } from "./address-words.ts";
import { pictureSize } from "./ground-picture.ts";
import { pinWords, type PinShown } from "./pin-shown.ts";
import { positionText } from "./pin.ts";

export interface PinPage extends AddressPage {
  readonly address: FoundAddress;
  readonly token: string;
  readonly pin: Coordinate;
  readonly zoom: number;
  readonly tiles: MapTiles | null;
  readonly zones: readonly ZoneGeometry[];
  /** How far the pin is from the address in metres, where the diner is asked about that. */
  readonly far?: number;
  /** The pin was not moved, though nobody knows where the address is. */
  readonly isUnmoved?: boolean;
}

/** The page; with a script the map is drawn by the browser, without one it is a picture that is pressed. */
export function pinPage(page: PinPage): ShownPage {
  const { location, reader, back, carried, address, token, pin, zoom, tiles, zones, far } = page;
  const say = deliveryWords(reader);
  const shown: PinShown = {
    center: pin,
    zoom,
    restaurant: location.coordinate,
    zones,
    tiles,
    imperial: measuresInMiles(location.address.country),
    words: pinWords(say),
  };
  return showPage({
    status: far === undefined && page.isUnmoved !== true ? 200 : 422,
    title: say("pin.title"),
    reader,
    venue: venueOf(location, reader),
    modules: ["forms"],
    part: {
      screen: "pin",
      language: reader.language,
      locale: reader.locale,
      words: [],
      shown,
      images: tileSources(tiles),
    },
    main: html`<h1>${say("pin.title")}</h1>
      <form method="post" action="/store/${location.id}/address" novalidate>
        ${renderCarried(carried)}<input type="hidden" name="back" value="${back}" />
        <input type="hidden" name="place" value="${token}" />
        <input type="hidden" name="latitude" value="${pin.latitude}" />
        <input type="hidden" name="longitude" value="${pin.longitude}" />
        <input type="hidden" name="zoom" value="${zoom}" />
        <div class="row apart">
          <p class="delivery-to">${fillName(say("to", { address: slots[0] }), labelOf(address))}</p>
          <button class="quiet" name="do" value="change">${say("change")}</button>
        </div>
        ${page.isUnmoved === true ? html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${say("pin.text")}</p>` : html`<p>${say("pin.text")}</p>`}
        ${far !== undefined && renderFar(page, far, say)}
        <div id="screen"></div>
        <noscript>${renderPicture(page, say)}</noscript>
        <p><button class="full" name="do" value="pin">${say("pin.set")}</button></p>
      </form>`,
  });
}

/** Asks about a pin that is far from its address; the answer holds for this very place. */
function renderFar({ address, pin, reader }: PinPage, far: number, say: DeliveryWords): Markup {
  const distance = distanceWords(far, reader.locale);
  return html`<div class="notice warn" role="alert" tabindex="-1" data-focus>
      <p>${fillName(say("pin.far", { distance, address: slots[0] }), labelOf(address))}</p>
      <button class="quiet" name="do" value="sure">${say("pin.sure")}</button>
    </div>
    <input type="hidden" name="far" value="${positionText(pin)}" />`;
}

/** "850 m", or "1.3 km". */
function distanceWords(meters: number, locale: string): string {
  const isLong = meters >= 1_000;
  const [unit, value] = isLong ? ["kilometer", meters / 1_000] : ["meter", Math.round(meters / 10) * 10];
  const format = { style: "unit", unit, maximumFractionDigits: isLong ? 1 : 0 } as const;
  return formattedFor(locale, new Intl.NumberFormat(plainLocale(locale), format).format(value));
}

function renderPicture({ location, pin, zoom }: PinPage, say: DeliveryWords): Markup {
  const path = `/store/${location.id}/address/ground?at=${positionText(pin)}&zoom=${zoom}`;
  return html`<p>${say("pin.press")}</p>
    <input
      type="image"
      class="pin-picture"
      name="ground"
      src="${path}"
      alt="${say("pin.map")}"
      width="${pictureSize}"
      height="${pictureSize}"
    />
    <p class="row">
      ${(["north", "south", "west", "east"] as const).map(
        (way) => html`<button class="quiet" name="do" value="${way}">${say(`pin.${way}`)}</button>`,
      )}
      <button class="quiet" name="do" value="closer">${say("pin.zoom_in")}</button>
      <button class="quiet" name="do" value="farther">${say("pin.zoom_out")}</button>
    </p>`;
}
