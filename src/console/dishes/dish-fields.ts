/** A dish of a menu document as the fields of a form. Pure. */
import type { MenuDocument, MenuItem } from "../../menus/document/menu-document.ts";
import {
  attachedIds,
  definedGroups,
  choicesOf,
  dishesOf,
  findDish,
  sectionsOf,
  type DishChoice,
} from "../menu/dish-parts.ts";
import type { Cell, FormField, Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { orderField, orderValue } from "../shell/order-fields.ts";
import { rowFields } from "../shell/row-fields.ts";
import { marksOf, type Named } from "./dish-marks.ts";
import {
  currencyField,
  currencyValue,
  longestDescription,
  longestName,
  nameValues,
  otherLanguages,
  plain,
  priceLabel,
  textFields,
  textValues,
  writtenPrice,
  type Say,
} from "./text-fields.ts";

/** The menu and the dish that a form is about. */
export interface FormDish {
  readonly document: MenuDocument;
  readonly dishId: string;
  /** The language of the menu's own texts. */
  readonly base: string;
}

/** A new dish begins with so many rows for sizes. */
const newSizes = 3;

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
    ...currencyValue(document),
    ...(hasTaxes(document) ? { tax: dish.taxCategoryId ?? "" } : {}),
    ...(hasGroups(document) ? { choices: attachedIds(dish.modifierGroups).toSorted() } : {}),
    allergens: (dish.allergens ?? []).toSorted(),
    labels: (dish.dietaryLabels ?? []).toSorted(),
    ...Object.fromEntries(
      dish.variations.map(({ externalId, name, price }) => [
        `size.${externalId}`,
        [plain(name) ?? "", writtenPrice(price, currency)],
      ]),
    ),
    ...orderValue(
      "sizes",
      dish.variations.map(({ externalId }) => externalId),
    ),
    ...Object.fromEntries(
      choices.flatMap(({ group }) =>
        group.options.map(({ externalId, name, price }) => [
          `${stemOf(group.externalId)}.${externalId}`,
          [plain(name) ?? "", writtenPrice(price, currency)],
        ]),
      ),
    ),
    ...Object.assign(
      {},
      ...otherLanguages(document, base).map((language) => ({
        ...textValues(language, dish, "both"),
        ...nameValues(language, namedSizes(dish)),
      })),
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
    ...currencyValue(document),
    ...(hasTaxes(document) ? { tax: usualTax(section?.items ?? []) ?? usualTax(dishesOf(document)) ?? "" } : {}),
    ...(hasGroups(document) ? { choices: [] } : {}),
    allergens: [],
    labels: [],
    ...Object.assign({}, ...otherLanguages(document, base).map((language) => textValues(language, {}, "both"))),
  };
}

/** The parts of the form; `sent` is all that a form says that came back. */
export function dishSections(say: Say, { document, dishId, base }: FormDish, sent: Fields, named: Named): Section[] {
  const marks = marksOf(document, dishId, named);
  const dish = findDish(document, dishId)?.dish;
  const sizes = (dish?.variations ?? []).map(({ externalId, name }): Option => [externalId, name]);
  const name = { kind: "text", label: say("dish.size"), max: longestName } as const;
  const price = { kind: "money", label: priceLabel(say, document) } as const;
  const isPriced = dish?.variations.some(
    ({ price }) => price.currencyPrices !== undefined || price.bulkTiers !== undefined,
  );
  const order = orderField("sizes", { label: say("order.sizes"), hint: say("order.hint") }, sizes, sent);
  const groups = [...definedGroups(document).values()].map(({ externalId, name }): Option => [externalId, name]);
  return [
    { title: say("dish.title"), fields: ownFields(say, document) },
    {
      title: say("dish.sizes"),
      text: isPriced === true ? `${say("dish.sizes_text")} ${say("dish.more_prices")}` : say("dish.sizes_text"),
      fields: [
        ...currencyField(say, document),
        ...rowFields("size", sizes, sent, {
          cells: [{ ...name, optional: true }, price],
          empty: dish === undefined ? newSizes : 1,
          newLabel: say("dish.new_size"),
        }),
      ],
    },
    ...(order.length > 0 ? [{ title: say("order.sizes"), isFolded: true as const, fields: order }] : []),
    ...(groups.length > 0
      ? [
          {
            title: say("dish.choices"),
            text: say("dish.choices_text"),
            fields: [
              {
                kind: "ticks" as const,
                name: "choices",
                label: say("dish.choices"),
                options: groups,
                least: 0 as const,
              },
            ],
          },
        ]
      : []),
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
      fields: otherLanguages(document, base).flatMap((language) =>
        textFields(
          say,
          language,
          "both",
          namedSizes(dish).map(({ externalId: id, name }) => ({ id, name })),
        ),
      ),
    },
  ];
}

/** The sizes whose names guests read: those of a dish with several. */
export function namedSizes(dish: MenuItem | undefined): MenuItem["variations"] {
  return dish === undefined || dish.variations.length < 2 ? [] : dish.variations;
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
      ? [
          { kind: "choice" as const, name: "section", label: say("dish.section"), options: sections },
          {
            kind: "text" as const,
            name: "new_section",
            label: say("dish.new_section"),
            hint: say("dish.new_section_hint"),
            max: longestName,
            optional,
          },
        ]
      : [{ kind: "text" as const, name: "new_section", label: say("dish.section"), max: longestName }]),
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

/** How the rows of a group begin their names: an id may have points, and no stem is the beginning of another. */
export function stemOf(groupId: string): string {
  return `extra-${encodeURIComponent(groupId).replaceAll(".", "%2E")}`;
}

function hasTaxes({ taxCategories = [] }: MenuDocument): boolean {
  return taxCategories.length > 0;
}

function hasGroups(document: MenuDocument): boolean {
  return definedGroups(document).size > 0;
}

/** The tax that most of the dishes have. */
function usualTax(dishes: readonly { readonly taxCategoryId?: string }[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { taxCategoryId: id } of dishes) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
