/**
 * The words that people read, by language and part. `speak(language, part)` answers how to say the messages of one part;
 * every key and every argument is checked while it compiles. Pure: each part is parsed once in each language, and kept.
 */
import { IntlMessageFormat } from "intl-messageformat";
import type { GuestLanguage } from "../kernel/language.ts";
import * as de from "./de/parts.ts";
import * as en from "./en/parts.ts";
import * as es from "./es/parts.ts";
import * as fr from "./fr/parts.ts";
import * as it from "./it/parts.ts";
import * as nl from "./nl/parts.ts";
import * as pt from "./pt/parts.ts";
import type { Messages, Say } from "./message-arguments.ts";
import { pseudoLanguages, toPseudoLanguage, type PseudoLanguage } from "./pseudo-language.ts";
import { sayParsed, type ParsedMessage, type ParsedMessages } from "./say-parsed.ts";

/** The parts of the words, each with its English messages. */
export type Parts = typeof en;
export type PartName = keyof Parts;

/** A language that screens and pages are written in; the pseudo languages are for tests only. */
export type WordsLanguage = GuestLanguage | PseudoLanguage;

/** Every message of every language, as it was written. */
export const words: Readonly<Record<GuestLanguage, Readonly<Record<PartName, Messages>>>> = {
  en,
  fr,
  de,
  es,
  it,
  nl,
  pt,
};

/** At most one entry for each language and part. */
const parsed = new Map<string, ParsedMessages>();

/** The messages of a part without the need of a parser: what a screen in the browser is given. */
export function parsedMessages(language: WordsLanguage, part: PartName): ParsedMessages {
  const name = `${language}/${part}`;
  const known = parsed.get(name) ?? parsePart(language, part);
  parsed.set(name, known);
  return known;
}

/**
 * How to say the messages of a part in a language: `say("title")`, `say("late", { minutes: 3 })`. The locale decides the
 * figures of numbers; absent, the language alone does.
 */
export function speak<Name extends PartName>(
  language: WordsLanguage,
  part: Name,
  locale: string = language,
): Say<Parts[Name]> {
  return sayParsed<Parts[Name]>(parsedMessages(language, part), isPseudo(language) ? "en" : locale);
}

function parsePart(language: WordsLanguage, part: PartName): ParsedMessages {
  if (isPseudo(language)) return toPseudoLanguage(parsedMessages("en", part), language);
  return Object.fromEntries(Object.entries(words[language][part]).map(([key, text]) => [key, parseMessage(text)]));
}

/** Text without arguments stays text; `ignoreTag` lets "<" be a letter. */
function parseMessage(text: string): ParsedMessage {
  return text.includes("{") ? new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst() : text;
}

function isPseudo(language: WordsLanguage): language is PseudoLanguage {
  return pseudoLanguages.some((known) => known === language);
}
