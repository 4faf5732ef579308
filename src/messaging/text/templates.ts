/** The texts that guests read, by kind and language. At most two parts with an ordinary name and address. Pure. */
import type { GuestLanguage } from "../../kernel/language.ts";
import type { Letter } from "../../mail/letter.ts";
import { dateInWords } from "./message-dates.ts";
import type { Booked, Joined, MessageValues } from "./message-values.ts";
import { speak } from "../../words/speak.ts";
import { countSegments, toPlainText } from "./segments.ts";

const longestName = 30;
/** A note of the venue's is cut so that the message keeps to three parts. */
const mostSegments = 3;

export interface ComposedMessage {
  readonly body: string;
  readonly segments: number;
}

/** The text for a guest; the venue's name comes first, so that nobody wonders who writes. */
export function composeMessage(
  venueName: string | null,
  language: GuestLanguage,
  values: MessageValues,
): ComposedMessage {
  const name = shortName(venueName);
  for (let room = 300; ; room -= 10) {
    const body = toPlainText(`${name}: ${textFor(language, cutNote(values, room))}`);
    const segments = countSegments(body);
    if (segments <= mostSegments || room <= 0) return { body, segments };
  }
}

/** Of a sentence of a letter, so much is kept at least before its other sentences are cut. */
const leastOfSentence = 20;

/**
 * A letter in the length of a text: its fact, what to do, and where. The longest sentences are cut first: they are dishes,
 * or words of the venue's, and ours say what to do and what becomes of the money.
 */
export function shortLetter(venueName: string | null, { subject, text, action }: Letter): ComposedMessage {
  const link = action === null ? "" : ` ${action.href}`;
  const start = `${shortName(venueName)}: `;
  const compose = (longest: number, room: number): ComposedMessage => {
    const said = [`${subject}.`, ...text.map((sentence) => cutText(sentence, longest))].join(" ");
    const body = toPlainText(`${start}${cutText(said, room)}${link}`);
    return { body, segments: countSegments(body) };
  };
  for (let longest = 360; longest >= leastOfSentence; longest -= 10) {
    const composed = compose(longest, Infinity);
    if (composed.segments <= mostSegments) return composed;
  }
  for (let room = 360; ; room -= 20) {
    const composed = compose(leastOfSentence, room);
    if (composed.segments <= mostSegments || room <= 40) return composed;
  }
}

/** The words alone, with the apostrophe that texts have. */
export function textFor(language: GuestLanguage, values: MessageValues): string {
  return textOf(language, speak(language, "texts"), values).replaceAll("’", "'");
}

type Words = ReturnType<typeof speak<"texts">>;

function textOf(language: GuestLanguage, say: Words, values: MessageValues): string {
  switch (values.kind) {
    case "waitlist_joined": {
      const { position, link } = values;
      return `${say("joined", { position: String(position), wait: waitText(say, values), link })} ${say("stop")}`;
    }
    case "table_ready":
      return joined(values.note ?? say("ready", { minutes: String(values.minutes) }), values.link);
    case "booking_confirmed":
      return joined(say("confirmed", booked(language, values)), manageText(say, values), say("stop"));
    case "booking_reminder":
      return joined(say("reminder", booked(language, values)), manageText(say, values));
    case "booking_changed":
      return joined(say("changed", booked(language, values)), manageText(say, values));
    case "booking_cancelled": {
      const { date, time, reason, link } = values;
      const why = reason === null ? null : `${say("reason")} ${reason}`;
      const where = link === null ? null : `${say("details")} ${link}`;
      return joined(say("cancelled", { date: dateInWords(language, date), time }), why, where);
    }
    case "staff_alert":
      return say("alert", { orders: values.orders, number: values.number });
    case "invitation":
      return say("invited", { link: values.link });
  }
}

const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(" ");

/** What a text says of a booking, with the date in words. */
function booked(language: GuestLanguage, { date, time, partySize, code }: Booked) {
  return { date: dateInWords(language, date), time, party: String(partySize), code };
}

function manageText(say: Words, { link }: Booked): string | null {
  return link === null ? null : `${say("manage")} ${link}`;
}

function waitText(say: Words, { wait: { min, max } }: Joined): string {
  if (max === 0) return say("free");
  return say("about", { minutes: min === max ? String(max) : `${min}-${max}` });
}

/** What answers STOP, START and HELP. */
export function answerTo(word: "stop" | "start" | "help", language: GuestLanguage): string {
  const key = ({ stop: "stopped", start: "started", help: "help" } as const)[word];
  return toPlainText(speak(language, "texts")(key));
}

function cutNote(values: MessageValues, room: number): MessageValues {
  const cut = (text: string): string => cutText(text, room);
  if (values.kind === "table_ready" && values.note !== null) return { ...values, note: cut(values.note) };
  if (values.kind === "booking_cancelled" && values.reason !== null) return { ...values, reason: cut(values.reason) };
  return values;
}

function shortName(name: string | null): string {
  const known = name?.trim() ?? "";
  if (known === "") return "Maple";
  return cutText(known, longestName);
}

const signs = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The text, or as much of its beginning as has room before three points; no sign is cut in two. */
function cutText(text: string, room: number): string {
  if (text.length <= room) return text;
  const fits = room - 3;
  const { index: end = 0 } = signs.segment(text).containing(Math.max(0, fits)) ?? {};
  return `${text.slice(0, end).trimEnd()}...`;
}
