/** Checks a translation against English while it compiles. Pure. */
import type { InArgumentsOf, Messages } from "./message-arguments.ts";

/** The same keys, and for each key the same arguments, as in English. */
type InKeysOf<English extends Messages, Translated> = {
  readonly [Key in keyof English]: Key extends keyof Translated
    ? Translated[Key] extends string
      ? InArgumentsOf<English[Key], Translated[Key]>
      : never
    : string;
} & { readonly [Key in Exclude<keyof Translated, keyof English>]: never };

/** Answers the translation of a part. A missing key, a strange key or other arguments than in English do not compile. */
export function translate<const English extends Messages, const Translated extends Messages>(
  _english: English,
  translated: Translated & InKeysOf<English, Translated>,
): Readonly<Record<keyof English, string>> {
  return translated;
}
