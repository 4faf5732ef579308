/**
 * Reads, compares and writes out menus: small ones at once, large ones in threads, so that 100,000 objects do not delay
 * other requests. Each of the three has its own lane: a publish in its transaction never waits for an upload or a
 * download. A thread reads stored menus over its own connection. Nothing is changed; a crash of a thread fails the one
 * request or attempt that needed it.
 */
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { createThreadLane } from "../../platform/threads/thread-lane.ts";
import { compareOnTheSpot, type CompareMenus, type Comparing } from "./apply-menu.command.ts";
import type { MenuPlan } from "../read/menu-plan.ts";
import type { ReadMenu } from "../document/menu-fingerprint.ts";
import type { MenuIssue } from "../document/menu-issues.ts";
import { refuseMenu } from "../document/menu-refusal.ts";
import { bytesOf, type MenuText, type StoredText } from "../document/menu-text.ts";
import { onTheSpotBytes, readMenuBytes, type MenuReading } from "../document/read-menu-bytes.ts";

export interface WrittenMenu {
  readonly etag: string;
  readonly text: string;
}

export interface MenuThreads {
  /** Reads the body of a publish. */
  read(bytes: Uint8Array): Promise<MenuReading>;
  readonly compare: CompareMenus;
  /** The live menu as its answer's JSON text, with the tag of exactly that text. */
  write(db: Db, locationId: Id<"str">): Promise<WrittenMenu | Refusal<"menu_not_published">>;
  close(): Promise<void>;
}

export type MenuTask =
  | { readonly kind: "read"; readonly bytes: Uint8Array }
  | {
      readonly kind: "compare";
      /** The database in which stored texts lie; the thread reads them by itself. */
      readonly url: string;
      readonly before: StoredText | null;
      readonly after: MenuText;
      readonly comparing: Comparing;
    }
  | { readonly kind: "write"; readonly url: string; readonly locationId: Id<"str"> };
/** What a thread answers: plain data, as no class crosses threads. */
export type MenuTaskResult =
  | { readonly kind: "read"; readonly menu: ReadMenu }
  | { readonly kind: "unsound"; readonly issues: readonly MenuIssue[] }
  | { readonly kind: "unreadable"; readonly message: string; readonly details: Refusal["details"] }
  | { readonly kind: "compared"; readonly plan: MenuPlan }
  | { readonly kind: "written"; readonly written: WrittenMenu }
  | { readonly kind: "unpublished"; readonly message: string };

const lane = {
  module: new URL("./menu-thread.worker.ts", import.meta.url),
  maxWaiting: 20,
  idleMs: 20_000,
  maxHeapMiB: 512,
  // As long as the call that asks may take (rules/operating 1.8).
  maxMs: 60_000,
};
/** As long as the job that asks may take (rules/operating 1.9). */
const compareWithinMs = 180_000;

/** Makes the lanes; threads start when a large document comes. */
export function createMenuThreads(): MenuThreads {
  const reading = createThreadLane<MenuTask, MenuTaskResult>(lane);
  const comparisons = createThreadLane<MenuTask, MenuTaskResult>({ ...lane, maxMs: compareWithinMs });
  const writing = createThreadLane<MenuTask, MenuTaskResult>(lane);
  return {
    async read(bytes) {
      if (bytes.byteLength <= onTheSpotBytes) return readMenuBytes(bytes);
      const result = await reading.run({ kind: "read", bytes });
      if (result.kind === "unsound") return refuseMenu(result.issues);
      if (result.kind === "unreadable") return refuse("invalid_request", result.message, result.details);
      if (result.kind !== "read") throw new Error("the thread answered another question");
      return result.menu;
    },
    async compare(db, before, after, comparing) {
      if (bytesOf(before) + bytesOf(after) <= onTheSpotBytes) return compareOnTheSpot(db, before, after, comparing);
      const result = await comparisons.run({ kind: "compare", url: db.url, before, after, comparing });
      if (result.kind !== "compared") throw new Error("the thread answered another question");
      return result.plan;
    },
    async write(db, locationId) {
      const result = await writing.run({ kind: "write", url: db.url, locationId });
      if (result.kind === "unpublished") return refuse("menu_not_published", result.message);
      if (result.kind !== "written") throw new Error("the thread answered another question");
      return result.written;
    },
    async close() {
      await Promise.all([reading.close(), comparisons.close(), writing.close()]);
    },
  };
}
