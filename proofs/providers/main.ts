/**
 * npm run proof:providers [-- operations minutes]: our book and a provider's agree after every fault.
 *
 * Partners make, change and cancel bookings (10,000 operations unless said otherwise, or as many as fit into the minutes)
 * at locations whose book a booking server keeps. The booking server is its own process; it cuts connections, loses
 * answers, answers twice, late or never, and dies. The service is killed with SIGKILL at random, every fourth time with
 * its database. At the end the provider works, everything must be settled within a minute, and then every booking of one
 * side is compared with the other's. Last come negative controls: falsified books that the comparison must notice. The
 * exit code is 1 on any violation.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Id } from "../../src/kernel/id.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";
import { createApp, createLocation } from "../../test/harness/factories.ts";
import { startBookingServer } from "../../test/stand-ins/booking-server.ts";
import { connectProofDatabase } from "../rig/proof-database.ts";
import { CrashingService } from "../rig/service-process.ts";
import { checkAcknowledged, checksNotice, compareBooks, readOurs, readTheirs } from "./checks.ts";
import { runPartner, type Tally } from "./clients.ts";
import { endWithThis } from "../rig/end-with-this.ts";

const [operations = 10_000, minutes = 20] = process.argv.slice(2).map(Number);
const partners = 32;
const directory = mkdtempSync(join(tmpdir(), "maple-proof-"));
const journal = join(directory, "their-book.jsonl");
const violations: string[] = [];
let provider: ChildProcess | undefined;
let providerDeaths = 0;
let over = false;

/** Starts the provider, and again whenever it has died. */
function keepProvider(port: number): void {
  const script = new URL("server.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, String(port), journal, "mischief"], { stdio: "inherit" });
  provider = endWithThis(child);
  child.on("exit", () => {
    if (over) return;
    providerDeaths++;
    setTimeout(() => keepProvider(port), 500);
  });
}

async function withDatabase<T>(service: CrashingService, work: (database: TextDatabase) => Promise<T>): Promise<T> {
  const database = connectProofDatabase(service.databaseUrl(), 2);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function setUp(database: TextDatabase, port: number) {
  const places: { readonly key: string; readonly locationId: Id<"str"> }[] = [];
  for (let number = 0; number < partners; number++) {
    const locationId = await createLocation(database, { timezone: "Europe/Paris", bookings_enabled: true });
    const app = await createApp(database);
    const terms = {
      merchant_id: locationId,
      service_id: "reservation",
      leases: false,
      slot_interval_minutes: 30,
      duration_minutes: 90,
      first_start: "11:00",
      last_start: "22:00",
      max_party_size: 20,
    };
    await database.transaction(async (tx) => {
      await tx.rows("INSERT INTO grants (app_id, location_id) VALUES ($1, $2)", [app.id, locationId]);
      await tx.rows("UPDATE locations SET booking_mode = 'provider' WHERE id = $1", [locationId]);
      await tx.rows(
        "INSERT INTO booking_providers (location_id, adapter, base_url, terms) VALUES ($1, 'booking_server_v3', $2, $3)",
        [locationId, `http://127.0.0.1:${port}`, JSON.stringify(terms)],
      );
    });
    places.push({ key: app.key, locationId });
  }
  return places;
}

async function prove(service: CrashingService): Promise<void> {
  const probe = await startBookingServer({ tables: 1 });
  const port = Number(new URL(probe.url).port);
  await probe.stop();
  keepProvider(port);
  service.spawn();
  await service.untilReady();
  const places = await withDatabase(service, (database) => setUp(database, port));
  const tally: Tally = { settled: 0, unsettledAnswers: 0, refused: 0, lostConnections: 0, wrong: [], known: new Map() };
  const endsAt = Date.now() + minutes * 60_000;
  const goesOn = (): boolean => tally.settled < operations && Date.now() < endsAt;
  const running = places.map((place, number) => runPartner(service.url, { ...place, number }, tally, goesOn));
  const kills = await killWhile(service, goesOn);
  over = true;
  provider?.kill("SIGUSR2");
  if (provider?.exitCode !== null && provider?.exitCode !== undefined) keepBehaving(port);
  await Promise.all(running);
  const took = await untilSettled(service);
  const ours = await withDatabase(service, readOurs);
  const theirs = readTheirs(journal);
  violations.push(...tally.wrong, ...compareBooks(ours, theirs), ...checkAcknowledged(ours, tally.known));
  if (!checksNotice(ours, theirs)) violations.push("the comparison noticed no falsified book");
  console.log(
    `${tally.settled} operations settled (${tally.refused} refused), ${kills} SIGKILLs of the service, ${providerDeaths} deaths of the provider`,
  );
  console.log(
    `${tally.unsettledAnswers} answers operation_in_progress, ${tally.lostConnections} calls lost; all settled ${Math.round(took / 1000)} s after the end`,
  );
  console.log(
    `${ours.length} bookings in our book, ${theirs.size} in the provider's, ${tally.known.size} acknowledged`,
  );
}

function keepBehaving(port: number): void {
  const script = new URL("server.ts", import.meta.url).pathname;
  provider = spawn(process.execPath, [script, String(port), journal, "behaves"], { stdio: "inherit" });
}

async function killWhile(service: CrashingService, goesOn: () => boolean): Promise<number> {
  let kills = 0;
  for (;;) {
    for (const end = Date.now() + 4_000 + Math.random() * 8_000; Date.now() < end && goesOn();) await delay(50);
    if (!goesOn()) return kills;
    await service.kill({ postgres: kills % 4 === 3 });
    kills++;
    service.spawn();
    await service.untilReady();
  }
}

/** Waits until nothing is unsettled; answers how long that took. */
async function untilSettled(service: CrashingService): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { left } = await withDatabase(service, (database) =>
      database.read.one<{ left: number }>(
        "SELECT count(*)::int AS left FROM provider_operations WHERE state IN ('sending', 'unsettled')",
      ),
    );
    const took = performance.now() - began;
    if (left === 0) return took;
    if (took > 60_000) {
      violations.push(`${left} operations are unsettled a minute after the end`);
      return took;
    }
    await delay(200);
  }
}

mkdirSync(join(directory, "service"));
const service = await CrashingService.create(join(directory, "service"));
try {
  await prove(service);
} finally {
  over = true;
  await service.kill({ postgres: true });
  provider?.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
for (const violation of violations.slice(0, 40)) console.log(`VIOLATION ${violation}`);
console.log(violations.length === 0 ? "no violation" : `${violations.length} violations`);
process.exitCode = violations.length > 0 ? 1 : 0;
