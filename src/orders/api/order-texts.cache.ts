/**
 * The texts of orders as partners read them, in the memory of one process, for one database. Partners ask for the same
 * list again and again, of which few orders are new. A text is used only where everything that the database sent of the
 * order is what the text was made of, so it is right whoever changed the order. An order is kept when it is seen a second
 * time: a partner who reads all orders once keeps none. The number of characters is bounded: what was not used while
 * half of the bound was filled goes.
 */
import type { LateRow } from "../../platform/postgres/answers/late-row.ts";
import { orderToWire, type WireContext } from "../order/order-wire.ts";
import type { Order } from "../order/order.ts";

interface KnownOrder {
  readonly texts: readonly (string | null)[];
  readonly written: string;
  readonly characters: number;
}

/** Two halves of a memory. What is used is put into the new one; when that is full, the old one is dropped as a whole. */
interface Halves<Half> {
  new: Half;
  old: Half;
}

export interface OrderTexts {
  /** The JSON of an order (rules/ordering 2). */
  write(order: LateRow<Order>, context: WireContext): string;
  /** How many characters are kept. */
  readonly characters: number;
}

/** An order takes some 6,000 characters, each of one byte in most languages. */
const mostCharacters = 8 * 1024 * 1024;
/** About as many orders as are kept: one that comes back later would not be kept until it is used. */
const mostSeen = 2_048;

/** A memory with no order in it. */
export function createOrderTexts(limits = { mostCharacters, mostSeen }): OrderTexts {
  const known: Halves<Map<string, KnownOrder>> = { new: new Map(), old: new Map() };
  const characters: Halves<number> = { new: 0, old: 0 };
  /** Orders that were seen once. */
  const seen: Halves<Set<string>> = { new: new Set(), old: new Set() };
  let madeFor = "";

  function keep(id: string, order: KnownOrder): void {
    const most = limits.mostCharacters / 2;
    if (order.characters > most) return;
    const before = known.new.get(id)?.characters ?? 0;
    if (characters.new - before + order.characters > most) {
      known.old = known.new;
      characters.old = characters.new;
      known.new = new Map([[id, order]]);
      characters.new = order.characters;
      return;
    }
    known.new.set(id, order);
    characters.new += order.characters - before;
  }

  function isSeen(id: string): boolean {
    if (seen.new.has(id) || seen.old.has(id)) return true;
    seen.new.add(id);
    if (seen.new.size >= limits.mostSeen / 2) {
      seen.old = seen.new;
      seen.new = new Set();
    }
    return false;
  }

  function forgetAll(): void {
    [known.new, known.old] = [new Map(), new Map()];
    [characters.new, characters.old] = [0, 0];
  }

  return {
    write(row, context) {
      if (context.baseUrl !== madeFor) forgetAll();
      madeFor = context.baseUrl;
      const id = row.texts[0] ?? "";
      const young = known.new.get(id);
      const found = young ?? known.old.get(id);
      if (found !== undefined && areSame(found.texts, row.texts)) {
        if (young === undefined) keep(id, found);
        return found.written;
      }
      const written = JSON.stringify(orderToWire(row.read(), context));
      if (found !== undefined || isSeen(id)) keep(id, knownOrder(row.texts, written));
      return written;
    },
    get characters() {
      return characters.new + characters.old;
    },
  };
}

function knownOrder(texts: KnownOrder["texts"], written: string): KnownOrder {
  let characters = written.length;
  for (const text of texts) characters += text?.length ?? 0;
  return { texts, written, characters };
}

function areSame(one: KnownOrder["texts"], other: KnownOrder["texts"]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
