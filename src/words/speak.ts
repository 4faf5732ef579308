/**
 * The words that people read, by language and part. `speak(language, part)` answers how to say the messages of one part;
 * every key and every argument is checked while it compiles. Pure: each part is parsed once in each language, and kept.
 */
import { IntlMessageFormat } from "intl-messageformat";
import type { GuestLanguage } from "../kernel/language.ts";
import { board as enBoard } from "./en/board.ts";
import { developer as enDeveloper } from "./en/developer.ts";
import { menu as enMenu } from "./en/menu.ts";
import { order as enOrder } from "./en/order.ts";
import { pages as enPages } from "./en/pages.ts";
import { office as enOffice } from "./en/office.ts";
import { ordering as enOrdering } from "./en/ordering.ts";
import { reports as enReports } from "./en/reports.ts";
import { setup as enSetup } from "./en/setup.ts";
import { today as enToday } from "./en/today.ts";
import { records as enRecords } from "./en/records.ts";
import { people as enPeople } from "./en/people.ts";
import { screens as enScreens } from "./en/screens.ts";
import { stand as enStand } from "./en/stand.ts";
import { tickets as enTickets } from "./en/tickets.ts";
import { board as frBoard } from "./fr/board.ts";
import { developer as frDeveloper } from "./fr/developer.ts";
import { menu as frMenu } from "./fr/menu.ts";
import { order as frOrder } from "./fr/order.ts";
import { pages as frPages } from "./fr/pages.ts";
import { office as frOffice } from "./fr/office.ts";
import { ordering as frOrdering } from "./fr/ordering.ts";
import { reports as frReports } from "./fr/reports.ts";
import { setup as frSetup } from "./fr/setup.ts";
import { today as frToday } from "./fr/today.ts";
import { records as frRecords } from "./fr/records.ts";
import { people as frPeople } from "./fr/people.ts";
import { screens as frScreens } from "./fr/screens.ts";
import { stand as frStand } from "./fr/stand.ts";
import { tickets as frTickets } from "./fr/tickets.ts";
import { board as deBoard } from "./de/board.ts";
import { developer as deDeveloper } from "./de/developer.ts";
import { menu as deMenu } from "./de/menu.ts";
import { order as deOrder } from "./de/order.ts";
import { pages as dePages } from "./de/pages.ts";
import { office as deOffice } from "./de/office.ts";
import { ordering as deOrdering } from "./de/ordering.ts";
import { reports as deReports } from "./de/reports.ts";
import { setup as deSetup } from "./de/setup.ts";
import { today as deToday } from "./de/today.ts";
import { records as deRecords } from "./de/records.ts";
import { people as dePeople } from "./de/people.ts";
import { screens as deScreens } from "./de/screens.ts";
import { stand as deStand } from "./de/stand.ts";
import { tickets as deTickets } from "./de/tickets.ts";
import { board as esBoard } from "./es/board.ts";
import { developer as esDeveloper } from "./es/developer.ts";
import { menu as esMenu } from "./es/menu.ts";
import { order as esOrder } from "./es/order.ts";
import { pages as esPages } from "./es/pages.ts";
import { office as esOffice } from "./es/office.ts";
import { ordering as esOrdering } from "./es/ordering.ts";
import { reports as esReports } from "./es/reports.ts";
import { setup as esSetup } from "./es/setup.ts";
import { today as esToday } from "./es/today.ts";
import { records as esRecords } from "./es/records.ts";
import { people as esPeople } from "./es/people.ts";
import { screens as esScreens } from "./es/screens.ts";
import { stand as esStand } from "./es/stand.ts";
import { tickets as esTickets } from "./es/tickets.ts";
import { board as itBoard } from "./it/board.ts";
import { developer as itDeveloper } from "./it/developer.ts";
import { menu as itMenu } from "./it/menu.ts";
import { order as itOrder } from "./it/order.ts";
import { pages as itPages } from "./it/pages.ts";
import { office as itOffice } from "./it/office.ts";
import { ordering as itOrdering } from "./it/ordering.ts";
import { reports as itReports } from "./it/reports.ts";
import { setup as itSetup } from "./it/setup.ts";
import { today as itToday } from "./it/today.ts";
import { records as itRecords } from "./it/records.ts";
import { people as itPeople } from "./it/people.ts";
import { screens as itScreens } from "./it/screens.ts";
import { stand as itStand } from "./it/stand.ts";
import { tickets as itTickets } from "./it/tickets.ts";
import { board as nlBoard } from "./nl/board.ts";
import { developer as nlDeveloper } from "./nl/developer.ts";
import { menu as nlMenu } from "./nl/menu.ts";
import { order as nlOrder } from "./nl/order.ts";
import { pages as nlPages } from "./nl/pages.ts";
import { office as nlOffice } from "./nl/office.ts";
import { ordering as nlOrdering } from "./nl/ordering.ts";
import { reports as nlReports } from "./nl/reports.ts";
import { setup as nlSetup } from "./nl/setup.ts";
import { today as nlToday } from "./nl/today.ts";
import { records as nlRecords } from "./nl/records.ts";
import { people as nlPeople } from "./nl/people.ts";
import { screens as nlScreens } from "./nl/screens.ts";
import { stand as nlStand } from "./nl/stand.ts";
import { tickets as nlTickets } from "./nl/tickets.ts";
import { board as ptBoard } from "./pt/board.ts";
import { developer as ptDeveloper } from "./pt/developer.ts";
import { menu as ptMenu } from "./pt/menu.ts";
import { order as ptOrder } from "./pt/order.ts";
import { pages as ptPages } from "./pt/pages.ts";
import { office as ptOffice } from "./pt/office.ts";
import { ordering as ptOrdering } from "./pt/ordering.ts";
import { reports as ptReports } from "./pt/reports.ts";
import { setup as ptSetup } from "./pt/setup.ts";
import { today as ptToday } from "./pt/today.ts";
import { records as ptRecords } from "./pt/records.ts";
import { people as ptPeople } from "./pt/people.ts";
import { screens as ptScreens } from "./pt/screens.ts";
import { stand as ptStand } from "./pt/stand.ts";
import { tickets as ptTickets } from "./pt/tickets.ts";
import type { Messages, Say } from "./message-arguments.ts";
import { pseudoLanguages, toPseudoLanguage, type PseudoLanguage } from "./pseudo-language.ts";
import { sayParsed, type ParsedMessage, type ParsedMessages } from "./say-parsed.ts";

const english = {
  board: enBoard,
  developer: enDeveloper,
  menu: enMenu,
  order: enOrder,
  pages: enPages,
  office: enOffice,
  ordering: enOrdering,
  reports: enReports,
  setup: enSetup,
  today: enToday,
  records: enRecords,
  people: enPeople,
  screens: enScreens,
  stand: enStand,
  tickets: enTickets,
};

/** The parts of the words, each with its English messages. */
export type Parts = typeof english;
export type PartName = keyof Parts;

/** A language that screens and pages are written in; the pseudo languages are for tests only. */
export type WordsLanguage = GuestLanguage | PseudoLanguage;

/** Every message of every language, as it was written. */
export const words: Readonly<Record<GuestLanguage, Readonly<Record<PartName, Messages>>>> = {
  en: english,
  fr: {
    board: frBoard,
    developer: frDeveloper,
    menu: frMenu,
    order: frOrder,
    pages: frPages,
    office: frOffice,
    ordering: frOrdering,
    reports: frReports,
    setup: frSetup,
    today: frToday,
    records: frRecords,
    people: frPeople,
    screens: frScreens,
    stand: frStand,
    tickets: frTickets,
  },
  de: {
    board: deBoard,
    developer: deDeveloper,
    menu: deMenu,
    order: deOrder,
    pages: dePages,
    office: deOffice,
    ordering: deOrdering,
    reports: deReports,
    setup: deSetup,
    today: deToday,
    records: deRecords,
    people: dePeople,
    screens: deScreens,
    stand: deStand,
    tickets: deTickets,
  },
  es: {
    board: esBoard,
    developer: esDeveloper,
    menu: esMenu,
    order: esOrder,
    pages: esPages,
    office: esOffice,
    ordering: esOrdering,
    reports: esReports,
    setup: esSetup,
    today: esToday,
    records: esRecords,
    people: esPeople,
    screens: esScreens,
    stand: esStand,
    tickets: esTickets,
  },
  it: {
    board: itBoard,
    developer: itDeveloper,
    menu: itMenu,
    order: itOrder,
    pages: itPages,
    office: itOffice,
    ordering: itOrdering,
    reports: itReports,
    setup: itSetup,
    today: itToday,
    records: itRecords,
    people: itPeople,
    screens: itScreens,
    stand: itStand,
    tickets: itTickets,
  },
  nl: {
    board: nlBoard,
    developer: nlDeveloper,
    menu: nlMenu,
    order: nlOrder,
    pages: nlPages,
    office: nlOffice,
    ordering: nlOrdering,
    reports: nlReports,
    setup: nlSetup,
    today: nlToday,
    records: nlRecords,
    people: nlPeople,
    screens: nlScreens,
    stand: nlStand,
    tickets: nlTickets,
  },
  pt: {
    board: ptBoard,
    developer: ptDeveloper,
    menu: ptMenu,
    order: ptOrder,
    pages: ptPages,
    office: ptOffice,
    ordering: ptOrdering,
    reports: ptReports,
    setup: ptSetup,
    today: ptToday,
    records: ptRecords,
    people: ptPeople,
    screens: ptScreens,
    stand: ptStand,
    tickets: ptTickets,
  },
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
