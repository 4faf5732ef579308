/** The blackouts of a location as rows of a form: windows in which no reservations are taken. Pure. */
import type { Blackout } from "../../bookings/venue/blackouts.ts";
import type { Cell, Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowFields, rowsIn } from "../shell/row-fields.ts";
import type { SetupWords } from "../setup/setup-part.ts";

/** The sections; `areas` are those that can be blocked alone. What was over before `today` is folded, below the others. */
export function blackoutSections(
  say: SetupWords,
  {
    blackouts,
    areas,
    sent,
    today,
  }: {
    readonly blackouts: readonly Blackout[];
    readonly areas: readonly Option[];
    readonly sent: Fields;
    /** "2026-11-28", at the location. */
    readonly today: string;
  },
): Section[] {
  const cells: readonly Cell[] = [
    { kind: "date", label: say("blackout.from") },
    { kind: "date", label: say("blackout.to") },
    { kind: "time", label: say("blackout.start"), optional: true },
    { kind: "time", label: say("blackout.end"), optional: true },
    { kind: "choice", label: say("area"), options: [["", say("blackout.everywhere")], ...areas] },
    { kind: "text", label: say("blackout.reason"), max: 500, optional: true },
  ];
  const present = blackouts.map((one) => [keyOf(one), one.start_date] as const);
  const rows = rowFields("blackout", present, sent, { cells, empty: 2, newLabel: say("row.new") });
  const ended = blackouts.filter(({ end_date: end }) => end < today).map((one) => `blackout.${keyOf(one)}`);
  const [over, others] = [
    rows.filter(({ name }) => ended.includes(name)),
    rows.filter(({ name }) => !ended.includes(name)),
  ];
  const section = { title: say("blackouts"), text: say("blackouts.text"), fields: others };
  if (over.length === 0) return [section];
  return [section, { title: say("blackouts.over", { count: over.length }), fields: over, isFolded: true }];
}

/** No two blackouts of an area overlap, so when and where one begins tells it from all others. */
function keyOf({ start_date, start_time, area_id }: Blackout): string {
  return [start_date, start_time ?? "", area_id ?? ""].join(" ").trim();
}

export function blackoutFields(blackouts: readonly Blackout[]): Fields {
  return Object.fromEntries(
    blackouts.map((one) => [
      `blackout.${keyOf(one)}`,
      [one.start_date, one.end_date, one.start_time ?? "", one.end_time ?? "", one.area_id ?? "", one.reason ?? ""],
    ]),
  );
}

/** The rows as a partner would send them. */
export function blackoutsIn(fields: Fields): Blackout[] {
  const orNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text);
  return rowsIn("blackout", fields)
    .map(([, [from = "", to = "", start, end, area, reason]]) => ({
      start_date: from,
      end_date: to,
      start_time: orNull(start),
      end_time: orNull(end),
      area_id: orNull(area),
      reason: orNull(reason),
    }))
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date));
}
