/**
 * A menu document with one dish changed. Only what the fields say anew is changed: sizes keep their other prices, and
 * everything else of the document stays as it was published. Stock is left out, so that it stays as it is now. Pure.
 */
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { menuObjects } from "../../menus/document/menu-objects.ts";
import { attachedIds, choicesOf, findDish } from "../menu/dish-parts.ts";
import { uniqueIds } from "../menu/written-menu.ts";
import type { Fields, FieldValue } from "../shell/merge-three.ts";
import { inOrder } from "../shell/order-fields.ts";
import { rowsIn, textOrNull, textsOf } from "../shell/row-fields.ts";
import { dishFields, stemOf, type FormDish } from "./dish-fields.ts";
import { hasTaxInside, setTaxInside } from "./tax-inside.ts";
import { otherLanguages } from "./text-fields.ts";
import {
  attachGroups,
  changesOf,
  changing,
  copyOf,
  keepGroups,
  put,
  writeNames,
  writeRows,
  writeTexts,
  type Changing,
  type Rows,
} from "./write-parts.ts";

/** The document with the dish as the fields say; with a new dish of that id where there is none. */
export function writeDish(form: FormDish, fields: Fields): MenuDocument {
  const document = copyOf(form.document, fields);
  const objects = menuObjects(document).list;
  const { dishId } = form;
  const isChanged = changesOf(dishFields(form) ?? {}, fields);
  const known = findDish(document, dishId);
  const dish = changing(known?.dish ?? { externalId: dishId, variations: [] });
  const oldName = known?.dish.name;
  const choices = choicesOf(document, dishId);
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
  const languages = otherLanguages(form.document, form.base);
  writeTexts(
    dish,
    fields,
    languages.filter((one) => isChanged(`name_${one}`) || isChanged(`description_${one}`)),
  );
  const idsOf = (kind: "variation" | "modifier_option") =>
    uniqueIds(objects.filter((object) => object.kind === kind).map(({ externalId }) => externalId));
  const { currency } = document;
  // Under another tax the prices are as those of the dishes that have that tax, not as they were.
  const isRetaxed = isChanged("tax") && textOrNull(fields["tax"]) !== null;
  const own = isRetaxed ? [] : (known?.dish.variations ?? []);
  const isTaxInside = hasTaxInside(form.document, { variations: own, ...taxOf(dish) });
  if (isRetaxed && known !== undefined && isTaxInside !== undefined) setTaxInside(known.dish, isTaxInside);
  const sizes = { rows: sizeRows(fields), isChanged: (id: string) => isChanged(`size.${id}`), isTaxInside };
  writeRows(dish, "variations", { ...sizes, currency, idOf: idsOf("variation"), idStem: dishId });
  dish["variations"] = inOrder("sizes", fields, dish["variations"] as Changing[], (one) => String(one["externalId"]));
  writeNames(dish["variations"] as Changing[], fields, languages, isChanged);
  followName(dish, oldName);
  const newId = idsOf("modifier_option");
  for (const { group } of choices) {
    const stem = stemOf(group.externalId);
    const extras = { rows: rowsIn(stem, fields), isChanged: (id: string) => isChanged(`${stem}.${id}`) };
    writeRows(changing(group), "options", { ...extras, currency, idOf: newId, idStem: group.externalId });
  }
  if (isChanged("choices")) {
    // A choice that somebody took off the menu meanwhile is none of the dish's.
    const there = new Set(objects.flatMap(({ kind, externalId }) => (kind === "modifier_group" ? [externalId] : [])));
    const wanted = textsOf(fields["choices"]).filter((id) => there.has(id));
    const [whole, before] = [copyOf(document), attachedIds(known?.dish.modifierGroups)];
    attachGroups(dish, wanted);
    keepGroups(document, whole, before);
  }
  return document;
}

/** The document without a dish; choices that other dishes have too stay. */
export function removeDish(given: MenuDocument, dishId: string): MenuDocument {
  const document = copyOf(given);
  const found = findDish(document, dishId);
  if (found !== undefined) takeFrom(changing(found.section), dishId);
  keepGroups(document, given);
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
  // The section of a new dish may be gone by now.
  if (from === undefined) wanted ??= sections[0]?.value;
  if (wanted === undefined || wanted["externalId"] === from) return;
  const old = sections.find(({ externalId }) => externalId === from)?.value;
  if (old !== undefined) takeFrom(old, dish["externalId"]);
  (wanted["items"] as Changing[]).push(dish);
}

function takeFrom(section: Changing, dishId: unknown): void {
  section["items"] = (section["items"] as Changing[]).filter(({ externalId }) => externalId !== dishId);
}

function taxOf({ taxCategoryId }: Changing): { readonly taxCategoryId?: string } {
  return typeof taxCategoryId === "string" ? { taxCategoryId } : {};
}

/** The sizes; one without a name is called as the dish is. */
function sizeRows(fields: Fields): Rows["rows"] {
  const dishName = textOrNull(fields["name"]) ?? "";
  return rowsIn("size", fields).map(([id, [name = "", price = ""]]) => [id, [name === "" ? dishName : name, price]]);
}

/** The one size that was called as its dish, is called as the dish is now. */
function followName(dish: Changing, oldName: string | undefined): void {
  const [only, ...others] = dish["variations"] as Changing[];
  if (only !== undefined && others.length === 0 && only["name"] === oldName) only["name"] = dish["name"];
}

/** The marks that are ticked, those that the dish had in their order; undefined where there is none. */
function marked(before: unknown, ticked: readonly string[]): readonly string[] | undefined {
  const kept = textsOf(before as FieldValue | undefined).filter((one) => ticked.includes(one));
  const marks = [...new Set([...kept, ...ticked])];
  return marks.length === 0 ? undefined : marks;
}
