/** `/privacy`: who gets which data of guests, by the present configuration. Pure. */
import type { GeocoderSettings } from "../../addresses/geocoder.ts";
import type { MailSettings } from "../../mail/mail-settings.ts";
import type { MapTiles } from "../../maps/map-tiles.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { fillName, slots } from "../../pages/say-markup.ts";
import { speak } from "../../words/speak.ts";

/** Who takes part besides the restaurant: the names of hosts; null where nobody does. */
export interface Helpers {
  readonly geocoder: string | null;
  readonly tiles: string | null;
  readonly relay: string | null;
  readonly isTexting: boolean;
  readonly isStripe: boolean;
}

/** The helpers of a configuration. */
export function helpersOf(parts: {
  readonly geocoder: GeocoderSettings | undefined;
  readonly tiles: MapTiles | null;
  readonly mail: MailSettings | undefined;
  readonly twilio: object | undefined;
  readonly paymentProcessor: string;
}): Helpers {
  const { geocoder, tiles, mail } = parts;
  return {
    geocoder: geocoder === undefined || geocoder.url === "" ? null : new URL(geocoder.url).host,
    tiles: tiles === null ? null : new URL(tiles.url).host,
    relay: mail?.relay.host ?? null,
    isTexting: parts.twilio !== undefined,
    isStripe: parts.paymentProcessor === "stripe",
  };
}

/** The page. */
export function privacyPage(helpers: Helpers, reader: Reader): ShownPage {
  const say = speak(reader.language, "privacy", reader.locale);
  const named = (message: string, host: string): Markup => html`<p>${fillName(message, host)}</p>`;
  const { geocoder, tiles, relay, isTexting, isStripe } = helpers;
  return showPage({
    title: say("title"),
    reader,
    main: html`<h1>${say("title")}</h1>
      <p class="lead">${say("intro")}</p>
      <h2>${say("addresses")}</h2>
      ${geocoder === null ? html`<p>${say("addresses.none")}</p>` : named(say("addresses.host", { host: slots[0] }), geocoder)}
      <h2>${say("maps")}</h2>
      ${tiles === null ? html`<p>${say("maps.none")}</p>` : named(say("maps.host", { host: slots[0] }), tiles)}
      <h2>${say("messages")}</h2>
      ${relay === null ? html`<p>${say("mail.none")}</p>` : named(say("mail.host", { host: slots[0] }), relay)}
      <p>${say(isTexting ? "texts" : "texts.none")}</p>
      <h2>${say("payments")}</h2>
      <p>${say(isStripe ? "payments.stripe" : "payments.test")}</p>
      <h2>${say("browser")}</h2>
      <p>${say("browser.cookies")}</p>
      <p>${say("browser.kept")}</p>
      <h2>${say("kept")}</h2>
      <p>${say("kept.logs")}</p>
      <p>${say("kept.erase")}</p>`,
  });
}
