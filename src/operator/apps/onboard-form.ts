/** Reads the form of a new app before anything is made. Pure. */
import { parseId, type Id } from "../../kernel/id.ts";
import { scopes as allScopes, type Scope } from "../../platform/http/scopes.ts";

export interface Onboarding {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Locations to grant. */
  readonly locationIds: readonly Id<"str">[];
  /** A location to make and grant; null: none. */
  readonly location: { readonly name: string; readonly timezone: string | null } | null;
  /** A link for a developer of the app is made too. */
  readonly invites: boolean;
}

export type OnboardMistakes = ReadonlyMap<"name" | "scopes" | "ids" | "place_timezone", string>;

const longestName = 200;
const mostLocations = 200;

/** Reads the form; the mistakes are by field, and nothing is made while there is one. */
export function readOnboarding(form: URLSearchParams): {
  readonly wanted: Onboarding;
  readonly mistakes: OnboardMistakes;
} {
  const mistakes = new Map<"name" | "scopes" | "ids" | "place_timezone", string>();
  const name = (form.get("name") ?? "").trim();
  if (name === "" || name.length > longestName || /\p{Cc}/u.test(name))
    mistakes.set("name", `Write a name of 1 to ${longestName} characters.`);
  const scopes = allScopes.filter((scope) => form.getAll("scope").includes(scope));
  if (scopes.length === 0) mistakes.set("scopes", "Choose at least one scope.");
  const typed = (form.get("ids") ?? "").slice(0, 10_000).split(/[\s,;]+/);
  const texts = [...new Set([...form.getAll("location"), ...typed])].filter((text) => text !== "");
  const parsed = texts.map((text) => ({ text, read: parseId("str", text) }));
  const wrong = parsed.find(({ read }) => read.kind !== "ok");
  if (wrong !== undefined)
    mistakes.set("ids", `"${wrong.text.slice(0, 60)}" is no id of a location. Ids of locations begin with str_.`);
  if (texts.length > mostLocations) mistakes.set("ids", `At most ${mostLocations} locations at once.`);
  const timezone = (form.get("place_timezone") ?? "").trim().slice(0, 100);
  const locationName = (form.get("place_name") ?? "").trim().slice(0, longestName);
  return {
    mistakes,
    wanted: {
      name,
      scopes,
      locationIds: parsed.flatMap(({ read }) => (read.kind === "ok" ? [read.id] : [])),
      location: locationName === "" ? null : { name: locationName, timezone: timezone === "" ? null : timezone },
      invites: form.get("invites") !== null,
    },
  };
}
