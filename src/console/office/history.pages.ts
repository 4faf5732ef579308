/** The page that shows who changed what at a location. */
import type { AuditEntry } from "../../audit/audit-entry.ts";
import { listLocationEntries } from "../../audit/list-audit-entries.query.ts";
import { parseId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { listNames } from "../../people/person/list-names.query.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { historyPage } from "./history-page.ts";

const pageRows = 50;

/** The history of a location. */
export function historyPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([locationPage(deps, "history").read((visitor) => show(deps, visitor))]);
}

async function show(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { read } = deps.database;
  const before = parseId("aud", visitor.call.query.get("before") ?? "");
  const page = { before: before.kind === "ok" ? before.id : undefined, limit: pageRows + 1 };
  const entries = await listLocationEntries(read, visitor.location.id, page);
  if (isRefusal(entries)) return redirectTo(visitor.path);
  return historyPage(visitor, {
    entries: entries.slice(0, pageRows),
    older: entries.length > pageRows ? entries[pageRows - 1]?.id : undefined,
    names: await listNames(read, namedIn(entries)),
  });
}

function namedIn(entries: readonly AuditEntry[]): string[] {
  const ids = entries.flatMap(({ actor_id: actor, device_id: device }) => [actor, device]);
  return [...new Set(ids.filter((id) => id !== null))];
}
