/**
 * npm run bench:tracing: what traces cost a `serve` process. Two of them over one database, one that posts 5 % of its traces to
 * a collector and one without, are asked in turns; processor time for each call is compared, which other work on the machine
 * moves less than rates. Many short rounds, whose sums are compared: what slows the machine then slows both. BENCH_ROUNDS (30)
 * and BENCH_SECONDS (2) change the run.
 *
 * To reach: at most 3 % more processor time for each call, and spans that really arrived. Wants a machine without other work.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { connectProofDatabase } from "../proofs/rig/proof-database.ts";
import { BenchProcesses, type BenchService } from "../proofs/rig/processes.ts";
import { startEmbeddedPostgres } from "../src/embedded-postgres/embedded.ts";
import { migrate } from "../src/platform/postgres/migrate.ts";
import { middle, withCpu, type Measured } from "./compare.ts";
import { drawBodies, makeLocations, publishMenus } from "./orders-sandbox.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 30);
const seconds = Number(process.env["BENCH_SECONDS"] ?? 2);
const warmupSeconds = 0.5;
const most = 1.03;
const directory = mkdtempSync(join(tmpdir(), "maple-tracing-"));
const processes = new BenchProcesses(directory, { connections: 8, seconds, warmupSeconds, profiles: undefined });
const postgres = await startEmbeddedPostgres({ dataDir: join(directory, "postgres"), log: () => {} });
console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);
try {
  await bench();
} finally {
  await processes.endAll();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** A collector that takes everything and counts the bytes. */
async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => void (bytes += chunk.length));
    request.on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bytes: () => bytes };
}

async function bench(): Promise<void> {
  await postgres.createDatabase("maple_bench");
  const url = postgres.url("maple_bench");
  await migrate(url);
  const database = connectProofDatabase(url);
  const sandbox = await makeLocations(database);
  await database.close();
  const collector = await startCollector();
  const without = await processes.startService(url, "serve");
  const traced = await processes.startService(url, "serve", undefined, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  await publishMenus(without.url, sandbox);
  const input = (name: string, value: unknown): string => {
    writeFileSync(join(directory, name), JSON.stringify(value));
    return join(directory, name);
  };
  const bodies = input("bodies.json", await drawBodies(without.url, sandbox));
  const read = input("paths.json", ["/v1/me"]);
  const load = (service: BenchService, kind: "place" | "get") => () =>
    processes.load({
      url: service.url,
      key: sandbox.partner.key,
      mode: "closed",
      kind,
      input: kind === "get" ? read : bodies,
    });
  for (const [name, kind] of [
    ["GET the caller's app", "get"],
    ["place an order", "place"],
  ] as const) {
    const measure = (service: BenchService) => withCpu(service.child, load(service, kind), warmupSeconds / seconds);
    const pairs: { readonly traced: Measured; readonly without: Measured }[] = [];
    for (let round = 0; round < rounds; round++) {
      // Who is asked first changes from round to round.
      const first = await measure(round % 2 === 0 ? traced : without);
      const second = await measure(round % 2 === 0 ? without : traced);
      pairs.push(round % 2 === 0 ? { traced: first, without: second } : { traced: second, without: first });
    }
    report(name, pairs);
  }
  const kilobytes = Math.round(collector.bytes() / 1_000);
  console.log(`the collector got ${kilobytes} KB`);
  if (kilobytes === 0) process.exitCode = 1;
}

function report(name: string, pairs: readonly { readonly traced: Measured; readonly without: Measured }[]): void {
  const errors = pairs.reduce((sum, pair) => sum + pair.traced.errors + pair.without.errors, 0);
  const micros = (who: "traced" | "without"): number =>
    pairs.reduce((sum, pair) => sum + pair[who].cpuMicros, 0) / pairs.length;
  const ratio = micros("traced") / micros("without");
  const isReached = ratio <= most && errors === 0;
  const ratios = pairs.map((pair) => pair.traced.cpuMicros / pair.without.cpuMicros).toSorted((a, b) => a - b);
  const [quarter, threeQuarters] = [0.25, 0.75].map((share) => ratios[Math.floor(ratios.length * share)]?.toFixed(2));
  console.log(
    `${name}: ${isReached ? "reached" : "MISSED"}, ${ratio.toFixed(3)} of the processor time without traces (wanted ${most}; ` +
      `${micros("traced").toFixed(0)} and ${micros("without").toFixed(0)} µs each; middle round ${middle(ratios).toFixed(3)}, ` +
      `half of the rounds from ${quarter} to ${threeQuarters})${errors > 0 ? `; ${errors} ERRORS` : ""}`,
  );
  if (!isReached) process.exitCode = 1;
}
