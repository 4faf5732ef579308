/**
 * The texts of orders as partners read them, in the memory of one process, for one database. Partners ask for the same
 * list again and again, of which few orders are new. A text is used only where everything that the database sent of the
 * order is what the text was made of, so it is right whoever changed the order. An order is kept when it is seen a second
 * time: a partner who reads all orders once keeps none. The number of characters is bounded; the least recently used order
 * goes first.
 */
import type { LateRow } from "../../platform/postgres/answers/late-row.ts";
import { orderToWire, type WireContext } from "../order/order-wire.ts";
import type { Order } from "../order/order.ts";

interface KnownOrder {
  readonly texts: readonly (string | null)[];
  readonly written: string;
  readonly characters: number;
}

export interface OrderTexts {
  /** The JSON of an order (rules/ordering 2). */
  write(order: LateRow<Order>, context: WireContext): string;
  /** How many characters are kept. */
  readonly characters: number;
}

/** An order takes some 6,000 characters, each of one byte in most languages. */
const mostCharacters = 12 * 1024 * 1024;
const mostSeen = 8_192;

/** A memory with no order in it. */
export function createOrderTexts(limits = { mostCharacters, mostSeen }): OrderTexts {
  const known = new Map<string, KnownOrder>();
  // Orders that were seen once, the oldest first.
  const seen = new Set<string>();
  let madeFor = "";
  let characters = 0;

  function keep(id: string, texts: KnownOrder["texts"], written: string): void {
    let size = written.length;
    for (const text of texts) size += text?.length ?? 0;
    known.set(id, { texts, written, characters: size });
    characters += size;
    for (const [oldest, order] of known) {
      if (characters <= limits.mostCharacters) return;
      known.delete(oldest);
      characters -= order.characters;
    }
  }

  function isSeen(id: string): boolean {
    if (seen.delete(id)) return true;
    seen.add(id);
    for (const oldest of seen) {
      if (seen.size <= limits.mostSeen) break;
      seen.delete(oldest);
    }
    return false;
  }

  return {
    write(row, context) {
      if (context.baseUrl !== madeFor) {
        known.clear();
        characters = 0;
        madeFor = context.baseUrl;
      }
      const id = row.texts[0] ?? "";
      const before = known.get(id);
      if (before !== undefined) {
        known.delete(id);
        if (areSame(before.texts, row.texts)) {
          // The most recently used is the last.
          known.set(id, before);
          return before.written;
        }
        characters -= before.characters;
      }
      const written = JSON.stringify(orderToWire(row.read(), context));
      if (before !== undefined || isSeen(id)) keep(id, row.texts, written);
      return written;
    },
    get characters() {
      return characters;
    },
  };
}

function areSame(one: KnownOrder["texts"], other: KnownOrder["texts"]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
