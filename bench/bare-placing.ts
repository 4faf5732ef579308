/**
 * The floor of placing, in its own process: a bare `pg` loop sends the same statements (recorded from the service's own
 * code), in the same groups, from BEGIN to COMMIT, on as many connections as the service has.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { idPrefixOf, newId, type Id } from "../src/kernel/id.ts";
import { createDisplayNumbers } from "../src/orders/place/display-numbers.cache.ts";
import { createWakeups } from "../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../src/platform/postgres/database.ts";
import { recordPlacing, type Placing, type Recorded } from "./recorded-placing.ts";

const [url = "", app = "", input = "", connections = "16", seconds = "5"] = process.argv.slice(2);
const bodies = JSON.parse(readFileSync(input, "utf8")) as readonly string[];
const wakeups = createWakeups();
const open = (poolSize: number): TextDatabase =>
  connectDatabase({ livemode: false, url, poolSize, applicationName: "bench-bare", wakeups, onIdleError: () => {} });
const database = open(4);
const counters = open(2);
const numbers = createDisplayNumbers(counters);
const placings = await Promise.all(
  bodies.slice(0, 20).map((body) => recordPlacing(database, counters, app as Id<"app">, JSON.parse(body))),
);

const times: number[] = [];
let measuring = false;
let stopping = false;
const loops = Array.from({ length: Number(connections) }, loop);
await pause(1_500);
measuring = true;
const began = performance.now();
await pause(Number(seconds) * 1000);
const elapsed = (performance.now() - began) / 1000;
stopping = true;
const placed = times.length;
await Promise.all(loops);
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    perSecond: placed / elapsed,
    p50: times[Math.floor(times.length / 2)],
    p99: times[Math.floor(times.length * 0.99)],
    max: times.at(-1),
    count: placed,
    errors: 0,
    statements: placings[0]?.statements.length,
  }),
);
await database.close();
await counters.close();

async function loop(): Promise<void> {
  const client = new pg.Client({ connectionString: url, pipeline: true });
  await client.connect();
  while (!stopping) {
    const began = performance.now();
    await place(client, placings[Math.floor(Math.random() * placings.length)] ?? { statements: [], fresh: [] });
    if (measuring) times.push(performance.now() - began);
  }
  await client.end();
}

async function place(client: pg.Client, placing: Placing): Promise<void> {
  const renew = renewer(placing);
  const sent: Promise<unknown>[] = [client.query("BEGIN")];
  const last = placing.statements.at(-1)?.group ?? 0;
  for (let group = 0; group <= last; group++) {
    const waitedFor: Promise<unknown>[] = [];
    for (const recorded of placing.statements.filter((each) => each.group === group)) {
      if (recorded.statement.name === "is-subscribed") waitedFor.push(takeNumber(placing));
      const query = client.query({ ...recorded.statement, values: recorded.values.map(renew) });
      (recorded.waitedFor ? waitedFor : sent).push(query);
    }
    await Promise.all(waitedFor);
  }
  sent.push(client.query("COMMIT"));
  await Promise.all(sent);
}

/** The number is taken where the service takes it, in a transaction of its own, those of one moment together. */
function takeNumber(placing: Placing): Promise<number> {
  const insert = placing.statements.find(({ statement }: Recorded) => statement.name === "insert-order");
  return numbers.next(insert?.values[1] as Id<"str">, "2026-01-01");
}

/** Puts fresh ids, made as the service makes them, in the place of the recorded ones. */
function renewer({ fresh }: Placing): (value: unknown) => unknown {
  const made = new Map(
    fresh
      .map((old) => [old, idPrefixOf(old)] as const)
      .map(([old, prefix]) => [old, prefix === undefined ? randomBytes(24).toString("base64url") : newId(prefix)]),
  );
  const pattern = new RegExp(fresh.join("|"), "g");
  return (value) => {
    if (typeof value === "string") return value.replace(pattern, (old) => made.get(old) ?? old);
    if (Buffer.isBuffer(value)) return value.length === 32 ? randomBytes(32) : value;
    return value;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
