#!/usr/bin/env node
// The command `maple`. In a checkout it runs on the Node 26 that npm installed. The packed command runs on Node 20 or newer
// by itself; only the service (dev, serve, work, migrate, archive, doctor) is handed over to Node 26, which runtime.js finds or fetches.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fitHeap, refitHeap } from "./heap.js";
import { provideRuntime } from "./runtime.js";

const serviceCommands = ["serve", "work", "migrate", "archive", "doctor", "dev"];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isPacked = existsSync(join(root, "src/cli.js"));
if (asksForList(process.argv.slice(2))) process.argv.splice(2, Infinity, "help");
const command = process.argv[2] ?? "";
const isService = serviceCommands.includes(command);
const runsOn = ["serve", "work", "dev"].includes(command);
const program = join(root, "src", `${isService ? "program" : "cli"}${isPacked ? ".js" : "/main.ts"}`);
const isNew = Number.parseInt(process.versions.node, 10) >= 26;

if (isPacked && isService) await runPackedService();
else if (isNew || isPacked) await runHere(program);
else handOver(nodeOfCheckout(), process.argv.slice(2), process.env);

/**
 * Whether help is asked for a command of the service: the list of all commands says what it does. In a checkout `archive`
 * and `doctor` say more themselves; the package would fetch Node 26 for that.
 */
function asksForList([first = "", ...others]) {
  if (first === "help") return serviceCommands.includes(others[0]);
  const tellsItself = !isPacked && ["archive", "doctor"].includes(first);
  return serviceCommands.includes(first) && others.includes("--help") && !tellsItself;
}

async function runHere(file) {
  if (runsOn) refitHeap();
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}

async function runPackedService() {
  const words = process.argv.slice(2).filter((word) => word !== "--no-install");
  const runtime = provideRuntime({ command, root, mayInstall: words.length === process.argv.length - 2 });
  if ("exitCode" in runtime) {
    process.exitCode = runtime.exitCode;
    return;
  }
  if (runtime.node === process.execPath && runtime.packages === undefined) return runHere(program);
  // The service looks for PostgreSQL's package there too.
  const environment = runtime.packages === undefined ? process.env : { ...process.env, NODE_PATH: runtime.packages };
  handOver(runtime.node, words, environment);
}

/** Runs the program on another Node, and ends as it ends. */
function handOver(node, words, env) {
  // Over the channel the program learns when this process is killed.
  // On a large machine V8 lets garbage grow to four times what lives; below 2 GiB less. A running program cannot change it.
  const flags = runsOn ? fitHeap(JSON.parse(readFileSync(new URL("service-flags.json", import.meta.url), "utf8"))) : [];
  const child = spawn(node, [...flags, program, ...words], { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  // Ctrl-C at a terminal reaches the child by itself; every other signal is passed on.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function nodeOfCheckout() {
  try {
    const home = dirname(createRequire(import.meta.url).resolve("node/package.json"));
    const node = join(home, "bin", process.platform === "win32" ? "node.exe" : "node");
    // A script of the package brings the program itself.
    if (existsSync(node)) return node;
    return fail("Node 26 is not complete: let npm ci end in the checkout, with scripts (no --ignore-scripts).");
  } catch {
    return fail("Node 26 is missing: run npm ci in the checkout first.");
  }
}

function fail(message) {
  console.error(`maple: ${message}`);
  process.exit(1);
}
