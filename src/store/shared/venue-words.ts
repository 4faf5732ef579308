/**
 * The texts of a restaurant for guests, in the language of the reader (rules/languages 2.4): areas, services,
 * experiences, and the rules of cancelling. Pure. A text without a translation is shown as the restaurant wrote it.
 */
import type { BookingConfiguration, Shown } from "../../bookings/venue/configuration.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import type { Address, LocationSettings } from "../../locations/location/location.ts";
import { descriptionIn, isSameLanguage, nameIn, readingOrder, type TextIn } from "../../menus/document/menu-texts.ts";
import type { Markup } from "../../pages/html.ts";
import { textWishes, type Reader } from "../../pages/reader.ts";
import { named } from "./named.ts";

/** Something with a name that may be translated. */
interface Translatable {
  readonly name: string;
  readonly description?: string | null;
  readonly translations?: Shown["translations"];
}

export interface SaidText {
  readonly text: string;
  /** Only where the text is of another language than the page. */
  readonly language?: string;
}

export interface VenueWords {
  readonly name: (object: Translatable) => SaidText;
  readonly description: (object: Translatable) => SaidText | null;
  /** The name of an area by its id; `name` is what was kept of it, for one that is gone. */
  readonly area: (areaId: string | null, name: string | null) => SaidText | null;
  /** The name of an experience, in the same way. */
  readonly experience: (experienceId: string | null, name: string | null) => SaidText | null;
  /** What the restaurant says about cancelling. */
  readonly policy: SaidText | null;
}

/** What is known of a restaurant whose texts are read. */
interface ReadVenue {
  readonly location: Pick<LocationSettings, "language"> & { readonly address: Pick<Address, "country"> };
  readonly state: { readonly venue: { readonly configuration: BookingConfiguration } | null };
}

/** How a reader reads the texts of a restaurant's book. */
export function venueWords({ location, state }: ReadVenue, reader: Reader): VenueWords {
  const configuration = state.venue?.configuration ?? null;
  const has = configuration === null ? new Set<string>() : languagesOf(configuration);
  // Nothing says in which language the texts themselves are: they come last, after every translation that is wanted.
  const order = readingOrder("", has, textWishes(reader));
  const base = guestLanguageOf(location.language, location.address.country);
  const said = ({ text, language }: TextIn): SaidText => {
    const written = language === "" && !has.has(base) ? base : language;
    return written === "" || isSameLanguage(written, reader.language) ? { text } : { text, language: written };
  };
  const name = ({ name: text, translations }: Translatable): SaidText =>
    said(nameIn(order, { name: text, ...(translations === undefined ? {} : { translations }) }));
  const described = (description: string | null, translations: Shown["translations"]): SaidText | null => {
    const texts = { name: "", ...(description === null ? {} : { description }) };
    const found = descriptionIn(order, { ...texts, ...(translations === undefined ? {} : { translations }) });
    return found === null ? null : said(found);
  };
  const known = (found: Translatable | undefined, kept: string | null): SaidText | null =>
    kept === null ? null : name(found ?? { name: kept });
  return {
    name,
    description: ({ description = null, translations }) => described(description, translations),
    area: (areaId, kept) =>
      known(
        configuration?.areas.find((one) => one.areaId === areaId),
        kept,
      ),
    experience: (id, kept) =>
      known(
        configuration?.experiences.find((one) => one.experienceId === id),
        kept,
      ),
    policy: configuration === null ? null : policyOf(configuration, described),
  };
}

function policyOf(
  { cancellation: { policyText, translations = {} } }: BookingConfiguration,
  described: (text: string | null, translations: Shown["translations"]) => SaidText | null,
): SaidText | null {
  const texts = Object.entries(translations).flatMap(([language, { policyText: text }]) =>
    text === undefined ? [] : [[language, { description: text }] as const],
  );
  return described(policyText, Object.fromEntries(texts));
}

/** The languages of all translations of a configuration. */
function languagesOf({ areas, services, exceptions, experiences, cancellation }: BookingConfiguration): Set<string> {
  const dated = exceptions.flatMap((exception) => exception.services);
  const objects = [...areas, ...services, ...dated, ...experiences, cancellation];
  return new Set(objects.flatMap(({ translations = {} }) => Object.keys(translations)));
}

/** A text on a page; null stays null. */
export function saidMarkup(said: SaidText | null): Markup | null {
  return said === null ? null : named(said.text, said.language);
}
