/** One busy location whose staff decide, for bench:live: orders through the service's own commands, and its board over HTTP. */
import { readFileSync } from "node:fs";
import { canonicalMenu } from "../src/menus/document/menu-fingerprint.ts";
import { parseMenu } from "../src/menus/document/parse-menu.ts";
import { publishMenu } from "../src/menus/publish/publish-menu.command.ts";
import { isRefusal } from "../src/kernel/refusal.ts";
import type { Id } from "../src/kernel/id.ts";
import { createDisplayNumbers } from "../src/orders/place/display-numbers.cache.ts";
import { decideOrderByStaff } from "../src/orders/staff/decide-by-staff.command.ts";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { createLog } from "../src/platform/log.ts";
import { createMetrics } from "../src/platform/metrics/create-metrics.ts";
import { connectDatabase, type TextDatabase } from "../src/platform/postgres/database.ts";
import { buildService, type Service } from "../src/program/build.ts";
import { readSimulatedOrder } from "../src/sandbox/read-simulated-order.ts";
import { simulateOrder } from "../src/sandbox/simulate-order.command.ts";
import { openPaintedBoard, type PaintedBoard } from "./live-painted.ts";
import type { BoardSnapshot } from "../src/console/board/board-wire.schemas.ts";
import type { StandSnapshot } from "../src/console/stand/stand-wire.schemas.ts";
import { makeEvening, type Evening } from "./stand-evening.ts";
import { createApp, createLocation } from "../test/harness/factories.ts";
import { createPerson } from "../test/harness/people.ts";

const connections = 16;
const menu = JSON.parse(
  readFileSync(new URL("../examples/menus/small-bistro.json", import.meta.url), "utf8"),
) as unknown;

export class LiveStage {
  readonly #numbered: TextDatabase;
  readonly #counters: TextDatabase;
  readonly #service: Service;
  readonly #app: Id<"app">;
  readonly #location: Id<"str">;
  readonly #displayNumbers;
  #url = "";

  private constructor(made: {
    numbered: TextDatabase;
    counters: TextDatabase;
    service: Service;
    app: Id<"app">;
    location: Id<"str">;
  }) {
    this.#numbered = made.numbered;
    this.#counters = made.counters;
    this.#service = made.service;
    this.#app = made.app;
    this.#location = made.location;
    this.#displayNumbers = createDisplayNumbers(made.counters);
  }

  static async start(url: string): Promise<LiveStage> {
    const wakeups = createWakeups();
    const open = (poolSize: number): TextDatabase =>
      connectDatabase({
        livemode: false,
        url,
        poolSize,
        applicationName: "bench-live",
        wakeups,
        onIdleError: () => {},
      });
    const [numbered, counters] = [open(connections), open(2)];
    await numbered.read.rows("SELECT 1");
    const { id: app } = await createApp(numbered);
    const location = await createLocation(numbered, { order_routing: "manual" });
    await numbered.transaction(async (tx) => {
      await tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app, location]);
      const parsed = parseMenu(menu);
      if (isRefusal(parsed)) throw new Error(JSON.stringify(parsed.issues));
      const publisher = { appId: app, locationId: location, now: numbered.clock.now() };
      await publishMenu(tx, publisher, canonicalMenu(parsed), { dryRun: false, respondAsync: false });
    });
    const service = buildService({
      settings: {
        version: "bench",
        baseUrls: { test: "http://127.0.0.1", live: null },
        operatorToken: "bench-operator-token",
        secretKey: Buffer.alloc(32, 7),
        allowPrivateWebhooks: true,
        paymentProcessor: "test",
        checkAnswers: false,
      },
      databases: { test: numbered },
      counters: { test: counters },
      wakeups,
      log: createLog("silent"),
      metrics: createMetrics(),
    });
    return new LiveStage({ numbered, counters, service, app, location });
  }

  /** Places and decides on all connections for so many seconds; answers orders a second. */
  async run(variant: "with" | "without", seconds: number): Promise<number> {
    const database = variant === "with" ? this.#numbered : withoutNumbers(this.#numbered);
    const began = performance.now();
    let count = 0;
    const loop = async (): Promise<void> => {
      while (performance.now() - began < seconds * 1000) {
        await this.accept(await this.place(database), database);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, loop));
    return count / ((performance.now() - began) / 1000);
  }

  async place(database = this.#numbered): Promise<Id<"ord">> {
    const body = { location_id: this.#location, payment: "paid" as const };
    const deps = {
      processor: "test" as const,
      displayNumbers: this.#displayNumbers,
      deliveryTerms: async () => ({ fee: 0 }),
    };
    const placed = await database.transaction((tx) => simulateOrder(tx, this.#app, readSimulatedOrder(body), deps));
    if (isRefusal(placed)) throw new Error(placed.message);
    return placed.order.id;
  }

  async accept(id: Id<"ord">, database = this.#numbered): Promise<void> {
    const decision = { kind: "accept", posTicketId: null, ready: { minutes: 20 } } as const;
    const decided = await database.transaction((tx) =>
      decideOrderByStaff(tx, id, decision, { by: { kind: "person", id: null }, mayAlwaysCancel: false }),
    );
    if (isRefusal(decided)) throw new Error(decided.message);
  }

  /** Serves the board; answers the address of its stream and the sessions of seven people, with commas between. */
  async listen(): Promise<{ readonly address: string; readonly token: string }> {
    const url = await this.#service.server.listen({ host: "127.0.0.1", port: 0 });
    this.#url = url;
    const people = await Promise.all(
      Array.from({ length: 7 }, () => createPerson(this.#numbered, [{ role: "staff", at: this.#location }])),
    );
    const address = `${url}/console/v1/locations/${this.#location}/stream?topics=orders`;
    return { address, token: people.map(({ token }) => token).join(",") };
  }

  /** A real board of the location; `listen` comes before. */
  async openBoard(): Promise<PaintedBoard> {
    const { token } = await createPerson(this.#numbered, [{ role: "staff", at: this.#location }]);
    return openPaintedBoard(this.#url, this.#location, token);
  }

  /** Reads the board over HTTP so many times, when so many orders wait on it; answers how long each took, in milliseconds. */
  async readSnapshots({ orders, times }: { readonly orders: number; readonly times: number }): Promise<number[]> {
    await this.#numbered.transaction((tx) =>
      tx.rows(
        "UPDATE orders SET updated_at = updated_at - interval '2 days', status = 'FULFILLED', timer_kind = NULL, timer_at = NULL",
      ),
    );
    for (let n = 0; n < orders; n++) await this.place();
    return this.#readAgain(this.#location, "board", times, (shown) => {
      const board = shown as BoardSnapshot;
      if (board.orders.length !== orders) throw new Error(`the board shows ${board.orders.length} orders`);
    });
  }

  /** The same for the stand of a restaurant in the middle of an evening. */
  async readStands(evening: Evening, times: number): Promise<number[]> {
    const location = await makeEvening(this.#numbered, evening);
    return this.#readAgain(location, "stand", times, (snapshot) => {
      const { bookings, waitlist } = snapshot as StandSnapshot;
      const shown = `${bookings.length} bookings, ${waitlist.entries.length} in line`;
      const wanted = `${evening.seated + evening.expected} bookings, ${evening.waiting} in line`;
      if (shown !== wanted) throw new Error(`the stand shows ${shown}, and not ${wanted}`);
    });
  }

  async #readAgain(
    location: Id<"str">,
    screen: "board" | "stand",
    times: number,
    check: (shown: unknown) => void,
  ): Promise<number[]> {
    const { token } = await createPerson(this.#numbered, [{ role: "manager", at: location }]);
    const taken: number[] = [];
    for (let n = 0; n < times; n++) {
      const began = performance.now();
      const answer = await fetch(`${this.#url}/console/v1/locations/${location}/snapshot?screen=${screen}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const shown: unknown = await answer.json();
      taken.push(performance.now() - began);
      check(shown);
    }
    return taken;
  }

  async stop(): Promise<void> {
    await this.#service.server.close();
    await this.#service.close();
    await Promise.all([this.#numbered.close(), this.#counters.close()]);
  }
}

/** The same database, but for the number of the location that each change takes last. */
function withoutNumbers(database: TextDatabase): TextDatabase {
  return {
    ...database,
    transaction: (work) => database.transaction((tx) => work({ ...tx, beforeCommit: () => {} })),
  };
}
