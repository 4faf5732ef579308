/**
 * The load of the overload bench, a process of its own: a mix of calls, either by a number of connections with one call
 * each, or at a fixed rate, each call timed from the moment it was due. Reads its task as JSON from the command line and
 * prints one line of JSON.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";

/** One kind of call of the mix. */
export interface MixedCall {
  /** How often, among the others. */
  readonly weight: number;
  readonly method: "GET" | "POST";
  readonly key?: string;
  /** Each call takes one at random. */
  readonly targets: readonly { readonly path: string; readonly body?: string }[];
}

export interface OverloadTask {
  readonly url: string;
  /** A file with a JSON array of `MixedCall`. */
  readonly mix: string;
  readonly connections: number;
  /** Calls a second; without it each connection sends the next call when it has an answer. */
  readonly rate?: number;
  readonly seconds: number;
}

/** What became of the calls that were due in one second. */
export interface Second {
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
  /** 99th percentiles in milliseconds. */
  readonly acceptedP99: number;
  readonly refusedP99: number;
}

export interface OverloadResult extends Second {
  readonly perSecond: number;
  /** How late the load itself was in sending, 99th percentile in milliseconds: beyond some ten the run says little. */
  readonly lateP99: number;
  readonly seconds: readonly Second[];
}

interface Answered {
  readonly due: number;
  readonly late: number;
  readonly took: number;
  readonly status: number;
}

const task = JSON.parse(process.argv[2] ?? "") as OverloadTask;
const mix = JSON.parse(readFileSync(task.mix, "utf8")) as readonly MixedCall[];
const weights = mix.reduce((sum, { weight }) => sum + weight, 0);
const pool = new Pool(task.url, {
  connections: task.connections,
  pipelining: 1,
  headersTimeout: 30_000,
  bodyTimeout: 30_000,
});
const run = Math.random().toString(36).slice(2);
const answers: Answered[] = [];
let sent = 0;

function draw(): MixedCall | undefined {
  let at = Math.random() * weights;
  return mix.find(({ weight }) => (at -= weight) < 0) ?? mix[0];
}

async function call(due: number): Promise<void> {
  const number = sent++;
  const late = performance.now() - due;
  const drawn = draw();
  const target = drawn?.targets[Math.floor(Math.random() * drawn.targets.length)];
  if (drawn === undefined || target === undefined) throw new Error("the mix is empty");
  const headers: Record<string, string> = {
    // As from behind a proxy: every diner has an address of its own.
    "x-forwarded-for": `10.${number % 251}.${Math.floor(number / 251) % 251}.${number % 241}`,
    "idempotency-key": `${run}-${number}`,
  };
  if (drawn.key !== undefined) headers["authorization"] = `Bearer ${drawn.key}`;
  if (target.body !== undefined) headers["content-type"] = "application/json";
  let status = 0;
  try {
    const { method } = drawn;
    const answer = await pool.request({ method, path: target.path, headers, body: target.body ?? null });
    await answer.body.dump({ limit: Infinity });
    status = answer.statusCode;
  } catch {
    // No answer: counted as failed.
  }
  answers.push({ due, late, took: performance.now() - due, status });
}

async function closed(): Promise<void> {
  const end = performance.now() + task.seconds * 1000;
  const connection = async (): Promise<void> => {
    for (let began = performance.now(); began < end; began = performance.now()) await call(began);
  };
  await Promise.all(Array.from({ length: task.connections }, connection));
}

async function steady(rate: number): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let number = 0; number < task.seconds * rate; number++) {
    const due = began + (number * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    open.push(call(due));
  }
  await Promise.all(open);
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

function summed(some: readonly Answered[]): Second {
  const accepted = some.filter(({ status }) => status >= 200 && status < 300);
  const refused = some.filter(({ status }) => status === 503);
  return {
    accepted: accepted.length,
    refused: refused.length,
    failed: some.length - accepted.length - refused.length,
    acceptedP99: p99(accepted.map(({ took }) => took)),
    refusedP99: p99(refused.map(({ took }) => took)),
  };
}

const began = performance.now();
await (task.rate === undefined ? closed() : steady(task.rate));
const all = summed(answers);
const bySecond = Map.groupBy(answers, ({ due }) => Math.floor((due - began) / 1000));
const seconds = Array.from({ length: task.seconds }, (_, second) => summed(bySecond.get(second) ?? []));
const lateP99 = p99(answers.map(({ late }) => late));
const result: OverloadResult = { ...all, perSecond: all.accepted / task.seconds, lateP99, seconds };
console.log(JSON.stringify(result));
await pool.destroy();
