/** A publish and how it ended (rules/menus 4.7). */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { type StateMachine } from "../../kernel/state-machine.ts";
import type { MenuDiff } from "./menu-diff.ts";
import type { MenuObject } from "../document/menu-objects.ts";

export const menuSyncStatuses = ["pending", "processing", "completed", "failed"] as const;
export type MenuSyncStatus = (typeof menuSyncStatuses)[number];

/**
 * What becomes of a publish (rules/menus 4.7). One that is done while the caller waits begins at its end. A worker that
 * takes over a sync of another worker leaves it in `processing`.
 */
export const menuSyncMachine: StateMachine<MenuSyncStatus, "worker" | "newer publish"> = {
  states: menuSyncStatuses,
  initial: ["pending", "completed", "failed"],
  terminal: ["completed", "failed"],
  transitions: [
    { from: "pending", to: "processing", by: ["worker"] },
    { from: "pending", to: "failed", by: ["newer publish"], how: "superseded" },
    { from: "processing", to: "completed", by: ["worker"] },
    { from: "processing", to: "failed", by: ["worker"] },
  ],
};

/** One changed object; the document itself is kind `catalog` without an external_id. */
export interface MenuChange {
  readonly kind: string;
  readonly external_id: string | null;
  /** What people call it; as it was, of what is removed. */
  readonly name: string | null;
  readonly change: "created" | "updated" | "removed";
  readonly fields: readonly string[];
}

/** How many objects changed; `detail` is given for a dry run. */
export interface MenuChanges {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly detail?: readonly MenuChange[];
}

export interface MenuSyncFailure {
  readonly code: "invalid_menu" | "superseded" | "connection_not_found" | "internal";
  readonly message: string;
}

export interface MenuSync {
  readonly id: Id<"syn">;
  readonly location_id: Id<"str">;
  /** Null where the location's own people published. */
  readonly app_id: Id<"app"> | null;
  readonly dry_run: boolean;
  readonly status: MenuSyncStatus;
  /** Location time. */
  readonly created_at: Instant;
  readonly completed_at: Instant | null;
  readonly version_id: Id<"mnv"> | null;
  readonly no_op: boolean;
  readonly changes: MenuChanges | null;
  readonly failure: MenuSyncFailure | null;
}

/** Up to this many objects a publish is done while the caller waits. */
export const synchronousLimit = 5_000;

/** The counts of a diff, with every change named when `detailed`. */
export function summarise(diff: MenuDiff, detailed: boolean): MenuChanges {
  const counts = {
    created: diff.created.length,
    updated: diff.updated.length,
    removed: diff.removed.length,
    unchanged: diff.unchanged,
  };
  return detailed ? { ...counts, detail: detailOf(diff) } : counts;
}

function detailOf(diff: MenuDiff): MenuChange[] {
  const catalog: MenuChange[] =
    diff.catalog.fields.length === 0
      ? []
      : [{ kind: "catalog", external_id: null, name: null, change: "updated", fields: diff.catalog.fields }];
  return [
    ...catalog,
    ...diff.created.map((object) => changeOf(object, "created", [])),
    ...diff.updated.map(({ object, fields }) => changeOf(object, "updated", fields)),
    ...diff.removed.map((object) => changeOf(object, "removed", [])),
  ];
}

function changeOf(object: MenuObject, change: MenuChange["change"], fields: readonly string[]): MenuChange {
  const { name } = object.value;
  const shown = typeof name === "string" ? name : null;
  return { kind: object.kind, external_id: object.externalId, name: shown, change, fields };
}
