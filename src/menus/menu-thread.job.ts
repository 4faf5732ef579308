/** The module that a menu thread runs: reads and compares large documents. */
import pg from "pg";
import { newId } from "../kernel/id.ts";
import { connectionConfig } from "../platform/postgres/connection-config.ts";
import { serveLane } from "../platform/threads/serve-lane.ts";
import type { MenuTask, MenuTaskResult } from "./menu-threads.job.ts";
import { planMenu } from "./menu-plan.ts";
import { isStored, type MenuText } from "./menu-text.ts";
import { readMenuBytes } from "./read-menu-bytes.ts";
import { readMenuText } from "./read-menu-text.query.ts";

serveLane<MenuTaskResult>(async (given) => {
  // Only menu-threads.job.ts sends tasks here.
  const task = given as MenuTask;
  if (task.kind === "compare") {
    const [before, after] = await readTexts(task.url, [task.before, task.after]);
    if (after === undefined || after === null) throw new Error("there is nothing to compare");
    const plan = planMenu(before ?? null, after, task.detailed, newId);
    return {
      result: { kind: "compared", plan },
      transfer: ownBuffers([...plan.upserts, ...plan.absent, ...plan.stock]),
    };
  }
  const reading = readMenuBytes(task.bytes);
  const text = reading.kind === "menu" ? reading.menu.text : undefined;
  return { result: { kind: "read", reading }, transfer: text instanceof Uint8Array ? ownBuffers([text]) : [] };
});

/** The texts, those that are stored over a connection that lives as long as the task. */
async function readTexts(url: string, texts: readonly (MenuText | null)[]): Promise<(string | null)[]> {
  const client = new pg.Client(connectionConfig({ url, applicationName: "maple-menu-thread" }));
  const needed = texts.some((text) => text !== null && isStored(text));
  if (needed) await client.connect();
  const db = {
    one: async <Row>(text: string, values?: readonly unknown[]): Promise<Row> => {
      const [row] = (await client.query<Row & object>(text, [...(values ?? [])])).rows;
      if (row === undefined) throw new Error("the menu is not there any more");
      return row;
    },
  };
  try {
    const read: (string | null)[] = [];
    for (const text of texts) read.push(text === null ? null : await readMenuText(db, text));
    return read;
  } finally {
    if (needed) await client.end();
  }
}

/** The memory behind the arrays that have all of it to themselves; small ones share a pool and are copied. */
function ownBuffers(arrays: readonly Uint8Array[]): ArrayBuffer[] {
  return arrays.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
