/** One proof of silence: load, silences, checks, and the ends of the processes in a last silence. */
import { setTimeout as delay } from "node:timers/promises";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import * as checks from "../crash/checks.ts";
import { readExamples } from "../rig/examples.ts";
import { startCrashReceiver, type CrashReceiver } from "../rig/receiver.ts";
import { BookingClient, MeasuredClients, type MeasuredCall } from "./clients.ts";
import { SilenceStage } from "./stage.ts";

export interface Found {
  readonly lines: string[];
  readonly violations: string[];
}

export interface ProofOptions {
  readonly directory: string;
  /** The code that the processes run. */
  readonly root: string;
  /** Milliseconds of each silence. */
  readonly silences: readonly number[];
  /** Looks no further once a silence was not survived. */
  readonly stopsAtViolation?: boolean;
  readonly connectDatabase: (url: string) => TextDatabase;
}

const answerWithinMs = 11_000;
const backWithinMs = 5_000;
const endWithinSeconds = 25;
const clientCount = 6;

/** Runs the silences one after another; answers figures and violations. */
export async function proveSilence(options: ProofOptions): Promise<Found> {
  const found: Found = { lines: [], violations: [] };
  const stage = await SilenceStage.open(options.directory, options.root);
  const receiver = await startCrashReceiver();
  try {
    // The single process seeds the sandbox and migrates; the others work on afterwards.
    await stage.start("dev");
    await stage.endAll();
    const url = await stage.start("serve");
    await stage.start("work");
    const { api_key: apiKey, locations } = stage.readSandbox();
    const target = { url, apiKey, locationId: locations[0]?.id ?? "" };
    const database = options.connectDatabase(stage.databaseUrl);
    const examples = await readExamples(database.read);
    await database.close();
    await subscribe(target, receiver);
    const clients = new MeasuredClients(target);
    const bookings = new BookingClient(target, clients);
    found.lines.push("silence  calls in it  slowest answer  first order  first delivery  ready again");
    for (const silence of options.silences)
      await runSilence({ stage, clients, bookings, receiver, url }, silence, found);
    // A service that has not come back answers nothing that could be checked.
    if (options.stopsAtViolation === true && found.violations.length > 0) return found;
    await checkRecords(options.connectDatabase(stage.databaseUrl), { clients, bookings, receiver, examples }, found);
    await endInSilence(stage, found);
  } catch (error) {
    found.violations.push(error instanceof Error ? error.message : String(error));
  } finally {
    await stage.close();
    await receiver.stop();
  }
  return found;
}

interface Scene {
  readonly stage: SilenceStage;
  readonly clients: MeasuredClients;
  readonly bookings: BookingClient;
  readonly receiver: CrashReceiver;
  readonly url: string;
}

async function runSilence(scene: Scene, silenceMs: number, found: Found): Promise<void> {
  const { stage, clients, bookings, receiver, url } = scene;
  clients.calls.length = 0;
  clients.start(clientCount);
  bookings.start();
  await delay(3_000);
  stage.proxy.cut();
  const cutAt = performance.now();
  await delay(silenceMs - 500);
  if ((await stage.statusOf(url)) !== 503) found.violations.push("/readyz does not say 503 in the silence");
  await delay(Math.max(0, cutAt + silenceMs - performance.now()));
  const receivedBefore = receiver.received.size;
  stage.proxy.heal();
  const healedAt = performance.now();
  const until = async (holds: () => boolean | Promise<boolean>): Promise<number> => {
    while (!(await holds()) && performance.now() < healedAt + 60_000) await delay(20);
    return performance.now() - healedAt;
  };
  const isFresh = ({ path, status, begunAt, endedAt }: MeasuredCall): boolean =>
    path === "/v1/sandbox/orders" && status < 300 && status > 0 && endedAt > healedAt && begunAt > cutAt;
  const [orderMs, deliveryMs, readyMs] = await Promise.all([
    until(() => clients.calls.some(isFresh)),
    until(() => receiver.received.size > receivedBefore),
    until(async () => (await stage.statusOf(url)) === 200),
  ]);
  await delay(1_000);
  await Promise.all([clients.pause(), bookings.pause()]);
  const within = clients.calls.filter(({ endedAt, begunAt }) => endedAt > cutAt && begunAt < healedAt);
  const slowestMs = Math.max(0, ...clients.calls.map(({ begunAt, endedAt }) => endedAt - begunAt));
  judgeRun({ silenceMs, within, slowestMs, orderMs, deliveryMs }, found);
  const columns = [silenceMs, slowestMs, orderMs, deliveryMs, readyMs].map((ms) => `${(ms / 1_000).toFixed(2)} s`);
  const [silence = "", slowest = "", ...rest] = columns;
  const after = rest.map((text, index) => text.padStart([11, 14, 11][index] ?? 11)).join("  ");
  found.lines.push(`${silence.padStart(7)}  ${String(within.length).padStart(11)}  ${slowest.padStart(14)}  ${after}`);
}

interface Measured {
  readonly silenceMs: number;
  readonly within: readonly MeasuredCall[];
  readonly slowestMs: number;
  readonly orderMs: number;
  readonly deliveryMs: number;
}

function judgeRun({ silenceMs, within, slowestMs, orderMs, deliveryMs }: Measured, { violations }: Found): void {
  const run = `silence of ${silenceMs / 1_000} s:`;
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;
  if (slowestMs > answerWithinMs) violations.push(`${run} a caller was answered after ${seconds(slowestMs)}`);
  if (orderMs > backWithinMs) violations.push(`${run} the first order after the return took ${seconds(orderMs)}`);
  if (deliveryMs > backWithinMs)
    violations.push(`${run} the first delivery after the return took ${seconds(deliveryMs)}`);
  const unanswered = within.filter(({ status }) => status === 0);
  if (unanswered.length > 0) violations.push(`${run} ${unanswered.length} calls had no answer`);
  const bare = within.filter(({ status, hasRetryAfter }) => status >= 500 && !(status === 503 && hasRetryAfter));
  if (bare.length > 0) violations.push(`${run} ${bare.length} answers are not a 503 with Retry-After`);
  if (within.length === 0) violations.push(`${run} nobody called in the silence`);
}

async function checkRecords(
  database: TextDatabase,
  scene: Pick<Scene, "clients" | "bookings" | "receiver"> & { readonly examples: ReadonlySet<string> },
  { lines, violations }: Found,
): Promise<void> {
  const { clients, bookings, receiver, examples } = scene;
  try {
    for (const end = Date.now() + 60_000; Date.now() < end && (await checks.countOpenWork(database.read)) > 0;)
      await delay(100);
    const open = await checks.countOpenWork(database.read);
    if (open > 0) violations.push(`${open} deliveries or refunds are still open after a minute`);
    violations.push(
      ...clients.surprises,
      ...bookings.surprises,
      ...(await checks.checkReplays(clients, clients.acknowledged)),
      ...(await checks.checkHistories(database.read, clients.expected, examples)),
      ...(await checks.checkDatabase(database.read, examples)),
      ...(await checks.checkDeliveries(database.read, receiver.received, examples)),
      ...(await checkBookings(database, bookings, examples)),
    );
    const again = [...receiver.received.values()].reduce((sum, count) => sum + count - 1, 0);
    lines.push(
      `${clients.acknowledged.length} acknowledged writes of ${clients.expected.size} orders, ${bookings.booked.size} bookings, ` +
        `${clients.sentAgain} attempts sent again; ${receiver.received.size} events received, ${again} of them once more`,
    );
  } finally {
    await database.close();
  }
}

/** Every acknowledged booking is there once, cancelled where that was acknowledged, and there is no other. */
export async function checkBookings(
  database: TextDatabase,
  { booked }: Pick<BookingClient, "booked">,
  examples: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await database.read.rows<{ readonly id: string; readonly status: string }>(
    "SELECT id, status FROM bookings",
  );
  const states = new Map(rows.map(({ id, status }) => [id, status]));
  const wrong = [...states.keys()]
    .filter((id) => !booked.has(id) && !examples.has(id))
    .map((id) => `${id} was acknowledged to nobody`);
  for (const [id, isCancelled] of booked) {
    const status = states.get(id);
    if (status === undefined) wrong.push(`${id} was acknowledged and is gone`);
    else if (isCancelled && !/cancel/i.test(status)) wrong.push(`${id} was cancelled and is ${status}`);
  }
  return wrong;
}

/** SIGTERM to all three kinds of process, with callers waiting, in a silence that does not end before they do. */
async function endInSilence(stage: SilenceStage, found: Found): Promise<void> {
  await stage.start("dev");
  stage.proxy.cut();
  await delay(3_000);
  const took = await stage.endAll();
  stage.proxy.heal();
  for (const [command, seconds] of took) {
    found.lines.push(`SIGTERM in the silence: ${command} ended after ${seconds.toFixed(1)} s`);
    if (seconds > endWithinSeconds)
      found.violations.push(`${command} ended only ${seconds.toFixed(1)} s after SIGTERM`);
  }
}

async function subscribe(
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  receiver: CrashReceiver,
): Promise<void> {
  const types = ["order.notification", "order.created", "order.paid", "order.cancelled", "order.updated"];
  const answer = await fetch(`${url}/v1/webhook_subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ notification_url: receiver.url, event_types: types }),
  });
  if (answer.status !== 201) throw new Error(`no subscription: ${await answer.text()}`);
}
