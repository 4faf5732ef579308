/** What a file of a location is called, so that an accountant of several restaurants tells their files apart. Pure. */
import { foldLetters } from "../../kernel/fold-letters.ts";
import type { Location } from "../../locations/location/location.ts";
import type { ReportDates } from "./report-span.ts";

/** The name of a file about some days: the restaurant, what it has, the dates. Heads carry ASCII alone. */
export function csvName(location: Pick<Location, "id" | "name">, what: string, { from, to }: ReportDates): string {
  return `${wordOf(location.name ?? "") || location.id}-${what}-${from}-${to}.csv`;
}

/** `Café Müller & Söhne` is `cafe-muller-sohne`; nothing of a name without Latin letters and digits. */
function wordOf(name: string): string {
  const words = foldLetters(name).match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 60).replace(/-$/, "");
}
