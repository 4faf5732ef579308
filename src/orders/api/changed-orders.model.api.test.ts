/** GET /v1/orders by update beside a small model: no change is missed, also when the writing process is killed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../../../examples/menus/draw-menu.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";

const seed = Number(process.env["MODEL_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const random = seededRandom(seed);
const commands = 40;

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service.stop());

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly updated: number;
}

interface Page {
  readonly data: readonly Listed[];
  readonly next_cursor: string | null;
}

const ids = (orders: readonly Listed[]): string[] => orders.map((order) => order.id);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] ?? assert.fail();
const since = new Date(Date.now() - 3_600_000).toISOString();

async function readPage(at: OrderingLocation, query: string): Promise<Page> {
  const { status, body, text } = await at.call("GET", `/v1/orders?${query}`);
  assert.equal(status, 200, text);
  return body;
}

/** What is left of a list after a cursor, or all of it. */
async function drain(at: OrderingLocation, query: string, from: string | null = null): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  for (let cursor = from; ;) {
    const page = await readPage(at, cursor === null ? query : `${query}&starting_after=${cursor}`);
    listed.push(...page.data);
    cursor = page.next_cursor;
    if (cursor === null) return listed;
  }
}

/** The orders as GET /v1/orders/{id} answers them, the last changed at the end. */
class Model {
  readonly at: OrderingLocation;
  #orders: readonly Listed[] = [];
  /** A cursor that a program kept; after it come all orders but those that were before it and did not change since. */
  #kept: { readonly limit: number; readonly cursor: string; readonly before: ReadonlySet<Listed> } | null = null;

  constructor(at: OrderingLocation) {
    this.at = at;
  }

  async command(): Promise<string> {
    if (this.#orders.length < 3 || random() < 0.15) {
      const placed = await this.at.place(random() < 0.2 ? { payment: "unpaid" } : {});
      this.#orders = [...this.#orders, await this.#read(placed.id)];
      return "place";
    }
    const order = pick(this.#orders);
    const act = pick(["accept", "deny", "ready", "complete", "ticket", "pay", "customer_cancel", "store_cancel"]);
    const { status, text } = await this.#act(order.id, act);
    assert.ok([200, 409].includes(status), `${act}: ${text}`);
    const now = await this.#read(order.id);
    // A command that was refused, or that said the same again, is no change.
    if (JSON.stringify(now) !== JSON.stringify(order))
      this.#orders = [...this.#orders.filter(({ id }) => id !== order.id), now];
    return `${act} ${order.id}`;
  }

  #act(id: string, act: string) {
    const at = `/v1/orders/${id}`;
    if (act === "ticket") return this.at.call("PATCH", at, { pos_ticket_id: pick(["T-1", "T-2"]) });
    if (["pay", "customer_cancel", "store_cancel"].includes(act))
      return this.at.call("POST", `/v1/sandbox/orders/${id}/${act}`, {});
    return this.at.call("POST", `${at}/${act}`, act === "deny" ? { reason: "OTHER" } : {});
  }

  async #read(id: string): Promise<Listed> {
    const { status, body, text } = await this.at.call("GET", `/v1/orders/${id}`);
    assert.equal(status, 200, text);
    return body;
  }

  async agrees(): Promise<void> {
    const limit = 2 + Math.floor(random() * 6);
    const all = `updated_since=${since}&limit=${limit}`;
    assert.deepEqual(await drain(this.at, all), this.#orders, "the whole list");
    const wanted = pick(["PENDING", "ACCEPTED", "REJECTED", "READY,FULFILLED"]);
    const ofStatus = this.#orders.filter(({ status }) => wanted.split(",").includes(status));
    assert.deepEqual(await drain(this.at, `${all}&status=${wanted}`), ofStatus, wanted);
    const { updated } = pick(this.#orders);
    const from = new Date(updated * 1000).toISOString();
    const later = this.#orders.filter((order) => order.updated >= updated);
    assert.deepEqual(await drain(this.at, `updated_since=${from}&limit=${limit}`), later, "from an instant");
    await this.#resumes(limit);
  }

  /** Goes on from a cursor that is some commands old, and keeps a new one. */
  async #resumes(limit: number): Promise<void> {
    const kept = this.#kept;
    if (kept !== null) {
      const left = this.#orders.filter((order) => !kept.before.has(order));
      const query = `updated_since=${since}&limit=${kept.limit}`;
      assert.deepEqual(await drain(this.at, query, kept.cursor), left, "after a cursor that was kept");
      if (random() < 0.8) return;
    }
    const { next_cursor: cursor } = await readPage(this.at, `updated_since=${since}&limit=${limit}`);
    this.#kept = cursor === null ? null : { limit, cursor, before: new Set(this.#orders.slice(0, limit)) };
  }
}

test(`${commands} random commands list what a model expects (MODEL_SEED=${seed}; rules/ordering 13.6)`, async (context) => {
  const model = new Model(await createOrderingLocation(service));
  const done: string[] = [];
  try {
    while (done.length < commands) {
      done.push(await model.command());
      await model.agrees();
    }
  } catch (error) {
    for (const command of done) context.diagnostic(command);
    throw error;
  }
});

/** Changes the orders in a process of its own, which is killed at the last. */
async function kill(moment: "written" | "committed", orders: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL("killed-change.fixture.ts", import.meta.url));
  const words = [program, service.databaseUrl, moment, ...orders];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  const [code, signal]: unknown[] = await once(child, "exit");
  assert.deepEqual([code, signal], [null, "SIGKILL"], moment);
}

for (const moment of ["written", "committed"] as const) {
  test(`a process killed when its last change is ${moment}: nothing is missed, only changes come again (rules/ordering 13.6)`, async () => {
    const shop = await createOrderingLocation(service);
    const placed: string[] = [];
    for (let i = 0; i < 6; i++) placed.push((await shop.place()).id);
    const query = `updated_since=${since}&limit=5`;
    const first = await readPage(shop, query);
    assert.deepEqual(ids(first.data), placed.slice(0, 5));
    const [a, b, c, , e, f] = placed as [string, string, string, string, string, string];
    await kill(moment, [c, a, e]);
    // A change after the kill: it is listed when the killed session has ended, and with it all that came before.
    await shop.call("POST", `/v1/orders/${b}/accept`, {});
    const changed = moment === "written" ? [c, a] : [c, a, e];
    const listed = await waitUntil(
      () => drain(shop, query, first.next_cursor),
      (found) => ids(found).includes(b),
    );
    assert.deepEqual(ids(listed), [f, ...changed, b]);
  });
}
