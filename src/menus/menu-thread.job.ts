/** The module that a menu thread runs: reads and compares large documents. */
import { newId } from "../kernel/id.ts";
import { serveLane } from "../platform/threads/serve-lane.ts";
import type { MenuTask, MenuTaskResult } from "./menu-threads.job.ts";
import { planMenu } from "./menu-plan.ts";
import { readMenuBytes } from "./read-menu-bytes.ts";

serveLane<MenuTaskResult>((given) => {
  // Only menu-threads.job.ts sends tasks here.
  const task = given as MenuTask;
  if (task.kind === "compare") {
    const plan = planMenu(task.before, task.after, task.detailed, newId);
    return {
      result: { kind: "compared", plan },
      transfer: ownBuffers([...plan.upserts, ...plan.absent, ...plan.stock]),
    };
  }
  const reading = readMenuBytes(task.bytes);
  const transfer = reading.kind === "menu" ? ownBuffers([reading.menu.text]) : [];
  return { result: { kind: "read", reading }, transfer };
});

/** The memory behind the arrays that have all of it to themselves; small ones share a pool and are copied. */
function ownBuffers(arrays: readonly Uint8Array[]): ArrayBuffer[] {
  return arrays.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
