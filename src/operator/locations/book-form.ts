/** The form of who keeps the book of a location, as the operator typed it. Pure. */
import { compileCheck } from "../../platform/http/reading/validate.ts";
import { givenProvider } from "../../providers/provider-settings.schemas.ts";
import type { GivenProvider, ProviderSettings } from "../../providers/provider-settings.ts";

/** The fields that are texts, and those that are numbers; an empty one stays as it is. */
const texts = ["base_url", "username", "password", "merchant_id", "service_id", "first_start", "last_start"] as const;
const numbers = ["slot_interval_minutes", "duration_minutes", "max_party_size"] as const;

const check = compileCheck("form", givenProvider);

type TypedBook =
  | { readonly mode: "native" }
  | { readonly mode: "provider"; readonly given: GivenProvider }
  | { readonly mode: undefined; readonly problem: string };

/** What was typed, or what is wrong with it. */
export function readBook(form: URLSearchParams): TypedBook {
  const mode = form.get("booking_mode");
  if (mode === "native") return { mode };
  if (mode !== "provider") return { mode: undefined, problem: "choose who keeps the book" };
  const typed = (name: string): string => (form.get(name) ?? "").trim();
  const given: Record<string, unknown> = { adapter: typed("adapter"), leases: form.get("leases") === "yes" };
  for (const name of texts) if (typed(name) !== "") given[name] = typed(name);
  for (const name of numbers) if (typed(name) !== "") given[name] = Number(typed(name));
  if (isGiven(given)) return { mode, given };
  const [issue] = check(given);
  return { mode: undefined, problem: `${issue?.path.replace("form.", "") ?? ""} ${issue?.message ?? ""}`.trim() };
}

function isGiven(value: unknown): value is GivenProvider {
  return check(value).length === 0;
}

/** What the form shows: what was typed last, else what is set. A password is never shown. */
export function shownBook(
  mode: "native" | "provider",
  settings: ProviderSettings | undefined,
  typed: URLSearchParams | undefined,
): (name: string) => string {
  const { adapter, base_url, username, terms } = settings ?? {};
  const set: Readonly<Record<string, string | number | boolean | null | undefined>> = {
    booking_mode: mode,
    adapter: adapter ?? "booking_server_v3",
    base_url,
    username,
    ...terms,
    leases: terms?.leases === true ? "yes" : "",
  };
  return (name) =>
    name === "password" ? "" : (typed?.get(name) ?? (typed === undefined ? String(set[name] ?? "") : ""));
}
