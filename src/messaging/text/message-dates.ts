/**
 * The date of a booking in a message: the day of the week, the day, and the month by name, so that nobody takes the month
 * for the day. The names are of the GSM alphabet, or lose at most an accent (`segments.ts`). Where a whole name would be
 * wrong without its accent, a short name stands. No message says "today", because it may be read on another day. Pure.
 */
import type { GuestLanguage } from "../../kernel/language.ts";

interface DateWords {
  /** From Sunday on. */
  readonly weekdays: readonly string[];
  /** From January on. */
  readonly months: readonly string[];
  date(weekday: string, day: number, month: string): string;
}

const names = (text: string): readonly string[] => text.split(" ");

const words: Readonly<Record<GuestLanguage, DateWords>> = {
  en: {
    weekdays: names("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
    months: names("January February March April May June July August September October November December"),
    date: (weekday, day, month) => `${weekday} ${day} ${month}`,
  },
  fr: {
    weekdays: names("dimanche lundi mardi mercredi jeudi vendredi samedi"),
    months: names("janvier février mars avril mai juin juillet aout septembre octobre novembre décembre"),
    date: (weekday, day, month) => `${weekday} ${day === 1 ? "1er" : day} ${month}`,
  },
  de: {
    weekdays: names("Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag"),
    months: names("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    date: (weekday, day, month) => `${weekday}, ${day}. ${month}`,
  },
  es: {
    weekdays: names("dom. lunes martes miércoles jueves viernes sab."),
    months: names("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    date: (weekday, day, month) => `${weekday} ${day} de ${month}`,
  },
  it: {
    weekdays: names("domenica lunedì martedì mercoledì giovedì venerdì sabato"),
    months: names("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
    date: (weekday, day, month) => `${weekday} ${day} ${month}`,
  },
  nl: {
    weekdays: names("zondag maandag dinsdag woensdag donderdag vrijdag zaterdag"),
    months: names("januari februari maart april mei juni juli augustus september oktober november december"),
    date: (weekday, day, month) => `${weekday} ${day} ${month}`,
  },
  pt: {
    weekdays: names("dom. seg. ter. qua. qui. sex. sab."),
    months: names("jan. fev. mar. abr. maio jun. jul. ago. set. out. nov. dez."),
    date: (weekday, day, month) => `${weekday} ${day} ${month}`,
  },
};

/** A local date "YYYY-MM-DD" in the words of a language: "Sunday 6 December". */
export function dateInWords(language: GuestLanguage, date: string): string {
  const own = words[language];
  const at = new Date(`${date}T00:00:00Z`);
  return own.date(own.weekdays[at.getUTCDay()] ?? "", at.getUTCDate(), own.months[at.getUTCMonth()] ?? "");
}
