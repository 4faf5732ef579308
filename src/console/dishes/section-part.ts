/** A section of the menu: its name, its hours, its texts, and the order of its dishes. Pure. */
import type { MenuCategory, MenuDocument } from "../../menus/document/menu-document.ts";
import { sectionsOf } from "../menu/dish-parts.ts";
import { sectionPath } from "../menu/dish-paths.ts";
import type { Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";
import { inOrder, orderField, orderValue } from "../shell/order-fields.ts";
import { rowsIn, textOrNull } from "../shell/row-fields.ts";
import type { CardPart, PartPage } from "./card-part.ts";
import { hourMistakes, hourRows, hoursOf, hourValues } from "./section-hours.ts";
import {
  longestDescription,
  longestName,
  nameOfLanguage,
  otherLanguages,
  plain,
  textFields,
  textValues,
} from "./text-fields.ts";
import { changesOf, changing, copyOf, put, writeTexts, type Changing } from "./write-parts.ts";

/** The section of that id; a new one, with that id, where `isNew`. */
export function sectionPart(on: PartPage, id: string, isNew: boolean): CardPart {
  const { say, baseOf } = on;
  const read = (document: MenuDocument): Fields | undefined => {
    const section = findSection(document, id);
    return section === undefined && !isNew ? undefined : valuesOf(document, baseOf(document), section, id);
  };
  return {
    kind: "section",
    id,
    isNew,
    action: sectionPath(on.path, id, isNew),
    read,
    sections: (document, sent) => formOf(on, document, id, sent),
    mistakes: (_, fields) => hourMistakes(on.hours, fields),
    write: (document, fields) => writeSection(document, { id, fields, before: read(document) ?? {} }, baseOf(document)),
    remove: (document) => removeSection(document, id),
    farewell(document) {
      const section = findSection(document, id);
      const inside = [...(section?.items ?? []), ...(section?.categories ?? [])].map(({ name }) => name);
      return inside.length === 0
        ? { text: say("section.remove_text"), isBlocked: false }
        : { text: say("section.remove_full", { names: inside.join(", ") }), isBlocked: true };
    },
  };
}

function findSection(document: MenuDocument, id: string): MenuCategory | undefined {
  return sectionsOf(document).find(({ section }) => section.externalId === id)?.section;
}

/** The sections beside each other that the section is one of; a new one is the last of the menu. */
function besidesOf(document: MenuDocument, id: string): readonly MenuCategory[] {
  const lists = [document.categories, ...sectionsOf(document).map(({ section }) => section.categories ?? [])];
  return lists.find((list) => list.some(({ externalId }) => externalId === id)) ?? document.categories;
}

function besideIds(document: MenuDocument, id: string): readonly string[] {
  const ids = besidesOf(document, id).map(({ externalId }) => externalId);
  return ids.includes(id) ? ids : [...ids, id];
}

function valuesOf(document: MenuDocument, base: string, section: MenuCategory | undefined, id: string): Fields {
  return {
    name: plain(section?.name),
    description: plain(section?.description),
    ...hourValues(section?.availability),
    ...orderValue(
      "dishes",
      (section?.items ?? []).map(({ externalId }) => externalId),
    ),
    ...orderValue("sections", besideIds(document, id)),
    ...Object.assign(
      {},
      ...otherLanguages(document, base).map((language) => textValues(language, section ?? {}, "both")),
    ),
  };
}

function formOf({ say, hours, baseOf }: PartPage, document: MenuDocument, id: string, sent: Fields): Section[] {
  const section = findSection(document, id);
  const optional = true;
  const dishes = (section?.items ?? []).map(({ externalId, name }): Option => [externalId, name]);
  const names = new Map(besidesOf(document, id).map(({ externalId, name }) => [externalId, name]));
  const beside = besideIds(document, id).map((one): Option => [one, names.get(one) ?? say("section.add")]);
  const ordered = (what: string, label: string, present: readonly Option[]): Section[] => {
    const fields = orderField(what, { label, hint: say("order.hint") }, present, sent);
    return fields.length === 0 ? [] : [{ title: label, isFolded: true, fields }];
  };
  const hasDates = (section?.availability?.exceptions ?? []).length > 0;
  return [
    {
      title: say("section.title"),
      text: say("section.text"),
      fields: [
        { kind: "text", name: "name", label: say("dish.name"), max: longestName },
        {
          kind: "text",
          name: "description",
          label: say("dish.description"),
          max: longestDescription,
          optional,
          lines: true,
        },
      ],
    },
    ...ordered("dishes", say("order.dishes"), dishes),
    ...ordered("sections", say("order.sections"), beside),
    {
      title: say("section.hours"),
      text: hasDates ? `${say("section.hours_text")} ${say("section.hours_dates")}` : say("section.hours_text"),
      isFolded: true,
      fields: hourRows(hours, section?.availability, sent),
    },
    ...otherLanguages(document, baseOf(document)).map((language): Section => ({
      title: say("part.language", { language: nameOfLanguage(language) }),
      isFolded: true,
      fields: textFields(say, language, "both"),
    })),
  ];
}

interface Written {
  readonly id: string;
  readonly fields: Fields;
  readonly before: Fields;
}

function writeSection(given: MenuDocument, { id, fields, before }: Written, base: string): MenuDocument {
  const document = copyOf(given);
  const isChanged = changesOf(before, fields);
  const known = findSection(document, id);
  const section: Changing = changing(known ?? { externalId: id, name: textOrNull(fields["name"]), items: [] });
  if (known === undefined) changing(document)["categories"] = [...document.categories, section];
  if (isChanged("name")) section["name"] = textOrNull(fields["name"]) ?? section["name"];
  if (isChanged("description")) put(section, "description", textOrNull(fields["description"]) ?? undefined);
  const rows = (side: Fields) => JSON.stringify(rowsIn("hours", side).map(([, texts]) => texts));
  if (rows(before) !== rows(fields)) put(section, "availability", hoursOf(fields, known?.availability));
  writeTexts(
    section,
    fields,
    otherLanguages(given, base).filter((one) => isChanged(`name_${one}`) || isChanged(`description_${one}`)),
  );
  if (isChanged("order_dishes"))
    section["items"] = inOrder("dishes", fields, section["items"] as Changing[], (dish) => String(dish["externalId"]));
  if (isChanged("order_sections")) orderSections(document, id, fields);
  return document;
}

/** The sections beside this one, in their new order. */
function orderSections(document: MenuDocument, id: string, fields: Fields): void {
  const owners = [changing(document), ...sectionsOf(document).map(({ section }) => changing(section))];
  for (const owner of owners) {
    const list = (owner["categories"] ?? []) as Changing[];
    if (list.some(({ externalId }) => externalId === id))
      owner["categories"] = inOrder("sections", fields, list, (section) => String(section["externalId"]));
  }
}

function removeSection(given: MenuDocument, id: string): MenuDocument {
  const document = copyOf(given);
  const owners = [changing(document), ...sectionsOf(document).map(({ section }) => changing(section))];
  for (const owner of owners) {
    const list = owner["categories"] as Changing[] | undefined;
    if (list?.some(({ externalId }) => externalId === id) === true)
      owner["categories"] = list.filter(({ externalId }) => externalId !== id);
  }
  return document;
}
