/** The module that a menu thread runs: reads, compares and writes out large documents. */
import { newId } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { openDatabase, type Db } from "../../platform/postgres/database.ts";
import { serveLane, type LaneResult } from "../../platform/threads/serve-lane.ts";
import type { MenuTask, MenuTaskResult } from "./menu-threads.worker.ts";
import { planMenu } from "../read/menu-plan.ts";
import { menuToWire } from "../read/menus.schemas.ts";
import { readMenuBytes } from "../document/read-menu-bytes.ts";
import { readMenuText } from "../read/read-menu-text.query.ts";
import { getPublishedMenu } from "../read/read-menu.query.ts";

// Only menu-threads.worker.ts sends tasks here.
serveLane<MenuTaskResult>((given) => {
  const task = given as MenuTask;
  if (task.kind === "compare") return withDatabase(task.url, (db) => compare(db, task));
  if (task.kind === "write") return withDatabase(task.url, (db) => write(db, task));
  const reading = readMenuBytes(task.bytes);
  const text = reading.kind === "menu" ? reading.menu.text : undefined;
  return { result: { kind: "read", reading }, transfer: text instanceof Uint8Array ? ownBuffers([text]) : [] };
});

type TaskOf<Kind extends MenuTask["kind"]> = Extract<MenuTask, { readonly kind: Kind }>;

async function compare(db: Db, task: TaskOf<"compare">): Promise<LaneResult<MenuTaskResult>> {
  const before = task.before === null ? null : await readMenuText(db, task.before);
  const plan = planMenu(before, await readMenuText(db, task.after), task.detailed, newId);
  const transfer = ownBuffers([...plan.upserts, ...plan.absent, ...plan.stock]);
  return { result: { kind: "compared", plan }, transfer };
}

async function write(db: Db, { locationId }: TaskOf<"write">): Promise<LaneResult<MenuTaskResult>> {
  const menu = await getPublishedMenu(db, locationId);
  const written = isRefusal(menu) ? menu : { etag: menu.etag, text: JSON.stringify(menuToWire(locationId, menu)) };
  return { result: { kind: "written", written }, transfer: [] };
}

/** A connection that lives as long as the task. */
async function withDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = openDatabase({
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
