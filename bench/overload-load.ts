/**
 * The load of the overload bench, in its own process: a mix of calls, either by a number of connections with one call
 * each, or at a fixed rate. Each call is timed from the moment when it was due. Reads its task as JSON from the command
 * line and prints one line of JSON.
 */
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { openRawCalls } from "./raw-calls.ts";

/** One kind of call of the mix. */
export interface MixedCall {
  readonly name: string;
  /** How often, among the others. */
  readonly weight: number;
  readonly method: "GET" | "POST";
  /** Each call takes one at random. */
  readonly targets: readonly Target[];
}

export interface Target {
  readonly path: string;
  readonly key?: string;
  /** ASCII. */
  readonly body?: string;
}

export interface OverloadTask {
  readonly url: string;
  /** A bare server that is asked a hundred times a second beside the load. */
  readonly floorUrl: string;
  /** A file with a JSON array of `MixedCall`. */
  readonly mix: string;
  /** Only the kind of this name. */
  readonly only?: string;
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
  /** Accepted calls that were answered before the load ended. */
  readonly perSecond: number;
  /** How late the load itself was in sending, 99th percentile in milliseconds: beyond some ten the run says little. */
  readonly lateP99: number;
  /** How long the bare server took, from the moment a call was due. */
  readonly floorP50: number;
  readonly floorP99: number;
  /** Of each kind, by name: how many of these there were. */
  readonly acceptedOf: Readonly<Record<string, number>>;
  /** By kind and status, as "decide 409"; 0 is no answer. */
  readonly failedWith: Readonly<Record<string, number>>;
  readonly seconds: readonly Second[];
  /** For each second, the 99th percentile in milliseconds of what was due in it or later: one slow second weighs as one. */
  readonly acceptedP99From: readonly number[];
}

interface Answered {
  readonly name: string;
  readonly due: number;
  readonly late: number;
  readonly took: number;
  readonly status: number;
}

const task = JSON.parse(process.argv[2] ?? "") as OverloadTask;
const everything = JSON.parse(readFileSync(task.mix, "utf8")) as readonly MixedCall[];
const mix = everything.filter(({ name }) => task.only === undefined || name === task.only);
const weights = mix.reduce((sum, { weight }) => sum + weight, 0);
const answerWithinMs = 30_000;
const url = new URL(task.url);
const calls = openRawCalls(url, task.connections, answerWithinMs);
const floor = openRawCalls(new URL(task.floorUrl), 50, answerWithinMs);
const run = Math.random().toString(36).slice(2);
const answers: Answered[] = [];
let sent = 0;

function draw(): MixedCall | undefined {
  let at = Math.random() * weights;
  return mix.find(({ weight }) => (at -= weight) < 0) ?? mix[0];
}

/** The request as it goes over the wire. */
function requestOf({ method }: MixedCall, target: Target, number: number): string {
  // As from behind a proxy: every diner has an address of its own.
  const address = `10.${number % 251}.${Math.floor(number / 251) % 251}.${number % 241}`;
  const head = `${method} ${target.path} HTTP/1.1\r\nhost: ${url.host}\r\nx-forwarded-for: ${address}\r\n`;
  const { key, body = "" } = target;
  const credential = key === undefined ? "" : `authorization: Bearer ${key}\r\n`;
  if (method === "GET") return `${head}${credential}\r\n`;
  const type = body === "" ? "" : "content-type: application/json\r\n";
  return `${head}${credential}idempotency-key: ${run}-${number}\r\n${type}content-length: ${body.length}\r\n\r\n${body}`;
}

async function call(due: number): Promise<void> {
  const number = sent++;
  const late = performance.now() - due;
  const drawn = draw();
  const target = drawn?.targets[Math.floor(Math.random() * drawn.targets.length)];
  if (drawn === undefined || target === undefined) throw new Error("the mix is empty");
  // No answer is 0: counted as failed.
  const status = await calls.send(requestOf(drawn, target, number));
  answers.push({ name: drawn.name, due, late, took: performance.now() - due, status });
}

const floorTimes: number[] = [];
async function askFloor(due: number): Promise<void> {
  await floor.send(`GET / HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`);
  floorTimes.push(performance.now() - due);
}

async function closed(): Promise<void> {
  const end = performance.now() + task.seconds * 1000;
  const connection = async (): Promise<void> => {
    for (let began = performance.now(); began < end; began = performance.now()) await call(began);
  };
  await Promise.all(Array.from({ length: task.connections }, connection));
}

async function steady(rate: number, send: (due: number) => Promise<void>): Promise<void> {
  const began = performance.now();
  const open: Promise<void>[] = [];
  for (let number = 0; number < task.seconds * rate; number++) {
    const due = began + (number * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    open.push(send(due));
  }
  await Promise.all(open);
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Accepted, and answered before the load ended: what comes later was not done in its time. */
function acceptedInTime(some: readonly Answered[]): number {
  const end = began + task.seconds * 1000;
  return some.filter(({ due, took, status }) => status >= 200 && status < 300 && due + took <= end).length;
}

function isFailed({ status }: Answered): boolean {
  return (status < 200 || status >= 300) && status !== 503;
}

function summed(some: readonly Answered[]): Second {
  const accepted = some.filter(({ status }) => status >= 200 && status < 300);
  const refused = some.filter(({ status }) => status === 503);
  return {
    accepted: accepted.length,
    refused: refused.length,
    failed: some.filter(isFailed).length,
    acceptedP99: quantile(
      accepted.map(({ took }) => took),
      0.99,
    ),
    refusedP99: quantile(
      refused.map(({ took }) => took),
      0.99,
    ),
  };
}

const began = performance.now();
await Promise.all([task.rate === undefined ? closed() : steady(task.rate, call), steady(100, askFloor)]);
const all = summed(answers);
const accepted = answers.filter(({ status }) => status >= 200 && status < 300);
const p99From = (second: number): number =>
  quantile(
    accepted.filter(({ due }) => due - began >= second * 1000).map(({ took }) => took),
    0.99,
  );
const bySecond = Map.groupBy(answers, ({ due }) => Math.floor((due - began) / 1000));
const result: OverloadResult = {
  ...all,
  perSecond: acceptedInTime(answers) / task.seconds,
  lateP99: quantile(
    answers.map(({ late }) => late),
    0.99,
  ),
  floorP50: quantile(floorTimes, 0.5),
  floorP99: quantile(floorTimes, 0.99),
  acceptedOf: Object.fromEntries(
    mix.map(({ name }) => [name, acceptedInTime(answers.filter((answer) => answer.name === name))]),
  ),
  failedWith: Object.fromEntries(
    Map.groupBy(answers.filter(isFailed), ({ name, status }) => `${name} ${status}`)
      .entries()
      .map(([kind, some]) => [kind, some.length]),
  ),
  seconds: Array.from({ length: task.seconds }, (_, second) => summed(bySecond.get(second) ?? [])),
  acceptedP99From: Array.from({ length: task.seconds }, (_, second) => p99From(second)),
};
console.log(JSON.stringify(result));
calls.close();
floor.close();
