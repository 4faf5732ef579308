/** The module that a menu thread runs: reads, compares and writes out large documents. */
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { connectDatabase, type Db } from "../../platform/postgres/database.ts";
import { serveLane, type LaneResult } from "../../platform/threads/serve-lane.ts";
import type { MenuTask, MenuTaskResult } from "./menu-threads.worker.ts";
import { compareOnTheSpot } from "./apply-menu.command.ts";
import { menuToWire } from "../read/menus.schemas.ts";
import type { MenuRefusal } from "../document/menu-refusal.ts";
import { readMenuBytes } from "../document/read-menu-bytes.ts";
import { getPublishedMenu } from "../read/read-menu.query.ts";

// Only menu-threads.worker.ts sends tasks here.
serveLane<MenuTaskResult>((given) => {
  const task = given as MenuTask;
  if (task.kind === "compare") return withDatabase(task.url, (db) => compare(db, task));
  if (task.kind === "write") return withDatabase(task.url, (db) => write(db, task));
  return read(task);
});

type TaskOf<Kind extends MenuTask["kind"]> = Extract<MenuTask, { readonly kind: Kind }>;

function read({ bytes }: TaskOf<"read">): LaneResult<MenuTaskResult> {
  const menu = readMenuBytes(bytes);
  if (isRefusal(menu)) return { result: carried(menu), transfer: [] };
  const { text } = menu;
  return { result: { kind: "read", menu }, transfer: text instanceof Uint8Array ? ownBuffers([text]) : [] };
}

/** A refusal as plain data: its class does not cross threads. */
function carried(refusal: MenuRefusal | Refusal<"invalid_request">): MenuTaskResult {
  if (refusal.code === "invalid_menu") return { kind: "unsound", issues: refusal.issues };
  return { kind: "unreadable", message: refusal.message, details: refusal.details };
}

async function compare(db: Db, task: TaskOf<"compare">): Promise<LaneResult<MenuTaskResult>> {
  const plan = await compareOnTheSpot(db, task.before, task.after, task.comparing);
  const transfer = ownBuffers([...plan.upserts, ...plan.absent, ...plan.stock]);
  return { result: { kind: "compared", plan }, transfer };
}

async function write(db: Db, { locationId }: TaskOf<"write">): Promise<LaneResult<MenuTaskResult>> {
  const menu = await getPublishedMenu(db, locationId);
  if (isRefusal(menu)) return { result: { kind: "unpublished", message: menu.message }, transfer: [] };
  const written = { etag: menu.etag, text: JSON.stringify(menuToWire(locationId, menu)) };
  return { result: { kind: "written", written }, transfer: [] };
}

/** A connection that lives as long as the task. */
async function withDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = connectDatabase({
    livemode: false,
    url,
    poolSize: 1,
    applicationName: "maple-menu-thread",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  try {
    return await work(database.read);
  } finally {
    await database.close();
  }
}

/** The memory behind the arrays that have all of it to themselves; small ones share a pool and are copied. */
function ownBuffers(arrays: readonly Uint8Array[]): ArrayBuffer[] {
  return arrays.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
