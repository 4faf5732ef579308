/** The page on which a guest finds a table: party, day, time. It works by links and forms alone. Pure. */
import { addDays } from "../../bookings/venue/service-days.ts";
import { wallTime } from "../../kernel/wall-time.ts";
import { html, type Markup } from "../../pages/html.ts";
import { counted, formatDate } from "../../pages/page-formats.ts";
import { daysShown, type BookingDay } from "./booking-days.ts";
import { hrefOf, largeParty, timesOf, type FinderView } from "./booking-times-page.ts";

/** The finder: what to choose from and, under it, what is free. */
export function finderMain(view: FinderView): Markup {
  const { finder, heading, problem, keptHref } = view;
  return html`${heading}
    ${problem !== null && html`<p class="notice bad" role="alert" tabindex="-1" data-focus>${problem}</p>`}
    ${keptHref !== undefined && html`<p>What you held before is still yours: <a href="${keptHref}">go back to it</a>.</p>`}
    <section id="finder" data-finder>
      ${questionForm(view)} ${beyondNotice(view)}
      ${
        finder.refused === undefined
          ? html`${dayGrid(view)}
              <div data-times>${timesOf(view)}</div>`
          : largeParty(view)
      }
    </section>
    <p class="soft small">
      All times are the restaurant’s own<span data-zone="${view.venue.timeZone}" hidden
        >, not those where you are now</span
      >.
    </p>`;
}

/** A date that cannot be booked shows another, and says so. */
function beyondNotice({ finder, language }: FinderView): Markup | null {
  const { beyond, last } = finder;
  if (beyond === null) return null;
  const asked = new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(wallTime(beyond));
  const shown = formatDate(finder.date, language);
  const words =
    beyond > last
      ? `${asked} is further ahead than can be booked here: this is the last day, ${shown}.`
      : `${asked} can no longer be booked here: this is the first day, ${shown}.`;
  return html`<p class="notice warn" role="status">${words}</p>`;
}

function questionForm({ finder, venue, path }: FinderView): Markup {
  const { min, max } = venue.partySize;
  const largest = Math.min(venue.largePartyThreshold ?? max, max);
  const sizes = Array.from({ length: Math.max(0, Math.min(largest, min + 19) - min + 1) }, (_, index) => min + index);
  const area = (id: string | null, name: string): Markup =>
    html`<option value="${id ?? ""}" ${finder.areaId === id && html`selected`}>${name}</option>`;
  return html`<form method="get" action="${path}" data-question data-auto>
    <fieldset>
      <legend>How many people?</legend>
      <div class="chips party">
        ${sizes.map((size) => partyChip(size, String(size), finder.party === size))}
        ${partyChip(largest + 1, `${largest + 1}+`, finder.party > largest)}
      </div>
    </fieldset>
    ${
      venue.areas.length > 1 &&
      html`<div class="field">
        <label for="area">Where?</label>
        <select id="area" name="area">
          ${area(null, "Anywhere")} ${venue.areas.map((each) => area(each.areaId, each.name))}
        </select>
      </div>`
    }
    <input type="hidden" name="date" value="${finder.date}" />
    <p class="unscripted"><button class="quiet">Show times</button></p>
  </form>`;
}

function partyChip(size: number, label: string, chosen: boolean): Markup {
  return html`<label class="chip"
    ><input type="radio" name="party" value="${size}" ${chosen && html`checked`} /><span aria-hidden="true"
      >${label}</span
    ><span class="unseen"
      >${label.endsWith("+") ? `${size} or more people` : counted(size, "person", "people")}</span
    ></label
  >`;
}

function dayGrid(view: FinderView): Markup {
  const { finder, language } = view;
  const [firstShown, lastShown] = [finder.days[0]?.date ?? finder.first, finder.days.at(-1)?.date ?? finder.last];
  const earlier = firstShown > finder.first ? addDays(firstShown, -daysShown) : undefined;
  const later = lastShown < finder.last ? addDays(lastShown, 1) : undefined;
  return html`<nav class="days" aria-label="Days">
    <p class="months" aria-hidden="true">${monthsOf(firstShown, lastShown, language)}</p>
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
                >Earlier<span class="unseen"> than ${formatDate(firstShown, language)}</span></a
              >`
        }
        ${
          later !== undefined &&
          html`<a class="button quiet" href="${hrefOf(view, later)}" data-go
            >Later<span class="unseen"> than ${formatDate(lastShown, language)}</span></a
          >`
        }
      </p>`
    }
    ${dateJump(view)}
  </nav>`;
}

/** For a day that is further away than a few taps. */
function dateJump({ finder, path }: FinderView): Markup {
  return html`<details>
    <summary>Another date</summary>
    <form method="get" action="${path}" data-question>
      <input type="hidden" name="party" value="${finder.party}" />
      ${(finder.areaId ?? finder.ownAreaId) !== null && html`<input type="hidden" name="area" value="${finder.areaId ?? ""}" />`}
      <div class="field">
        <label for="date">Date</label>
        <input id="date" type="date" name="date" value="${finder.date}" min="${finder.first}" max="${finder.last}" />
      </div>
      <p><button class="quiet">Show this date</button></p>
    </form>
  </details>`;
}

const dayWords = { open: null, full: "full", over: "–", closed: "–" } as const;
const saidWords = { open: null, full: "fully booked", over: "not bookable any more", closed: "closed" } as const;

function dayChip(view: FinderView, { date, state }: BookingDay): Markup {
  const { finder, language } = view;
  const [weekday, day] = [partOf(date, language, "weekday"), Number(date.slice(8))];
  const month = day === 1 ? partOf(date, language, "month") : null;
  const said = saidWords[state];
  const face = html`<span aria-hidden="true" class="day-face"
      ><small>${weekday}</small><b>${day}</b><small>${dayWords[state] ?? month ?? html`&nbsp;`}</small></span
    ><span class="unseen">${formatDate(date, language)}${said !== null && `, ${said}`}</span>`;
  const isChosen = date === finder.date;
  if (state === "closed" || state === "over")
    return html`<li>
      <span class="chip" aria-disabled="true" ${isChosen && html`aria-current="true"`}>${face}</span>
    </li>`;
  return html`<li>
    <a class="chip ${state}" href="${hrefOf(view, date)}" ${isChosen && html`aria-current="true"`} data-go>${face}</a>
  </li>`;
}

function monthsOf(first: string, last: string, language: string): string {
  const [from, until] = [first, last].map((date) =>
    new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(wallTime(date)),
  );
  return from === until ? `${from}` : `${from} – ${until}`;
}

function partOf(date: string, language: string, part: "weekday" | "month"): string {
  return new Intl.DateTimeFormat(language, { [part]: "short", timeZone: "UTC" }).format(wallTime(date));
}
