/**
 * A document taken apart into its objects, one per (kind, externalId): each with its own fields, and the externalIds of
 * its children in place of the children. Nothing is lost: the objects and the catalog's own fields are the document.
 */
import type { MenuDocument } from "./menu-document.ts";
import type { MenuObjectKind } from "./menu-issues.ts";

export interface MenuObject {
  readonly kind: MenuObjectKind;
  readonly externalId: string;
  /** Own fields; a child list holds externalIds, except that a referenced group stays as it is written. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface MenuObjects {
  /** The fields of the document itself, its lists as externalIds. */
  readonly catalog: Readonly<Record<string, unknown>>;
  /** By `objectKey`, in document order. */
  readonly byKey: ReadonlyMap<string, MenuObject>;
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

/** Takes a document apart; depth is bounded by the parser. */
export function menuObjects(document: MenuDocument): MenuObjects {
  const byKey = new Map<string, MenuObject>();
  const catalog = takeApart("catalog", document, byKey);
  return { catalog, byKey };
}

function takeApart(
  kind: MenuObjectKind | "catalog",
  value: object,
  byKey: Map<string, MenuObject>,
): Record<string, unknown> {
  const children = childFields[kind] ?? {};
  const fields: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    const childKind = children[name];
    fields[name] =
      childKind === undefined || !Array.isArray(entry)
        ? entry
        : entry.map((child: object) => nameChild(childKind, child, byKey));
  }
  return fields;
}

function nameChild(kind: MenuObjectKind, child: object, byKey: Map<string, MenuObject>): unknown {
  const externalId: unknown = Reflect.get(child, "externalId");
  if (typeof externalId !== "string") return child;
  const key = objectKey(kind, externalId);
  // The parent's place in the map comes before its children's.
  byKey.set(key, { kind, externalId, fields: {} });
  byKey.set(key, { kind, externalId, fields: takeApart(kind, child, byKey) });
  return externalId;
}
