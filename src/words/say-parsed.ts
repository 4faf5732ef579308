/** Says messages that were parsed beforehand: the one formatter of server and browser. Pure; needs no parser. */
import { IntlMessageFormat } from "intl-messageformat";
import { isolateEach } from "./isolate.ts";
import type { Messages, Say } from "./message-arguments.ts";

/** A message: text without arguments as it is, else as the parser of ICU MessageFormat reads it. */
export type ParsedMessage = string | ReturnType<IntlMessageFormat["getAst"]>;

export type ParsedMessages = Readonly<Record<string, ParsedMessage>>;

/** Answers how to say the messages of a part. The locale decides plurals and the figures of numbers. Throws for a key that is not there. */
export function sayParsed<Part extends Messages>(messages: ParsedMessages, locale: string): Say<Part> {
  const prepared = new Map<string, IntlMessageFormat>();
  const prepare = (key: string, message: Exclude<ParsedMessage, string>): IntlMessageFormat => {
    const format = new IntlMessageFormat(message, locale);
    prepared.set(key, format);
    return format;
  };
  return (key, ...[values]) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`there is no message ${key}`);
    if (typeof message === "string") return message;
    return String((prepared.get(key) ?? prepare(key, message)).format(isolateEach(values)));
  };
}
