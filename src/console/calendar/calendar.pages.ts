/** The page on which a manager says when the location is closed: closed days, blackouts, single dates, opening hours. */
import { listComingStarts } from "../../bookings/aftercare/list-coming-starts.query.ts";
import { areasToBlock, findBookingSetup, type BookingSetup } from "../../bookings/setup/read-setup.query.ts";
import type { Instant } from "../../kernel/clock.ts";
import { done, isRefusal, refuse } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { saveLocation } from "../../locations/settings/change-location.command.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { listScheduledTimes } from "../../orders/staff/list-scheduled.query.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { readDraft, sentBase, sentIn } from "../shell/merged-form.ts";
import { saveMerged, type Draft, type Present } from "../shell/merged-save.ts";
import type { Fields } from "../shell/merge-three.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { findWhoSaved } from "../shell/who-saved.query.ts";
import { blackoutFields, blackoutsIn, blackoutSections } from "./blackouts-form.ts";
import { calendarPage, type CalendarState } from "./calendar-page.ts";
import { changeDays, type DaysChange } from "./close-days.command.ts";
import { listClosedDays, type ClosedDays } from "./closed-days.ts";
import { readClosing, readRestore } from "./closing-form.ts";
import { afterChoice, clashOfAlways } from "./hours-clash.ts";
import { hoursFields, hoursIn, hoursMistakes, hoursSections } from "./hours-form.ts";
import { replaceBlackoutsByManager } from "../setup/save-setup.command.ts";
import { problemsOf } from "../setup/setup-problems.ts";
import type { SetupDeps } from "../setup/setup-deps.ts";
import { countConcerned } from "./concerned-bookings.ts";
import { dayNames } from "../setup/week-days.ts";

/** When a location is closed. */
export function calendarPages(deps: SetupDeps): PageRoute[] {
  const page = locationPage(deps, "calendar");
  return ofPeople([
    page.read((visitor) => show(deps, visitor)),
    page.form("close", (visitor) => closeDays(deps, visitor)),
    page.form("open", (visitor) => restoreDays(deps, visitor)),
    page.form("blackouts", (visitor) => saveBlackouts(deps, visitor)),
    page.form("hours", (visitor) => saveHours(deps, visitor)),
  ]);
}

async function findSetup(deps: SetupDeps, { location }: LocationVisit): Promise<BookingSetup> {
  const setup = await deps.database.snapshot((db) => findBookingSetup(db, location.id));
  if (setup === undefined) throw new Error(`the location ${location.id} is gone`);
  return setup;
}

const draftOf = ({ fields, version }: Present): Draft => ({ base: fields, version, mine: fields });

/** The page with both forms; what a save met stands in its form. */
async function show(deps: SetupDeps, visitor: LocationVisit, state: CalendarState = {}): Promise<PageAnswer> {
  const setup = await findSetup(deps, visitor);
  const say = speak(visitor.language, "setup");
  const blackouts = state.blackouts ?? { draft: draftOf(blackoutsOf(setup)) };
  const hours = state.hours ?? { draft: draftOf(hoursOf(visitor.location)) };
  const { id, now, timezone } = visitor.location;
  const timeZone = timezone ?? "UTC";
  const starts = await listComingStarts(deps.database.read, id, now);
  const scheduled = await listScheduledTimes(deps.database.read, id, now);
  const today = localDate(timeZone, now);
  const days = listClosedDays({ ...setup, hours: visitor.location.opening_hours }, today);
  return calendarPage(visitor, {
    concerned: countConcerned(starts, setup, timeZone),
    closing: {
      days,
      today,
      hasConfiguration: setup.configuration !== null,
      scheduled: countOnClosed(scheduled, days, timeZone),
      ...state.closing,
    },
    hasConfiguration: setup.configuration !== null,
    done: visitor.call.query.get("done"),
    blackouts: { ...blackouts, sections: sectionsOf(say, setup, sentIn(blackouts.draft), visitor.location) },
    hours: {
      ...hours,
      sections: hoursSections(say, {
        hours: visitor.location.opening_hours,
        sent: sentIn(hours.draft),
        day: dayNames(visitor.language),
      }),
    },
  });
}

/** How many of the times lie on a day without orders. */
function countOnClosed(times: readonly Instant[], days: readonly ClosedDays[], timeZone: string): number {
  const perDate = Map.groupBy(times, (time) => localDate(timeZone, time));
  const closed = days.filter(({ orders }) => orders);
  const concerned = [...perDate].filter(([date]) => closed.some(({ from, to }) => from <= date && date <= to));
  return concerned.reduce((sum, [, ofDate]) => sum + ofDate.length, 0);
}

async function closeDays(deps: SetupDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, language, say } = visitor;
  const { configuration } = await findSetup(deps, visitor);
  const today = localDate(location.timezone ?? "UTC", location.now);
  const here = { say: speak(language, "closing"), today, hasConfiguration: configuration !== null };
  const read = readClosing(call.form, here, say("field.date"));
  if (read.kind === "mistaken") return show(deps, visitor, { closing: { mistakes: read.mistakes, typed: call.form } });
  return change(deps, visitor, read.change);
}

async function restoreDays(deps: SetupDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, path } = visitor;
  const wanted = readRestore(call.form, localDate(location.timezone ?? "UTC", location.now));
  return wanted === undefined ? redirectTo(path) : change(deps, visitor, wanted);
}

async function change(deps: SetupDeps, visitor: LocationVisit, wanted: DaysChange): Promise<PageAnswer> {
  const { location, author, path, language, call } = visitor;
  const changed = await changeDays(deps, location.id, wanted, author);
  if (!isRefusal(changed)) return redirectTo(`${path}?done=saved`);
  const { configuration } = await findSetup(deps, visitor);
  const problems = problemsOf(speak(language, "setup"), changed, configuration ?? {});
  return show(deps, visitor, { closing: { problems, typed: call.form } });
}

function sectionsOf(
  say: Parameters<typeof blackoutSections>[0],
  setup: BookingSetup,
  sent: Fields,
  { timezone, now }: LocationSettings,
) {
  const named = new Map((setup.configuration?.areas ?? []).map(({ areaId, name }) => [areaId, name]));
  const blocked = setup.blackouts.flatMap(({ area_id: id }) => (id === null ? [] : [id]));
  const ids = [...new Set([...(areasToBlock(setup) ?? []), ...blocked])];
  const areas = ids.map((id) => [id, named.get(id) ?? id] as const);
  return blackoutSections(say, { blackouts: setup.blackouts, areas, sent, today: localDate(timezone ?? "UTC", now) });
}

function blackoutsOf({ blackouts, blackoutsRevision }: BookingSetup): Present {
  return { fields: blackoutFields(blackouts), version: blackoutsRevision };
}

function hoursOf({ opening_hours: hours, version }: LocationSettings): Present {
  return { fields: hoursFields(hours), version };
}

async function saveBlackouts(deps: SetupDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, say, location, author, path, language } = visitor;
  const setup = await findSetup(deps, visitor);
  const sections = sectionsOf(speak(language, "setup"), setup, sentBase(call.form), location);
  const { draft, mistakes } = readDraft(sections, call.form, blackoutsOf(setup), say);
  if (mistakes.size > 0) return show(deps, visitor, { blackouts: { draft, mistakes, typed: call.form } });
  const saved = await saveMerged<"not_found" | "invalid_request" | "invalid_blackout_dates" | "stale_blackout_dates">(
    draft,
    {
      read: async () => blackoutsOf(await findSetup(deps, visitor)),
      async write(fields, version) {
        const body = { expected_revision: version, blackout_dates: blackoutsIn(fields) };
        const replaced = await deps.database.transaction((tx) =>
          replaceBlackoutsByManager(tx, location.id, body, author),
        );
        return isRefusal(replaced) ? replaced : done;
      },
    },
  );
  if (saved.kind === "unsaved") {
    const named = { blackout_dates: blackoutsIn(saved.draft.mine) };
    const problems = problemsOf(speak(language, "setup"), saved.refusal, named);
    return show(deps, visitor, { blackouts: { draft: saved.draft, problems } });
  }
  if (saved.kind === "clashed") {
    const { draft: next, clashes } = saved;
    const theirs = { action: "booking_blackouts.replaced", revision: next.version } as const;
    const who = await findWhoSaved(deps.database.read, visitor, theirs);
    return show(deps, visitor, { blackouts: { draft: next, clashes, who } });
  }
  return redirectTo(`${path}?done=${saved.kind === "saved" && saved.isMerged ? "merged" : "saved"}`);
}

async function saveHours(deps: SetupDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, author, path, language } = visitor;
  const say = speak(language, "setup");
  const wanted = { hours: location.opening_hours, sent: sentBase(call.form), day: dayNames(language) };
  const sent = readDraft(hoursSections(say, wanted), call.form, hoursOf(location), visitor.say);
  const draft = afterChoice(sent.draft, call.form);
  const mistakes = new Map([...(draft.mine === draft.base ? [] : sent.mistakes), ...hoursMistakes(say, draft)]);
  if (mistakes.size > 0) return show(deps, visitor, { hours: { draft, mistakes, typed: call.form } });
  const saved = await saveMerged<"not_found" | "invalid_request" | "stale_version">(draft, {
    async read() {
      const found = await getLocationSettings(deps.database.read, location.id);
      return isRefusal(found) ? undefined : hoursOf(found);
    },
    oppose: clashOfAlways,
    async write(fields, expectedVersion) {
      // Two who add the same hours: only one of both rows could be kept.
      if (hoursMistakes(say, { base: draft.base, mine: fields }).size > 0)
        return refuse("invalid_request", "rows say the same");
      const change = { input: { opening_hours: hoursIn(fields) }, expectedVersion };
      const written = await deps.database.transaction((tx) => saveLocation(tx, location.id, change, author));
      return isRefusal(written) ? written : done;
    },
  });
  if (saved.kind === "unsaved") {
    const joined = hoursMistakes(say, saved.draft);
    const met = joined.size > 0 ? { mistakes: joined } : { problems: problemsOf(say, saved.refusal) };
    return show(deps, visitor, { hours: { draft: saved.draft, ...met } });
  }
  if (saved.kind === "clashed") {
    const who = await findWhoSaved(deps.database.read, visitor, { action: "location.updated" });
    return show(deps, visitor, { hours: { draft: saved.draft, clashes: saved.clashes, who } });
  }
  return redirectTo(`${path}?done=${saved.kind === "saved" && saved.isMerged ? "merged" : "saved"}`);
}
