/** The parts of the proof of failover: a cluster, processes of Maple on two ways to it, callers, a receiver of events. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { Cluster } from "../cluster/cluster.ts";
import type { Extras } from "../cluster/members.ts";
import type { Programs } from "../cluster/programs.ts";
import { Services } from "../cluster/services.ts";
import * as checks from "../crash/checks.ts";
import { readExamples } from "../rig/examples.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { startCrashReceiver, type CrashReceiver } from "../rig/receiver.ts";
import { checkBookings } from "../silence/prove.ts";
import { Callers, Targets } from "./callers.ts";
import { untilHolds } from "../cluster/engine.ts";

export interface StageOptions {
  readonly directory: string;
  readonly programs: Programs;
  readonly extras?: Extras;
  /** Before each call of a caller. */
  readonly pauseMs?: number;
  /** The code that the processes of Maple run. */
  readonly root?: string;
}

const settledWithinMs = 90_000;

export class FailoverStage {
  readonly cluster: Cluster;
  readonly services: Services;
  readonly callers: { readonly direct: Callers; readonly pgbouncer: Callers };
  readonly #receiver: CrashReceiver;
  readonly #database: TextDatabase;
  readonly #examples: ReadonlySet<string>;
  /** How many acknowledged writes were already asked for again. */
  #replayed = new Map<Callers, number>();

  private constructor(
    cluster: Cluster,
    services: Services,
    callers: FailoverStage["callers"],
    receiver: CrashReceiver,
    database: TextDatabase,
    examples: ReadonlySet<string>,
  ) {
    [this.cluster, this.services, this.callers, this.#receiver] = [cluster, services, callers, receiver];
    [this.#database, this.#examples] = [database, examples];
  }

  /** Starts everything: two `serve` and two `work` that name all hosts, one `serve` through PgBouncer. */
  static async open({ directory, programs, extras, pauseMs = 0, root }: StageOptions): Promise<FailoverStage> {
    const cluster = await Cluster.start(directory, programs, extras);
    const code = root === undefined ? {} : { root };
    const services = new Services({ directory, environment: cluster.environment("direct"), ...code });
    try {
      await services.seed(cluster.url("owner", "direct"));
      const direct = [await services.start("serve", "serve1"), await services.start("serve", "serve2")];
      const pooled = await services.start("serve", "serve3", cluster.environment("pgbouncer"));
      for (const name of ["work1", "work2"]) await services.start("work", name);
      const receiver = await startCrashReceiver();
      const { api_key: apiKey, locations } = JSON.parse(
        readFileSync(join(directory, "maple", "sandbox.json"), "utf8"),
      ) as { readonly api_key: string; readonly locations: readonly { readonly id: string }[] };
      const at = (urls: readonly string[]): Targets => new Targets(urls, apiKey, locations[0]?.id ?? "");
      await subscribe(pooled.url, apiKey, receiver.url);
      const callers = {
        direct: new Callers(at(direct.map(({ url }) => url)), 3, pauseMs),
        pgbouncer: new Callers(at([pooled.url]), 1, pauseMs),
      };
      const database = connectProofDatabase(cluster.url("owner", "direct"));
      const examples = await readExamples(database.read);
      return new FailoverStage(cluster, services, callers, receiver, database, examples);
    } catch (error) {
      await services.endAll();
      await cluster.stop();
      throw error;
    }
  }

  get everyCaller(): readonly Callers[] {
    return [this.callers.direct, this.callers.pgbouncer];
  }

  /** How many writes were acknowledged in all. */
  get acknowledged(): number {
    return this.everyCaller.reduce(
      (sum, { clients, bookings }) => sum + clients.acknowledged.length + bookings.booked.size,
      0,
    );
  }

  /** What was acknowledged and is gone, was done twice, or contradicts itself, once all background work is done. */
  async checkEffects(): Promise<readonly string[]> {
    const { read } = this.#database;
    const received = this.#receiver.received;
    let settled: checks.Settled | undefined;
    await untilHolds("deliveries and refunds are made", settledWithinMs, async () => {
      settled = await checks.readSettled(read).catch(() => undefined);
      return settled !== undefined;
    });
    const expected = new Map(this.everyCaller.flatMap(({ clients }) => [...clients.expected]));
    const booked = new Map(this.everyCaller.flatMap(({ bookings }) => [...bookings.booked]));
    const wrong = [
      ...this.everyCaller.flatMap((each) => each.surprises),
      ...(await checks.checkHistories(read, expected, this.#examples)),
      ...(await checks.checkDatabase(read, this.#examples)),
      ...(await checks.checkDeliveries(read, received, this.#examples, settled)),
      ...(await checkBookings(this.#database, { booked }, this.#examples)),
    ];
    for (const each of this.everyCaller) {
      const { acknowledged } = each.clients;
      wrong.push(...(await checks.checkReplays(each.clients, acknowledged.slice(this.#replayed.get(each) ?? 0))));
      this.#replayed.set(each, acknowledged.length);
    }
    return wrong;
  }

  /** What `maple verify` finds: the invariants of all stored data. */
  async verify(): Promise<string> {
    const url = this.services.started.get("serve1")?.url ?? "";
    const answer = await fetch(`${url}/operator/v1/test/verify`, {
      headers: { authorization: `Bearer ${this.services.operatorToken}` },
    });
    return `${answer.status} ${await answer.text()}`;
  }

  async close(): Promise<void> {
    await this.services.endAll();
    await this.#database.close();
    await this.#receiver.stop();
    const left = await this.cluster.stop();
    if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
  }
}

async function subscribe(url: string, apiKey: string, notificationUrl: string): Promise<void> {
  const types = ["order.notification", "order.created", "order.paid", "order.cancelled", "order.updated"];
  const answer = await fetch(`${url}/v1/webhook_subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ notification_url: notificationUrl, event_types: types }),
  });
  if (answer.status !== 201) throw new Error(`no subscription: ${await answer.text()}`);
}
