/** Modifier groups (defined and referenced) and their options, nested in each other to at most eight groups deep. */
import type {
  DefinedGroup,
  GroupAttachment,
  MenuModifierOption,
  OptionDefault,
  ReferencedGroup,
} from "./menu-document.ts";
import { isReferencedGroup } from "./menu-document.ts";
import {
  counted,
  entity,
  fault,
  isRecord,
  later,
  list,
  maxNesting,
  maxObjects,
  object,
  optional,
  required,
  type Parse,
} from "./menu-reader.ts";
import { externalId, integer, name, reference, stockStatus } from "./menu-scalars.ts";
import { price } from "./parse-prices.ts";
import { nameTranslations } from "./parse-translations.ts";
import { faultsOfRules, OptionRoom, rulesOf } from "./selection-rules.ts";

const count = integer(0, 1_000_000);
const maxAttachments = 1000;
const definingFields = ["externalId", "name", "options"] as const;

const optionDefault: Parse<OptionDefault> = object<OptionDefault>({
  optionId: required(externalId),
  defaultQuantity: required(count),
});

const selectionRules = {
  minSelections: optional(count),
  maxSelections: optional(count),
  minUniqueSelections: optional(count),
  maxUniqueSelections: optional(count),
  freeSelectionCount: optional(count),
  optionDefaults: optional(list(optionDefault, maxAttachments)),
};

const option: Parse<MenuModifierOption> = counted(
  entity<MenuModifierOption>("modifier_option", {
    externalId: required(externalId),
    name: required(name),
    translations: optional(nameTranslations),
    price: optional(price),
    maxQuantity: optional(integer(1, 1_000_000)),
    modifierGroups: optional(later(() => groupAttachments)),
    stockStatus: optional(stockStatus),
  }),
);

const definedFields: Parse<DefinedGroup> = counted(
  entity<DefinedGroup>(
    "modifier_group",
    {
      externalId: required(externalId),
      name: required(name),
      translations: optional(nameTranslations),
      options: required(list(option, maxObjects)),
      ...selectionRules,
    },
    (group, node, reading) => {
      const room = new OptionRoom(group.options);
      reading.groups.define(group.externalId, { rules: rulesOf(group), room });
      for (const { keys, code, message } of faultsOfRules(group, room)) fault(reading, node, keys, code, message);
    },
  ),
);

const referencedGroup: Parse<ReferencedGroup> = object<ReferencedGroup>(
  { groupId: required(reference("modifier_group")), ...selectionRules },
  (group, node, reading) => reading.groups.refer(group.groupId, rulesOf(group), node),
);

/** A group with its own options, where only that form is allowed (the list of the whole menu). */
export const definedGroup: Parse<DefinedGroup> = (value, node, key, reading) => {
  if (!isRecord(value)) return definedFields(value, node, key, reading);
  if (value["groupId"] !== undefined) {
    fault(reading, node, [key], "mixed_group_form", "has groupId beside externalId, name or options");
    if (definingFields.some((field) => value[field] === undefined)) return undefined;
  }
  if (reading.groups.depth >= maxNesting) {
    return fault(reading, node, [key], "limit", `groups nest at most ${maxNesting} deep`);
  }
  const own = value["externalId"];
  const groupId = typeof own === "string" && own !== "" ? own : undefined;
  const here = { parent: node, key, value };
  return reading.groups.within(groupId, here, () => definedFields(value, node, key, reading));
};

const groupAttachment: Parse<GroupAttachment> = (value, node, key, reading) => {
  const refers = isRecord(value) && value["groupId"] !== undefined;
  const defines = isRecord(value) && definingFields.some((field) => value[field] !== undefined);
  return refers && !defines ? referencedGroup(value, node, key, reading) : definedGroup(value, node, key, reading);
};

const attachmentList = list(groupAttachment, maxAttachments);

/** The groups that hang on an item, a variation or an option, each at most once. */
export const groupAttachments: Parse<readonly GroupAttachment[]> = (value, node, key, reading) => {
  const attachments = attachmentList(value, node, key, reading);
  const seen = new Set<string>();
  attachments?.forEach((attachment, index) => {
    if (!isReferencedGroup(attachment)) return void seen.add(attachment.externalId);
    if (seen.has(attachment.groupId)) {
      fault(reading, node, [key, index, "groupId"], "duplicate_value", "this group is attached here already");
    }
    seen.add(attachment.groupId);
  });
  return attachments;
};
