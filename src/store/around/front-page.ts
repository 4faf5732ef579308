/** `/r/{slug}`: the front page of a restaurant. Pure. */
import type { Instant } from "../../kernel/clock.ts";
import { guestLanguages, guestLanguageOf } from "../../kernel/language.ts";
import { isOpenAt, nextOpening, type Availability } from "../../kernel/wall-time.ts";
import type { LocationSettings } from "../../locations/location.ts";
import { picturePath, type Picture } from "../../locations/pictures.ts";
import { descriptionIn } from "../../locations/profile.ts";
import { html, type Markup } from "../../pages/html.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import { showPage, type ShownPage } from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak } from "../../words/speak.ts";
import { addressLine } from "../book/booking-guest-wire.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { structuredPlace } from "./structured-place.ts";

export interface FrontFacts {
  readonly location: LocationSettings;
  readonly reader: Reader;
  readonly baseUrl: string;
  /** `/r/…`, as it is now. */
  readonly path: string;
  readonly pictures: readonly Picture[];
  /** What guests can do here. */
  readonly takes: { readonly orders: boolean; readonly bookings: boolean; readonly waits: boolean };
}

/** The page. */
export function frontPage(facts: FrontFacts): ShownPage {
  const { location, reader, baseUrl, path, takes } = facts;
  const { name, profile } = location;
  const [logo, hero] = (["logo", "hero"] as const).map((kind) => facts.pictures.find((one) => one.kind === kind));
  const own = guestLanguages.find((known) => known === reader.language) ?? "en";
  const description = descriptionIn(profile, own);
  const placeLanguage = guestLanguageOf(location.language, location.address.country);
  const lang = description !== null && !description.isOwn && placeLanguage !== own && html`lang="${placeLanguage}"`;
  return showPage({
    title: name ?? "Restaurant",
    reader,
    listed: true,
    about: {
      url: baseUrl + path,
      description: description?.text ?? null,
      image: hero === undefined ? null : `${baseUrl}${picturePath(location.id, hero)}`,
      manifest: `/store/${location.id}/manifest.webmanifest`,
      structured: structuredPlace({ location, baseUrl, path, takes, language: own }),
    },
    main: html`${hero !== undefined && html`<img class="hero" src="${picturePath(location.id, hero)}" alt="" />`}
      ${logo !== undefined && html`<img class="logo" src="${picturePath(location.id, logo)}" alt="" />`}
      <h1><bdi>${name ?? "Restaurant"}</bdi></h1>
      ${description !== null && html`<p class="lead" ${lang}><bdi>${description.text}</bdi></p>`} ${openState(facts)}
      ${ways(facts)} ${placeFacts(facts)} ${hoursPart(facts)}`,
  });
}

function openState({ location, reader }: FrontFacts): Markup | null {
  const { opening_hours: hours, timezone, now } = location;
  if (hours === null || timezone === null) return null;
  const say = speak(reader.language, "around");
  if (isOpenAt(hours, timezone, now)) return html`<p><span class="badge good">${say("open")}</span></p>`;
  const next = nextOpening(hours, timezone, now);
  if (next === null) return null;
  const when = formatDayTime(next, timezone, reader.locale, now);
  return html`<p><span class="badge">${say("opens", { when })}</span></p>`;
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

function placeFacts({ location, reader }: FrontFacts): Markup {
  const say = speak(reader.language, "around");
  const { profile, phone, coordinate } = location;
  const address = addressLine(location.address);
  const onMap = coordinate === null ? address : `${coordinate.latitude},${coordinate.longitude}`;
  return html`<div class="card">
    <dl class="facts">
      ${
        address !== null &&
        html`<dt>${say("address")}</dt>
          <dd>
            <bdi>${address}</bdi><br /><a
              rel="noreferrer"
              href="https://www.openstreetmap.org/search?${new URLSearchParams({ query: onMap ?? "" }).toString()}"
              >${say("map")}</a
            >
          </dd>`
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

/** A Monday, far from any change of clocks: only its weekday is shown. */
const monday: Instant = Date.UTC(2024, 0, 1, 12);

function hoursPart({ location, reader }: FrontFacts): Markup | null {
  const { opening_hours: hours } = location;
  const say = speak(reader.language, "around");
  if (hours === null) return null;
  const names = new Intl.DateTimeFormat(reader.locale, { weekday: "long", timeZone: "UTC" });
  return html`<section>
    <h2>${say("hours")}</h2>
    <dl class="facts">
      ${[1, 2, 3, 4, 5, 6, 0].map(
        (day, index) =>
          html`<dt>${names.format(monday + index * 86_400_000)}</dt>
            <dd>${hoursOf(hours, day) ?? say("hours.closed")}</dd>`,
      )}
    </dl>
  </section>`;
}

function hoursOf({ windows }: Availability, day: number): string | null {
  const found = windows
    .filter(({ dayOfWeek }) => dayOfWeek === day)
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
    .map(({ startTime, endTime }) => `${startTime}–${endTime}`);
  return found.length === 0 ? null : found.join(", ");
}
