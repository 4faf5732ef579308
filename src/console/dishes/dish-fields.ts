/** A dish of a menu document as the fields of a form. Pure. */
import { guestLanguages, guestLanguageNamed } from "../../kernel/language.ts";
import { minorDigits } from "../../kernel/minor-units.ts";
import type { MenuDocument, Price } from "../../menus/document/menu-document.ts";
import { isSameLanguage } from "../../menus/document/menu-texts.ts";
import { languagesOf } from "../../menus/read/menu-languages.ts";
import { languageNames } from "../../words/language-names.ts";
import type { speak } from "../../words/speak.ts";
import type { Cell, FormField, Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { rowFields } from "../shell/row-fields.ts";
import { marksOf, type Named } from "./dish-marks.ts";
import { choicesOf, findDish, sectionsOf, type DishChoice } from "../menu/dish-parts.ts";

type Say = ReturnType<typeof speak<"menu">>;

/** The menu and the dish that a form is about. */
export interface FormDish {
  readonly document: MenuDocument;
  readonly dishId: string;
  /** The language of the menu's own texts. */
  readonly base: string;
}

const longestName = 255;
const longestDescription = 500;

/** What a dish says in each field; undefined where the menu has no such dish. */
export function dishFields({ document, dishId, base }: FormDish): Fields | undefined {
  const found = findDish(document, dishId);
  if (found === undefined) return undefined;
  const { dish, section } = found;
  const { currency } = document;
  const choices = choicesOf(document, dishId);
  return {
    name: plain(dish.name),
    description: plain(dish.description),
    section: section.externalId,
    new_section: null,
    ...(hasTaxes(document) ? { tax: dish.taxCategoryId ?? "" } : {}),
    allergens: (dish.allergens ?? []).toSorted(),
    labels: (dish.dietaryLabels ?? []).toSorted(),
    ...Object.fromEntries(
      dish.variations.map(({ externalId, name, price }) => [
        `size.${externalId}`,
        [plain(name) ?? "", writtenPrice(price, currency)],
      ]),
    ),
    ...Object.fromEntries(
      choices.flatMap(({ group }) =>
        group.options.map(({ externalId, name, price }) => [
          `${stemOf(group.externalId)}.${externalId}`,
          [plain(name) ?? "", writtenPrice(price, currency)],
        ]),
      ),
    ),
    ...Object.fromEntries(
      otherLanguages(document, base).flatMap((language) => {
        const { name, description } = dish.translations?.[language] ?? {};
        return [
          [`name_${language}`, plain(name)],
          [`description_${language}`, plain(description)],
        ];
      }),
    ),
  };
}

/** The fields of a dish that is not there yet: in that section, with the tax that most dishes there have. */
export function newDishFields(document: MenuDocument, base: string, sectionId: string): Fields {
  const sections = sectionsOf(document).map(({ section }) => section);
  const section = sections.find(({ externalId }) => externalId === sectionId) ?? sections[0];
  return {
    name: null,
    description: null,
    section: section?.externalId ?? "",
    new_section: null,
    ...(hasTaxes(document) ? { tax: usualTax(section?.items ?? []) ?? usualTax(allDishes(document)) ?? "" } : {}),
    allergens: [],
    labels: [],
    ...Object.fromEntries(
      otherLanguages(document, base).flatMap((language) => [
        [`name_${language}`, null],
        [`description_${language}`, null],
      ]),
    ),
  };
}

/** The parts of the form; `sent` is all that a form says that came back. */
export function dishSections(say: Say, { document, dishId, base }: FormDish, sent: Fields, named: Named): Section[] {
  const marks = marksOf(document, dishId, named);
  const sizes = findDish(document, dishId)?.dish.variations ?? [];
  const name = { kind: "text", label: say("dish.size"), max: longestName } as const;
  const price = { kind: "money", label: say("dish.price", { currency: document.currency }) } as const;
  const isPriced = sizes.some(({ price }) => price.currencyPrices !== undefined || price.bulkTiers !== undefined);
  return [
    { title: say("dish.title"), fields: ownFields(say, document) },
    {
      title: say("dish.sizes"),
      text: isPriced ? `${say("dish.sizes_text")} ${say("dish.more_prices")}` : say("dish.sizes_text"),
      fields: rowFields(
        "size",
        sizes.map(({ externalId, name }) => [externalId, name]),
        sent,
        { cells: [{ ...name, optional: true }, price], empty: 1, newLabel: say("dish.new_size") },
      ),
    },
    ...choicesOf(document, dishId).map((choice) =>
      choiceSection(say, choice, sent, [name, { ...price, optional: true }]),
    ),
    {
      title: say("dish.marks"),
      isFolded: true,
      fields: [
        { kind: "ticks", name: "allergens", label: say("dish.allergens"), options: marks.allergens, least: 0 },
        { kind: "ticks", name: "labels", label: say("dish.labels"), options: marks.labels, least: 0 },
      ],
    },
    {
      title: say("dish.languages"),
      isFolded: true,
      fields: otherLanguages(document, base).flatMap((language) => textFields(say, language)),
    },
  ];
}

function ownFields(say: Say, document: MenuDocument): FormField[] {
  const optional = true;
  const sections = sectionsOf(document).map(({ section, path }): Option => [section.externalId, path]);
  const taxes = (document.taxCategories ?? []).map(({ externalId, name }): Option => [externalId, name]);
  return [
    { kind: "text", name: "name", label: say("dish.name"), max: longestName },
    {
      kind: "text",
      name: "description",
      label: say("dish.description"),
      max: longestDescription,
      optional,
      lines: true,
    },
    ...(sections.length > 0
      ? [{ kind: "choice" as const, name: "section", label: say("dish.section"), options: sections }]
      : []),
    {
      kind: "text",
      name: "new_section",
      label: say("dish.new_section"),
      hint: say("dish.new_section_hint"),
      max: longestName,
      optional,
    },
    ...(hasTaxes(document)
      ? [
          {
            kind: "choice" as const,
            name: "tax",
            label: say("dish.tax"),
            options: [["", say("dish.no_tax")] as const, ...taxes],
          },
        ]
      : []),
  ];
}

function choiceSection(say: Say, { group, others }: DishChoice, sent: Fields, cells: readonly Cell[]): Section {
  return {
    title: say("dish.extras", { name: group.name }),
    ...(others > 0 ? { text: say("dish.shared", { count: others }) } : {}),
    isFolded: true,
    fields: rowFields(
      stemOf(group.externalId),
      group.options.map(({ externalId, name }) => [externalId, name]),
      sent,
      { cells, empty: 1, newLabel: say("dish.new_extra") },
    ),
  };
}

function textFields(say: Say, language: string): FormField[] {
  const known = guestLanguageNamed(language);
  const named = known === undefined ? language : languageNames[known];
  const optional = true;
  return [
    {
      kind: "text",
      name: `name_${language}`,
      label: say("dish.name_in", { language: named }),
      max: longestName,
      optional,
    },
    {
      kind: "text",
      name: `description_${language}`,
      label: say("dish.description_in", { language: named }),
      max: longestDescription,
      optional,
      lines: true,
    },
  ];
}

/** The languages of guests and those of the menu, without the one of its own texts. */
export function otherLanguages(document: MenuDocument, base: string): readonly string[] {
  const has = [...languagesOf(document)].toSorted();
  const wanted = guestLanguages.filter((one) => !isSameLanguage(one, base) && !has.includes(one));
  return [...wanted, ...has].toSorted();
}

/** How the rows of a group begin their names: an id may have points, and no stem is the beginning of another. */
export function stemOf(groupId: string): string {
  return `extra-${encodeURIComponent(groupId).replaceAll(".", "%2E")}`;
}

/** A text as a form gives it back: its ends trimmed, with plain line ends; null where there is none. */
export function plain(text: string | undefined): string | null {
  const shown = (text ?? "").replaceAll("\r\n", "\n").trim();
  return shown === "" ? null : shown;
}

/** A price as it is typed; empty where there is none. */
export function writtenPrice(price: Price | undefined, currency: string): string {
  if (price === undefined) return "";
  const digits = minorDigits(currency);
  return (price.amount.amountMinor / 10 ** digits).toFixed(digits);
}

function hasTaxes({ taxCategories = [] }: MenuDocument): boolean {
  return taxCategories.length > 0;
}

function allDishes(document: MenuDocument) {
  return sectionsOf(document).flatMap(({ section }) => section.items);
}

/** The tax that most of the dishes have. */
function usualTax(dishes: readonly { readonly taxCategoryId?: string }[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { taxCategoryId: id } of dishes) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
