/** The page on which a guest finds a table: party, day, time. It works by links and forms alone. Pure. */
import { addDays } from "../../bookings/venue/service-days.ts";
import { wallTime } from "../../kernel/wall-time.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { Reader } from "../../pages/reader.ts";
import { formattedFor, plainLocale } from "../../words/pseudo-language.ts";
import { bookingWords, isShown, shownCard, type SayBooking } from "./booking-shared-page.ts";
import { daysShown, type BookingDay } from "./booking-days.ts";
import { dayOf, hrefOf, largeParty, timesOf, type FinderView } from "./booking-times-page.ts";
import { saidMarkup, type SaidText } from "../shared/venue-words.ts";

/** The finder: what to choose from and, under it, what is free. */
export function finderMain(view: FinderView): Markup {
  const { finder, heading, problem, keptHref, reader } = view;
  const say = bookingWords(reader);
  return html`${heading}
    ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
    ${keptHref !== undefined && html`<p>${say("kept")} <a href="${keptHref}">${say("kept.back")}</a></p>`}
    <section id="finder" data-finder>
      ${questionForm(view)} ${shownAreas(view)}
      ${
        finder.refused === undefined
          ? html`${dayGrid(view)}
              <div data-times>${timesOf(view)}</div>`
          : largeParty(view)
      }
    </section>
    <p class="soft small">
      ${say("zone")} <span data-zone="${view.venue.timeZone}" hidden>${say("zone.other")}</span>
    </p>`;
}

function questionForm({ finder, venue, path, reader, words }: FinderView): Markup {
  const say = bookingWords(reader);
  const { min, max } = venue.partySize;
  const largest = Math.min(venue.largePartyThreshold ?? max, max);
  const sizes = Array.from({ length: Math.max(0, Math.min(largest, min + 19) - min + 1) }, (_, index) => min + index);
  const area = (id: string | null, { text, language }: SaidText): Markup =>
    html`<option
      value="${id ?? ""}"
      ${id !== null && html`dir="auto"`}
      ${finder.areaId === id && html`selected`}
      ${language !== undefined && html`lang="${language}"`}
    >
      ${text}
    </option>`;
  return html`<form method="get" action="${path}" data-question data-auto>
    <fieldset>
      <legend>${say("party")}</legend>
      <div class="chips party">
        ${sizes.map((size) => partyChip(say, size, String(size), finder.party === size))}
        ${partyChip(say, largest + 1, `${largest + 1}+`, finder.party > largest)}
      </div>
    </fieldset>
    ${
      venue.areas.length > 1 &&
      html`<div class="field">
        <label for="area">${say("area")}</label>
        <select id="area" name="area">
          ${area(null, { text: say("area.any") })}
          ${venue.areas.map(({ areaId, name }) => area(areaId, words.area(areaId, name) ?? { text: name }))}
        </select>
      </div>`
    }
    <input type="hidden" name="date" value="${finder.date}" />
    <p class="unscripted"><button class="quiet">${say("show")}</button></p>
  </form>`;
}

/** What there is to see and to read of the area that was chosen, else of each. */
function shownAreas(view: FinderView): Markup | false {
  const { finder, venue, words } = view;
  const areas = venue.areas.flatMap(({ areaId, shown }) =>
    shown !== null && isShown(shown) && (finder.areaId ?? areaId) === areaId ? [shown] : [],
  );
  return (
    areas.length > 0 &&
    html`<ul class="areas">
      ${areas.map(
        (each) =>
          // A card looks as if it could be pressed: a text alone is no card.
          html`<li ${each.photoUrl !== undefined && html`class="card"`}>
            <h2>${saidMarkup(words.name(each))}</h2>
            ${shownCard(each, view)}
          </li>`,
      )}
    </ul>`
  );
}

function partyChip(say: SayBooking, size: number, label: string, chosen: boolean): Markup {
  return html`<label class="chip"
    ><input type="radio" name="party" value="${size}" ${chosen && html`checked`} /><span aria-hidden="true"
      >${label}</span
    ><span class="unseen"
      >${label.endsWith("+") ? say("people.more", { count: size }) : say("people", { count: size })}</span
    ></label
  >`;
}

function dayGrid(view: FinderView): Markup {
  const { finder, reader } = view;
  const say = bookingWords(reader);
  const [firstShown, lastShown] = [finder.days[0]?.date ?? finder.first, finder.days.at(-1)?.date ?? finder.last];
  const earlier = firstShown > finder.first ? addDays(firstShown, -daysShown) : undefined;
  const later = lastShown < finder.last ? addDays(lastShown, 1) : undefined;
  return html`<nav class="days" aria-label="${say("days")}">
    <p class="months" aria-hidden="true">${monthsOf(firstShown, lastShown, reader)}</p>
    <ol class="day-grid">
      ${finder.days.map((day) => dayChip(view, day))}
    </ol>
    ${
      (earlier !== undefined || later !== undefined) &&
      html`<p class="row apart">
        ${
          earlier === undefined
            ? html`<span></span>`
            : html`<a class="button quiet" href="${hrefOf(view, earlier)}" data-go
                >${say("earlier")}<span class="unseen">
                  ${say("earlier.than", { day: dayOf(view, firstShown) })}</span
                ></a
              >`
        }
        ${
          later !== undefined &&
          html`<a class="button quiet" href="${hrefOf(view, later)}" data-go
            >${say("later")}<span class="unseen"> ${say("earlier.than", { day: dayOf(view, lastShown) })}</span></a
          >`
        }
      </p>`
    }
    ${dateJump(view)}
  </nav>`;
}

/** For a day that is further away than a few taps. */
function dateJump({ finder, path, reader }: FinderView): Markup {
  const say = bookingWords(reader);
  return html`<details>
    <summary>${say("date.other")}</summary>
    <form method="get" action="${path}" data-question>
      <input type="hidden" name="party" value="${finder.party}" />
      ${(finder.areaId ?? finder.ownAreaId) !== null && html`<input type="hidden" name="area" value="${finder.areaId ?? ""}" />`}
      <div class="field">
        <label for="date">${say("date")}</label>
        <input id="date" type="date" name="date" value="${finder.date}" min="${finder.first}" max="${finder.last}" />
      </div>
      <p><button class="quiet">${say("date.show")}</button></p>
    </form>
  </details>`;
}

/** A day without times, on its face and as it is said. */
const dayKeys = {
  open: null,
  full: { face: "day.full", said: "day.full.said" },
  over: { face: null, said: "day.over.said" },
  closed: { face: null, said: "day.closed.said" },
} as const;

function dayChip(view: FinderView, { date, state }: BookingDay): Markup {
  const { finder, reader } = view;
  const say = bookingWords(reader);
  const [weekday, day] = [partOf(date, reader, "weekday"), Number(date.slice(8))];
  const month = day === 1 ? partOf(date, reader, "month") : null;
  const keys = dayKeys[state];
  const under = keys === null ? (month ?? html`&nbsp;`) : keys.face === null ? "–" : say(keys.face);
  const face = html`<span aria-hidden="true" class="day-face"
      ><small>${weekday}</small><b>${day}</b><small>${under}</small></span
    ><span class="unseen">${dayOf(view, date)}${keys !== null && `, ${say(keys.said)}`}</span>`;
  const isChosen = date === finder.date;
  if (state === "closed" || state === "over")
    return html`<li>
      <span class="chip" aria-disabled="true" ${isChosen && html`aria-current="true"`}>${face}</span>
    </li>`;
  return html`<li>
    <a class="chip ${state}" href="${hrefOf(view, date)}" ${isChosen && html`aria-current="true"`} data-go>${face}</a>
  </li>`;
}

function monthsOf(first: string, last: string, { locale }: Reader): string {
  const format = new Intl.DateTimeFormat(plainLocale(locale), { month: "long", year: "numeric", timeZone: "UTC" });
  return formattedFor(locale, format.formatRange(wallTime(first), wallTime(last)));
}

function partOf(date: string, { locale }: Reader, part: "weekday" | "month"): string {
  const plain = plainLocale(locale);
  // In Portugal a short weekday is a whole word ("segunda"), which no day of the grid has room for.
  const named = part === "weekday" ? new Intl.Locale(plain).language : plain;
  const format = new Intl.DateTimeFormat(named, { [part]: "short", timeZone: "UTC" });
  return formattedFor(locale, format.format(wallTime(date)));
}
