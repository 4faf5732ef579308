/** A group of choices as the fields of a form: its rules, its options, and the dishes that have the group. Pure. */
import type { DefinedGroup, MenuDocument } from "../../menus/document/menu-document.ts";
import { attachedIds, definedGroups, dishesOf } from "../menu/dish-parts.ts";
import type { Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { orderField, orderValue } from "../shell/order-fields.ts";
import { rowFields } from "../shell/row-fields.ts";
import { namedSizes } from "./dish-fields.ts";
import {
  currencyField,
  currencyValue,
  longestName,
  nameOfLanguage,
  nameValues,
  otherLanguages,
  plain,
  priceLabel,
  textFields,
  textValues,
  writtenPrice,
  type Say,
} from "./text-fields.ts";

/** The menu and the group that a form is about. */
export interface FormGroup {
  readonly document: MenuDocument;
  readonly groupId: string;
  /** The language of the menu's own texts. */
  readonly base: string;
}

const mostChosen = 1000;
/** A new group begins with so many rows for its options; one that is there has so many more. */
const newOptions = 4;
const moreOptions = 2;

/** The fields for the rules, and what each is in the document. */
export const ruleFields = [
  ["least", "minSelections"],
  ["most", "maxSelections"],
  ["free", "freeSelectionCount"],
] as const;

/** What a group says in each field, or what a new one begins with. */
export function groupFields({ document, groupId, base }: FormGroup): Fields {
  const group = definedGroups(document).get(groupId);
  const options = group?.options ?? [];
  const { currency } = document;
  return {
    name: plain(group?.name),
    ...Object.fromEntries(ruleFields.map(([field, rule]) => [field, group?.[rule] ?? null])),
    ...currencyValue(document),
    ...Object.fromEntries(
      options.map(({ externalId, name, price, maxQuantity }) => [
        `option.${externalId}`,
        [plain(name) ?? "", writtenPrice(price, currency), String(maxQuantity ?? "")],
      ]),
    ),
    ...orderValue(
      "options",
      options.map(({ externalId }) => externalId),
    ),
    dishes: dishesOf(document)
      .filter(({ modifierGroups }) => attachedIds(modifierGroups).includes(groupId))
      .map(({ externalId }) => externalId)
      .toSorted(),
    sizes: dishesOf(document)
      .flatMap(({ variations }) => variations)
      .filter(({ modifierGroups }) => attachedIds(modifierGroups).includes(groupId))
      .map(({ externalId }) => externalId)
      .toSorted(),
    ...Object.assign(
      {},
      ...otherLanguages(document, base).map((language) => ({
        ...textValues(language, group ?? {}, "name"),
        ...nameValues(language, options),
      })),
    ),
  };
}

/** The parts of the form; `sent` is all that a form says that came back. */
export function groupSections(say: Say, { document, groupId, base }: FormGroup, sent: Fields): Section[] {
  const group = definedGroups(document).get(groupId);
  const options = (group?.options ?? []).map(({ externalId, name }): Option => [externalId, name]);
  const order = orderField("options", { label: say("order.options"), hint: say("order.hint") }, options, sent);
  return [
    { title: say("choices.title"), fields: ownFields(say) },
    {
      title: say("choices.options"),
      text: say("choices.options_text"),
      fields: [
        ...currencyField(say, document),
        ...rowFields("option", options, sent, {
          cells: [
            { kind: "text", label: say("dish.size"), max: longestName },
            { kind: "money", label: priceLabel(say, document), optional: true },
            { kind: "number", label: say("choices.most_each"), min: 1, max: mostChosen, optional: true },
          ],
          empty: group === undefined ? newOptions : moreOptions,
          newLabel: say("dish.new_extra"),
        }),
      ],
    },
    ...(order.length > 0 ? [{ title: say("order.options"), isFolded: true as const, fields: order }] : []),
    ...usersSections(say, document, groupId),
    ...otherLanguages(document, base).map((language): Section => ({
      title: say("part.language", { language: nameOfLanguage(language) }),
      isFolded: true,
      fields: textFields(
        say,
        language,
        "name",
        (group?.options ?? []).map(({ externalId: id, name }) => ({ id, name })),
      ),
    })),
  ];
}

function ownFields(say: Say): Section["fields"] {
  const rule = { kind: "number", min: 0, max: mostChosen, optional: true } as const;
  return [
    { kind: "text", name: "name", label: say("dish.name"), hint: say("choices.name_hint"), max: longestName },
    { ...rule, name: "least", label: say("choices.least"), hint: say("choices.least_hint") },
    { ...rule, name: "most", label: say("choices.most"), hint: say("choices.most_hint") },
    { ...rule, name: "free", label: say("choices.free"), hint: say("choices.free_hint") },
  ];
}

/** The dishes and the sizes that may have the group; none where the menu has none. */
function usersSections(say: Say, document: MenuDocument, groupId: string): Section[] {
  const dishes = dishesOf(document);
  const options = dishes.map(({ externalId, name }): Option => [externalId, name]);
  const sizes = dishes.flatMap((dish) => {
    const named = namedSizes(dish);
    const shown = named.length > 0 ? named : dish.variations.filter((size) => hasGroup(size, groupId));
    return shown.map(({ externalId, name }): Option => [externalId, `${dish.name}: ${name}`]);
  });
  const ticks = (name: string, label: string, options: readonly Option[]) =>
    ({ kind: "ticks", name, label, options, least: 0 }) as const;
  return [
    ...(options.length === 0
      ? []
      : [{ title: say("choices.dishes"), fields: [ticks("dishes", say("choices.dishes_label"), options)] }]),
    ...(sizes.length === 0
      ? []
      : [
          {
            title: say("choices.sizes"),
            text: say("choices.sizes_text"),
            isFolded: true as const,
            fields: [ticks("sizes", say("choices.sizes_label"), sizes)],
          },
        ]),
  ];
}

function hasGroup({ modifierGroups }: Pick<DefinedGroup["options"][number], "modifierGroups">, groupId: string) {
  return attachedIds(modifierGroups).includes(groupId);
}
