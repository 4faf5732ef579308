/**
 * The writes of a publish: the diff of two versions as rows. Rows travel as JSON text in parts. A thread can therefore
 * prepare large menus, and the event loop passes the text to the database unread.
 */
import { changedExternalIds, diffMenus, withChangedStock, type MenuDiff } from "./menu-diff.ts";
import type { MenuDocument } from "../document/menu-document.ts";
import type { MenuObjectKind } from "../document/menu-issues.ts";
import { menuObjects, noObjects, objectKey, type MenuObject, type MenuObjects } from "../document/menu-objects.ts";
import { summarise, type MenuChanges } from "./menu-sync.ts";

/** The kinds whose ids a partner sees, and the prefix of each. */
const identityPrefixes = {
  category: "ctg",
  item: "item",
  variation: "var",
  modifier_group: "mgr",
  modifier_option: "mop",
} as const;
export type IdentityKind = keyof typeof identityPrefixes;
export type MintId = (prefix: (typeof identityPrefixes)[IdentityKind]) => string;

/** Rows as JSON arrays in UTF-8, each of at most ten thousand. */
export type RowParts = readonly Uint8Array[];

export interface MenuPlan {
  readonly changes: MenuChanges;
  /** The first thousand externalIds that are created, updated or removed. */
  readonly changedExternalIds: readonly string[];
  /** `{id, kind, external_id, name}` of what is new or renamed; the id is used where there is none yet. */
  readonly upserts: RowParts;
  /** `{kind, external_id}` of what leaves the menu. */
  readonly absent: RowParts;
  /** `{kind, external_id, stock_status}` for every status that the document states. */
  readonly stock: RowParts;
}

const rowsAtOnce = 10_000;
const idsInEvent = 1_000;

/** What is not `in_stock` at the location, by `objectKey`. */
export type PresentStock = ReadonlyMap<string, string>;

export interface PlanOptions {
  /** Every change is named. */
  readonly detailed: boolean;
  /** What a stated stock is compared with: the present one, the other document, or nothing, as stock stays. */
  readonly stock: PresentStock | "other" | "stays";
}

/** Compares two canonical texts (null: nothing was published yet). */
export function planMenu(
  before: string | null,
  after: string,
  { detailed, stock }: PlanOptions,
  mintId: MintId,
): MenuPlan {
  const old = before === null ? noObjects : menuObjects(JSON.parse(before) as MenuDocument);
  const next = menuObjects(JSON.parse(after) as MenuDocument);
  const diff = withChangedStock(diffMenus(old, next), next, ({ kind, externalId }, stated, differs) => {
    if (typeof stock === "string") return stock === "other" && differs;
    return stated !== (stock.get(objectKey(kind, externalId)) ?? "in_stock");
  });
  return {
    changes: summarise(diff, detailed),
    changedExternalIds: changedExternalIds(diff, idsInEvent),
    upserts: toParts(upsertsOf(diff), ({ kind, externalId, value }) => ({
      id: mintId(identityPrefixes[kind]),
      kind,
      external_id: externalId,
      name: value["name"],
    })),
    absent: toParts(diff.removed.filter(hasIdentity), ({ kind, externalId }) => ({ kind, external_id: externalId })),
    stock: toParts(stated(next), ({ kind, externalId, value }) => {
      return { kind, external_id: externalId, stock_status: value["stockStatus"] };
    }),
  };
}

type Identified = MenuObject & { readonly kind: IdentityKind };

function upsertsOf({ created, updated }: MenuDiff): Identified[] {
  const renamed = updated.filter(({ fields }) => fields.includes("name")).map(({ object }) => object);
  return [...created, ...renamed].filter(hasIdentity);
}

/** Also where only an update of stock has changed it since the document was last published. */
function stated({ list }: MenuObjects): Identified[] {
  return list.filter(hasIdentity).filter(({ value }) => value["stockStatus"] !== undefined);
}

function hasIdentity(object: MenuObject): object is Identified {
  return Object.hasOwn(identityPrefixes, object.kind satisfies MenuObjectKind);
}

function toParts(objects: readonly Identified[], toRow: (object: Identified) => object): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < objects.length; start += rowsAtOnce) {
    parts.push(Buffer.from(JSON.stringify(objects.slice(start, start + rowsAtOnce).map(toRow))));
  }
  return parts;
}
