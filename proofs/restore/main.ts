/**
 * npm run proof:restore [-- --seconds 20]: a PostgreSQL whose WAL pgBackRest archives. A full and a differential backup
 * are made while orders are placed, decided and refunded. Then everything is killed, and the database is restored to a
 * point in time in another folder. Everything that was acknowledged before the point must be there, and nothing that was
 * asked for after it; a worker starts, and `verify` must be sound. The negative controls are falsified records. Needs
 * pgBackRest and PostgreSQL 15 of the system. The exit code is 1 on any violation.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Finding } from "../../src/doctor/finding.ts";
import { untilHolds } from "../cluster/engine.ts";
import { guardFolder } from "../cluster/guard.ts";
import { prepareDatabases } from "../cluster/prepare-databases.ts";
import { findPrograms, isWhole } from "../cluster/programs.ts";
import { Services } from "../cluster/services.ts";
import { CrashClients } from "../crash/clients.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { ArchivedServer, type Server } from "./archived-server.ts";
import { compareWithMark, countAfter, markPoint, readOrders, type Mark } from "./point.ts";
import { numberOf, readOptions } from "../rig/read-options.ts";

const clientCount = 3;
const roles = { owner: "owner-of-the-proof", service: "service-of-the-proof" };
const violations: string[] = [];
process.exit(await main());

async function main(): Promise<number> {
  const values = readOptions({ seconds: { type: "string", default: "20" } });
  const programs = findPrograms();
  const pgbackrest = ["/usr/bin/pgbackrest", "/usr/local/bin/pgbackrest"].find((file) => existsSync(file));
  if (pgbackrest === undefined || !isWhole(programs)) {
    console.error(
      "Needs PostgreSQL 15 and pgBackRest: apt-get install --no-install-recommends postgresql-15 pgbackrest",
    );
    return 1;
  }
  const directory = mkdtempSync(join(tmpdir(), "maple-restore-"));
  const forget = guardFolder(directory);
  try {
    await prove(
      directory,
      new ArchivedServer(directory, { postgres: programs.postgres, pgbackrest }),
      numberOf("seconds", values.seconds),
    );
  } finally {
    await forget();
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  for (const violation of violations.slice(0, 20)) console.log(`  violation: ${violation}`);
  console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
  return violations.length === 0 ? 0 : 1;
}

function databaseOf({ url }: Server, role: keyof typeof roles | "superuser"): string {
  const changed = new URL(url.replace("/postgres?", "/maple_test?"));
  if (role !== "superuser") [changed.username, changed.password] = [`maple_${role}`, roles[role]];
  return changed.href;
}

async function prove(directory: string, archived: ArchivedServer, seconds: number): Promise<void> {
  const server = await archived.create();
  const services = new Services({ directory, environment: { DATABASE_URL: databaseOf(server, "service") } });
  try {
    server.engine.start();
    await untilHolds("PostgreSQL answers", 30_000, () => answers(server));
    archived.prepare(server);
    await prepareDatabases(server.url, roles);
    await services.seed(databaseOf(server, "owner"));
    const { url } = await services.start("serve", "serve");
    await services.start("work", "work");
    const clients = new CrashClients({ url, ...readSandbox(directory) });
    clients.start(clientCount);
    const mark = await backUpUnderLoad(archived, server, clients, seconds);
    await askDoctor(services, server, directory);
    await Promise.all(["serve", "work"].map((name) => services.end(name, "SIGKILL")));
    await server.engine.end("SIGKILL");
    // Whoever still waits is never answered.
    void clients.pause();
    await proveRestored(archived, mark, services, clients);
  } finally {
    await services.endAll();
    await server.engine.end("SIGKILL");
  }
}

/** Two backups and a point in time, all while orders are placed; waits until the WAL of the point is archived. */
async function backUpUnderLoad(
  archived: ArchivedServer,
  server: Server,
  clients: CrashClients,
  seconds: number,
): Promise<Mark> {
  await delay(seconds * 250);
  console.log(`full backup under load: ${(archived.backUp(server, "full") / 1_000).toFixed(1)} s`);
  await delay(seconds * 250);
  console.log(`differential backup under load: ${(archived.backUp(server, "diff") / 1_000).toFixed(1)} s`);
  await delay(seconds * 250);
  const database = connectProofDatabase(databaseOf(server, "superuser"));
  try {
    const mark = await markPoint(database.read, clients);
    const began = performance.now();
    await untilHolds("the WAL of the point is archived", 60_000, async () => {
      const row = await database.read.one<{ readonly archived: boolean }>(
        "SELECT coalesce(last_archived_wal >= pg_walfile_name($1::pg_lsn), false) AS archived FROM pg_stat_archiver",
        [mark.lsn],
      );
      return row.archived;
    });
    console.log(`the point was archived after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    await delay(seconds * 250);
    return mark;
  } finally {
    await database.close();
  }
}

/** The doctor must see the backup that was just made: by pgBackRest, and without it by the server. */
async function askDoctor(services: Services, { settingsFile }: Server, directory: string): Promise<void> {
  for (const [environment, backup] of [
    [
      { PGBACKREST_CONFIG: settingsFile },
      /^the newest backup ended \d+ seconds? ago \(pgBackRest [\dF]+-[\dF]+_[\dF]+-[\dD]+\)$/,
    ],
    [{ PATH: directory }, /^a backup of this server, or a copy for a standby, ended \d+ seconds? ago$/],
  ] as const) {
    const { text } = await services.run(["doctor", "--json"], environment);
    const line = text.split("\n").find((each) => each.startsWith("{")) ?? '{"findings":[]}';
    const { findings } = JSON.parse(line) as { readonly findings: readonly Finding[] };
    for (const [check, says] of [
      ["backup", backup],
      ["archive", /^WAL was archived \d+ seconds? ago$/],
    ] as const) {
      const found = findings.find((each) => each.check === check);
      console.log(`the doctor: ${found?.standing} ${check} ${found?.says}`);
      if (found?.standing !== "right" || !says.test(found.says))
        violations.push(`the doctor does not see the ${check}`);
    }
  }
}

async function proveRestored(
  archived: ArchivedServer,
  mark: Mark,
  services: Services,
  clients: CrashClients,
): Promise<void> {
  const began = performance.now();
  const server = await archived.restore(mark.at);
  try {
    server.engine.start();
    await untilHolds(`the restored PostgreSQL takes writes\n${server.engine.lastWords()}`, 120_000, () =>
      answers(server),
    );
    console.log(`restored to ${mark.at} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    const database = connectProofDatabase(databaseOf(server, "superuser"));
    try {
      const orders = await readOrders(database.read);
      violations.push(...compareWithMark(mark.orders, orders));
      const [late, lost] = [await countAfter(database.read, mark.at), clients.expected.size];
      if (late > 0) violations.push(`${late} orders are younger than the point`);
      const missing = [...clients.expected.keys()].filter((id) => !orders.has(id)).length;
      console.log(
        `${mark.orders.size} orders were acknowledged before the point and are there; ${missing} of ${lost} came after it`,
      );
      if (missing === 0) violations.push("no order came after the point, so nothing shows that it was kept to");
      controlRecords(mark, orders);
    } finally {
      await database.close();
    }
    await verifyWith(services, databaseOf(server, "service"));
  } finally {
    await services.endAll();
    await server.engine.end("SIGTERM");
  }
}

/** The comparison must notice an order that is gone, and a change that is gone. */
function controlRecords(mark: Mark, orders: ReadonlyMap<string, readonly string[]>): void {
  const [first] = mark.orders;
  if (first === undefined) throw new Error("nothing was acknowledged before the point");
  const gone = compareWithMark(new Map([["ord_gone", first[1]]]), orders);
  const shorter = compareWithMark(new Map([[first[0], [...first[1], "never"]]]), orders);
  for (const [name, found] of [
    ["an order that is gone", gone],
    ["a change that is gone", shorter],
  ] as const) {
    console.log(`negative control: ${name}: ${found[0] ?? "NOT NOTICED"}`);
    if (found.length === 0) violations.push(`the checks do not notice ${name}`);
  }
}

/** A worker and a `serve` start on the restored database, and `verify` says that the data is sound. */
async function verifyWith(services: Services, url: string): Promise<void> {
  const environment = { DATABASE_URL: url };
  await services.start("work", "work-restored", environment);
  const serve = await services.start("serve", "serve-restored", environment);
  const answer = await fetch(`${serve.url}/operator/v1/test/verify`, {
    headers: { authorization: `Bearer ${services.operatorToken}` },
  });
  const text = await answer.text();
  const sound = answer.status === 200 && (JSON.parse(text) as { readonly sound: boolean }).sound;
  console.log(`verify on the restored database: ${sound ? "sound" : text.slice(0, 500)}`);
  if (!sound) violations.push("the restored data is not sound");
}

function readSandbox(directory: string): { readonly apiKey: string; readonly locationId: string } {
  const sandbox = JSON.parse(readFileSync(join(directory, "maple", "sandbox.json"), "utf8")) as {
    readonly api_key: string;
    readonly locations: readonly { readonly id: string }[];
  };
  return { apiKey: sandbox.api_key, locationId: sandbox.locations[0]?.id ?? "" };
}

/** Whether the server answers and takes writes. */
async function answers({ url }: Server): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
    return rows[0]?.standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
