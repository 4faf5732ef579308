/** The free times of a day, and what is said when there are none. Pure. */
import { parsePhoneNumberFromString } from "libphonenumber-js";
import type { Slot } from "../bookings/availability.ts";
import { addDays, startsOn } from "../bookings/service-days.ts";
import type { Venue } from "../bookings/venue.ts";
import { html, type Markup } from "../pages/html.ts";
import { counted, formatDate, formatTime } from "../pages/page-formats.ts";
import type { Finder } from "./booking-finder.query.ts";

export interface FinderView {
  readonly finder: Finder;
  readonly venue: Venue;
  readonly language: string;
  /** The page's own path. */
  readonly path: string;
  /** What a time is sent to: a path that takes `slot`. */
  readonly choose: { readonly method: "get" | "post"; readonly action: string };
  readonly slotToken: (slot: Slot) => string;
  /** The restaurant's telephone, for what cannot be done here. */
  readonly phone: string | null;
  /** Whether somebody can queue at the door today. */
  readonly joinHref: string | null;
  /** What the page begins with, its h1. */
  readonly heading: Markup;
  readonly problem: string | null;
}

/** The address of this page for another day. */
export function hrefOf({ path, finder }: FinderView, date: string): string {
  const query = new URLSearchParams({ party: String(finder.party), date });
  if (finder.areaId !== null) query.set("area", finder.areaId);
  return `${path}?${query.toString()}`;
}

/** The free times of the day, or why there are none and what to do instead. */
export function timesOf(view: FinderView): Markup {
  const { finder, language, choose } = view;
  const day = formatDate(finder.date, language);
  if (finder.slots.length === 0) return nothingFree(view, day);
  const people = counted(finder.party, "person", "people");
  return html`<form method="${choose.method}" action="${choose.action}" class="times">
    <h2 id="times-title" data-say>${day}, ${people}</h2>
    ${groupsOf(view).map(
      ({ title, text, slots }) =>
        html`<section class="${text === null ? "" : "card"}">
          <h3>${title}</h3>
          ${text !== null && html`<p class="soft">${text}</p>`}
          <ul class="chips">
            ${slots.map((slot) => html`<li>${timeChip(view, slot, slots)}</li>`)}
          </ul>
        </section>`,
    )}
  </form>`;
}

function timeChip(view: FinderView, slot: Slot, beside: readonly Slot[]): Markup {
  const label = timeOf(view, slot);
  // Where the clock is turned back an hour comes twice; the offset tells the two apart.
  const isTwice = beside.some((other) => other !== slot && timeOf(view, other) === label);
  const kind = slot.experience === null ? "" : `, ${slot.experience.name}`;
  const offset = isTwice ? offsetWords(view, slot) : "";
  return html`<button
    class="chip"
    name="slot"
    value="${view.slotToken(slot)}"
    aria-label="${label}${offset === "" ? "" : ` ${offset}`}${kind}"
  >
    ${label}${isTwice && html`<small>${offset}</small>`}
  </button>`;
}

function timeOf({ venue, language }: FinderView, slot: Slot): string {
  return formatTime(slot.startsAt, venue.timeZone, language);
}

function offsetWords({ venue, language }: FinderView, slot: Slot): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: venue.timeZone, timeZoneName: "shortOffset" });
  return format.formatToParts(slot.startsAt).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

interface SlotGroup {
  readonly title: string;
  readonly text: string | null;
  readonly slots: readonly Slot[];
}

/** Ordinary tables under the service that they are of, then each experience on its own. */
function groupsOf({ finder, venue }: FinderView): SlotGroup[] {
  const services = new Map(
    [addDays(finder.date, -1), finder.date]
      .flatMap((date) => startsOn(venue, date))
      .map(({ startsAt, service }) => [startsAt, service.name] as const),
  );
  const groups = new Map<string, { title: string; text: string | null; slots: Slot[] }>();
  for (const slot of finder.slots) {
    const { experience } = slot;
    const title = experience?.name ?? services.get(slot.startsAt) ?? "Tables";
    const key = `${experience?.experienceId ?? ""} ${title}`;
    const group = groups.get(key) ?? {
      title,
      text: experience === null ? null : (experience.description ?? ""),
      slots: [],
    };
    group.slots.push(slot);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => Number(a.text !== null) - Number(b.text !== null));
}

function nothingFree(view: FinderView, day: string): Markup {
  const { finder, language, venue, joinHref, phone } = view;
  const state = finder.days.find(({ date }) => date === finder.date)?.state ?? "over";
  const others = finder.days.filter((each) => each.state === "open").slice(0, 3);
  const people = counted(finder.party, "person", "people");
  const why = {
    open: "",
    full: `Every table for ${people} is taken on ${day}.`,
    over: `It is too late to book a table online for ${day}.`,
    closed: `The restaurant takes no reservations on ${day}.`,
  }[state];
  const area = venue.areas.find(({ areaId }) => areaId === finder.areaId);
  return html`<div class="notice warn">
    <h2 class="plain" data-say>${why}</h2>
    ${
      others.length > 0 &&
      html`<p>These days have a table:</p>
        <p class="row">
          ${others.map((each) => html`<a class="button quiet" href="${hrefOf(view, each.date)}" data-go>${formatDate(each.date, language, "short")}</a>`)}
        </p>`
    }
    ${area !== undefined && html`<p>You asked for ${area.name} only; “Anywhere” may have more.</p>`}
    ${
      joinHref !== null &&
      html`<p>
        In the neighbourhood? <a href="${joinHref}">Join today’s waitlist</a> and come when your table is ready.
      </p>`
    }
    ${phone !== null && html`<p>Or call the restaurant: ${phoneLink(phone)}.</p>`}
  </div>`;
}

/** Why a party of this size is not seated online. */
export function largeParty({ finder, phone, venue }: FinderView): Markup {
  const { min, max } = venue.configuration.partySize;
  const largest = Math.min(venue.configuration.largePartyThreshold ?? max, max);
  const words =
    finder.party < min
      ? `Tables are booked for ${min} people or more here.`
      : `Parties of more than ${largest} are agreed with the restaurant directly.`;
  return html`<div class="notice warn">
    <h2 class="plain" data-say>${words}</h2>
    <p>${phone === null ? "Ask them in person or by telephone." : html`Call them: ${phoneLink(phone)}.`}</p>
  </div>`;
}

/** A telephone number that can be tapped. */
export function phoneLink(phone: string): Markup {
  const shown = parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
  return html`<a href="tel:${phone}"><bdi>${shown}</bdi></a>`;
}
