/**
 * Examines the database and the public address of one service. Nothing is written, and every wait has an end
 * (rules/operating 1.1 and 9.4). A check that cannot be made is skipped with the reason; a check that fails is a finding.
 */
import { listUnkeptTimes } from "../bookings/aftercare/unkept-times.query.ts";
import { createDatabaseClock, type ProgramClock } from "../platform/clock/database-clock.ts";
import { listLivingProcesses, type LivingProcess } from "../platform/clock/processes.sql.ts";
import { createWakeups } from "../platform/jobs/wakeups.ts";
import { connectDatabase, type Db } from "../platform/postgres/database.ts";
import { workDeadlines, type Deadlines } from "../platform/postgres/deadlines.ts";
import { readServiceMark } from "../platform/postgres/service-mark.sql.ts";
import { searchPrimary } from "../platform/postgres/hosts/primary-search.ts";
import { listMissingMigrations } from "../platform/postgres/migrate.ts";
import { createConnection } from "../platform/postgres/create-connection.ts";
import { nobodyOperates } from "../people/joining/nobody-operates.query.ts";
import { listUnreadablePasswords } from "../providers/list-unreadable-passwords.query.ts";
import { providerSecrets } from "../providers/password-row.ts";
import { readWorkStanding } from "../webhooks/delivery/work-standing.query.ts";
import { listUnreadableSecrets } from "../webhooks/subscriptions/list-unreadable-secrets.query.ts";
import { sealedSecrets } from "../webhooks/subscriptions/sealed-secrets.ts";
import { readServerBackups } from "./backups.sql.ts";
import type { DoctorSettings, ServiceSettings } from "./doctor-settings.ts";
import { serviceChecks, right, skipped, warning, wrong, type ServiceCheck, type Found } from "./finding.ts";
import { judgeAddress, judgeCertificate } from "./judge-address.ts";
import { judgeBackup } from "./judge-backup.ts";
import { codeOf, judgeDatabaseFailure, judgeFailedLook } from "./judge-failure.ts";
import { judgeServer } from "./judge-server.ts";
import * as work from "./judge-work.ts";
import { lookAtHosts } from "./look-at-hosts.sql.ts";
import { askPgbackrest } from "./ask-pgbackrest.ts";
import { reachProcess, readCertificateEnd } from "./reach-address.client.ts";
import { readServerFacts } from "./server-facts.sql.ts";
import type { ServerFacts } from "./server-facts.ts";
import { probeSessions } from "./session-probe.sql.ts";

/** What tests change: the clock of this machine, its zone data, its pgBackRest, and how long is waited. */
export interface DoctorTools {
  readonly pgbackrest?: string;
  /** Of the shell; pgBackRest gets those that are its. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly zoneDirectory?: string;
  readonly clock?: ProgramClock | undefined;
  readonly limits?: Partial<Deadlines> | undefined;
}

export type Looks = ReadonlyMap<ServiceCheck, Found>;

/** What one service showed; the connections of several at one server are judged together. */
export interface Examined {
  readonly looks: Looks;
  readonly facts: ServerFacts | undefined;
  readonly living: readonly LivingProcess[];
}

/** Looks at one service. */
export async function examineService(
  service: ServiceSettings,
  settings: DoctorSettings,
  tools: DoctorTools,
): Promise<Examined> {
  const looks = new Map<ServiceCheck, Found>();
  const name = nameOf(service.url);
  await look(looks, ["hosts"], async () => [["hosts", await lookAtHosts(service.url, tools.limits)]]);
  try {
    await enter(service.url, tools);
  } catch (error) {
    looks.set("database", judgeDatabaseFailure(error, service.variable, name));
    return { looks: withSkipped(looks, "the database is not reached"), facts: undefined, living: [] };
  }
  looks.set("database", right(`${name} takes writes`));
  const { facts, living } = await lookInside(service, settings, tools, looks);
  if (looks.get("migrations")?.standing === "right")
    looks.set("base_url", await lookAtAddress(service, settings, living));
  return { looks: withSkipped(looks, "the schema is not complete"), facts, living };
}

/** Host, port and database of an address; nothing else of it is told. */
function nameOf(url: string): string {
  const [authority = "", database = ""] = url.replace(/^\w+:\/\//, "").split(/[/?#]/, 2);
  return `${authority.slice(authority.lastIndexOf("@") + 1)}/${database}`;
}

function withSkipped(looks: Map<ServiceCheck, Found>, why: string): Looks {
  for (const check of serviceChecks) if (!looks.has(check)) looks.set(check, skipped(why));
  return looks;
}

/** Opens one connection as every process does; throws why it cannot be used. */
async function enter(url: string, { limits }: DoctorTools): Promise<void> {
  const deadlines = { ...workDeadlines, ...limits };
  const options = { applicationName: "maple-doctor", deadlines, search: searchPrimary(url) };
  (await createConnection(options)).destroy();
}

async function lookInside(
  service: ServiceSettings,
  settings: DoctorSettings,
  { clock: program, limits, pgbackrest, variables }: DoctorTools,
  looks: Map<ServiceCheck, Found>,
): Promise<Pick<Examined, "facts" | "living">> {
  const clock = createDatabaseClock(program);
  const database = connectDatabase({
    livemode: service.name === "live",
    url: service.url,
    poolSize: 1,
    applicationName: "maple-doctor",
    wakeups: createWakeups(),
    onIdleError: () => {},
    deadlines: { ...workDeadlines, ...limits },
    clock,
  });
  const { read } = database;
  let facts: ServerFacts | undefined;
  let living: readonly LivingProcess[] = [];
  try {
    await look(
      looks,
      ["version", "encoding", "role", "rights", "settings", "standby", "archive", "upkeep"],
      async () => {
        facts = await readServerFacts(read);
        return judgeServer(facts);
      },
    );
    await look(looks, ["backup"], async () => {
      const [ofServer, answer] = await Promise.all([
        readServerBackups(read),
        askPgbackrest({ program: pgbackrest, variables }),
      ]);
      return [["backup", judgeBackup({ ...ofServer, program: answer })]];
    });
    await look(looks, ["pooler", "wake_ups"], async () => {
      const { pooler, wakeUps } = work.judgeSessions(await probeSessions(service.directUrl, limits));
      return [
        ["pooler", pooler],
        ["wake_ups", wakeUps],
      ];
    });
    await look(looks, ["migrations"], async () => [
      ["migrations", work.judgeMigrations(await listMissingMigrations(read))],
    ]);
    await look(looks, ["mark"], async () => [
      ["mark", work.judgeMark(service.variable, service.name, await readServiceMark(read))],
    ]);
    const isComplete = looks.get("migrations")?.standing === "right";
    if (isComplete) {
      living = await lookAtWork(read, service, settings, looks);
      await look(looks, ["operators"], async () => [["operators", await lookAtOperators(read, service, settings)]]);
    }
    await look(looks, ["certificate"], async () => [
      ["certificate", await lookAtCertificate(service.baseUrl, clock.now())],
    ]);
    clock.hear([...living.map(({ skew_seconds: seconds }) => seconds * 1_000), clock.standing().skewMs]);
    looks.set("clock", work.judgeClock(clock.standing()));
  } finally {
    await database.close();
  }
  return { facts, living };
}

async function lookAtWork(
  db: Db,
  { name }: ServiceSettings,
  { secretKeys }: DoctorSettings,
  looks: Map<ServiceCheck, Found>,
): Promise<readonly LivingProcess[]> {
  let living: readonly LivingProcess[] = [];
  await look(looks, ["processes"], async () => {
    living = await listLivingProcesses(db);
    return [["processes", work.judgeProcesses(living)]];
  });
  await look(looks, ["partitions", "deliveries"], async () => {
    const standing = await readWorkStanding(db);
    return [
      ["partitions", work.judgePartitions(standing)],
      ["deliveries", work.judgeDeliveries(standing)],
    ];
  });
  await look(looks, ["booking_times"], async () => [
    ["booking_times", work.judgeBookingTimes(await listUnkeptTimes(db))],
  ]);
  await look(looks, ["secret_key"], async () => {
    const isLive = name === "live";
    const { secrets, unreadable } = await listUnreadableSecrets(db, sealedSecrets(secretKeys, isLive));
    const ofProviders = await listUnreadablePasswords(db, sealedSecrets(secretKeys, isLive, providerSecrets));
    const sealed = secrets + ofProviders.passwords;
    return [["secret_key", work.judgeSecretKey({ sealed, unreadable: [...unreadable, ...ofProviders.unreadable] })]];
  });
  return living;
}

/** Whether somebody may operate the service; without, `serve` does not start. */
async function lookAtOperators(db: Db, { name }: ServiceSettings, settings: DoctorSettings): Promise<Found> {
  if (settings.hasOperatorToken) return right("the operator's token is set");
  const remedy = await nobodyOperates(db, name);
  if (remedy === undefined) return right("somebody is operator_admin");
  return wrong("nobody may operate: serve does not start", `${remedy}.`);
}

/** Looks, and tells a look that failed as wrong: a right that is missing, or a wait that had its end. */
async function look(
  looks: Map<ServiceCheck, Found>,
  checks: readonly ServiceCheck[],
  run: () => Promise<readonly (readonly [ServiceCheck, Found])[]>,
): Promise<void> {
  try {
    for (const [check, found] of await run()) looks.set(check, found);
  } catch (error) {
    for (const check of checks) looks.set(check, judgeFailedLook(error));
  }
}

async function lookAtAddress(
  { baseUrl, baseUrlVariable: variable, name }: ServiceSettings,
  { listensAt, trustedProxies }: DoctorSettings,
  living: readonly LivingProcess[],
): Promise<Found> {
  if (baseUrl === null)
    return warning(
      `${variable} is not set: links lead to ${listensAt}, which only this machine reaches`,
      `Set ${variable} to the address that partners and guests use.`,
    );
  const [reached, local] = await Promise.all([reachProcess(baseUrl), reachProcess(listensAt)]);
  return judgeAddress({
    variable,
    baseUrl,
    reached,
    listens: local.kind === "answered",
    listensAt,
    living: living.map(({ id }) => id),
    trustedProxies,
    isLive: name === "live",
  });
}

async function lookAtCertificate(baseUrl: string | null, now: number): Promise<Found> {
  if (baseUrl === null || !baseUrl.startsWith("https:")) return skipped("the public address is not https");
  try {
    return judgeCertificate(baseUrl, await readCertificateEnd(baseUrl), now);
  } catch (error) {
    return skipped(`the public address was not reached: ${codeOf(error)}`);
  }
}
