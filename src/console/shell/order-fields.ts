/** Fields whose value is an order of things, some of which may come or go while the form is filled in. Pure. */
import type { Option, PlainField } from "./form-fields.ts";
import type { Fields } from "./merge-three.ts";
import { textsOf } from "./row-fields.ts";

/** Fields with such a name are told anew when the form meets another save. */
const stem = "order_";

/** The field that orders some things; none where there is nothing to order. `sent` is what the form began with. */
export function orderField(
  what: string,
  { label, hint }: { readonly label: string; readonly hint: string },
  present: readonly Option[],
  sent: Fields,
): PlainField[] {
  const name = `${stem}${what}`;
  const began = textsOf(sent[name]);
  const names = new Map(present);
  const ids = began.length === 0 ? present.map(([id]) => id) : began;
  if (ids.length < 2) return [];
  return [{ kind: "order", name, label, hint, options: ids.map((id): Option => [id, names.get(id) ?? id]) }];
}

/** The value of such a field; nothing where there is nothing to order. */
export function orderValue(what: string, ids: readonly string[]): Fields {
  return ids.length < 2 ? {} : { [`${stem}${what}`]: ids };
}

/** The things in the order that the fields say; as they are where the fields say none. */
export function inOrder<T>(what: string, fields: Fields, things: readonly T[], idOf: (thing: T) => string): T[] {
  const wanted = textsOf(fields[`${stem}${what}`]);
  if (wanted.length === 0) return [...things];
  const byId = new Map(things.map((thing) => [idOf(thing), thing]));
  return retold(wanted, [...byId.keys()]).flatMap((id) => byId.get(id) ?? []);
}

/** Orders that one side says, in the things that are there by now: what has come stands behind what it follows. */
export function retellOrders(side: Fields, present: Fields): Fields {
  const names = Object.keys(side).filter((name) => name.startsWith(stem) && Array.isArray(side[name]));
  const told = names.map((name) => {
    const there = present[name];
    return [name, Array.isArray(there) ? retold(textsOf(side[name]), textsOf(there)) : null] as const;
  });
  return { ...side, ...Object.fromEntries(told) };
}

function retold(wanted: readonly string[], there: readonly string[]): string[] {
  const known = new Set(there);
  const order = wanted.filter((id) => known.has(id));
  for (const [index, id] of there.entries()) {
    if (order.includes(id)) continue;
    const before = there[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}
