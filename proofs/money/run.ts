/** One run of the proof: a service, both processors one after the other, kills in between, and the checks afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { EventSender, webhookSecret } from "../../test/stand-ins/stripe/send-events.ts";
import {
  standInKey,
  startStripeStandIn,
  type Fault,
  type StripeStandIn,
} from "../../test/stand-ins/stripe/stand-in.ts";
import { readExamples } from "../rig/examples.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { CrashingService, processesIn } from "../rig/service-process.ts";
import * as checks from "./checks.ts";
import { MoneyDiners } from "./diners.ts";
import { MoneyGuests } from "./guests.ts";

export interface MoneyRun {
  readonly orders: number;
  readonly kills: number;
  readonly random: () => number;
  /** The root of the code to run; this one's when absent. */
  readonly root?: string;
  readonly say: (line: string) => void;
  /** How many of the calls to Stripe go wrong. */
  readonly faultRate: number;
  /** How long everything that is under way may take to come to its end. */
  readonly settlesWithinMs: number;
  /** Falsifies rows afterwards. */
  readonly controls: boolean;
}

/** What goes on around the orders. */
interface World {
  readonly service: CrashingService;
  readonly stripe: StripeStandIn;
  readonly events: EventSender;
  /** What was there before the first order. */
  examples: ReadonlySet<string>;
}

const clients = 8;
const faults: readonly Fault[] = ["rate_limited", "fails_before", "fails_after", "lost_before", "lost_after"];

/** Runs it; answers every violation. */
export async function runMoney(run: MoneyRun): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "maple-money-"));
  const stripe = await startStripeStandIn();
  const service = await CrashingService.create(directory);
  if (run.root !== undefined) service.root = run.root;
  const world: World = {
    service,
    stripe,
    events: new EventSender(stripe.books, service.url, run.random),
    examples: new Set(),
  };
  try {
    const found: string[] = [];
    service.environment = environmentFor("test", stripe);
    service.spawn();
    await service.untilReady();
    world.examples = await withBooks(service, ({ read }) => readExamples(read));
    await service.kill({ postgres: true });
    for (const processor of ["test", "stripe"] as const) {
      service.environment = environmentFor(processor, stripe);
      service.spawn();
      await service.untilReady();
      found.push(...(await live(run, world, processor)));
      await service.kill({ postgres: true });
    }
    service.spawn();
    await service.untilReady();
    found.push(...(await settleAndCheck(run, world)));
    await service.stop();
    const left = processesIn(directory);
    return left.length === 0 ? found : [...found, `processes are left: ${left.join(", ")}`];
  } finally {
    await service.kill({ postgres: true });
    await stripe.stop();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function environmentFor(processor: "test" | "stripe", stripe: StripeStandIn): Readonly<Record<string, string>> {
  const common = { TRUSTED_PROXIES: "1" };
  if (processor === "test") return common;
  return {
    ...common,
    PAYMENT_PROCESSOR: "stripe",
    STRIPE_SECRET_KEY: standInKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  };
}

/** Half of the orders with one processor, while the service is killed and Stripe misbehaves. */
async function live(
  run: MoneyRun,
  { service, stripe, events }: World,
  processor: "test" | "stripe",
): Promise<string[]> {
  const { api_key: apiKey, locations } = await service.readSandbox();
  const target = {
    url: service.url,
    apiKey,
    locationId: locations[0]?.id ?? "",
    processor,
    books: stripe.books,
    mismatchRate: run.faultRate,
  };
  const diners = new MoneyDiners(target, run.random);
  stripe.fault = () =>
    run.random() < run.faultRate ? (faults[Math.floor(run.random() * faults.length)] ?? "none") : "none";
  stripe.books.refundOutcome = () => (run.random() < 0.3 ? "pending" : "succeeded");
  const began = performance.now();
  const orders = Math.ceil(run.orders / 2);
  const guests = new MoneyGuests(target, diners.calls, run.random);
  await guests.open();
  diners.start(clients, orders);
  // Searches are counted by the minute: a twentieth of the orders is what a guest gets through beside them.
  const booked = guests.live(Math.max(15, Math.ceil(orders / 20)));
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await events.sendSome(10);
      moveRefunds(stripe, run.random);
      await delay(20);
    }
  })();
  const kills = Math.ceil(run.kills / 2);
  for (let kill = 1; kill <= kills && diners.left > 0; kill++) {
    while (diners.left > orders * (1 - kill / (kills + 1))) await delay(20);
    await service.kill({ postgres: kill % 3 === 0 });
    service.spawn();
    await service.untilReady();
  }
  await diners.finish();
  await booked;
  isOver = true;
  await others;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  run.say(
    `${processor}: ${diners.orders} orders in ${seconds} s, ${kills} kills, ${diners.calls.sentAgain} calls sent again, ${diners.calls.faults} answers 500, ${events.sent} events sent`,
  );
  run.say(
    `  ${guests.bookings} bookings, ${[...diners.done, ...guests.done]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, n]) => `${name} ${n}`)
      .join(", ")}`,
  );
  return [...diners.surprises, ...guests.surprises];
}

/** Banks take their time, and send some refunds back. */
function moveRefunds({ books }: StripeStandIn, random: () => number): void {
  for (const { id, status } of books.refunds.values()) {
    if (status === "pending" && random() < 0.05) books.endRefund(id, random() < 0.7 ? "succeeded" : "failed");
    else if (status === "succeeded" && random() < 0.00005) books.endRefund(id, "failed");
  }
}

/** Lets everything that is under way come to its end, then compares all books. */
async function settleAndCheck(run: MoneyRun, { service, stripe, events, examples }: World): Promise<string[]> {
  stripe.fault = () => "none";
  stripe.books.refundOutcome = () => "succeeded";
  for (const { id } of stripe.books.sessions.values()) stripe.books.settle(id, "succeeds");
  for (const { id, status } of stripe.books.refunds.values())
    if (status === "pending") stripe.books.endRefund(id, "succeeded");
  await events.sendAll();
  return withBooks(service, async (database) => {
    const open = await settle(run, database, events);
    const found: string[] = [];
    found.push(
      ...(await checks.checkBooks(database.read, examples)),
      ...(await checks.checkStripe(database.read, stripe.books)),
      ...(await checks.checkOpenSessions(database.read, stripe.books)),
    );
    for (const event of events.givenUp) found.push(`the service never took ${event}`);
    if (open > 0) found.push(`${open} refunds, charges or links are still open`);
    run.say(`ledger: ${await checks.describeMoney(database.read)}`);
    run.say(
      `Stripe: ${stripe.books.sessions.size} sessions, ${stripe.books.intents.size} payments, ${stripe.books.refunds.size} refunds`,
    );
    if (run.controls) found.push(...(await falsify(run, database, examples)));
    return found;
  });
}

/** Looks into the database of the service, or writes to it. */
async function withBooks<T>(service: CrashingService, work: (database: TextDatabase) => Promise<T>): Promise<T> {
  const database = connectProofDatabase(service.databaseUrl(), 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Until nothing is open; what waits for a time is due at once. */
async function settle({ settlesWithinMs }: MoneyRun, database: TextDatabase, events: EventSender): Promise<number> {
  for (const end = Date.now() + settlesWithinMs; ; await delay(200)) {
    await database.transaction(async (tx) => {
      tx.send("UPDATE refunds SET due_at = now() - interval '1 second' WHERE due_at > now()");
      tx.send("UPDATE test_processor_charges SET settles_at = now() - interval '1 second' WHERE settles_at > now()");
      tx.send("UPDATE payment_links SET look_at = now() WHERE look_at > now() + interval '2 seconds'");
    });
    await events.sendAll();
    const open = await checks.countOpenMoney(database.read);
    if (open === 0 || Date.now() > end) return open;
  }
}

async function falsify(run: MoneyRun, database: TextDatabase, examples: ReadonlySet<string>): Promise<string[]> {
  const blind: string[] = [];
  for (const [name, seen] of await checks.runFalsifications(database, examples)) {
    run.say(`negative control: ${name}: ${seen.length > 0 ? `noticed (${seen[0]?.slice(0, 100)})` : "NOT NOTICED"}`);
    if (seen.length === 0) blind.push(`the checks do not notice ${name}`);
  }
  return blind;
}
