/**
 * Says in the manager's language why the partner's checks refuse a save (rules/console 1.9): the row or field, and what
 * is wrong with it. Pure.
 */
import type { Refusal } from "../../kernel/refusal.ts";
import type { SetupWords } from "./setup-part.ts";

interface NamedArea {
  readonly name: string;
  readonly units?: readonly { readonly unitId: string; readonly name: string }[];
  readonly combinations?: readonly { readonly unitIds: readonly string[] }[];
}

/** The names of the rows of a configuration, or of blackouts. */
interface Named {
  readonly services?: readonly { readonly name: string }[];
  readonly areas?: readonly NamedArea[];
  readonly experiences?: readonly { readonly name: string }[];
  readonly exceptions?: readonly { readonly date: string }[];
  readonly blackout_dates?: readonly { readonly start_date: string }[];
}

const namesShown = 8;

/** A sentence for each issue. `saved` is what was refused: it has the names. */
export function problemsOf(say: SetupWords, refusal: Refusal, saved?: Named): string[] {
  const { issues, reasons } = refusal.details ?? {};
  const found = issuesIn(issues).map(({ path, message }) =>
    [...namesIn(say, path, saved), missingOf(say, path, saved) ?? sentenceOf(say, message)].join(" · "),
  );
  // Several issues of one row may read alike.
  if (found.length > 0) return [...new Set(found)];
  const lacking = Array.isArray(reasons) ? reasons.map((reason) => lackOf(say, String(reason))) : [];
  return lacking.length > 0 ? lacking : [say("problem.other")];
}

interface Issue {
  readonly path: string;
  readonly message: string;
}

function issuesIn(issues: unknown): readonly Issue[] {
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null || !("path" in one) || !("message" in one)) return [];
    return [{ path: String(one.path), message: String(one.message) }];
  });
}

function lackOf(say: SetupWords, reason: string): string {
  if (reason.endsWith("area")) return say("problem.no_area");
  return say(reason.endsWith("table") ? "problem.no_table" : "problem.no_service");
}

/** What an issue says, by its text. */
const meanings: readonly (readonly [text: RegExp, sentence: (say: SetupWords, found: RegExpExecArray) => string])[] = [
  [/^must not be below /, (say) => say("problem.order")],
  [/^leaves? parties of (\d+) to (\d+) without/, (say, [, from = "", to = ""]) => say("problem.gap", { from, to })],
  [/^overlaps another duration at a party of (\d+)/, (say, [, size = ""]) => say("problem.in_two", { size })],
  [/^(is there twice|names a .* twice)/, (say) => say("problem.twice")],
  [/^names no /, (say) => say("problem.unknown")],
  // Only joined tables have to be several.
  [/^must have at least 2 elements/, (say) => say("problem.one_table")],
  [/^must have at most (\d+) elements/, (say, [, most = ""]) => say("problem.most", { most })],
  [/^must be an http/, (say) => say("problem.photo")],
  [/^must be a currency/, (say) => say("payment.currency.hint")],
  [/^must lie between opens and closes/, (say) => say("problem.between")],
  [/^must lie within partySize/, (say) => say("problem.within")],
  [/^is not a date/, (say) => say("problem.date")],
  [/at most (\d+) are allowed/, (say, [, most = ""]) => say("problem.most", { most })],
  [/^must be left out when closed/, (say) => say("problem.closed")],
  [/^is required unless closed/, (say) => say("problem.open")],
  [/^overlaps /, (say) => say("problem.overlaps")],
  [/^must (not be before|be after) /, (say) => say("problem.after")],
  [/^is required when the other time/, (say) => say("problem.both")],
  [/^may be sent on one-day ranges/, (say) => say("problem.one_day")],
];

function sentenceOf(say: SetupWords, message: string): string {
  for (const [text, sentence] of meanings) {
    const found = text.exec(message);
    if (found !== null) return sentence(say, found);
  }
  return say("problem.other");
}

/** Which of the tables of a combination are not there, and which are; undefined where a path is about something else. */
function missingOf(say: SetupWords, path: string, saved: Named | undefined): string | undefined {
  const [, area, combination] = /areas\[(\d+)\]\.combinations\[(\d+)\]\.unitIds\[\d+\]$/.exec(path) ?? [];
  const { units = [], combinations = [] } = saved?.areas?.[Number(area)] ?? {};
  const wanted = combinations[Number(combination)]?.unitIds ?? [];
  const missing = wanted.filter((id) => !units.some(({ unitId }) => unitId === id));
  if (missing.length === 0) return undefined;
  return say("problem.no_such_table", {
    missing: firstOf(say, missing),
    tables: firstOf(
      say,
      units.map(({ name }) => name),
    ),
  });
}

/** The first few names, and how many more there are. */
function firstOf(say: SetupWords, names: readonly string[]): string {
  const more = names.length - namesShown;
  // One more is shorter than the words for one more.
  if (more <= 1) return names.join(", ");
  return say("problem.names_more", { names: names.slice(0, namesShown).join(", "), more });
}

/** The words of the row and of the field that a path names, as far as it names some. */
function namesIn(say: SetupWords, path: string, saved: Named | undefined): string[] {
  const [list = "", index, ...rest] = path
    .replace(/^body\.(configuration\.)?/, "")
    .split(/[.[\]]+/)
    .filter((part) => part !== "");
  const row = rowOf(say, list, Number(index), saved);
  const table = list === "areas" ? tableOf(saved?.areas?.[Number(index)], rest) : undefined;
  const field = fieldOf(
    say,
    rest.toReversed().find((part) => part in fields) ?? (row === undefined ? index : undefined),
  );
  return [row ?? fieldOf(say, list), field, table].filter((part) => part !== undefined);
}

/** The table, or the tables that are joined, of a path within an area. */
function tableOf(area: NamedArea | undefined, [list, index]: readonly string[]): string | undefined {
  const units = area?.units ?? [];
  if (list === "units") return units[Number(index)]?.name;
  const joined = list === "combinations" ? area?.combinations?.[Number(index)] : undefined;
  return joined?.unitIds.map((id) => units.find(({ unitId }) => unitId === id)?.name ?? id).join(", ");
}

function rowOf(say: SetupWords, list: string, index: number, saved: Named | undefined): string | undefined {
  const numbered = (name: string, own: string | undefined): string => own ?? `${name} ${index + 1}`;
  switch (list) {
    case "services":
      return Number.isNaN(index) ? undefined : numbered(say("service"), saved?.services?.[index]?.name);
    case "areas":
      return Number.isNaN(index) ? undefined : numbered(say("area"), saved?.areas?.[index]?.name);
    case "experiences":
      return Number.isNaN(index) ? undefined : numbered(say("experience"), saved?.experiences?.[index]?.name);
    case "exceptions":
      return numbered(say("exceptions"), saved?.exceptions?.[index]?.date);
    case "durations":
      return say("turns");
    case "blackout_dates":
      return numbered(say("blackouts"), saved?.blackout_dates?.[index]?.start_date);
    default:
      return undefined;
  }
}

/** The fields of paths that have a label of their own. */
const fields = {
  partySize: "rules.parties",
  largePartyThreshold: "rules.large_party",
  areas: "areas",
  units: "units",
  combinations: "combinations",
  opens: "service.opens",
  closes: "service.closes",
  lastSeating: "service.last",
  days: "service.days",
  photoUrl: "shown.photo",
  currency: "payment.currency",
  services: "services",
  opening_hours: "hours",
  start_date: "blackout.from",
  end_date: "blackout.to",
  start_time: "blackout.start",
  end_time: "blackout.end",
} as const;

function fieldOf(say: SetupWords, name: string | undefined): string | undefined {
  const known = Object.entries(fields).find(([field]) => field === name);
  return known === undefined ? undefined : say(known[1]);
}
