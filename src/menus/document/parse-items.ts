/** Categories (nested to at most eight deep), items and variations. */
import type { MenuCategory, MenuItem, MenuVariation } from "./menu-document.ts";
import {
  counted,
  entity,
  fault,
  later,
  list,
  maxNesting,
  maxObjects,
  optional,
  required,
  type Parse,
} from "./menu-reader.ts";
import {
  availability,
  description,
  externalId,
  imageUrl,
  integer,
  metadata,
  name,
  reference,
  stockStatus,
} from "./menu-scalars.ts";
import { groupAttachments } from "./parse-modifier-groups.ts";
import { price } from "./parse-prices.ts";
import { nameTranslations, textTranslations } from "./parse-translations.ts";

const labels = list(name, 100);

const variation: Parse<MenuVariation> = counted(
  entity<MenuVariation>("variation", {
    externalId: required(externalId),
    name: required(name),
    translations: optional(nameTranslations),
    price: required(price),
    sku: optional(name),
    barcodes: optional(labels),
    modifierGroups: optional(groupAttachments),
    stockStatus: optional(stockStatus),
    calorieCount: optional(integer(0, 1_000_000)),
    metadata: optional(metadata),
  }),
);

const item: Parse<MenuItem> = counted(
  entity<MenuItem>("item", {
    externalId: required(externalId),
    name: required(name),
    description: optional(description),
    translations: optional(textTranslations),
    variations: required(list(variation, maxObjects, 1)),
    modifierGroups: optional(groupAttachments),
    availability: optional(availability),
    stockStatus: optional(stockStatus),
    taxCategoryId: optional(reference("tax_category")),
    imageUrl: optional(imageUrl),
    dietaryLabels: optional(labels),
    allergens: optional(labels),
    metadata: optional(metadata),
  }),
);

const flatCategory: Parse<MenuCategory> = counted(
  entity<MenuCategory>("category", {
    externalId: required(externalId),
    name: required(name),
    description: optional(description),
    translations: optional(textTranslations),
    items: required(list(item, maxObjects)),
    availability: optional(availability),
    categories: optional(later(() => categories)),
    imageUrl: optional(imageUrl),
    metadata: optional(metadata),
  }),
);

const category: Parse<MenuCategory> = (value, node, key, reading) => {
  if (reading.categoryDepth >= maxNesting) {
    return fault(reading, node, [key], "limit", `categories nest at most ${maxNesting} deep`);
  }
  reading.categoryDepth += 1;
  const parsed = flatCategory(value, node, key, reading);
  reading.categoryDepth -= 1;
  return parsed;
};

export const categories: Parse<readonly MenuCategory[]> = list(category, maxObjects);
