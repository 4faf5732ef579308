/** What guests read, by kind and language. Short: two parts at most with an ordinary name and address. Pure. */
import type { GuestLanguage } from "../kernel/language.ts";
import type { Letter } from "../mail/letter.ts";
import { dateInWords } from "./message-dates.ts";
import type { Booked, Joined, MessageValues } from "./message-values.ts";
import { words, type Words } from "./message-words.ts";
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

/** A letter in the length of a text: its fact, what to do, and where. */
export function shortLetter(venueName: string | null, { subject, text, action }: Letter): ComposedMessage {
  const link = action === null ? "" : ` ${action.href}`;
  const start = `${shortName(venueName)}: `;
  for (let room = 360; ; room -= 20) {
    const said = [`${subject}.`, ...text].join(" ");
    const body = toPlainText(
      `${start}${said.length <= room ? said : `${said.slice(0, room - 3).trimEnd()}...`}${link}`,
    );
    const segments = countSegments(body);
    if (segments <= mostSegments || room <= 40) return { body, segments };
  }
}

/** The words alone, before anything is made plain. */
export function textFor(language: GuestLanguage, values: MessageValues): string {
  return textOf(language, words[language], values);
}

/** The values with the date in words. */
function written<Values extends { readonly date: string }>(language: GuestLanguage, values: Values): Values {
  return { ...values, date: dateInWords(language, values.date) };
}

function textOf(name: GuestLanguage, language: Words, values: MessageValues): string {
  switch (values.kind) {
    case "waitlist_joined":
      return `${language.joined(values, waitText(language, values))} ${language.stop}`;
    case "table_ready":
      return [values.note ?? language.ready(values), values.link].filter((part) => part !== null).join(" ");
    case "booking_confirmed":
      return joined(language.confirmed(written(name, values)), manageText(language, values), language.stop);
    case "booking_reminder":
      return joined(language.reminder(written(name, values)), manageText(language, values));
    case "booking_changed":
      return joined(language.changed(written(name, values)), manageText(language, values));
    case "booking_cancelled": {
      const { reason, link } = values;
      const why = reason === null ? null : `${language.reason} ${reason}`;
      const where = link === null ? null : `${language.details} ${link}`;
      return joined(language.cancelled(written(name, values)), why, where);
    }
    case "staff_alert":
      return language.alert(values);
    case "invitation":
      return language.invited(values);
  }
}

const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(" ");

function manageText(language: Words, { link }: Booked): string | null {
  return link === null ? null : `${language.manage} ${link}`;
}

function waitText(language: Words, { wait: { min, max } }: Joined): string {
  if (max === 0) return language.free;
  return language.about(min === max ? String(max) : `${min}-${max}`);
}

/** What answers STOP, START and HELP. */
export function answerTo(word: "stop" | "start" | "help", language: GuestLanguage): string {
  const { stopped, started, help } = words[language];
  return toPlainText({ stop: stopped, start: started, help }[word]);
}

function cutNote(values: MessageValues, room: number): MessageValues {
  const cut = (text: string): string =>
    text.length <= room ? text : `${text.slice(0, Math.max(0, room - 3)).trimEnd()}...`;
  if (values.kind === "table_ready" && values.note !== null) return { ...values, note: cut(values.note) };
  if (values.kind === "booking_cancelled" && values.reason !== null) return { ...values, reason: cut(values.reason) };
  return values;
}

function shortName(name: string | null): string {
  const known = name?.trim() ?? "";
  if (known === "") return "Maple";
  return known.length <= longestName ? known : `${known.slice(0, longestName - 3).trimEnd()}...`;
}
