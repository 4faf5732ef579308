/** The stage of the overload bench: a database with locations, menus and orders, and a process that serves it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { connectDatabase } from "../src/platform/postgres/database.ts";
import type { Id } from "../src/kernel/id.ts";
import type { TextDatabase } from "../src/platform/postgres/database.ts";
import { connect, createApp, createLocation, type TestApp } from "../test/harness/factories.ts";
import { drawBodies, publishMenus } from "./orders-sandbox.ts";
import type { MixedCall, OverloadResult, OverloadTask, Target } from "./overload-load.ts";
import { endWithThis } from "../proofs/rig/end-with-this.ts";
import { freePort } from "../proofs/rig/free-port.ts";

export interface OverloadService {
  readonly url: string;
  readonly child: ChildProcess;
}

const partnerCount = 20;
const ordersOfEach = 15;

/** An app with a location of its own, so that the fair share of each is small. */
interface Partner {
  readonly partner: TestApp;
  readonly placingLocations: readonly [Id<"str">];
}

export class OverloadStage {
  readonly #directory: string;
  readonly #postgres: EmbeddedPostgres;
  readonly #children = new Set<ChildProcess>();

  constructor(directory: string, postgres: EmbeddedPostgres) {
    this.#directory = directory;
    this.#postgres = postgres;
  }

  /** Prepares a database for the checkout and serves it; answers the process and the file of its calls. */
  async start(checkout: string, name: string): Promise<{ readonly service: OverloadService; readonly mix: string }> {
    await this.#postgres.createDatabase(name);
    const databaseUrl = this.#postgres.url(name);
    const [code] = (await once(this.#run(checkout, "migrate", databaseUrl, 0), "exit")) as [number | null];
    if (code !== 0) throw new Error(`migrate ended with ${code}`);
    const wakeups = createWakeups();
    const options = { livemode: false, url: databaseUrl, poolSize: 4, applicationName: "bench", wakeups } as const;
    const database = connectDatabase({ ...options, onIdleError: () => {} });
    const partners = await makePartners(database);
    await database.close();
    const port = await freePort();
    const service = { url: `http://127.0.0.1:${port}`, child: this.#run(checkout, "serve", databaseUrl, port) };
    await this.#untilReady(service.url);
    for (const each of partners) await publishMenus(service.url, each);
    const mix = join(this.#directory, `${name}.json`);
    writeFileSync(mix, JSON.stringify(await drawMix(service.url, partners)));
    return { service, mix };
  }

  /** Starts the bare server and answers its address. */
  async startFloor(): Promise<string> {
    const child = spawn(process.execPath, ["bench/overload-floor.ts"], { stdio: ["ignore", "pipe", "inherit"] });
    this.#children.add(endWithThis(child));
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    return `http://127.0.0.1:${said.toString().trim()}`;
  }

  /** Runs the load in a process of its own. */
  async load(task: OverloadTask): Promise<OverloadResult> {
    const child = spawn(process.execPath, ["bench/overload-load.ts", JSON.stringify(task)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#children.add(endWithThis(child));
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await once(child, "close");
    this.#children.delete(child);
    return JSON.parse(said) as OverloadResult;
  }

  async end(child: ChildProcess): Promise<void> {
    this.#children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#children].map((child) => this.end(child)));
  }

  #run(checkout: string, command: string, databaseUrl: string, port: number): ChildProcess {
    const program = ["src/program/main.ts", "src/main.ts"].find((file) => existsSync(join(checkout, file)));
    if (program === undefined) throw new Error(`${checkout} is not a checkout`);
    const child = spawn(process.execPath, [program, command], {
      cwd: checkout,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        OPERATOR_TOKEN: "overload-bench-operator-token",
        SECRET_KEY: Buffer.alloc(32, 7).toString("hex"),
        MAPLE_DATA_DIR: join(this.#directory, "service"),
        PORT: String(port),
        // Every call names an address of its own, as behind a proxy.
        TRUSTED_PROXIES: "1",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#children.add(endWithThis(child));
    child.once("exit", () => this.#children.delete(child));
    return child;
  }

  async #untilReady(url: string): Promise<void> {
    for (const end = Date.now() + 30_000; Date.now() < end; await delay(50)) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return;
    }
    throw new Error("the service did not become ready");
  }
}

async function makePartners(database: TextDatabase): Promise<readonly Partner[]> {
  const partners: Partner[] = [];
  for (let number = 0; number < partnerCount; number++) {
    const partner = await createApp(database);
    const id = await createLocation(database, { name: `Bistro ${number}` });
    await connect(database, partner, id);
    partners.push({ partner, placingLocations: [id] });
  }
  return partners;
}

/** A busy evening: diners place and look, partners read, decide and list. */
async function drawMix(url: string, partners: readonly Partner[]): Promise<readonly MixedCall[]> {
  const customer = { name: "Dana Diner", phone: "+12175550142" };
  const [baskets, orders]: [Target[], { readonly id: string; readonly key: string }[]] = [[], []];
  for (const each of partners) {
    const { key } = each.partner;
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    for (const body of await drawBodies(url, each, ordersOfEach)) {
      const answer = await fetch(`${url}/v1/sandbox/orders`, { method: "POST", headers, body });
      if (answer.status !== 201) throw new Error(await answer.text());
      orders.push({ id: ((await answer.json()) as { readonly id: string }).id, key });
      const { location_id, items } = JSON.parse(body) as { readonly location_id: string; readonly items: unknown };
      baskets.push({ path: `/store/v1/locations/${location_id}/orders`, body: JSON.stringify({ items, customer }) });
    }
  }
  const of = (path: (id: string) => string, body?: string): Target[] =>
    orders.map(({ id, key }) => ({ path: path(id), key, ...(body === undefined ? {} : { body }) }));
  const menus = partners.map(({ placingLocations: [id] }) => ({ path: `/store/v1/locations/${id}/menu` }));
  const lists = partners.map(({ partner: { key } }) => ({ path: "/v1/orders?limit=25", key }));
  return [
    { name: "place", weight: 30, method: "POST", targets: baskets },
    { name: "read", weight: 25, method: "GET", targets: of((id) => `/v1/orders/${id}`) },
    { name: "decide", weight: 15, method: "POST", targets: of((id) => `/v1/orders/${id}/accept`, "{}") },
    { name: "menu", weight: 15, method: "GET", targets: menus },
    { name: "list", weight: 15, method: "GET", targets: lists },
  ];
}
