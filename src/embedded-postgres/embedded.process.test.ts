import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, test } from "node:test";
import { Client } from "pg";
import { chooseAccount } from "./embedded-account.ts";
import { installedBinaries, readableCopy } from "./embedded-binaries.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from "./embedded.ts";

const root = mkdtempSync(join(tmpdir(), "maple-embedded-"));
after(() => rmSync(root, { recursive: true, force: true }));

let directories = 0;
const freshDirectory = (): string => join(root, `data-${++directories}`);
const start = (
  dataDir: string,
  more: Partial<EmbeddedPostgresOptions> = {},
): ReturnType<typeof startEmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log: () => {}, ...more });

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Stops the whole process once it has started initdb, which goes on by itself. */
const standingAtInitdb = `
  import processes from "node:child_process";
  import { syncBuiltinESMExports } from "node:module";
  const { spawn } = processes;
  processes.spawn = (file, args, options) => {
    const child = spawn(file, args, options);
    if ([file, ...args].some((word) => word.endsWith("/initdb"))) {
      console.log("{}");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    return child;
  };
  syncBuiltinESMExports();`;

/** A Maple in a process of its own: starts the server, tells its address, and waits to be killed. */
function otherMaple(dataDir: string, before = ""): ChildProcess {
  const program = `${before}
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("embedded.ts", import.meta.url).href)};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(JSON.stringify({ url: server.url("postgres"), pid: server.pid }));
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine(child: ChildProcess): Promise<{ url: string; pid: number }> {
  assert.ok(child.stdout);
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return JSON.parse(line) as { url: string; pid: number };
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** What is left of a killed Maple where the kernel does not end the server with its parent. */
async function serverWithoutMaple(cluster: string): Promise<ChildProcess> {
  const account = chooseAccount(installedBinaries());
  const settings = ["listen_addresses=", `unix_socket_directories=${root}`].flatMap((setting) => ["-c", setting]);
  const command = account.command(account.binaries.postgres, ["-D", cluster, ...settings]);
  const child = spawn(command.file, command.args, { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  assert.ok(child.stderr);
  for await (const line of createInterface({ input: child.stderr })) if (line.includes("ready to accept")) break;
  return child;
}

describe("the embedded PostgreSQL", () => {
  test("keeps its data over a restart and its password to itself", async () => {
    const dataDir = freshDirectory();
    const first = await start(dataDir);
    await first.createDatabase("bistro");
    await first.createDatabase("bistro");
    await query(first.url("bistro"), "CREATE TABLE dish AS SELECT 'soup' AS name");
    await first.stop();
    await first.stop();
    const second = await start(dataDir);
    assert.deepEqual(await query(second.url("bistro"), "SELECT name FROM dish"), [{ name: "soup" }]);
    const [{ collation, fsync } = {}] = await query(
      second.url("bistro"),
      "SELECT datlocale AS collation, current_setting('fsync') AS fsync FROM pg_database WHERE datname = 'bistro'",
    );
    assert.deepEqual({ collation, fsync }, { collation: "C.UTF-8", fsync: "on" });
    await assert.rejects(query(second.url("bistro").replace(/:[0-9a-f]{48}@/, ":wrong@"), "SELECT 1"), {
      code: "28P01",
    });
    await second.stop();
    await second.ended;
    assert.equal(statSync(join(dataDir, "password")).mode & 0o777, 0o600);
  });

  test("has one owner: a second start is told who has the directory", async () => {
    const dataDir = freshDirectory();
    const other = otherMaple(dataDir);
    const { url } = await firstLine(other);
    await assert.rejects(start(dataDir), (error) => {
      assert.ok(error instanceof EmbeddedPostgresError);
      assert.match(error.message, new RegExp(`${dataDir} is in use by another Maple \\(process ${other.pid}\\)`));
      return true;
    });
    assert.deepEqual(await query(url, "SELECT 1 AS one"), [{ one: 1 }], "the owner is not disturbed");
    await killed(other);
    await (await start(dataDir)).stop();
  });

  test("after SIGKILL of its Maple the next start takes over, without waiting for anything to run out", async () => {
    const dataDir = freshDirectory();
    const other = otherMaple(dataDir);
    const { url } = await firstLine(other);
    await query(url, "CREATE TABLE dish AS SELECT generate_series(1, 1000) AS id");
    await killed(other);
    const begun = performance.now();
    const next = await start(dataDir);
    const took = performance.now() - begun;
    assert.deepEqual(await query(next.url("postgres"), "SELECT count(*)::int AS n FROM dish"), [{ n: 1000 }]);
    await assert.rejects(query(url, "SELECT 1"), "the earlier server is gone");
    await next.stop();
    assert.ok(took < 30_000, `took ${took} ms`);
  });

  test("stops a server without a Maple that it finds in its directory", async () => {
    const dataDir = freshDirectory();
    await (await start(dataDir)).stop();
    const orphan = await serverWithoutMaple(join(dataDir, "cluster"));
    const ended = once(orphan, "exit");
    const said: string[] = [];
    const next = await start(dataDir, { log: (line) => said.push(line) });
    await ended;
    assert.deepEqual(await query(next.url("postgres"), "SELECT 1 AS one"), [{ one: 1 }]);
    await next.stop();
    assert.ok(said.some((line) => line.startsWith(`stopping the PostgreSQL (process ${orphan.pid})`)));
  });

  test("killed while it makes its files, begins again", async () => {
    const dataDir = freshDirectory();
    const other = otherMaple(dataDir, standingAtInitdb);
    const unfinished = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith("cluster-new-"));
    await firstLine(other);
    assert.equal(unfinished().length, 1);
    await killed(other);
    assert.equal(existsSync(join(dataDir, "cluster")), false, "killed before it was whole");
    const next = await start(dataDir);
    assert.deepEqual(await query(next.url("postgres"), "SELECT 1 AS one"), [{ one: 1 }]);
    await next.stop();
    assert.deepEqual(unfinished(), []);
  });

  test("is not misled by a process number that now belongs to somebody else", async () => {
    const dataDir = freshDirectory();
    await (await start(dataDir)).stop();
    const pidFile = join(dataDir, "cluster", "postmaster.pid");
    writeFileSync(pidFile, `${process.pid}\n${join(dataDir, "cluster")}\n1\n5432\n\n127.0.0.1\n0 0\nready\n`);
    await (await start(dataDir)).stop();
  });

  test("runs apart from the terminal: Ctrl-C does not reach it", async () => {
    const server = await start(freshDirectory());
    if (process.platform === "linux") {
      const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      assert.deepEqual([fields[2], fields[3]], [String(server.pid), String(server.pid)], "process group and session");
    }
    await server.stop();
  });

  test("tells its owner when it dies by itself", async () => {
    const server = await start(freshDirectory());
    process.kill(server.pid, "SIGQUIT");
    await server.ended;
    await server.stop();
  });

  test("says what is wrong: port taken, other version, password lost", async () => {
    const dataDir = freshDirectory();
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    assert.ok(address !== null && typeof address === "object");
    await assert.rejects(start(dataDir, { port: address.port }), /could not bind IPv4 address "127\.0\.0\.1"/);
    taken.close();
    const version = join(dataDir, "cluster", "PG_VERSION");
    const made = readFileSync(version, "utf8");
    writeFileSync(version, "14\n");
    await assert.rejects(start(dataDir), /was made by PostgreSQL 14; this Maple brings \d+/);
    writeFileSync(version, made);
    rmSync(join(dataDir, "password"));
    await assert.rejects(start(dataDir), /password is missing or damaged/);
  });
});

if (process.getuid?.() === 0) {
  describe("the embedded PostgreSQL, as root without a user namespace", () => {
    test("runs as an ordinary user and back again", async () => {
      const base = mkdtempSync("/tmp/maple-embedded-");
      chmodSync(base, 0o755);
      const dataDir = join(base, "data");
      const server = await start(dataDir, { runAs: "user" });
      await query(server.url("postgres"), "CREATE TABLE dish AS SELECT 1 AS id");
      await server.stop();
      assert.notEqual(statSync(join(dataDir, "cluster")).uid, 0);
      const again = await start(dataDir);
      assert.deepEqual(await query(again.url("postgres"), "SELECT id FROM dish"), [{ id: 1 }]);
      await again.stop();
      rmSync(base, { recursive: true, force: true });
    });

    test("moves the cluster to where that user may go, and remembers it", async () => {
      const closed = join(root, "closed");
      mkdirSync(closed, { mode: 0o700 });
      const dataDir = join(closed, "data");
      const server = await start(dataDir, { runAs: "user" });
      await query(server.url("postgres"), "CREATE TABLE dish AS SELECT 1 AS id");
      await server.stop();
      const moved = readFileSync(join(dataDir, "moved-to"), "utf8").trim();
      assert.equal(existsSync(join(dataDir, "cluster")), false);
      const again = await start(dataDir);
      assert.deepEqual(await query(again.url("postgres"), "SELECT id FROM dish"), [{ id: 1 }]);
      await again.stop();
      rmSync(moved, { recursive: true, force: true });
    });

    test("copies its programs only where nobody else can change them", () => {
      const installed = installedBinaries();
      const open = join(root, "open");
      mkdirSync(open);
      chmodSync(open, 0o777);
      assert.throws(() => readableCopy(installed, [open]), /open is not a directory that only root writes/);
      const planted = join(root, "planted");
      mkdirSync(join(planted, `maple-postgres-${installed.version}`), { recursive: true });
      chownSync(join(planted, `maple-postgres-${installed.version}`), 65_534, 65_534);
      assert.throws(() => readableCopy(installed, [planted]), /is not a directory that only root writes/);
      const place = join(root, "place");
      mkdirSync(place);
      const copy = readableCopy(installed, [open, planted, place]);
      assert.equal(copy.root, join(place, `maple-postgres-${installed.version}`));
      assert.equal(statSync(copy.postgres).mode & 0o777, 0o755);
      assert.equal(readableCopy(installed, [place]).root, copy.root, "the copy is made once");
    });

    test("says what was tried when no way works", () => {
      const binaries = { ...installedBinaries(), postgres: "/nonexistent/postgres" };
      assert.throws(
        () => chooseAccount(binaries, "namespace"),
        /does not run as root.*\n {2}tried in a user namespace.*\nRun Maple as an ordinary user, or set DATABASE_URL/,
      );
    });
  });
}
