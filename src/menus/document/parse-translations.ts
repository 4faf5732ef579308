/** Languages and translated texts of a menu document (rules/languages 2.1). */
import { fault, isRecord, object, optional, type Parse } from "./menu-reader.ts";
import { description, name } from "./menu-scalars.ts";
import { canonicalLanguage, maxLanguageLength, maxTranslations } from "../../kernel/language.ts";
import type { TranslatedTexts, Translations } from "./menu-texts.ts";

/** The language that the texts of the menu are written in. */
export const language: Parse<string> = (value, node, key, reading) => {
  if (typeof value !== "string") return fault(reading, node, [key], "type", "must be text");
  const form = faultOfLanguage(value);
  return form === undefined ? value : fault(reading, node, [key], "format", form);
};

/** What is wrong with the name of a language; undefined: nothing. */
function faultOfLanguage(value: string): string | undefined {
  const canonical = canonicalLanguage(value);
  if (canonical === value) return undefined;
  return canonical === undefined
    ? `must be the code of a language such as fr or pt-BR, of at most ${maxLanguageLength} characters`
    : `must be written ${canonical}`;
}

const named = object<Pick<TranslatedTexts, "name">>({ name: optional(name) });
const described = object<TranslatedTexts>({
  name: optional(name),
  description: optional(description),
});

/** Translations of an object that has a name alone. */
export const nameTranslations: Parse<Translations> = translationsOf(named, "name");
/** Translations of an object that has a name and may have a description. */
export const textTranslations: Parse<Translations> = translationsOf(described, "name or a description");

function translationsOf(parse: Parse<TranslatedTexts>, wanted: string): Parse<Translations> {
  return (value, parent, key, reading) => {
    if (!isRecord(value))
      return fault(reading, parent, [key], "type", "must be an object with languages as its fields");
    const node = { parent, key, value };
    // In one order, so that the same translations are the same text.
    const languages = Object.keys(value).toSorted();
    if (languages.length > maxTranslations) {
      return fault(reading, parent, [key], "limit", `must have at most ${maxTranslations} languages`);
    }
    const translations: Record<string, TranslatedTexts> = {};
    for (const each of languages) {
      const form = faultOfLanguage(each);
      if (form !== undefined) {
        fault(reading, node, [each.slice(0, maxLanguageLength)], "format", form);
        continue;
      }
      if (each === reading.language) {
        fault(reading, node, [each], "duplicate_value", `${each} is the language of the menu itself`);
        continue;
      }
      const texts = parse(value[each], node, each, reading);
      if (texts === undefined) continue;
      if (Object.keys(texts).length > 0) translations[each] = texts;
      else fault(reading, node, [each], "required", `must have a ${wanted}`);
    }
    return Object.keys(translations).length === languages.length ? translations : undefined;
  };
}
