/**
 * A menu document with one dish changed. Only what the fields say anew is changed: sizes keep their other prices, and
 * everything else of the document stays as it was published. Stock is left out, so that it stays as it is now. Pure.
 */
import { visibleOrEmpty } from "../../kernel/blank.ts";
import type { MenuDocument, Price } from "../../menus/document/menu-document.ts";
import { menuObjects } from "../../menus/document/menu-objects.ts";
import type { Translations } from "../../menus/document/menu-texts.ts";
import type { Fields, FieldValue } from "../shell/merge-three.ts";
import { isNew, rowsIn, textOrNull, textsOf } from "../shell/row-fields.ts";
import { dishFields, otherLanguages, plain, stemOf, writtenPrice, type FormDish } from "./dish-fields.ts";
import { choicesOf, findDish } from "../menu/dish-parts.ts";
import { minorOf, uniqueIds } from "../menu/written-menu.ts";

/** An object of a document that is being changed. */
type Changing = Record<string, unknown>;

/** An object of the copy that is being changed. */
function changing(object: object): Changing {
  return object as Changing;
}

/** The values of a form with plain line ends; a text of which nobody sees anything is none. */
export function plainFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: FieldValue): FieldValue {
  if (typeof value === "string") return value === "" ? "" : plain(visibleOrEmpty(value));
  return Array.isArray(value) ? textsOf(value).map((text) => visibleOrEmpty(text)) : value;
}

/** The rows whose price the currency does not have, by the name of the field. */
export function wrongPrices(
  fields: Fields,
  currency: string,
): readonly { readonly name: string; readonly text: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const text = textsOf(value)[1] ?? "";
    return text !== "" && minorOf(text, currency) === undefined ? [{ name, text }] : [];
  });
}

/** The document with the dish as the fields say; with a new dish of that id where there is none. */
export function writeDish(form: FormDish, fields: Fields): MenuDocument {
  const document = structuredClone(form.document);
  const objects = menuObjects(document).list;
  for (const { value } of objects) delete (value as Changing)["stockStatus"];
  const { dishId } = form;
  const before = dishFields(form) ?? {};
  const isChanged = (name: string): boolean =>
    JSON.stringify(before[name] ?? null) !== JSON.stringify(fields[name] ?? null);
  const known = findDish(document, dishId);
  const dish = changing(known?.dish ?? { externalId: dishId, variations: [] });
  const oldName = known?.dish.name;
  moveDish(document, dish, known?.section.externalId, fields);
  for (const [field, property] of [
    ["name", "name"],
    ["description", "description"],
    ["tax", "taxCategoryId"],
  ] as const)
    if (isChanged(field)) put(dish, property, textOrNull(fields[field]) ?? undefined);
  for (const [field, property] of [
    ["allergens", "allergens"],
    ["labels", "dietaryLabels"],
  ] as const)
    if (isChanged(field)) put(dish, property, marked(dish[property], textsOf(fields[field])));
  writeTexts(
    dish,
    fields,
    otherLanguages(form.document, form.base).filter(
      (one) => isChanged(`name_${one}`) || isChanged(`description_${one}`),
    ),
  );
  const idsOf = (kind: "variation" | "modifier_option") =>
    uniqueIds(objects.filter((object) => object.kind === kind).map(({ externalId }) => externalId));
  const { currency } = document;
  const sizes = { rows: sizeRows(fields), isChanged: (id: string) => isChanged(`size.${id}`) };
  writeRows(dish, "variations", { ...sizes, currency, idOf: idsOf("variation"), idStem: dishId });
  followName(dish, oldName);
  const newId = idsOf("modifier_option");
  for (const { group } of choicesOf(document, dishId)) {
    const stem = stemOf(group.externalId);
    const extras = { rows: rowsIn(stem, fields), isChanged: (id: string) => isChanged(`${stem}.${id}`) };
    writeRows(changing(group), "options", { ...extras, currency, idOf: newId, idStem: group.externalId });
  }
  return document;
}

/** The document without a dish. */
export function removeDish(given: MenuDocument, dishId: string): MenuDocument {
  const document = structuredClone(given);
  for (const { value } of menuObjects(document).list) delete (value as Changing)["stockStatus"];
  const found = findDish(document, dishId);
  if (found !== undefined) takeFrom(changing(found.section), dishId);
  return document;
}

/** Puts a dish into the section that is wanted, at its end; it stays where it stands in the same section. */
function moveDish(document: MenuDocument, dish: Changing, from: string | undefined, fields: Fields): void {
  const sections = menuObjects(document).list.filter(({ kind }) => kind === "category");
  const named = textOrNull(fields["new_section"]);
  let wanted: Changing | undefined = sections.find(({ externalId }) => externalId === fields["section"])?.value;
  if (named !== null) {
    wanted = sections.find(({ value }) => value["name"] === named)?.value;
    if (wanted === undefined) {
      wanted = { externalId: uniqueIds(sections.map(({ externalId }) => externalId))(named), name: named, items: [] };
      changing(document)["categories"] = [...document.categories, wanted];
    }
  }
  if (wanted === undefined || wanted["externalId"] === from) return;
  const old = sections.find(({ externalId }) => externalId === from)?.value;
  if (old !== undefined) takeFrom(old, dish["externalId"]);
  (wanted["items"] as Changing[]).push(dish);
}

function takeFrom(section: Changing, dishId: unknown): void {
  section["items"] = (section["items"] as Changing[]).filter(({ externalId }) => externalId !== dishId);
}

/** The sizes; one without a name is called as the dish is. */
function sizeRows(fields: Fields): Rows["rows"] {
  const dishName = textOrNull(fields["name"]) ?? "";
  return rowsIn("size", fields).map(([id, [name = "", price = ""]]) => [id, [name === "" ? dishName : name, price]]);
}

interface Rows {
  readonly rows: readonly (readonly [id: string, texts: readonly string[]])[];
  readonly isChanged: (id: string) => boolean;
  readonly currency: string;
  readonly idOf: (name: string) => string;
  readonly idStem: string;
}

/** The sizes of a dish, or the extras of a group: those of the rows, in the order of the document, new ones last. */
function writeRows(parent: Changing, property: "variations" | "options", given: Rows): void {
  const { rows, isChanged, currency, idOf, idStem } = given;
  const texts = new Map(rows);
  const kept = (parent[property] as Changing[]).filter(({ externalId }) => texts.has(String(externalId)));
  for (const one of kept) {
    const id = String(one["externalId"]);
    const [name = "", price = ""] = texts.get(id) ?? [];
    if (!isChanged(id)) continue;
    if (plain(String(one["name"])) !== name) one["name"] = name;
    if (writtenPrice(one["price"] as Price | undefined, currency) !== price)
      put(one, "price", priced(one["price"], price, currency));
  }
  for (const [id, [name = "", price = ""]] of rows) {
    if (!isNew(id)) continue;
    // The answer to the same save was lost, and the form came again.
    const isThere = kept.some(
      (one) =>
        one["name"] === name && writtenPrice(one["price"] as Price | undefined, currency) === written(price, currency),
    );
    if (isThere) continue;
    const made: Changing = { externalId: idOf(`${idStem} ${name}`), name };
    put(made, "price", priced(undefined, price, currency));
    kept.push(made);
  }
  parent[property] = kept;
}

/** The price with another amount; undefined where nothing is typed. */
function priced(before: unknown, text: string, currency: string): Price | undefined {
  const amountMinor = minorOf(text, currency);
  return amountMinor === undefined
    ? undefined
    : { ...(before as Price | undefined), amount: { amountMinor, currency } };
}

function written(text: string, currency: string): string {
  return writtenPrice(priced(undefined, text, currency), currency);
}

/** The one size that was called as its dish, is called as the dish is now. */
function followName(dish: Changing, oldName: string | undefined): void {
  const [only, ...others] = dish["variations"] as Changing[];
  if (only !== undefined && others.length === 0 && only["name"] === oldName) only["name"] = dish["name"];
}

function writeTexts(dish: Changing, fields: Fields, languages: readonly string[]): void {
  if (languages.length === 0) return;
  const texts: Record<string, Translations[string]> = { ...(dish["translations"] as Translations | undefined) };
  for (const language of languages) {
    const name = textOrNull(fields[`name_${language}`]);
    const description = textOrNull(fields[`description_${language}`]);
    delete texts[language];
    if (name === null && description === null) continue;
    texts[language] = { ...(name === null ? {} : { name }), ...(description === null ? {} : { description }) };
  }
  put(dish, "translations", Object.keys(texts).length === 0 ? undefined : texts);
}

/** The marks that are ticked, those that the dish had in their order; undefined where there is none. */
function marked(before: unknown, ticked: readonly string[]): readonly string[] | undefined {
  const kept = textsOf(before as FieldValue | undefined).filter((one) => ticked.includes(one));
  const marks = [...new Set([...kept, ...ticked])];
  return marks.length === 0 ? undefined : marks;
}

function put(object: Changing, property: string, value: unknown): void {
  if (value === undefined) delete object[property];
  else object[property] = value;
}
