#!/usr/bin/env node
// The command `maple`: runs on whatever Node the machine has, and hands over to the Node 26 that npm installed.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const serviceCommands = ["serve", "work", "migrate", "dev"];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, "src", serviceCommands.includes(process.argv[2] ?? "") ? "program/main.ts" : "cli/main.ts");

if (Number.parseInt(process.versions.node, 10) >= 26) {
  process.argv[1] = program;
  await import(pathToFileURL(program).href);
} else {
  // Over the channel the program learns when this process is killed.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node26(), [program, ...process.argv.slice(2)], { stdio });
  // Ctrl-C at a terminal reaches the child by itself; every other signal is passed on.
  process.on("SIGINT", () => process.stdin.isTTY || child.kill("SIGINT"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function node26() {
  try {
    const home = dirname(createRequire(import.meta.url).resolve("node/package.json"));
    return join(home, "bin", process.platform === "win32" ? "node.exe" : "node");
  } catch {
    return fail("Node 26 is missing: run npm ci in the checkout first.");
  }
}

function fail(message) {
  console.error(`maple: ${message}`);
  process.exit(1);
}
