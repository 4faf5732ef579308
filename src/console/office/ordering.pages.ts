/** The page on which a manager says how the location takes orders, and pauses it (rules/console 1.2 to 1.4). */
import { isRefusal, done } from "../../kernel/refusal.ts";
import { saveLocation } from "../../locations/settings/change-location.command.ts";
import { pauseOrdering, resumeOrdering } from "../../locations/settings/change-ordering.command.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { readDraft } from "../shell/merged-form.ts";
import { saveMerged, type Present } from "../shell/merged-save.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { findWhoSaved } from "../shell/who-saved.query.ts";
import { orderingFields, orderingInput, orderingSections } from "./ordering-fields.ts";
import { orderingPage } from "./ordering-page.ts";

/** How a location takes orders. */
export function orderingPages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "ordering");
  return ofPeople([
    page.read(async (visitor) => {
      const { fields, version } = presentOf(visitor.location);
      return orderingPage(visitor, {
        draft: { base: fields, version, mine: fields },
        done: visitor.call.query.get("done"),
      });
    }),
    page.form("", (visitor) => save(deps, visitor)),
    page.form("pause", (visitor) => pauseOrSo(deps, visitor)),
  ]);
}

function presentOf(location: LocationSettings): Present {
  return { fields: orderingFields(location), version: location.version };
}

async function readPresent(db: Db, { location }: LocationVisit): Promise<Present> {
  const found = await getLocationSettings(db, location.id);
  return presentOf(isRefusal(found) ? location : found);
}

async function save(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, say, language, location, author, path } = visitor;
  const words = speak(language, "ordering");
  const { draft, mistakes } = readDraft(orderingSections(words), call.form, presentOf(location), say);
  if (mistakes.size > 0) return orderingPage(visitor, { draft, mistakes, typed: call.form });
  const saved = await saveMerged(draft, {
    read: () => readPresent(deps.database.read, visitor),
    write: async (fields, expectedVersion) => {
      const wanted = { input: orderingInput(fields), expectedVersion };
      const written = await deps.database.transaction((tx) => saveLocation(tx, location.id, wanted, author));
      return isRefusal(written) ? written : done;
    },
  });
  if (saved.kind === "unsaved" && saved.refusal.code !== "invalid_request") return redirectTo(path);
  // What the fields let through and the command does not is the number of the telephone.
  if (saved.kind === "unsaved")
    return orderingPage(visitor, {
      draft: saved.draft,
      mistakes: new Map([["alert_phone", words("phone.mistake")]]),
    });
  if (saved.kind === "gone") return redirectTo(path);
  if (saved.kind === "clashed") {
    const who = await findWhoSaved(deps.database.read, visitor, { action: "location.updated" });
    return orderingPage(visitor, { draft: saved.draft, clashes: saved.clashes, who });
  }
  return redirectTo(`${path}?done=${saved.isMerged ? "merged" : "saved"}`);
}

const pauses = new Map([
  ["15", { minutes: 15 }],
  ["30", { minutes: 30 }],
  ["60", { minutes: 60 }],
  ["tomorrow", { until: "tomorrow" as const }],
]);

/** Pauses ordering for as long as the form says, or ends the pause. */
export async function pauseOrSo(
  deps: AccountDeps,
  { call, location, author, path }: LocationVisit,
): Promise<PageAnswer> {
  const wanted = pauses.get(call.form.get("for") ?? "");
  await deps.database.transaction((tx) =>
    wanted === undefined ? resumeOrdering(tx, location.id, author) : pauseOrdering(tx, location.id, wanted, author),
  );
  return redirectTo(path);
}
