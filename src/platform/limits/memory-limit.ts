/**
 * How much memory a process may have, and what it keeps and takes of that (rules/operating 3.13): where there is little,
 * fewer menus are kept, fewer large bodies are taken, and threads are smaller. Without these bounds the system kills the
 * process, and every call under way fails with it.
 */
import { totalmem } from "node:os";

/** Where the system gives a process this much, nothing is bounded further than usual. */
const enoughMebibytes = 1_280;
/** The program with its connections, before it keeps or reads anything large. */
const programMebibytes = 256;
/** What a PostgreSQL of our own takes beside it. */
const databaseMebibytes = 128;

/** What a process needs, in MiB: to live, for a menu of 100,000 objects, and for several of those at once. */
export function neededMemory(hasDatabase: boolean): {
  readonly least: number;
  readonly largest: number;
  readonly several: number;
} {
  const besides = hasDatabase ? databaseMebibytes : 0;
  return { least: 384 + besides, largest: 768 + besides, several: enoughMebibytes + besides };
}

export interface MemoryShares {
  /** Whether these are fewer than the process wants. */
  readonly isLittle: boolean;
  /** Megabytes of menus that are kept ready. */
  readonly menus: number;
  /** The process may grow to this many bytes. */
  readonly bytes: number;
  /** Of all bodies together, and how many large ones at once. */
  readonly bodyBytes: number;
  readonly largeBodies: number;
  /** Of all large answers that are not taken yet. */
  readonly answerBytes: number;
}

/** What the machine has, or the container or unit lets the process have where that is less, in MiB. */
export function readMemoryLimit(whole = totalmem(), constrained = process.constrainedMemory()): number {
  // Nothing, or more than the machine has: there is no bound.
  return Math.floor((constrained > 0 ? Math.min(whole, constrained) : whole) / 2 ** 20);
}

/** Divides the memory of a process; what is usual where there is enough. */
export function shareMemory(
  mebibytes: number,
  process: { readonly hasDatabase: boolean; readonly menus: number },
): MemoryShares {
  const own = mebibytes - (process.hasDatabase ? databaseMebibytes : 0);
  const room = Math.max(0, own - programMebibytes);
  const isLittle = own < enoughMebibytes;
  const part = (usual: number, share: number, least: number): number =>
    isLittle ? Math.min(usual, Math.max(least, Math.floor(room * share))) : usual;
  return {
    isLittle,
    menus: part(process.menus, 1 / 4, 8),
    bytes: isLittle ? Math.floor(own * 0.9) * 2 ** 20 : Infinity,
    bodyBytes: part(128, 1 / 4, 32) * 2 ** 20,
    largeBodies: isLittle ? 1 : 4,
    answerBytes: part(128, 1 / 8, 16) * 2 ** 20,
  };
}

/** The largest heap of a thread that computes: half of what is left beside the program, in MiB. */
export function threadHeapOf(mebibytes: number, usual: number): number {
  if (mebibytes >= enoughMebibytes) return usual;
  return Math.min(usual, Math.max(64, Math.floor((mebibytes - programMebibytes) / 2)));
}
