/**
 * Two languages that nobody speaks, made from English for tests: `en-XA` is accented and 40 percent longer, so that text
 * outside the words and text that is cut are seen; `ar-XB` reads from right to left. Pure.
 */
import type { ParsedMessage, ParsedMessages } from "./say-parsed.ts";

export const pseudoLanguages = ["en-XA", "ar-XB"] as const;
export type PseudoLanguage = (typeof pseudoLanguages)[number];

type Elements = Exclude<ParsedMessage, string>;

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = Array.from("åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ");

/** The English messages in a language for tests. */
export function toPseudoLanguage(messages: ParsedMessages, language: PseudoLanguage): ParsedMessages {
  const change = language === "en-XA" ? accent : reversed;
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === "string"
        ? lengthen(change(message), message.length, language)
        : changeElements(message, change),
    ]),
  );
}

/** The locale whose figures, days and clocks stand for those of a language for tests; other locales are themselves. */
export function plainLocale(locale: string): string {
  return pseudoLanguages.some((known) => known === locale) ? "en-GB" : locale;
}

/** A day or an amount that was formatted in the plain locale, as the language for tests has it. */
export function formattedFor(locale: string, text: string): string {
  return locale === "en-XA" ? accent(text) : text;
}

function accent(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter);
}

/** Right-to-left override around each word: letters stay readable for the tester and stand in the other direction. */
function reversed(text: string): string {
  return text.replaceAll(/[\p{L}]+/gu, (word) => `\u202e${word}\u202c`);
}

function lengthen(text: string, length: number, language: PseudoLanguage): string {
  return language === "en-XA" ? `${text}${" öñé ţŵö".repeat(Math.ceil((length * 0.4) / 8))}` : text;
}

/** Changes the text between arguments, also inside plurals and selects. */
function changeElements(elements: Elements, change: (text: string) => string): Elements {
  return elements.map((element) => {
    if ("options" in element) return { ...element, options: changeOptions(element.options, change) };
    // Of the elements that have a value, only the text is no name of an argument.
    return isText(element.type) && "value" in element ? { ...element, value: change(element.value) } : element;
  });
}

function changeOptions(
  options: Readonly<Record<string, { readonly value: Elements }>>,
  change: (text: string) => string,
): Record<string, { readonly value: Elements }> {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, value: changeElements(option.value, change) }]),
  );
}

/** Of the parser's kinds of element: 0 is text between arguments. */
function isText(kind: number): boolean {
  return kind === 0;
}
