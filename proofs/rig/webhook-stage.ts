/**
 * The parts of the webhook proof and bench: their own durable PostgreSQL, receivers in their own process, and the real
 * `maple work` as child processes that can be killed.
 */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId, type Id } from "../../src/kernel/id.ts";
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../../src/platform/postgres/database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { startNotifier, type Notifier } from "../../src/platform/postgres/notifier.ts";
import { createSubscription } from "../../src/webhooks/subscriptions/create-subscription.command.ts";
import { recordEvent } from "../../src/webhooks/ledger/record-event.command.ts";
import { sealedSecrets } from "../../src/webhooks/subscriptions/sealed-secrets.ts";
import { slowStatements } from "./slow-statements.ts";
import type { ReceiversAnswer, ReceiversRequest } from "./webhook-receivers.ts";
import { endWithThis } from "./end-with-this.ts";

const main = fileURLToPath(new URL("../../src/program/main.ts", import.meta.url));
const receiversProgram = fileURLToPath(new URL("webhook-receivers.ts", import.meta.url));

export interface StageReceiver {
  readonly path: string;
  readonly appId: Id<"app">;
  readonly subscriptionId: Id<"dws">;
}

export interface EventToStage {
  readonly appId: Id<"app">;
  readonly resourceId: string;
  readonly sequence: number;
}

export class WebhookStage {
  readonly database: TextDatabase;
  readonly #secretKey = randomBytes(32);
  readonly #directory: string;
  readonly #url: string;
  readonly #port: number;
  readonly #receivers: ChildProcess;
  readonly #receiversPort: number;
  readonly #notifier: Notifier;
  readonly #workers = new Set<ChildProcess>();
  #server: EmbeddedPostgres;

  private constructor(directory: string, server: EmbeddedPostgres, receivers: ChildProcess, receiversPort: number) {
    this.#directory = directory;
    this.#server = server;
    this.#receivers = receivers;
    this.#receiversPort = receiversPort;
    this.#url = server.url("maple_test");
    this.#port = Number(new URL(this.#url).port);
    const wakeups = createWakeups((channel) => this.#notifier.publish(channel));
    this.#notifier = startNotifier({ url: this.#url, receive: () => {} });
    this.database = connectDatabase({
      livemode: false,
      url: this.#url,
      poolSize: 16,
      applicationName: "maple-stage",
      wakeups,
      onIdleError: () => {},
    });
  }

  /** Starts everything but the workers, with a log and settings of the server; the directory is the caller's to remove. */
  static async start(directory: string, given = slowStatements()): Promise<WebhookStage> {
    mkdirSync(join(directory, "postgres"), { recursive: true });
    const server = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), ...given });
    await server.createDatabase("maple_test");
    await migrate(server.url("maple_test"));
    const receivers = fork(receiversProgram, { stdio: "inherit" });
    const [listening] = (await once(receivers, "message")) as [ReceiversAnswer];
    if (listening.kind !== "listening") throw new Error("the receivers did not start");
    return new WebhookStage(directory, server, receivers, listening.port);
  }

  async ask(ask: ReceiversRequest["ask"]): Promise<ReceiversAnswer> {
    const answered = once(this.#receivers, "message");
    this.#receivers.send({ ask } satisfies ReceiversRequest);
    const [answer] = (await answered) as [ReceiversAnswer];
    return answer;
  }

  addressOf(path: string): string {
    return `http://127.0.0.1:${this.#receiversPort}${path}`;
  }

  /** Subscribes the app to order.updated at a receiver. */
  async subscribe(appId: Id<"app">, path: string): Promise<StageReceiver> {
    const deps = { rules: { allowPrivate: true }, sealing: sealedSecrets([this.#secretKey], false) };
    const wanted = { appId, notificationUrl: this.addressOf(path), eventTypes: ["order.updated"] };
    const created = await this.database.transaction((tx) => createSubscription(tx, deps, wanted));
    if (!("subscription" in created)) throw new Error(created.message);
    return { path, appId, subscriptionId: created.subscription.id };
  }

  /** Records events in one transaction; answers their ids once they are acknowledged. */
  record(events: readonly EventToStage[]): Promise<readonly Id<"evt">[]> {
    return this.database.transaction(async (tx) => {
      const ids: Id<"evt">[] = [];
      for (const { appId, resourceId, sequence } of events) {
        const resourcePath = `/v1/orders/${resourceId}`;
        const data = { order_id: resourceId, status: "ACCEPTED", recorded_ms: Date.now() };
        const rest = { locationId: null, resourceType: "order" as const, created: Date.now() };
        const idempotencyKey = `order:${resourceId}:updated:${sequence}`;
        const event = { appId, eventType: "order.updated" as const, resourceId, resourcePath, sequence, data };
        ids.push(await recordEvent(tx, { ...event, ...rest, idempotencyKey }));
      }
      return ids;
    });
  }

  startWorker(): ChildProcess {
    const worker = spawn(process.execPath, [main, "work"], {
      env: {
        ...process.env,
        DATABASE_URL: this.#url,
        OPERATOR_TOKEN: "a-token-for-the-stage-alone",
        SECRET_KEY: this.#secretKey.toString("hex"),
        ALLOW_PRIVATE_WEBHOOKS: "on",
        MAPLE_DATA_DIR: this.#directory,
        LOG_LEVEL: "fatal",
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    this.#workers.add(endWithThis(worker));
    worker.once("exit", () => this.#workers.delete(worker));
    return worker;
  }

  async endWorker(worker: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const ended = once(worker, "exit");
    worker.kill(signal);
    await ended;
  }

  /** Stops PostgreSQL in the middle of everything and starts it again at the same address. */
  async restartPostgres(): Promise<void> {
    await this.#server.stop();
    const dataDir = join(this.#directory, "postgres");
    this.#server = await startEmbeddedPostgres({ dataDir, port: this.#port, ...slowStatements() });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => this.endWorker(worker, "SIGTERM")));
    await this.#notifier.close();
    await this.database.close();
    this.#receivers.disconnect();
    await this.#server.stop();
  }
}

/** An id that names an order nobody placed. */
export function stagedOrder(): string {
  return newId("ord");
}
