/**
 * A document as its objects, one per (kind, externalId). An object has its own fields. A list of child objects counts as
 * the list of their externalIds. The objects and the document's own fields together are the document.
 */
import type { MenuDocument } from "./menu-document.ts";
import type { MenuObjectKind } from "./menu-issues.ts";

export interface MenuObject {
  readonly kind: MenuObjectKind;
  readonly externalId: string;
  /** As it stands in the document, its children inside it. */
  readonly value: Readonly<Record<string, unknown>>;
}

export interface MenuObjects {
  /** The document itself; empty when there is none. */
  readonly catalog: Readonly<Record<string, unknown>>;
  /** In document order, a parent before its children. */
  readonly list: readonly MenuObject[];
}

type Children = Readonly<Record<string, MenuObjectKind>>;

/** Which fields of which kind hold child objects. */
export const childFields: Readonly<Partial<Record<MenuObjectKind | "catalog", Children>>> = {
  catalog: {
    categories: "category",
    modifierGroups: "modifier_group",
    taxCategories: "tax_category",
    taxRates: "tax_rate",
    fees: "fee",
    productSets: "product_set",
    discounts: "discount",
    promotions: "promotion",
    coupons: "coupon",
  },
  category: { items: "item", categories: "category" },
  item: { variations: "variation", modifierGroups: "modifier_group" },
  variation: { modifierGroups: "modifier_group" },
  modifier_group: { options: "modifier_option" },
  modifier_option: { modifierGroups: "modifier_group" },
};

export function objectKey(kind: MenuObjectKind, externalId: string): string {
  return `${kind}:${externalId}`;
}

/** Finds every object of a document, without copying any; depth is bounded by the parser. */
export function menuObjects(document: MenuDocument): MenuObjects {
  const list: MenuObject[] = [];
  const catalog = { ...document };
  collect("catalog", catalog, list);
  return { catalog, list };
}

export const noObjects: MenuObjects = { catalog: {}, list: [] };

function collect(kind: MenuObjectKind | "catalog", value: Readonly<Record<string, unknown>>, list: MenuObject[]): void {
  const children = childFields[kind];
  for (const name in children) {
    const entries = value[name];
    const childKind = children[name];
    if (childKind === undefined || !Array.isArray(entries)) continue;
    for (const child of entries as Readonly<Record<string, unknown>>[]) {
      const { externalId } = child;
      // A reference to a group is a field of the object it stands in.
      if (typeof externalId !== "string") continue;
      list.push({ kind: childKind, externalId, value: child });
      collect(childKind, child, list);
    }
  }
}
