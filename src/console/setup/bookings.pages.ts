/** The pages on which a manager says how the location takes bookings (rules/console 1.2 to 1.4). */
import { findBookingSetup, type BookingSetup } from "../../bookings/setup/read-setup.query.ts";
import type { BookingConfiguration } from "../../bookings/venue/configuration.ts";
import { done, isRefusal } from "../../kernel/refusal.ts";
import { updateLocation } from "../../locations/settings/change-location.command.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import { readDraft, sentBase } from "../shell/merged-form.ts";
import { saveMerged } from "../shell/merged-save.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { findWhoSaved } from "../shell/who-saved.query.ts";
import { bookingsPage, partPage } from "./bookings-page.ts";
import { findPart, partKinds, type FoundPart } from "./find-part.ts";
import type { SetupDeps } from "./setup-deps.ts";
import { readAsSent } from "./read-as-sent.ts";
import { publishByManager } from "./save-setup.command.ts";
import { problemsOf } from "./setup-problems.ts";
import { starterConfiguration } from "./starter.ts";
import { dayNames } from "./week-days.ts";

/** How a location takes bookings. */
export function bookingsPages(deps: SetupDeps): PageRoute[] {
  const page = locationPage(deps, "bookings");
  return ofPeople([
    page.read((visitor) => show(deps, visitor)),
    page.form("switch", (visitor) => switchBookings(deps, visitor)),
    page.form("start", (visitor) => start(deps, visitor)),
    page.read((visitor) => withPart(deps, visitor, async (found) => partPage(visitor, found)), "part/{kind}"),
    page.form("part/{kind}", (visitor) => withPart(deps, visitor, (found) => save(deps, visitor, found))),
    page.form("remove/{kind}", (visitor) => withPart(deps, visitor, (found) => remove(deps, visitor, found))),
  ]);
}

async function findSetup(deps: SetupDeps, { location }: LocationVisit): Promise<BookingSetup> {
  const setup = await deps.database.snapshot((db) => findBookingSetup(db, location.id));
  if (setup === undefined) throw new Error(`the location ${location.id} is gone`);
  return setup;
}

async function show(deps: SetupDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { query } = visitor.call;
  const news = { done: query.get("done"), stranded: Number(query.get("stranded") ?? 0) };
  return bookingsPage(visitor, await findSetup(deps, visitor), news);
}

async function switchBookings(deps: SetupDeps, { call, location, author, path }: LocationVisit): Promise<PageAnswer> {
  const input = { bookings_enabled: call.form.get("enabled") === "1" };
  await deps.database.transaction((tx) => updateLocation(tx, location.id, input, author));
  return redirectTo(path);
}

async function start(deps: SetupDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const say = speak(visitor.language, "setup");
  const names = { area: say("starter.area"), table: say("starter.table"), service: say("starter.service") };
  // Somebody else may have begun meanwhile; then theirs stays.
  await publish(deps, visitor, starterConfiguration(names), null);
  return redirectTo(visitor.path);
}

/** Publishes by the partner's checks and command, as made from a revision (null: there was none). */
async function publish(
  deps: SetupDeps,
  { location, author }: LocationVisit,
  configuration: BookingConfiguration,
  revision: number | null,
) {
  const given = await readAsSent(deps, configuration, revision);
  if (isRefusal(given)) return given;
  return deps.database.transaction((tx) => publishByManager(tx, location.id, given, author));
}

async function withPart(
  deps: SetupDeps,
  visitor: LocationVisit,
  run: (found: FoundPart) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { call, language, path } = visitor;
  const kind = partKinds.find((one) => one === call.params["kind"]);
  const { configuration, location } = await findSetup(deps, visitor);
  if (kind === undefined || configuration === null || location.revision === null) return redirectTo(path);
  const id = call.query.get("id");
  const part = findPart(speak(language, "setup"), { kind, id, day: dayNames(language) });
  if (part.read(configuration) === undefined) return redirectTo(`${path}?done=gone`);
  return run({ kind, id, part, configuration, revision: location.revision });
}

async function save(deps: SetupDeps, visitor: LocationVisit, found: FoundPart): Promise<PageAnswer> {
  const { call, say, path, language } = visitor;
  const { part, configuration } = found;
  const sections = part.sections(configuration, sentBase(call.form));
  const present = { fields: part.read(configuration) ?? {}, version: found.revision };
  const { draft, mistakes } = readDraft(sections, call.form, present, say);
  if (mistakes.size > 0) return partPage(visitor, found, { draft, mistakes, typed: call.form });
  let stranded = 0;
  const saved = await saveMerged<"invalid_request" | "configuration_rejected" | "stale_configuration">(draft, {
    read: async () => {
      const now = await findSetup(deps, visitor);
      const fields = now.configuration === null ? undefined : part.read(now.configuration);
      return fields === undefined ? undefined : { fields, version: now.location.revision ?? 0 };
    },
    async write(fields, version) {
      const now = (await findSetup(deps, visitor)).configuration ?? configuration;
      const published = await publish(deps, visitor, part.write(now, fields), version);
      if (isRefusal(published)) return published;
      stranded = published.stranded.length;
      return done;
    },
    ...(part.retell === undefined ? {} : { retell: part.retell }),
  });
  if (saved.kind === "unsaved") {
    const now = { ...found, configuration: (await findSetup(deps, visitor)).configuration ?? configuration };
    const problems = problemsOf(
      speak(language, "setup"),
      saved.refusal,
      part.write(now.configuration, saved.draft.mine),
    );
    return partPage(visitor, now, { draft: saved.draft, problems });
  }
  if (saved.kind === "gone") return redirectTo(`${path}?done=gone`);
  if (saved.kind === "clashed") {
    const { draft: next, clashes } = saved;
    const theirs = { action: "booking_configuration.published", revision: next.version } as const;
    const who = await findWhoSaved(deps.database.read, visitor, theirs);
    return partPage(visitor, found, { draft: next, clashes, who });
  }
  return redirectTo(`${path}?done=${saved.isMerged ? "merged" : "saved"}&stranded=${stranded}`);
}

async function remove(deps: SetupDeps, visitor: LocationVisit, found: FoundPart): Promise<PageAnswer> {
  const { call, path } = visitor;
  const { part, configuration, kind, id } = found;
  if (part.remove === undefined) return redirectTo(path);
  const version = Number(call.form.get("version"));
  const removed = await publish(deps, visitor, part.remove(configuration), Number.isSafeInteger(version) ? version : 0);
  if (!isRefusal(removed)) return redirectTo(`${path}?done=saved&stranded=${removed.stranded.length}`);
  const own = `${path}/part/${kind}?id=${encodeURIComponent(id ?? "")}`;
  if (removed.code === "stale_configuration") return redirectTo(`${own}&done=stale`);
  const problems = problemsOf(speak(visitor.language, "setup"), removed, part.remove(configuration));
  return partPage(visitor, found, { problems });
}
