/**
 * npm run bench:peers: Maple beside Vendure and Medusa, all three on one durable PostgreSQL, per step of a business:
 * publish 600 priced variants, read a page of ten dishes, place a paid order of three lines. Eight clients, one peer at a
 * time, in turns; one client publishes. README.md says what each does. It has no bar: it is a comparison. `npm run
 * bench:peers:install` comes first. BENCH_ROUNDS (5), BENCH_SECONDS (4) and BENCH_PEERS (vendure,medusa,maple) change the
 * run; `--json FILE` writes the figures to a file.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { migrate } from "../../src/platform/postgres/migrate.ts";
import { BenchProcesses } from "../../proofs/rig/processes.ts";
import { prepareMaple } from "./maple-calls.ts";
import { prepareMedusa } from "./medusa-calls.ts";
import { cpuOfAll, cpuOfPostgres, endProcess, startMedusa, startVendure, type Started } from "./peer-processes.ts";
import type { Peer } from "./peer.ts";
import { figuresOf, inTurns, sayOf, type Round } from "./rounds.ts";
import { StatementLog } from "./statement-log.ts";
import { prepareVendure } from "./vendure-calls.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 4);
const wanted = (process.env["BENCH_PEERS"] ?? "vendure,medusa,maple").split(",");
const clients = 8;
const counted = 10;

interface Step {
  readonly name: string;
  readonly clients: number;
  readonly run: (peer: Peer) => Promise<unknown>;
}

const steps: readonly Step[] = [
  { name: "publish 600 priced variants", clients: 1, run: (peer) => peer.publish() },
  { name: "read a page of 10 dishes", clients, run: (peer) => peer.readPage() },
  { name: "place a paid order of 3 lines", clients, run: (peer) => peer.placeOrder() },
];

for (const peer of ["vendure", "medusa"]) {
  if (wanted.includes(peer) && !existsSync(new URL(`${peer}/node_modules`, import.meta.url))) {
    console.error(`${peer} is not installed: run npm run bench:peers:install first`);
    process.exit(1);
  }
}

const directory = mkdtempSync(join(tmpdir(), "maple-bench-peers-"));
const log = new StatementLog(() => postgres.url("postgres"));
const postgres = await startEmbeddedPostgres({
  dataDir: join(directory, "postgres"),
  log: (line) => log.read(line),
  settings: { max_connections: "100" },
});
// Every guest comes from another network, as a proxy says.
process.env["TRUSTED_PROXIES"] = "1";
const processes = new BenchProcesses(directory, { connections: 16, seconds, warmupSeconds: 1, profiles: undefined });
const started: Started[] = [];
const peers: Peer[] = [];
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, PostgreSQL with fsync\n`,
  );
  for (const name of wanted) peers.push(await startPeer(name));
  await compare();
} finally {
  for (const peer of peers) await peer.close();
  for (const child of started.flatMap((each) => each.processes)) await endProcess(child);
  await processes.endAll();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

async function startPeer(name: string): Promise<Peer> {
  await postgres.createDatabase(name);
  const url = postgres.url(name);
  const password = randomBytes(18).toString("hex");
  if (name === "maple") {
    await migrate(url);
    const service = await processes.startService(url, "dev");
    return prepareMaple(service.url, url, [service.child]);
  }
  const startOf = name === "vendure" ? startVendure : startMedusa;
  const running = await startOf(url, password);
  started.push(running);
  const prepare = name === "vendure" ? prepareVendure : prepareMedusa;
  return prepare(running.url, password, running.processes);
}

async function compare(): Promise<void> {
  const measured = new Map<string, Round[]>();
  const keyOf = (step: Step, peer: Peer): string => `${step.name}/${peer.name}`;
  for (const step of steps) for (const peer of peers) measured.set(keyOf(step, peer), []);
  for (const peer of peers) for (const step of steps.slice(1)) await measure(step, peer, 2);
  for (let round = 0; round < rounds; round++) {
    for (const step of steps)
      for (const peer of inTurns(peers, round))
        measured.get(keyOf(step, peer))?.push(await measure(step, peer, seconds));
  }
  const results: Record<string, unknown> = {};
  for (const step of steps) {
    console.log(`${step.name}, ${step.clients === 1 ? "one client" : `${step.clients} clients`}`);
    for (const peer of peers) {
      const figures = figuresOf(measured.get(keyOf(step, peer)) ?? []);
      const statements = await countStatements(step, peer);
      results[keyOf(step, peer)] = { ...figures, statements };
      console.log(
        `  ${peer.name.padEnd(8)} ${sayOf(figures.perSecond)} a second, p50 ${sayOf(figures.p50)} ms, ` +
          `processor ${sayOf(figures.cpuMs)} ms and PostgreSQL's ${sayOf(figures.postgresCpuMs)} ms each, ${statements} statements`,
      );
    }
  }
  const file = process.argv[process.argv.indexOf("--json") + 1];
  if (process.argv.includes("--json") && file !== undefined)
    writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** Repeats a step with its clients for some seconds; of publishing, which takes as long as it takes, one is a round. */
async function measure(step: Step, peer: Peer, forSeconds: number): Promise<Round> {
  const times: number[] = [];
  const cpu = cpuOfAll(peer.processes);
  const postgresCpu = cpuOfPostgres(postgres.pid);
  const began = performance.now();
  const end = step.clients === 1 ? began : began + forSeconds * 1000;
  const client = async (): Promise<void> => {
    do {
      const from = performance.now();
      await step.run(peer);
      times.push(performance.now() - from);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: step.clients }, client));
  return {
    count: times.length,
    seconds: (performance.now() - began) / 1000,
    times,
    cpuMs: cpuOfAll(peer.processes) - cpu,
    postgresCpuMs: cpuOfPostgres(postgres.pid) - postgresCpu,
  };
}

/** Statements of one step, BEGIN and COMMIT included: the mean of some, one after the other; of publishing, of one. */
async function countStatements(step: Step, peer: Peer): Promise<number> {
  const times = step.clients === 1 ? 1 : counted;
  const count = await log.during(peer.database, async () => {
    for (let n = 0; n < times; n++) await step.run(peer);
  });
  return Math.round(count / times);
}
