/**
 * npm run proof:messages: e-mails through a real SMTP server that refuses, stalls and is cut at each command, while
 * workers are killed. Checks that no e-mail was taken twice, that every e-mail that was surely not taken is sent again,
 * and that every doubt is recorded. Then the checks must notice falsified records and a broken worker. The exit code is 1
 * on any violation.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { newId, type Id } from "../../src/kernel/id.ts";
import { chooseChannel } from "../../src/messaging/queue/choose-channel.command.ts";
import { tellGuest, type LetterTerms } from "../../src/messaging/queue/tell-guest.command.ts";
import { createWakeups } from "../../src/platform/jobs/wakeups.ts";
import { connectDatabase, type TextDatabase } from "../../src/platform/postgres/database.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { relayCommands, startRelay, type Relay, type RelayMischief } from "../../test/stand-ins/relay.ts";
import { endWithThis } from "../rig/end-with-this.ts";
import { makeRunDirectory } from "../rig/run-directory.ts";
import { checkMessages, type SentRow } from "./checks.ts";

const messages = Number(process.env["MESSAGES"] ?? 5_000);
const kills = Number(process.env["KILLS"] ?? 20);
const workersAtOnce = 2;
const settleWithinMs = 600_000;
/** From the start of a worker to its first stalled command, on a machine that does much else. */
const workWithinMs = 120_000;

/** Where the workers are killed, first where it matters most: the server has taken the e-mail and its worker does not know. */
const killedAt = (["end", "data", "quit", "rcpt", "mail", "ehlo", "connect"] as const).flatMap(
  (at): readonly RelayMischief[] => [
    { kind: "stall", at, when: "answered" },
    { kind: "stall", at },
  ],
);
/** More than two workers have connections at once. */
const connectionsAtOnce = 100;

process.setMaxListeners(60);
const directory = makeRunDirectory();
const violations: string[] = [];
mkdirSync(join(directory, "postgres"), { recursive: true });
const server = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
try {
  const sound = await play("sound", {
    count: messages,
    killCount: kills,
    start: startWorker,
    stalls: killedAt,
    after: faults(Math.floor(messages / 2)),
  });
  violations.push(...checkMessages(sound.rows, sound.taken));
  report(sound);
  checkTheChecks(sound);
  // Each kill leaves an e-mail that the server has taken, and no mischief after the kills hides that it is sent again.
  const broken = await play("broken", {
    count: Math.min(400, messages),
    killCount: 4,
    start: startBrokenWorker,
    stalls: [{ kind: "stall", at: "end", when: "answered" }],
    after: [],
  });
  if (checkMessages(broken.rows, broken.taken).length === 0) violations.push("a broken worker was not caught");
  else console.log("a worker that does not store that an attempt begins is caught");
} finally {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
for (const violation of violations.slice(0, 20)) console.log(`VIOLATION ${violation}`);
console.log(violations.length === 0 ? "proven" : `${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;

interface Played {
  readonly rows: readonly SentRow[];
  readonly taken: readonly string[];
  readonly killed: number;
  readonly seconds: number;
}

interface Plan {
  readonly count: number;
  readonly killCount: number;
  readonly start: (url: string, relay: Relay) => ChildProcess;
  /** Where the relay stalls until the workers are killed, one for each time, from the first one again. */
  readonly stalls: readonly RelayMischief[];
  /** What happens when all were killed; where it is nothing, a stall ends with its workers only. */
  readonly after: readonly RelayMischief[];
}

/** Queues the messages, lets workers send them among faults, and waits until nothing waits any more. */
async function play(name: string, plan: Plan): Promise<Played> {
  const began = performance.now();
  await server.createDatabase(`messages_${name}`);
  const url = server.url(`messages_${name}`);
  await migrate(url);
  const database = connectDatabase({
    livemode: false,
    url,
    poolSize: 4,
    applicationName: "maple-proof",
    wakeups: createWakeups(),
    onIdleError: () => {},
  });
  const relay = await startRelay();
  const releasing = setInterval(() => relay.release(), plan.after.length === 0 ? settleWithinMs : 1_500);
  try {
    await queue(database, plan.count);
    const killed = await sendAmongKills(database, relay, plan, () => plan.start(url, relay));
    const rows = await database.read.rows<SentRow>("SELECT id, status FROM messages");
    const taken = relay.taken.map(({ messageId }) => messageId.split("@", 1)[0] ?? "");
    return { rows, taken, killed, seconds: (performance.now() - began) / 1000 };
  } finally {
    clearInterval(releasing);
    await relay.stop();
    await database.close();
  }
}

/** The same stall in every connection, until the workers are killed for the nth time. */
function stallsOf({ stalls }: Plan, round: number): readonly RelayMischief[] {
  const stall = stalls[round % stalls.length];
  return stall === undefined ? [] : Array.from({ length: connectionsAtOnce }, () => stall);
}

/** Every kind of mischief at each command, in turn. */
function faults(count: number): readonly RelayMischief[] {
  const each = relayCommands.flatMap((at): readonly RelayMischief[] => [
    { kind: "refuse", at, code: 451 },
    { kind: "cut", at, when: "before" },
    { kind: "refuse", at, code: 550 },
    { kind: "cut", at, when: "answered" },
    { kind: "stall", at },
    { kind: "stall", at, when: "answered" },
  ]);
  return Array.from({ length: count }, (_, index) => each[index % each.length] ?? each[0]).filter(
    (one) => one !== undefined,
  );
}

async function queue(database: TextDatabase, count: number): Promise<void> {
  const locationId = newId("str");
  await database.transaction(async (tx) => {
    await tx.rows("INSERT INTO message_settings (sender, mail_sender) VALUES ('outbox', 'smtp')");
    await tx.rows(
      "INSERT INTO locations (id, name, timezone, address) VALUES ($1, 'Chez Nous', 'Europe/Paris', '{}')",
      [locationId],
    );
  });
  for (let first = 0; first < count; first += 100) {
    await database.transaction(async (tx) => {
      for (let n = first; n < Math.min(count, first + 100); n++) await queueOne(tx, locationId, n);
    });
  }
}

async function queueOne(tx: Parameters<typeof tellGuest>[0], locationId: Id<"str">, n: number): Promise<void> {
  const subjectId = newId("ord");
  chooseChannel(tx, { locationId, subjectId }, { channel: "email", sentence: "By e-mail." });
  await tellGuest(tx, {
    locationId,
    kind: "order_accepted",
    subjectId,
    occasion: "1",
    contact: { phone: null, email: `guest${n}@example.org` },
    language: "en",
    letter: ({ language, venue, isUnsubscribable }: LetterTerms) => ({
      language,
      subject: `Order ${n}`,
      text: ["We are preparing it."],
      facts: [],
      action: null,
      venue,
      calendar: null,
      isUnsubscribable,
    }),
    sendWithinSeconds: 24 * 3_600,
  });
}

/** Sends until nothing waits; kills all workers while the relay stalls at one command after another. */
async function sendAmongKills(
  database: TextDatabase,
  relay: Relay,
  plan: Plan,
  start: () => ChildProcess,
): Promise<number> {
  const { killCount } = plan;
  let killed = 0;
  relay.instead(...stallsOf(plan, 0));
  let workers = Array.from({ length: workersAtOnce }, start);
  const waiting = async (): Promise<number> =>
    (await database.read.one<{ n: number }>("SELECT count(*)::int AS n FROM messages WHERE due_at IS NOT NULL")).n;
  const end = performance.now() + settleWithinMs;
  while ((await waiting()) > 0 && performance.now() < end) {
    if (killed < killCount) {
      // A worker that dies before it has begun to send proves nothing; where much else runs, its start takes long.
      if (!(await isStalling(relay))) break;
      await Promise.all(workers.map(kill));
      killed += workers.length;
      relay.instead(...(killed < killCount ? stallsOf(plan, killed / workersAtOnce) : plan.after));
      // Their leases are over: nobody works on these messages any more.
      await hurry(database, "leased_until = clock_timestamp()");
      relay.release();
      workers = Array.from({ length: workersAtOnce }, start);
      console.log(`${killed} of ${killCount} workers killed, ${relay.taken.length} e-mails taken`);
    }
    await sleep(killed < killCount ? 1_000 : 250);
    // What was put off is due: the proof does not wait for the clock.
    await hurry(database, "due_at = clock_timestamp()", "leased_by IS NULL");
  }
  await Promise.all(workers.map(kill));
  if (killed < killCount) violations.push(`${killed} workers were killed at their work, and not ${killCount}`);
  if ((await waiting()) > 0) violations.push(`not everything was sent within ${settleWithinMs / 1000} s`);
  return killed;
}

/** Waits until the relay stalls at a command of a worker; false where none comes. */
async function isStalling(relay: Relay): Promise<boolean> {
  const end = performance.now() + workWithinMs;
  while (performance.now() < end) {
    // The relay is released again and again, and then only the next stall is told.
    if (await Promise.race([relay.stalling().then(() => true), sleep(200, false)])) return true;
  }
  return false;
}

async function hurry(database: TextDatabase, set: string, where = "leased_by IS NOT NULL"): Promise<void> {
  await database.transaction((tx) => tx.rows(`UPDATE messages SET ${set} WHERE status = 'queued' AND ${where}`));
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

function startWorker(url: string, relay: Relay): ChildProcess {
  const dataDir = join(directory, `data-${randomBytes(4).toString("hex")}`);
  mkdirSync(dataDir, { recursive: true });
  const environment = {
    DATABASE_URL: url,
    OPERATOR_TOKEN: randomBytes(24).toString("hex"),
    SECRET_KEY: Buffer.alloc(32, 7).toString("hex"),
    MAPLE_DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    MAIL_FROM: "tables@example.com",
    LOG_LEVEL: "silent",
    PORT: "0",
    DATABASE_POOL_SIZE: "4",
  };
  return run(["src/program/main.ts", "work"], environment);
}

function startBrokenWorker(url: string, relay: Relay): ChildProcess {
  return run(["proofs/messages/broken-worker.ts"], { DATABASE_URL: url, RELAY_PORT: String(relay.port) });
}

function run(args: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess {
  return endWithThis(
    spawn(process.execPath, [...args], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
}

function report({ rows, taken, killed, seconds }: Played): void {
  const count = (status: string): number => rows.filter((row) => row.status === status).length;
  console.table({
    messages: rows.length,
    "taken by the relay": taken.length,
    sent: count("sent"),
    failed: count("failed"),
    unconfirmed: count("unconfirmed"),
    "workers killed": killed,
    seconds: Math.round(seconds),
  });
}

/** Each check must see what it is for. */
function checkTheChecks({ rows, taken }: Played): void {
  const [sent] = rows.filter(({ status }) => status === "sent");
  if (sent === undefined) return void violations.push("nothing was sent");
  const falsified = [
    { rows, taken: [...taken, sent.id] },
    { rows, taken: taken.filter((id) => id !== sent.id) },
    { rows: rows.map((row) => (row.id === sent.id ? { ...row, status: "failed" } : row)), taken },
    { rows: rows.map((row) => (row.id === sent.id ? { ...row, status: "queued" } : row)), taken },
  ];
  for (const [index, each] of falsified.entries())
    if (checkMessages(each.rows, each.taken).length === 0) violations.push(`falsified record ${index} was not caught`);
}
