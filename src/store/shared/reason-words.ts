/** The reasons why something cannot be ordered, in words for the reader. Pure; rules and codes come from orders and pricing. */
import { dateAfter } from "../../kernel/day-span.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { formatDay, formatMoney, formatTime } from "../../pages/page-formats.ts";
import type { Reader } from "../../pages/reader.ts";
import { speak, type Parts } from "../../words/speak.ts";

export interface SaidReason {
  readonly code: string;
  /** In English, by those whose rule it is. */
  readonly message: string;
  readonly path?: string;
  /** Below the minimum of a delivery: the least subtotal and what is missing, in minor units. */
  readonly minimum_order?: Amount;
  readonly missing?: Amount;
}

interface Amount {
  readonly amount: number;
  readonly currency: string;
}

/** What the place says of its times, in Unix seconds. */
export interface KnownTimes {
  readonly now: number;
  readonly timezone: string | null;
  readonly paused_until: number | null;
  readonly next_opening: number | null;
}

/** These are said anew in English too: they say when it goes on. */
const ofTheTime = new Set(["location_paused", "location_inactive", "closed_now"]);

/** The reason as a sentence; `times` only for a reason against ordering now. */
export function reasonWords(reason: SaidReason, reader: Reader, times?: KnownTimes): string {
  const { code, message, path } = reason;
  const isNow = path === "" && times !== undefined;
  const short = shortOf(reason, reader);
  if (short !== undefined) return short;
  if (reader.language === "en" && code !== "address_not_located" && !(ofTheTime.has(code) && isNow)) return message;
  if (isNow && code === "closed_now" && times.next_opening !== null)
    return opensWords(reader, times.next_opening, times);
  if (isNow && code === "location_paused" && times.paused_until !== null)
    return pausedWords(reader, times.paused_until, times);
  const say = speak(reader.language, "offer", reader.locale);
  if (code === "not_accepting_orders" && path === "/payment") return say("reason.payment");
  const key = `reason.${code}`;
  return isPlain(key) ? say(key) : say("reason.other");
}

/** What an order lacks to be delivered, with the amounts; undefined for other reasons. */
function shortOf({ code, minimum_order: least, missing }: SaidReason, reader: Reader): string | undefined {
  if (code !== "below_minimum" || least === undefined || missing === undefined) return undefined;
  const [wanted, more] = [least, missing].map(({ amount, currency }) => formatMoney(amount, currency, reader.locale));
  return speak(
    reader.language,
    "offer",
    reader.locale,
  )("reason.below_minimum.amount", {
    minimum: wanted ?? "",
    missing: more ?? "",
  });
}

const plain = [
  "reason.location_paused",
  "reason.location_inactive",
  "reason.not_accepting_orders",
  "reason.closed_now",
  "reason.too_soon",
  "reason.delivery_not_offered",
  "reason.address_not_located",
  "reason.outside_zones",
  "reason.below_minimum",
  "reason.slot_full",
  "reason.price_changed",
  "reason.out_of_stock",
  "reason.not_available_now",
  "reason.selection_rule",
  "reason.unknown_item",
  "reason.coupon_invalid",
] as const satisfies readonly (keyof Parts["offer"])[];

function isPlain(key: string): key is (typeof plain)[number] {
  return plain.some((known) => known === key);
}

/** When it opens next, in Unix seconds, with today, tomorrow or the day. */
export function opensWords(reader: Reader, opens: number, times: KnownTimes): string {
  const say = speak(reader.language, "offer", reader.locale);
  const { ahead, day, time } = momentOf(reader, opens, times);
  if (ahead === 0) return say("reason.closed_now.opens", { time });
  return say(ahead === 1 ? "reason.closed_now.opens_tomorrow" : "reason.closed_now.opens_day", { day, time });
}

function pausedWords(reader: Reader, until: number, times: KnownTimes): string {
  const say = speak(reader.language, "offer", reader.locale);
  const { ahead, day, time } = momentOf(reader, until, times);
  return ahead === 0
    ? say("reason.location_paused.until", { time })
    : say("reason.location_paused.until_day", { day, time });
}

function momentOf({ locale }: Reader, seconds: number, { now, timezone }: KnownTimes) {
  const zone = timezone ?? "UTC";
  const at = seconds * 1000;
  const today = localDate(zone, now * 1000);
  const date = localDate(zone, at);
  const ahead = date === today ? 0 : date === dateAfter(today, 1) ? 1 : 2;
  return { ahead, day: formatDay(at, zone, locale, now * 1000), time: formatTime(at, zone, locale) };
}

/** A refusal of a basket with its reasons in the words of the reader; other refusals as they are. `times` as of `reasonWords`. */
export function reasonsIn<Code extends string>(
  reader: Reader,
  refusal: Refusal<Code>,
  times?: KnownTimes,
): Refusal<Code> {
  const reasons: unknown = refusal.details?.["reasons"];
  if (refusal.code !== "basket_refused" || !isReasons(reasons)) return refusal;
  const said = reasons.map((reason) => ({ ...reason, message: reasonWords(reason, reader, times) }));
  return refuse(refusal.code, refusal.message, { ...refusal.details, reasons: said });
}

function isReasons(value: unknown): value is readonly SaidReason[] {
  return (
    Array.isArray(value) && value.every((each: unknown) => typeof each === "object" && each !== null && "code" in each)
  );
}
