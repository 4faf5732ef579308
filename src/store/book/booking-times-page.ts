/** The free times of a day, and the text where there are none. Pure. */
import type { Slot } from "../../bookings/search/availability.ts";
import type { Experience } from "../../bookings/venue/configuration.ts";
import { addDays } from "../../bookings/venue/service-days.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { html, type Markup } from "../../pages/html.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { fill, slots } from "../../pages/say-markup.ts";
import type { Reader } from "../../pages/reader.ts";
import { bookingWords, shownCard } from "./booking-shared-page.ts";
import { formatDate, formatOffset, formatPlainTime } from "../../pages/page-formats.ts";
import { speak } from "../../words/speak.ts";
import { named } from "../shared/named.ts";
import { daysBetween, type DayState } from "./booking-days.ts";
import type { Finder } from "./booking-finder.query.ts";
import { nearDayWords } from "./booking-when.ts";
import type { GuestVenue } from "./guest-venue.ts";
import { saidMarkup, type VenueWords } from "../shared/venue-words.ts";

export interface FinderView {
  readonly finder: Finder;
  readonly venue: GuestVenue;
  readonly reader: Reader;
  /** The page's own path. */
  readonly path: string;
  /** What a time is sent to: a path that takes `slot`. */
  readonly choose: { readonly method: "get" | "post"; readonly action: string };
  readonly words: VenueWords;
  readonly slotToken: (slot: Slot) => string;
  /** Sent with a time: a form that is sent twice asks once. Absent where a time is only looked at. */
  readonly formKey?: string;
  /** The restaurant's telephone, for what cannot be done here. */
  readonly phone: string | null;
  /** Whether somebody can wait in line at the door today. */
  readonly joinHref: string | null;
  /** Where somebody who finds no table on the day asks to be told of one. */
  readonly alertHref: string | null;
  /** What the page begins with, its h1. */
  readonly heading: Markup;
  readonly problem: string | null;
  /** Where the table is that the guest holds all the same. */
  readonly keptHref?: string | undefined;
}

/** The address of this page for another day. */
export function hrefOf({ path, finder }: FinderView, date: string): string {
  const query = new URLSearchParams({ party: String(finder.party), date });
  // Whoever has an area and asked for anywhere says so again with every link.
  if (finder.areaId !== null || finder.ownAreaId !== null) query.set("area", finder.areaId ?? "");
  return `${path}?${query.toString()}`;
}

/** The free times of the day, or why there are none and what to do instead. */
export function timesOf(view: FinderView): Markup {
  const { finder, reader, choose } = view;
  const say = bookingWords(reader);
  const [first] = finder.slots;
  if (first === undefined) return nothingFree(view, dayOf(view, finder.date));
  const day = titleDay(view, first);
  const people = say("people", { count: finder.party });
  return html`<form
    method="${choose.method}"
    action="${choose.action}"
    class="times"
    ${choose.method === "post" && html`data-in-place`}
  >
    ${view.formKey !== undefined && choose.method === "post" && html`<input type="hidden" name="key" value="${view.formKey}" />`}
    <h2 id="times-title" class="dated" data-say>${say("times.title", { day, people })}</h2>
    ${groupsOf(view).map(
      ({ title, experience, slots }) =>
        html`<section class="${experience === null ? "" : "card"}">
          <h3>${title ?? say("times.tables")}</h3>
          ${experience !== null && shownCard(experience, view)} ${chipsOf(view, slots)}
        </section>`,
    )}
  </form>`;
}

/** The day of the times, with "today", "tonight" or "tomorrow" before it where that is so (rules/languages 1.8). */
function titleDay(view: FinderView, { startsAt: at }: Slot): string {
  const { finder, venue, reader } = view;
  const { timeZone, days } = venue;
  const isNear = finder.date === days.today || finder.date === addDays(days.today, 1);
  if (!isNear) return dayOf(view, finder.date);
  return nearDayWords({ at, timeZone, reader, serviceDate: finder.date, today: days.today });
}

/** A night's starts after midnight are the same evening and another date, which is said above them where the title does not. */
function chipsOf(view: FinderView, slots: readonly Slot[]): Markup {
  const { venue, reader } = view;
  const byDate = Map.groupBy(slots, ({ startsAt }) => localDate(venue.timeZone, startsAt));
  const [first] = view.finder.slots;
  const said = first === undefined ? undefined : localDate(venue.timeZone, first.startsAt);
  return html`${[...byDate].map(([date, each]) => {
    const isLate = date !== view.finder.date;
    const day = dayOf(view, date);
    return html`${isLate && date !== said && html`<p class="soft after-midnight">${bookingWords(reader)("times.midnight", { day })}</p>`}
      <ul class="chips">
        ${each.map((slot) => html`<li>${timeChip(view, slot, isLate ? `, ${day}` : "")}</li>`)}
      </ul>`;
  })}`;
}

function timeChip({ venue, reader: { locale }, words, slotToken }: FinderView, slot: Slot, on: string): Markup {
  const label = formatPlainTime(slot.startsAt, venue.timeZone, locale);
  // Where the clock is turned back an hour comes twice; the offset tells the two apart.
  const offset = formatOffset(slot.startsAt, venue.timeZone, locale);
  const kind = slot.experience === null ? "" : `, ${words.name(slot.experience).text}`;
  return html`<button
    class="chip"
    name="slot"
    value="${slotToken(slot)}"
    aria-label="${label}${offset === "" ? "" : ` ${offset}`}${on}${kind}"
  >
    ${label}${offset !== "" && html`<small>${offset}</small>`}
  </button>`;
}

interface SlotGroup {
  /** Null for tables of no service with a name. */
  readonly title: Markup | null;
  /** Null for ordinary tables. */
  readonly experience: Experience | null;
  readonly slots: readonly Slot[];
}

/** Ordinary tables under the service that they are of, then each experience on its own. */
function groupsOf({ finder, venue, words }: FinderView): SlotGroup[] {
  const services = venue.days.servicesOn(finder.date);
  const groups = new Map<string, SlotGroup & { readonly slots: Slot[] }>();
  for (const slot of finder.slots) {
    const { experience } = slot;
    const service = services.get(slot.startsAt);
    const key = experience === null ? `service ${service?.name ?? ""}` : `experience ${experience.experienceId}`;
    const named = experience ?? service;
    const group = groups.get(key) ?? {
      title: named === undefined ? null : saidMarkup(words.name(named)),
      experience,
      slots: [],
    };
    group.slots.push(slot);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => Number(a.experience !== null) - Number(b.experience !== null));
}

function nothingFree(view: FinderView, day: string): Markup {
  const { finder, reader, venue, words, joinHref, alertHref, phone } = view;
  const say = bookingWords(reader);
  const state = finder.days.find(({ date }) => date === finder.date)?.state ?? "over";
  const values = { day, people: say("people", { count: finder.party }) };
  const why = finder.beyond === null ? whyNone(view, state, values) : beyondWords(view);
  const area = words.area(finder.areaId, venue.areas.find(({ areaId }) => areaId === finder.areaId)?.name ?? null);
  return html`<div class="notice warn">
    <h2 class="plain" data-say>${why}</h2>
    ${
      alertHref !== null &&
      html`<p><a class="button" href="${alertHref}">${speak(reader.language, "alerts")("offer")}</a></p>`
    }
    ${
      finder.nearest.length > 0 &&
      html`<p>${say("none.near")}</p>
        <p class="row">
          ${finder.nearest.map((each) => html`<a class="button quiet" href="${hrefOf(view, each)}" data-go>${dayOf(view, each, "short")}</a>`)}
        </p>`
    }
    ${area !== null && html`<p>${fill(say("none.area", { area: slots[0] }), named(area.text, area.language))}</p>`}
    ${
      joinHref !== null &&
      html`<p>
        ${fill(say("none.join", { link: slots[0] }), html`<a href="${joinHref}">${say("none.join.link")}</a>`)}
      </p>`
    }
    ${phone !== null && html`<p>${fill(say("call.or", { phone: slots[0] }), phoneLink(phone))}</p>`}
  </div>`;
}

function whyNone({ venue, reader }: FinderView, state: DayState, values: { day: string; people: string }): string {
  const say = bookingWords(reader);
  const { day } = values;
  if (state === "full") return say(venue.keptBy === "provider" ? "none.full.asked" : "none.full", values);
  return state === "open" ? "" : say(state === "over" ? "none.over" : "none.closed", { day });
}

/** Why the very day cannot be booked: it is over, or too far away. */
function beyondWords(view: FinderView): string {
  const { finder, venue, reader } = view;
  const { last, beyond, date } = finder;
  const say = bookingWords(reader);
  if (beyond === "before") return say("beyond.early", { day: dayOf(view, date) });
  return say("beyond.late", { count: daysBetween(venue.days.today, last), last: dayOf(view, last) });
}

/** A day as the page names it; its year where that is far away. */
export function dayOf({ venue, reader }: FinderView, date: string, style: "short" | "long" = "long"): string {
  return formatDate(date, reader.locale, style, venue.days.today);
}

/** Why a party of this size is not seated online. */
export function largeParty({ finder, phone, venue, reader }: FinderView): Markup {
  const say = bookingWords(reader);
  const { min, max } = venue.partySize;
  const largest = Math.min(venue.largePartyThreshold ?? max, max);
  const isSmall = finder.party < min;
  const asked = new URLSearchParams({ party: String(finder.party), date: finder.date });
  return html`<div class="notice warn">
    <h2 class="plain" data-say>
      ${isSmall ? say("large.small", { count: min }) : say("large.large", { count: largest })}
    </h2>
    <p>${phone === null ? say("large.ask") : fill(say("large.call", { phone: slots[0] }), phoneLink(phone))}</p>
    ${
      !isSmall &&
      venue.keptBy === "native" &&
      html`<p>
        <a class="button quiet" href="/book/${venue.locationId}/group?${asked.toString()}"
          >${speak(reader.language, "groups")("ask")}</a
        >
      </p>`
    }
  </div>`;
}
