/** What the form of closed days sends. Pure. */
import type { speak } from "../../words/speak.ts";
import { dateAfter } from "../../kernel/day-span.ts";
import { isDate } from "../../bookings/venue/blackouts.ts";
import type { PlainField } from "../shell/form-fields.ts";
import type { DaysChange } from "./close-days.command.ts";
import { datesBetween, daysAhead, mostDays } from "./closed-days.ts";

export type ClosingWords = ReturnType<typeof speak<"closing">>;

/** The fields; where bookings are not set up here, there is nothing to choose. */
export function closingFields(say: ClosingWords, hasConfiguration: boolean): readonly PlainField[] {
  const what: PlainField = {
    kind: "ticks",
    name: "what",
    label: say("what"),
    least: 1,
    options: [
      ["orders", say("what.orders")],
      ["bookings", say("what.bookings")],
    ],
  };
  return [
    { kind: "date", name: "first", label: say("first") },
    { kind: "date", name: "last", label: say("last") },
    ...(hasConfiguration ? [what] : []),
  ];
}

/** What an empty form comes with. */
export const usualClosing = { first: null, last: null, what: ["bookings", "orders"] };

export type ReadClosing =
  | { readonly kind: "read"; readonly change: DaysChange }
  | { readonly kind: "mistaken"; readonly mistakes: ReadonlyMap<string, string> };

/** The change, or what is wrong with the form; `today` is the date at the location. */
export function readClosing(
  form: URLSearchParams,
  { say, today, hasConfiguration }: { say: ClosingWords; today: string; hasConfiguration: boolean },
  sayDate: string,
): ReadClosing {
  const text = (name: string): string => (form.get(name) ?? "").trim();
  const first = text("first");
  const last = text("last") === "" ? first : text("last");
  const what = hasConfiguration ? form.getAll("what") : ["orders"];
  const [orders, bookings] = [what.includes("orders"), what.includes("bookings")];
  const mistakes = new Map<string, string>();
  if (!isDate(first)) mistakes.set("first", sayDate);
  else if (first < today) mistakes.set("first", say("past"));
  else if (first > dateAfter(today, daysAhead)) mistakes.set("first", say("far"));
  else if (!isDate(last) || last < first) mistakes.set("last", say("last.before"));
  else if (last > dateAfter(today, daysAhead)) mistakes.set("last", say("far"));
  else if (last > dateAfter(first, mostDays - 1)) mistakes.set("last", say("most", { most: String(mostDays) }));
  if (!orders && !bookings) mistakes.set("what", say("nothing"));
  if (mistakes.size > 0) return { kind: "mistaken", mistakes };
  return { kind: "read", change: { kind: "close", dates: datesBetween(first, last), orders, bookings } };
}

/** The days that are opened again; undefined where the form names none that could be closed. */
export function readRestore(form: URLSearchParams, today: string): DaysChange | undefined {
  const [first, last] = [form.get("first") ?? "", form.get("last") ?? ""];
  const isSound = isDate(first) && isDate(last) && first <= last && last <= dateAfter(today, daysAhead);
  if (!isSound || first < dateAfter(today, -1)) return undefined;
  return { kind: "restore", dates: datesBetween(first, last), orders: true, bookings: true };
}
