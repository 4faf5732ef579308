/**
 * Menu versions arranged for ordering, in the memory of one process, for one database. The number of bytes is bounded;
 * the least recently used version goes first. A version never changes, so a kept one is right in every process. A crash
 * forgets them. A version that many requests want at once is read and arranged once.
 */
import type { Id } from "../../kernel/id.ts";
import type { OrderableMenu } from "./orderable-menu.ts";

/** A version, with about how many bytes it takes up. */
export interface CompiledMenu {
  readonly menu: OrderableMenu;
  readonly bytes: number;
}

export interface CompiledMenusState {
  readonly menus: number;
  readonly bytes: number;
  /** Counted since the process began. */
  readonly compiled: number;
  readonly found: number;
  readonly evicted: number;
}

export interface CompiledMenus {
  /** The version, compiled unless it is kept or under way. */
  get(id: Id<"mnv">, compile: () => Promise<CompiledMenu>): Promise<OrderableMenu>;
  /** Bounds what is kept: a version of more than a quarter is not kept. Each compilation is told, with what is kept then. */
  bound(bytes: number, tell?: (kept: number) => void): void;
  state(): CompiledMenusState;
}

/** A version may take up so much of the whole. */
const largestShare = 1 / 4;
const usualLimit = 160 * 1024 * 1024;
/** Who waits for the compilation of another reads for itself after so long: the other may be waiting for a connection. */
const sharedWithinMs = 250;

/** A memory with no menu in it. */
export function createCompiledMenus(): CompiledMenus {
  const kept = new Map<Id<"mnv">, CompiledMenu>();
  const coming = new Map<Id<"mnv">, Promise<CompiledMenu>>();
  const counts = { compiled: 0, found: 0, evicted: 0 };
  let limit = usualLimit;
  let told: (kept: number) => void = () => {};
  let bytes = 0;

  function trim(): void {
    for (const [id, oldest] of kept) {
      if (bytes <= limit) return;
      kept.delete(id);
      bytes -= oldest.bytes;
      counts.evicted += 1;
    }
  }

  function keep(id: Id<"mnv">, compiled: CompiledMenu): void {
    counts.compiled += 1;
    if (compiled.bytes <= limit * largestShare && !kept.has(id)) {
      kept.set(id, compiled);
      bytes += compiled.bytes;
      trim();
    }
    told(bytes);
  }

  async function compileOnce(id: Id<"mnv">, compile: () => Promise<CompiledMenu>): Promise<CompiledMenu> {
    const work = compile();
    coming.set(id, work);
    try {
      const compiled = await work;
      keep(id, compiled);
      return compiled;
    } finally {
      if (coming.get(id) === work) coming.delete(id);
    }
  }

  return {
    async get(id, compile) {
      const found = kept.get(id);
      if (found !== undefined) {
        counts.found += 1;
        // The version thereby becomes the youngest.
        kept.delete(id);
        kept.set(id, found);
        return found.menu;
      }
      const other = coming.get(id);
      const shared = other === undefined ? undefined : await inTime(other);
      if (shared !== undefined) {
        counts.found += 1;
        return shared.menu;
      }
      return (await compileOnce(id, compile)).menu;
    },
    bound(most, tell = told) {
      limit = most;
      told = tell;
      trim();
    },
    state: () => ({ menus: kept.size, bytes, ...counts }),
  };
}

/** What another compiles; undefined when the other was cut off, and after a quarter of a second. */
async function inTime(other: Promise<CompiledMenu>): Promise<CompiledMenu | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, sharedWithinMs, undefined);
  try {
    return await Promise.race([other.catch(() => undefined), over]);
  } finally {
    clearTimeout(timer);
  }
}
