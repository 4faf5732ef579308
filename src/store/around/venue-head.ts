/** The head of every page of a restaurant: its name, until when it is open, its address, and links to its other pages. Pure. */
import { picturePath } from "../../locations/storefront/pictures.ts";
import { html, type Markup } from "../../pages/html.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { mapLink, openWords, weekHours } from "./location-words.ts";
import type { FrontLocation } from "./read-front-location.query.ts";

export interface HeadFacts extends FrontLocation {
  readonly reader: Reader;
  /** What the page calls the restaurant. */
  readonly name: string;
  /** The path of the page, without the query. */
  readonly path: string;
  /** The path of the front page. */
  readonly front: string;
  /** The way to the menu, with the basket that the page has. */
  readonly menuHref: string;
}

/** The content of the header. */
export function venueHead(facts: HeadFacts): Markup {
  const { location, pictures, name, reader, front } = facts;
  const logo = pictures.find(({ kind }) => kind === "logo");
  return html`<div class="venue-who">
      ${logo !== undefined && html`<img class="venue-logo" src="${picturePath(location.id, logo)}" alt="" width="48" height="48" />`}
      <p class="venue-name">
        <a href="${front}"><bdi>${name}</bdi></a>
      </p>
      ${openWords(location, reader)}
    </div>
    ${addressLine(facts)} ${ways(facts)}`;
}

function addressLine({ location, reader }: HeadFacts): Markup | null {
  const { phone, opening_hours: hours } = location;
  const where = mapLink(location);
  const say = speak(reader.language, "around");
  if (where === null && phone === null && hours === null) return null;
  return html`<div class="venue-line">
    ${
      where !== null &&
      html`<a rel="noreferrer" href="${where.href}"
        ><bdi>${where.text}</bdi><span class="unseen">, ${say("map")}</span></a
      >`
    }
    ${phone !== null && phoneLink(phone)}
    ${
      hours !== null &&
      html`<details class="venue-hours">
        <summary>${say("hours")}</summary>
        ${weekHours(hours, reader)}
      </details>`
    }
  </div>`;
}

/** What exists; the page that is shown says so. */
function ways({ location: { id }, reader, takes, path, menuHref }: HeadFacts): Markup {
  const say = speak(reader.language, "around");
  const way = (to: string, words: string, href = to): Markup =>
    html`<li><a href="${href}" ${path === to && html`aria-current="page"`}>${words}</a></li>`;
  return html`<nav class="venue-ways" aria-label="${say("ways.title")}">
    <ul>
      ${takes.orders && way(`/store/${id}`, say("menu"), menuHref)}
      ${takes.bookings && way(`/book/${id}`, say("ways.book"))} ${takes.waits && way(`/join/${id}`, say("ways.wait"))}
      <li><a href="/find?at=${id}" ${path === "/find" && html`aria-current="page"`}>${say("ways.find")}</a></li>
    </ul>
  </nav>`;
}
