/** The languages in their own words. Pure. */
import type { GuestLanguage } from "../kernel/language.ts";

export const languageNames: Readonly<Record<GuestLanguage, string>> = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
};
