/**
 * Views of menus by version, minute and stock: at most 15,000 dishes and options together. The oldest view goes first; a
 * crash forgets them.
 */
import type { StoreMenu } from "./store-menu.ts";

const maxSize = 15_000;

export interface StoreMenuMemory {
  get(key: string): StoreMenu | undefined;
  put(key: string, view: StoreMenu): void;
}

/** A memory with no view in it. */
export function createStoreMenuMemory(): StoreMenuMemory {
  const views = new Map<string, StoreMenu>();
  let size = 0;
  return {
    get: (key) => views.get(key),
    put(key, view) {
      if (!views.has(key)) size += sizeOf(view);
      views.set(key, view);
      for (const [oldest, shown] of views) {
        if (size <= maxSize || oldest === key) break;
        views.delete(oldest);
        size -= sizeOf(shown);
      }
    },
  };
}

function sizeOf({ categories, options }: StoreMenu): number {
  return categories.reduce((sum, { items }) => sum + items.length, 1) + options.length;
}
