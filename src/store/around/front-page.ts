/** `/r/{slug}`: the front page of a restaurant. Pure. */
import { guestLanguages, guestLanguageOf } from "../../kernel/language.ts";
import type { FrontLocation } from "./read-front-location.query.ts";
import { picturePath } from "../../locations/storefront/pictures.ts";
import { descriptionIn } from "../../locations/location/profile.ts";
import { html, type Markup } from "../../pages/html.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { mapLink, openWords, weekHours } from "./location-words.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { structuredLocation } from "./structured-location.ts";

export interface FrontFacts extends FrontLocation {
  readonly reader: Reader;
  readonly baseUrl: string;
  /** `/r/…`, as it is now. */
  readonly path: string;
}

/** The page. */
export function frontPage(facts: FrontFacts): ShownPage {
  const { location, reader, baseUrl, path, takes } = facts;
  const { profile } = location;
  const name = location.name ?? speak(reader.language, "booking")("nameless");
  const [logo, hero] = (["logo", "hero"] as const).map((kind) => facts.pictures.find((one) => one.kind === kind));
  const own = guestLanguages.find((known) => known === reader.language) ?? "en";
  const description = descriptionIn(profile, own);
  const open = openWords(location, reader);
  const ownLanguage = guestLanguageOf(location.language, location.address.country);
  const lang = description !== null && !description.isOwn && ownLanguage !== own && html`lang="${ownLanguage}"`;
  return showPage({
    title: name,
    reader,
    listed: true,
    about: {
      url: baseUrl + path,
      description: description?.text ?? null,
      image: hero === undefined ? null : `${baseUrl}${picturePath(location.id, hero)}`,
      manifest: `/store/${location.id}/manifest.webmanifest`,
      structured: structuredLocation({ location, baseUrl, path, takes, language: own }),
    },
    main: html`${hero !== undefined && html`<img class="hero" src="${picturePath(location.id, hero)}" alt="" />`}
      ${logo !== undefined && html`<img class="logo" src="${picturePath(location.id, logo)}" alt="" />`}
      <h1><bdi>${name}</bdi></h1>
      ${description !== null && html`<p class="lead" ${lang}><bdi>${description.text}</bdi></p>`}
      ${open !== null && html`<p>${open}</p>`} ${ways(facts)} ${addressPart(facts)} ${hoursPart(facts)}`,
  });
}

function ways({ location: { id }, reader, takes }: FrontFacts): Markup {
  const say = speak(reader.language, "around");
  return html`<nav aria-label="${say("welcome")}">
    <ul class="plain row">
      ${takes.orders && html`<li><a class="button" href="/store/${id}">${say("menu")}</a></li>`}
      ${takes.bookings && html`<li><a class="button" href="/book/${id}">${say("book")}</a></li>`}
      ${takes.waits && html`<li><a class="button quiet" href="/join/${id}">${say("wait")}</a></li>`}
      <li><a class="button quiet" href="/find?at=${id}">${say("find")}</a></li>
    </ul>
  </nav>`;
}

function addressPart({ location, reader }: FrontFacts): Markup {
  const say = speak(reader.language, "around");
  const { profile, phone } = location;
  const where = mapLink(location);
  return html`<div class="card">
    <dl class="facts">
      ${
        where !== null &&
        html`<dt>${say("address")}</dt>
          <dd><bdi>${where.text}</bdi><br /><a rel="noreferrer" href="${where.href}">${say("map")}</a></dd>`
      }
      ${
        phone !== null &&
        html`<dt>${say("phone")}</dt>
          <dd>${phoneLink(phone)}</dd>`
      }
      ${
        profile.contact_email !== null &&
        html`<dt>E-mail</dt>
          <dd>
            <a href="mailto:${profile.contact_email}"><bdi>${profile.contact_email}</bdi></a>
          </dd>`
      }
      ${
        profile.cuisines.length > 0 &&
        html`<dt>${say("kitchen")}</dt>
          <dd><bdi>${profile.cuisines.join(", ")}</bdi></dd>`
      }
      ${
        profile.price_level !== null &&
        html`<dt>${say("prices")}</dt>
          <dd>${say("prices.level", { level: String(profile.price_level) })}</dd>`
      }
    </dl>
  </div>`;
}

function hoursPart({ location: { opening_hours: hours }, reader }: FrontFacts): Markup | null {
  if (hours === null) return null;
  return html`<section>
    <h2>${speak(reader.language, "around")("hours")}</h2>
    ${weekHours(hours, reader)}
  </section>`;
}
