/** The form of a group, and all of its mistakes at once (rules/bookings 18.1). Pure. */
import { groupLimits, type WantedGroup } from "../../bookings/groups/group-request.ts";
import { isDate, isTime } from "../../bookings/venue/blackouts.ts";
import { visibleOrEmpty } from "../../kernel/blank.ts";
import type { GuestLanguage } from "../../kernel/language.ts";
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { speak } from "../../words/speak.ts";

export type GroupWords = ReturnType<typeof speak<"groups">>;

export const groupFields = ["date", "from", "until", "size", "first", "last", "phone", "email", "words"] as const;
export type GroupField = (typeof groupFields)[number];

/** What was typed, by field. */
export type TypedGroup = Readonly<Record<GroupField, string>>;
export type GroupMistakes = ReadonlyMap<GroupField, string>;

/** What the location allows. */
export interface GroupBounds {
  /** Local dates, both included. */
  readonly first: string;
  readonly last: string;
  readonly smallest: number;
  readonly country: string | null;
}

export interface ReadGroup {
  readonly typed: TypedGroup;
  readonly mistakes: GroupMistakes;
  /** There where nothing is wrong. */
  readonly wanted: WantedGroup | undefined;
}

/** Reads the form; phones are read as in the restaurant's country. */
export function readGroupForm(
  sent: URLSearchParams,
  bounds: GroupBounds,
  language: GuestLanguage,
  say: GroupWords,
): ReadGroup {
  const read = (name: string): string =>
    visibleOrEmpty((sent.get(name) ?? "").replaceAll(/\p{Cc}(?<![\n\t])/gu, "").replaceAll("\r\n", "\n"));
  const typed = Object.fromEntries(groupFields.map((name) => [name, read(name)])) as TypedGroup;
  const phone = typed.phone === "" ? null : normalizePhone(typed.phone.slice(0, 50), bounds.country, "phone");
  const mistakes = new Map([...whenMistakes(typed, bounds, say), ...whoMistakes(typed, say)]);
  if (isRefusal(phone)) mistakes.set("phone", say("mistake.phone"));
  if (mistakes.size > 0 || isRefusal(phone)) return { typed, mistakes, wanted: undefined };
  const wanted: WantedGroup = {
    on_date: typed.date,
    from_time: typed.from,
    until_time: typed.until,
    party_size: Number(typed.size),
    guest_first_name: typed.first,
    guest_last_name: typed.last,
    guest_phone: phone,
    guest_email: typed.email === "" ? null : typed.email,
    language,
    words: typed.words === "" ? null : typed.words,
  };
  return { typed, mistakes, wanted };
}

function* whenMistakes(
  { date, from, until, size }: TypedGroup,
  { first, last, smallest }: GroupBounds,
  say: GroupWords,
): Generator<readonly [GroupField, string]> {
  if (!isDate(date) || date < first || date > last) yield ["date", say("mistake.date")];
  if (!isTime(from)) yield ["from", say("mistake.time")];
  if (!isTime(until)) yield ["until", say("mistake.time")];
  else if (isTime(from) && until < from) yield ["until", say("mistake.until")];
  const people = /^\d{1,3}$/.test(size) ? Number(size) : 0;
  if (people < smallest || people > groupLimits.largest)
    yield ["size", say("mistake.size", { min: String(smallest), max: String(groupLimits.largest) })];
}

function* whoMistakes(
  { first, last, phone, email, words }: TypedGroup,
  say: GroupWords,
): Generator<readonly [GroupField, string]> {
  if (first === "" || first.length > groupLimits.name) yield ["first", say("mistake.name")];
  if (last === "" || last.length > groupLimits.name) yield ["last", say("mistake.name")];
  if (phone === "" && email === "") yield ["phone", say("mistake.contact")];
  if (email !== "" && (email.length > 254 || !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)))
    yield ["email", say("mistake.email")];
  if (words.length > groupLimits.words) yield ["words", say("mistake.words")];
}
