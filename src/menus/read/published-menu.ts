/**
 * The menu as partners read it: the published document, where every object has its stable id and, if it can run out, its
 * stock.
 */
import type { MenuDocument, StockStatus } from "../document/menu-document.ts";
import type { MenuObjectKind } from "../document/menu-issues.ts";
import { childFields, objectKey } from "../document/menu-objects.ts";

/** What the service adds to an object; keyed by `objectKey`. */
export interface ObjectIdentity {
  readonly id: string;
  readonly stockStatus: StockStatus | null;
}

/** The document with `id` (and `stockStatus` as it is now) in every category, item, variation, group and option. */
export function withIdentities(
  document: MenuDocument,
  identities: ReadonlyMap<string, ObjectIdentity>,
): Record<string, unknown> {
  return annotate("catalog", document, identities);
}

function annotate(
  kind: MenuObjectKind | "catalog",
  value: object,
  identities: ReadonlyMap<string, ObjectIdentity>,
): Record<string, unknown> {
  const externalId: unknown = Reflect.get(value, "externalId");
  const identity =
    typeof externalId === "string" && kind !== "catalog" ? identities.get(objectKey(kind, externalId)) : undefined;
  const children = childFields[kind] ?? {};
  const result: Record<string, unknown> = identity === undefined ? {} : { id: identity.id };
  for (const [name, entry] of Object.entries(value)) {
    const childKind = children[name];
    result[name] =
      childKind === undefined || !Array.isArray(entry)
        ? entry
        : entry.map((child: object) => annotate(childKind, child, identities));
  }
  if (identity !== undefined && identity.stockStatus !== null) result["stockStatus"] = identity.stockStatus;
  return result;
}
