/**
 * Reads a published document. The answer is a `MenuDocument` that has passed every check, or every fault in document
 * order (rules/menus 4.2). Linear in the size of the document.
 */
import { isCurrency } from "../../kernel/money.ts";
import type { MenuDocument } from "./menu-document.ts";
import type { DocumentNode } from "./menu-issues.ts";
import {
  isRecord,
  list,
  maxNesting,
  maxObjects,
  MenuReading,
  object,
  optional,
  required,
  type Parse,
} from "./menu-reader.ts";
import { refuseMenu, type MenuRefusal } from "./menu-refusal.ts";
import { currency, metadata, timeZone } from "./menu-scalars.ts";
import { categories } from "./parse-items.ts";
import { definedGroup } from "./parse-modifier-groups.ts";
import { language } from "./parse-translations.ts";
import { coupons, discounts, promotions } from "./parse-promotions.ts";
import { fees, productSets, taxCategories, taxRates } from "./parse-taxes.ts";
import { checkCompoundTaxes } from "./tax-compounding.ts";

export interface ParsedMenu {
  readonly document: MenuDocument;
  /** Categories, items, variations, groups and options. */
  readonly objectCount: number;
  /** Everything with an externalId. */
  readonly entityCount: number;
}

const menu: Parse<MenuDocument> = object<MenuDocument>({
  currency: required(currency),
  language: optional(language),
  timezone: optional(timeZone),
  categories: required(categories),
  modifierGroups: optional(list(definedGroup, maxObjects)),
  taxCategories: optional(taxCategories),
  taxRates: optional(taxRates),
  fees: optional(fees),
  productSets: optional(productSets),
  discounts: optional(discounts),
  promotions: optional(promotions),
  coupons: optional(coupons),
  metadata: optional(metadata),
});

/** Parses the JSON value of a published document, or refuses it with every issue. */
export function parseMenu(value: unknown): ParsedMenu | MenuRefusal {
  const reading = new MenuReading();
  if (!isRecord(value)) {
    return refuseMenu([{ path: "", code: "type", message: "the menu must be a JSON object" }]);
  }
  const stated = value["currency"];
  if (typeof stated === "string" && isCurrency(stated)) reading.currency = stated;
  const spoken = value["language"];
  if (typeof spoken === "string") reading.language = spoken;
  const above: DocumentNode = { parent: null, key: "", value: { "": value } };
  const document = menu(value, above, "", reading);
  if (reading.open) checkReferences(reading);
  if (document !== undefined && reading.issues.count === 0) {
    return { document, objectCount: reading.objectCount, entityCount: reading.entityCount };
  }
  return refuseMenu(reading.issues.inDocumentOrder());
}

/** What can be judged only when everything has been read. */
function checkReferences(reading: MenuReading): void {
  for (const { kind, externalId, node, key } of reading.references) {
    if (reading.knows(kind, externalId)) continue;
    reading.issues.add(node, [key], "unknown_reference", `the menu has no ${kind} ${externalId}`);
  }
  reading.groups.check(reading.issues, maxNesting);
  checkCompoundTaxes(reading.compounds, reading.issues, maxNesting);
}
