/** Who saved a form in between, and when (rules/console 1.4). */
import { listLocationEntries } from "../../audit/list-audit-entries.query.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { formatDayTime } from "../../pages/page-formats.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import type { LocationVisit } from "./location-page.query.ts";

/** What is saved with a revision that its entry of the audit log names; a connected app saves the same without an entry. */
type WithRevision = "booking_configuration.published" | "booking_blackouts.replaced";

/** As many entries are looked through as saves may come between. */
const mostEntries = 50;

/** The saver of the location's settings, or of a revision, in the words of a reader: a person, an app or the operator. */
export async function findWhoSaved(
  db: Db,
  { location, language, locale }: Pick<LocationVisit, "location" | "language" | "locale">,
  saved:
    | { readonly action: "location.updated" | "menu.published" }
    | { readonly action: WithRevision; readonly revision: number },
): Promise<string | undefined> {
  const say = speak(language, "records");
  const entries = await listLocationEntries(db, location.id, { before: undefined, limit: mostEntries });
  if (isRefusal(entries)) return undefined;
  const entry = entries.find(
    ({ action, after }) => action === saved.action && (!("revision" in saved) || revisionIn(after) === saved.revision),
  );
  if (entry === undefined) return "revision" in saved ? say("who.app") : undefined;
  const { actor, actor_id: id, actor_kind: kind, at } = entry;
  const who =
    id !== null
      ? ((await listNames(db, [id])).get(id) ?? say(kind === "app" ? "who.app" : "who.unknown"))
      : say(kind === "operator_token" || actor === "operator" ? "who.operator" : "who.service");
  return `${who}, ${formatDayTime(at, location.timezone ?? "UTC", locale)}`;
}

function revisionIn(after: unknown): unknown {
  return typeof after === "object" && after !== null && "revision" in after ? after.revision : undefined;
}
