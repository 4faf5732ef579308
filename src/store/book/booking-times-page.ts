/** The free times of a day, and what is said when there are none. Pure. */
import type { Slot } from "../../bookings/search/availability.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { html, type Markup } from "../../pages/html.ts";
import { phoneLink } from "../../pages/phone-link.ts";
import { counted, formatDate, formatTime } from "../../pages/page-formats.ts";
import type { Finder } from "./booking-finder.query.ts";
import { isTwice, offsetWords } from "./booking-when.ts";
import type { GuestVenue } from "./guest-venue.ts";

export interface FinderView {
  readonly finder: Finder;
  readonly venue: GuestVenue;
  readonly language: string;
  /** The page's own path. */
  readonly path: string;
  /** What a time is sent to: a path that takes `slot`. */
  readonly choose: { readonly method: "get" | "post"; readonly action: string };
  readonly slotToken: (slot: Slot) => string;
  /** Sent with a time: a form that is sent twice asks once. Absent where a time is only looked at. */
  readonly formKey?: string;
  /** The restaurant's telephone, for what cannot be done here. */
  readonly phone: string | null;
  /** Whether somebody can wait in line at the door today. */
  readonly joinHref: string | null;
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
  const { finder, language, choose } = view;
  const day = formatDate(finder.date, language);
  if (finder.slots.length === 0) return nothingFree(view, day);
  const people = counted(finder.party, "person", "people");
  return html`<form
    method="${choose.method}"
    action="${choose.action}"
    class="times"
    ${choose.method === "post" && html`data-in-here`}
  >
    ${view.formKey !== undefined && choose.method === "post" && html`<input type="hidden" name="key" value="${view.formKey}" />`}
    <h2 id="times-title" data-say>${day}, ${people}</h2>
    ${groupsOf(view).map(
      ({ title, text, slots }) =>
        html`<section class="${text === null ? "" : "card"}">
          <h3>${title}</h3>
          ${text !== null && html`<p class="soft">${text}</p>`} ${chipsOf(view, slots)}
        </section>`,
    )}
  </form>`;
}

/** A night's starts after midnight are the same evening and another date, which is said above them. */
function chipsOf(view: FinderView, slots: readonly Slot[]): Markup {
  const { venue, language } = view;
  const byDate = Map.groupBy(slots, ({ startsAt }) => localDate(venue.timeZone, startsAt));
  return html`${[...byDate].map(([date, each]) => {
    const isLate = date !== view.finder.date;
    const on = isLate ? ` on ${formatDate(date, language)}` : "";
    return html`${isLate && html`<p class="soft after-midnight">After midnight,${on}</p>`}
      <ul class="chips">
        ${each.map((slot) => html`<li>${timeChip(view, slot, on)}</li>`)}
      </ul>`;
  })}`;
}

function timeChip({ venue, language, slotToken }: FinderView, slot: Slot, on: string): Markup {
  const label = formatTime(slot.startsAt, venue.timeZone, language);
  // Where the clock is turned back an hour comes twice; the offset tells the two apart.
  const offset = isTwice(slot.startsAt, venue.timeZone) ? offsetWords(slot.startsAt, venue.timeZone, language) : "";
  const kind = slot.experience === null ? "" : `, ${slot.experience.name}`;
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
  readonly title: string;
  readonly text: string | null;
  readonly slots: readonly Slot[];
}

/** Ordinary tables under the service that they are of, then each experience on its own. */
function groupsOf({ finder, venue }: FinderView): SlotGroup[] {
  const services = venue.days.serviceNames(finder.date);
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
  const people = counted(finder.party, "person", "people");
  const why = {
    open: "",
    full:
      venue.keptBy === "provider"
        ? `No table for ${people} is free on ${day}.`
        : `Every table for ${people} is taken on ${day}.`,
    over: `It is too late to book a table online for ${day}.`,
    closed: `The restaurant takes no reservations on ${day}.`,
  }[state];
  const area = venue.areas.find(({ areaId }) => areaId === finder.areaId);
  return html`<div class="notice warn">
    <h2 class="plain" data-say>${why}</h2>
    ${
      finder.nearest.length > 0 &&
      html`<p>These days have a table:</p>
        <p class="row">
          ${finder.nearest.map((each) => html`<a class="button quiet" href="${hrefOf(view, each)}" data-go>${formatDate(each, language, "short")}</a>`)}
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
  const { min, max } = venue.partySize;
  const largest = Math.min(venue.largePartyThreshold ?? max, max);
  const words =
    finder.party < min
      ? `Tables are booked for ${min} people or more here.`
      : `Parties of more than ${largest} are agreed with the restaurant directly.`;
  return html`<div class="notice warn">
    <h2 class="plain" data-say>${words}</h2>
    <p>${phone === null ? "Ask them in person or by telephone." : html`Call them: ${phoneLink(phone)}.`}</p>
  </div>`;
}
