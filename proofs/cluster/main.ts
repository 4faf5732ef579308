/**
 * npm run cluster [-- --via direct|haproxy|pgbouncer] [--once] [--check]: the reference cluster on this machine, in its
 * own folder, at free ports of loopback, with two `serve` and two `work`. Shows one screen of its health until Ctrl-C,
 * then stops everything and removes the folder. `--once` stops after the first screen. `--check` places orders, reads
 * from a standby, runs the doctor and stops; the exit code is 1 when something does not work. Names programs that are not
 * installed.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkWay } from "./check-way.ts";
import { Cluster, type Way } from "./cluster.ts";
import { readEtcdHealth, readProxyHealth } from "./health.ts";
import { findPrograms, isWhole, missingText, type Programs } from "./programs.ts";
import { showHealth } from "./screen.ts";
import { Services } from "./services.ts";
import { readOptions } from "../rig/read-options.ts";

const ways: readonly string[] = ["direct", "haproxy", "pgbouncer"];
type Mode = "check" | "once" | "stay";
const screenEveryMs = 2_000;

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // The rig ends this process at a signal; here the cluster is stopped first.
  process.removeAllListeners(signal);
  process.on(signal, () => stopping.abort());
}
process.exitCode = await main();

async function main(): Promise<number> {
  const values = readOptions({
    via: { type: "string", default: "direct" },
    once: { type: "boolean" },
    check: { type: "boolean" },
  });
  if (!ways.includes(values.via)) {
    console.error(`--via takes one of ${ways.join(", ")}`);
    return 2;
  }
  const programs = findPrograms();
  if (!isWhole(programs)) {
    console.error(missingText(programs));
    return 1;
  }
  const directory = mkdtempSync(join(tmpdir(), "maple-cluster-"));
  try {
    return await runCluster(directory, programs, values.via as Way, modeOf(values));
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function modeOf({ check, once }: { readonly check?: boolean; readonly once?: boolean }): Mode {
  if (check === true) return "check";
  return once === true ? "once" : "stay";
}

async function runCluster(directory: string, programs: Programs, way: Way, mode: Mode): Promise<number> {
  console.log(`Starting the cluster in ${directory}, about half a minute.`);
  const cluster = await Cluster.start(directory, programs);
  const services = new Services({ directory, environment: cluster.environment(way) });
  let left: readonly string[] = [];
  let wrong: readonly string[] = [];
  try {
    await services.seed(cluster.url("owner", "direct"));
    await Promise.all(
      (["serve", "work"] as const).flatMap((command) =>
        [1, 2].map((number) => services.start(command, `${command}${number}`)),
      ),
    );
    console.log(addresses(cluster, services, directory).join("\n"));
    if (mode === "check") wrong = await checkWay(services, directory);
    else await show(cluster, services, mode === "once");
  } finally {
    console.log("\nStopping.");
    await services.endAll();
    left = await cluster.stop();
  }
  if (left.length > 0) console.error(`These processes had to be killed: ${left.join(", ")}`);
  else console.log("Nothing is left.");
  for (const each of wrong) console.error(`wrong: ${each}`);
  return left.length > 0 || wrong.length > 0 ? 1 : 0;
}

function addresses(cluster: Cluster, services: Services, directory: string): readonly string[] {
  const sandbox = JSON.parse(readFileSync(join(directory, "maple", "sandbox.json"), "utf8")) as {
    readonly api_key: string;
  };
  return [
    "",
    `all nodes           ${cluster.url("service", "direct")}`,
    `through HAProxy     ${cluster.url("service", "haproxy")}`,
    `through PgBouncer   ${cluster.url("service", "pgbouncer")}  (DATABASE_POOLER=transaction)`,
    `as superuser        ${cluster.url("superuser", "direct", "postgres")}`,
    `key of the sandbox  ${sandbox.api_key}`,
    `operator's token    ${services.operatorToken}`,
    `logs                ${directory}/*.log`,
    `A fault to try: kill -9 the postgres of the leader (head -1 ${directory}/db?/data/postmaster.pid). Ctrl-C stops all.`,
    "",
  ];
}

async function show(cluster: Cluster, services: Services, once: boolean): Promise<void> {
  let before = "";
  while (!stopping.signal.aborted) {
    const health = {
      members: await cluster.health(),
      etcd: await readEtcdHealth(cluster.etcd),
      proxies: await Promise.all(cluster.proxies.map(({ engine, stateUrl }) => readProxyHealth(engine.name, stateUrl))),
      services: await services.health(),
    };
    const lines = showHealth(health);
    const text = lines.join("\n");
    // On a terminal the screen is drawn over; elsewhere it is printed when it has changed.
    const over = before === "" ? "" : `\u001b[${before.split("\n").length}F\u001b[J`;
    if (process.stdout.isTTY) process.stdout.write(`${over}${text}\n`);
    else if (text !== before) console.log(`${text}\n`);
    before = text;
    if (once) return;
    await delay(screenEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
}
