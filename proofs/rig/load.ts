/**
 * The load generator, in its own process. `closed`: a number of connections, each with one request at a time. `steady`:
 * requests at a fixed rate, each timed from the moment when it was due, so that waiting in a queue counts. Reads its task
 * as JSON from the command line and prints its result as JSON.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";

export interface LoadTask {
  readonly url: string;
  /** What to call with; of several, each call takes the next. */
  readonly key: string | readonly string[];
  readonly mode: "closed" | "steady";
  readonly connections: number;
  /** Requests a second, when steady. */
  readonly rate: number;
  readonly seconds: number;
  readonly warmupSeconds: number;
  /** What to send; place writes a fresh Idempotency-Key each time. */
  readonly kind: "place" | "get";
  /** A file with a JSON array: bodies to place, or paths to get. */
  readonly input: string;
  /** Each call comes from another network, as a proxy that is trusted says. */
  readonly isOfMany?: boolean;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly count: number;
  readonly errors: number;
}

const task = JSON.parse(process.argv[2] ?? "") as LoadTask;
const inputs = JSON.parse(readFileSync(task.input, "utf8")) as readonly string[];
const pool = new Pool(task.url, { connections: task.connections, pipelining: 1 });
const run = Math.random().toString(36).slice(2);
const keys = [task.key].flat();
let sent = 0;
let errors = 0;

async function request(): Promise<void> {
  const number = sent++;
  const input = inputs[Math.floor(Math.random() * inputs.length)] ?? "";
  const authorization = `Bearer ${keys[number % keys.length]}`;
  const network = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const from = task.isOfMany === true ? { "x-forwarded-for": network } : {};
  const answer = await (task.kind === "get"
    ? pool.request({ method: "GET", path: input, headers: { authorization, ...from } })
    : pool.request({
        method: "POST",
        path: "/v1/sandbox/orders",
        headers: { authorization, "content-type": "application/json", "idempotency-key": `${run}-${number}` },
        body: input,
      }));
  await answer.body.dump({ limit: Infinity });
  if (answer.statusCode >= 300) errors += 1;
}

async function closed(seconds: number, times: number[]): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const connection = async (): Promise<void> => {
    for (let began = performance.now(); began < end; began = performance.now()) {
      await request();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: task.connections }, connection));
}

async function steady(seconds: number, times: number[]): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let number = 0; number < seconds * task.rate; number++) {
    const due = began + (number * 1000) / task.rate;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    open.push(request().then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(open);
}

const measure = task.mode === "closed" ? closed : steady;
await measure(task.warmupSeconds, []);
errors = 0;
const times: number[] = [];
const began = performance.now();
await measure(task.seconds, times);
const seconds = (performance.now() - began) / 1000;
times.sort((a, b) => a - b);
const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const result: LoadResult = {
  perSecond: times.length / seconds,
  p50: at(0.5),
  p99: at(0.99),
  max: at(1),
  count: times.length,
  errors,
};
console.log(JSON.stringify(result));
await pool.close();
