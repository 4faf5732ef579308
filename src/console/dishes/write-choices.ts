/** A menu document with one group of choices changed. Everything else of the document stays as it was published. Pure. */
import type { DefinedGroup, GroupAttachment, MenuDocument, OptionDefault } from "../../menus/document/menu-document.ts";
import { menuObjects } from "../../menus/document/menu-objects.ts";
import { attachedIds, definedGroups, dishesOf } from "../menu/dish-parts.ts";
import { uniqueIds } from "../menu/written-menu.ts";
import type { Fields } from "../shell/merge-three.ts";
import { inOrder } from "../shell/order-fields.ts";
import { numberOrNull, rowsIn, textOrNull, textsOf } from "../shell/row-fields.ts";
import { groupFields, ruleFields, type FormGroup } from "./choices-fields.ts";
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
} from "./write-parts.ts";

/** The document with the group as the fields say; with a new group of that id where there is none. */
export function writeGroup(form: FormGroup, fields: Fields): MenuDocument {
  const document = copyOf(form.document, fields);
  const { groupId } = form;
  const isChanged = changesOf(groupFields(form), fields);
  const known = definedGroups(document).get(groupId);
  const group: Changing = changing(known ?? { externalId: groupId, name: textOrNull(fields["name"]), options: [] });
  if (known === undefined) changing(document)["modifierGroups"] = [...(document.modifierGroups ?? []), group];
  if (isChanged("name")) group["name"] = textOrNull(fields["name"]) ?? group["name"];
  for (const [field, rule] of ruleFields)
    if (isChanged(field)) put(group, rule, numberOrNull(fields[field]) ?? undefined);
  writeOptions(document, group, fields, isChanged);
  const languages = otherLanguages(form.document, form.base);
  writeTexts(
    group,
    fields,
    languages.filter((one) => isChanged(`name_${one}`)),
  );
  writeNames(group["options"] as Changing[], fields, languages, isChanged);
  const before = copyOf(document);
  for (const dish of dishesOf(document)) {
    if (isChanged("dishes")) setGroup(dish, groupId, textsOf(fields["dishes"]));
    if (isChanged("sizes")) for (const size of dish.variations) setGroup(size, groupId, textsOf(fields["sizes"]));
  }
  keepGroups(document, before, [groupId]);
  return document;
}

function writeOptions(
  document: MenuDocument,
  group: Changing,
  fields: Fields,
  isChanged: (name: string) => boolean,
): void {
  const given = copyOf(document);
  const ids = menuObjects(document).list.flatMap(({ kind, externalId }) =>
    kind === "modifier_option" ? [externalId] : [],
  );
  writeRows(group, "options", {
    rows: rowsIn("option", fields),
    isChanged: (id) => isChanged(`option.${id}`),
    currency: document.currency,
    idOf: uniqueIds(ids),
    idStem: String(group["externalId"]),
    hasMost: true,
  });
  group["options"] = inOrder("options", fields, group["options"] as Changing[], (one) => String(one["externalId"]));
  const there = (group["options"] as Changing[]).map(({ externalId }) => externalId);
  for (const one of [group, ...attachmentsOf(document, String(group["externalId"]))]) forgetDefaults(one, there);
  keepGroups(document, given);
}

/** What is chosen at first names no option that is gone. */
function forgetDefaults(rules: Changing, there: readonly unknown[]): void {
  const defaults = rules["optionDefaults"] as readonly OptionDefault[] | undefined;
  if (defaults === undefined || defaults.every(({ optionId }) => there.includes(optionId))) return;
  const left = defaults.filter(({ optionId }) => there.includes(optionId));
  put(rules, "optionDefaults", left.length === 0 ? undefined : left);
}

/** Every place of a document that refers to the group, with the rules that hold there. */
export function attachmentsOf(document: MenuDocument, groupId: string): readonly Changing[] {
  return menuObjects(document).list.flatMap(({ value }) =>
    ((value["modifierGroups"] ?? []) as Changing[]).filter((one) => one["groupId"] === groupId),
  );
}

/** Attaches the group to a dish or a size that is among the ids, and takes the group off otherwise. */
function setGroup(
  owner: { readonly externalId: string; readonly modifierGroups?: readonly GroupAttachment[] },
  groupId: string,
  wanted: readonly string[],
): void {
  const others = attachedIds(owner.modifierGroups).filter((id) => id !== groupId);
  const has = attachedIds(owner.modifierGroups).length > others.length;
  const wants = wanted.includes(owner.externalId);
  if (has === wants) return;
  attachGroups(changing(owner), wants ? [...others, groupId] : others);
}

/** The document without the group; choices that hang below its options and elsewhere stay. */
export function removeGroup(given: MenuDocument, groupId: string): MenuDocument {
  const document = copyOf(given);
  const others = (attached: unknown): Changing[] =>
    ((attached ?? []) as Changing[]).filter((one) => (one["groupId"] ?? one["externalId"]) !== groupId);
  const owners = [changing(document), ...menuObjects(document).list.map(({ value }) => changing(value))];
  for (const owner of owners) {
    const left = others(owner["modifierGroups"]);
    if (owner["modifierGroups"] !== undefined && left.length < (owner["modifierGroups"] as Changing[]).length)
      put(owner, "modifierGroups", left.length === 0 ? undefined : left);
  }
  keepGroups(document, given);
  return document;
}

/** The group in a document. */
export function groupOf(document: MenuDocument, groupId: string): DefinedGroup | undefined {
  return definedGroups(document).get(groupId);
}
