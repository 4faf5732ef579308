/** Changes of single values in the copy of a menu document. Only what the fields say anew is changed. Pure. */
import { visibleOrEmpty } from "../../kernel/blank.ts";
import { isCurrency } from "../../kernel/money.ts";
import type { DefinedGroup, MenuDocument, Price } from "../../menus/document/menu-document.ts";
import { menuObjects } from "../../menus/document/menu-objects.ts";
import type { Translations } from "../../menus/document/menu-texts.ts";
import { definedGroups } from "../menu/dish-parts.ts";
import { minorOf } from "../menu/written-menu.ts";
import type { Fields, FieldValue } from "../shell/merge-three.ts";
import { isNew, textOf, textOrNull, textsOf } from "../shell/row-fields.ts";
import { nameField, plain, writtenPrice } from "./text-fields.ts";

/** An object of a document that is being changed. */
export type Changing = Record<string, unknown>;

/** An object of the copy that is being changed. */
export function changing(object: object): Changing {
  return object as Changing;
}

/** A copy to change; stock is left out, so that it stays as it is now. The currency is the one that the fields name. */
export function copyOf(given: MenuDocument, fields: Fields = {}): MenuDocument {
  const document = structuredClone(given);
  for (const { value } of menuObjects(document).list) delete changing(value)["stockStatus"];
  const currency = currencyIn(fields);
  if (currency !== undefined) changing(document)["currency"] = currency;
  return document;
}

/** The currency that is typed; undefined where there is none. */
export function currencyIn(fields: Fields): string | undefined {
  const typed = textOf(fields["currency"]).toUpperCase();
  return isCurrency(typed) ? typed : undefined;
}

/** The values of a form with plain line ends; a text of which nobody sees anything is none. */
export function plainFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: FieldValue): FieldValue {
  if (typeof value === "string") return value === "" ? "" : plain(visibleOrEmpty(value));
  return Array.isArray(value) ? textsOf(value).map((text) => visibleOrEmpty(text)) : value;
}

/** Whether a field says something else than before. */
export function changesOf(before: Fields, fields: Fields): (name: string) => boolean {
  return (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(fields[name] ?? null);
}

/** Rows of sizes or options as they are to be written. */
export interface Rows {
  readonly rows: readonly (readonly [id: string, texts: readonly string[]])[];
  readonly isChanged: (id: string) => boolean;
  readonly currency: string;
  readonly idOf: (name: string) => string;
  readonly idStem: string;
  /** Whether a third text of the rows says the most of one option. */
  readonly hasMost?: true;
  /** Whether a price that is typed where none was has its tax inside; undefined: as what it hangs on. */
  readonly isTaxInside?: boolean | undefined;
}

/** The sizes of a dish, or the options of a group: those of the rows, in the order of the document, new ones last. */
export function writeRows(parent: Changing, property: "variations" | "options", given: Rows): void {
  const { rows, isChanged, currency, idOf, idStem, hasMost = false, isTaxInside } = given;
  const texts = new Map(rows);
  const kept = (parent[property] as Changing[]).filter(({ externalId }) => texts.has(String(externalId)));
  for (const one of kept) {
    const id = String(one["externalId"]);
    const [name = "", price = "", most = ""] = texts.get(id) ?? [];
    if (!isChanged(id)) continue;
    if (plain(String(one["name"])) !== name) one["name"] = name;
    if (writtenPrice(one["price"] as Price | undefined, currency) !== price)
      put(one, "price", priced(one["price"] ?? unpriced(isTaxInside), price, currency));
    if (hasMost) put(one, "maxQuantity", most === "" ? undefined : Number(most));
  }
  for (const [id, [name = "", price = "", most = ""]] of rows) {
    if (!isNew(id)) continue;
    // The answer to the same save was lost, and the form came again.
    const isThere = kept.some(
      (one) =>
        one["name"] === name && writtenPrice(one["price"] as Price | undefined, currency) === written(price, currency),
    );
    if (isThere) continue;
    const made: Changing = { externalId: idOf(`${idStem} ${name}`), name };
    put(made, "price", priced(unpriced(isTaxInside), price, currency));
    if (hasMost && most !== "") made["maxQuantity"] = Number(most);
    kept.push(made);
  }
  parent[property] = kept;
}

/** What a price that is typed where none was has besides its amount. */
function unpriced(isTaxInside: boolean | undefined): Partial<Price> | undefined {
  return isTaxInside === true ? { taxInclusive: true } : undefined;
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

/** The rows whose price the currency does not have, by the name of the field. */
export function wrongPrices(
  fields: Fields,
  currency: string,
): readonly { readonly name: string; readonly text: string }[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (!/^(?:size|option|extra-[^.]*)\./.test(name)) return [];
    const text = textsOf(value)[1] ?? "";
    return text !== "" && minorOf(text, currency) === undefined ? [{ name, text }] : [];
  });
}

/** Writes the name and the description of an object in these languages. */
export function writeTexts(object: Changing, fields: Fields, languages: readonly string[]): void {
  for (const language of languages)
    putText(object, language, {
      name: textOrNull(fields[`name_${language}`]),
      description: textOrNull(fields[`description_${language}`]),
    });
}

/** Writes what sizes or options are called in these languages, where a field says something else than before. */
export function writeNames(
  parts: readonly object[],
  fields: Fields,
  languages: readonly string[],
  isChanged: (name: string) => boolean,
): void {
  for (const part of parts.map(changing))
    for (const language of languages) {
      const field = nameField(language, String(part["externalId"]));
      if (isChanged(field)) putText(part, language, { name: textOrNull(fields[field]), description: null });
    }
}

function putText(
  object: Changing,
  language: string,
  { name, description }: { readonly name: string | null; readonly description: string | null },
): void {
  const texts: Record<string, Translations[string]> = { ...(object["translations"] as Translations | undefined) };
  delete texts[language];
  if (name !== null || description !== null)
    texts[language] = { ...(name === null ? {} : { name }), ...(description === null ? {} : { description }) };
  put(object, "translations", Object.keys(texts).length === 0 ? undefined : texts);
}

/** Sets a property; undefined takes the property away. */
export function put(object: Changing, property: string, value: unknown): void {
  if (value === undefined) delete object[property];
  else object[property] = value;
}

/**
 * Keeps groups of choices that the document still names, or that `wanted` names, and whose definition stood in what was
 * taken away: they are defined for the whole menu then.
 */
export function keepGroups(document: MenuDocument, given: MenuDocument, wanted: readonly string[] = []): void {
  const before = definedGroups(given);
  const missing = (): DefinedGroup[] => {
    const defined = definedGroups(document);
    return [...new Set([...wanted, ...groupIdsIn(document)])].flatMap((id) =>
      defined.has(id) ? [] : (before.get(id) ?? []),
    );
  };
  for (let lost = missing(); lost.length > 0; lost = missing()) {
    const [first] = lost.map((group) => structuredClone(group));
    if (first === undefined) return;
    changing(document)["modifierGroups"] = [...(document.modifierGroups ?? []), first];
    for (const { value } of menuObjects(document).list) delete changing(value)["stockStatus"];
  }
}

/** Every group that something of the document refers to. */
function groupIdsIn(document: MenuDocument): readonly string[] {
  return menuObjects(document).list.flatMap(({ value }) => {
    const attached = value["modifierGroups"];
    return Array.isArray(attached)
      ? (attached as Changing[]).flatMap(({ groupId }) => (typeof groupId === "string" ? [groupId] : []))
      : [];
  });
}

/** Attaches groups to a dish or a size, and takes others off; what stays keeps its own rules. */
export function attachGroups(owner: Changing, ids: readonly string[]): void {
  const before = (owner["modifierGroups"] ?? []) as Changing[];
  const idOf = ({ groupId, externalId }: Changing): string => String(groupId ?? externalId);
  const kept = before.filter((one) => ids.includes(idOf(one)));
  const there = kept.map(idOf);
  const added = ids.filter((id) => !there.includes(id)).map((groupId): Changing => ({ groupId }));
  if (kept.length === before.length && added.length === 0) return;
  const after = [...kept, ...added];
  put(owner, "modifierGroups", after.length === 0 ? undefined : after);
}
