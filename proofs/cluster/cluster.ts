/**
 * The reference cluster on one machine (docs/operating.md, "A cluster"): three nodes of PostgreSQL under Patroni, three of
 * etcd, two HAProxy, a PgBouncer, all on loopback at free ports, with the settings of `deploy/cluster`.
 */
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "../../src/embedded-postgres/embedded-account.ts";
import { processesOf } from "../rig/run-processes.ts";
import { Engine, freePorts, untilHolds } from "./engine.ts";
import { guardFolder } from "./guard.ts";
import { readDatabaseHealth, readEtcdHealth, type MemberHealth } from "./health.ts";
import { makeEtcd, makeMembers, type EtcdNode, type Extras, type Member, type Surroundings } from "./members.ts";
import { prepareDatabases, type Roles } from "./prepare-databases.ts";
import type { Programs } from "./programs.ts";
import { fillSettings } from "./settings.ts";

export interface Proxy {
  readonly engine: Engine;
  readonly primaryAddress: string;
  readonly standbysAddress: string;
  readonly stateUrl: string;
}

export interface Pooler {
  readonly engine: Engine;
  readonly address: string;
}

interface Parts {
  readonly surroundings: Surroundings;
  readonly etcd: readonly EtcdNode[];
  readonly members: readonly Member[];
  readonly proxies: readonly Proxy[];
  readonly pooler: Pooler;
  readonly roles: Roles;
}

export type Way = "direct" | "haproxy" | "pgbouncer";

const readyWithinMs = 120_000;

export class Cluster {
  readonly etcd: readonly EtcdNode[];
  readonly members: readonly Member[];
  readonly proxies: readonly Proxy[];
  readonly pooler: Pooler;
  readonly directory: string;
  readonly #roles: Roles;
  readonly #superuserPassword: string;
  #forgetGuard: () => Promise<void> = async () => {};

  private constructor({ surroundings, etcd, members, proxies, pooler, roles }: Parts) {
    [this.etcd, this.members, this.proxies, this.pooler] = [etcd, members, proxies, pooler];
    this.directory = surroundings.directory;
    this.#roles = roles;
    this.#superuserPassword = surroundings.passwords.superuser;
  }

  /** Makes the cluster in an empty folder and waits until it takes writes and a standby confirms them. */
  static async start(directory: string, programs: Programs, extras: Extras = {}): Promise<Cluster> {
    const bin = join(programs.postgres, "..");
    const binaries = {
      root: join(bin, ".."),
      version: "of the system",
      initdb: join(bin, "initdb"),
      postgres: programs.postgres,
      pgCtl: join(bin, "pg_ctl"),
    };
    const account = chooseAccount(binaries);
    const passwords = { superuser: newPassword(), replication: newPassword() };
    const surroundings = { directory, programs, account, passwords, extras };
    const forgetGuard = guardFolder(directory);
    const etcd = await makeEtcd(surroundings);
    const members = await makeMembers(surroundings, etcd);
    const roles = { owner: newPassword(), service: newPassword() };
    const proxies = await makeProxies(surroundings, members);
    const pooler = await makePooler(surroundings, proxies, roles);
    giveTo(account.owner, [directory, ...members.map(({ dataDirectory }) => join(dataDirectory, ".."))]);
    const cluster = new Cluster({ surroundings, etcd, members, proxies, pooler, roles });
    cluster.#forgetGuard = forgetGuard;
    await cluster.#begin();
    return cluster;
  }

  async #begin(): Promise<void> {
    const engines = this.#engines();
    try {
      for (const each of engines.filter((engine) => engine.name.startsWith("etcd"))) each.start();
      await untilHolds("etcd has a leader", readyWithinMs, async () =>
        (await readEtcdHealth(this.etcd)).some(({ isLeader }) => isLeader),
      );
      for (const each of engines.filter((engine) => !engine.isRunning)) each.start();
      await this.untilWhole(readyWithinMs);
      await prepareDatabases(this.url("superuser", "direct", "postgres"), this.#roles);
    } catch (error) {
      const words = engines.map((engine) => engine.lastWords()).join("\n");
      await this.stop();
      throw new Error(`the cluster did not start\n${words}`, { cause: error });
    }
  }

  #engines(): readonly Engine[] {
    return [...this.etcd, ...this.members, ...this.proxies, this.pooler].map(({ engine }) => engine);
  }

  /** The address of a database, for a role, on one of the ways. */
  url(role: "superuser" | "owner" | "service", way: Way, database = "maple_test"): string {
    const people = {
      superuser: `postgres:${this.#superuserPassword}`,
      owner: `maple_owner:${this.#roles.owner}`,
      service: `maple_service:${this.#roles.service}`,
    };
    const hosts = {
      direct: this.members.map(({ postgresAddress }) => postgresAddress).join(","),
      haproxy: this.proxies.map(({ primaryAddress }) => primaryAddress).join(","),
      pgbouncer: this.pooler.address,
    };
    const attributes = way === "pgbouncer" ? "" : "?target_session_attrs=read-write";
    return `postgres://${people[role]}@${hosts[way]}/${database}${attributes}`;
  }

  /** What a process of Maple needs to reach the database on one of the ways. */
  environment(way: Way): Readonly<Record<string, string>> {
    const pooled = { DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: this.url("service", "direct") };
    const { password, username, pathname } = new URL(this.url("service", "pgbouncer"));
    const standbys = this.proxies.map(({ standbysAddress }) => standbysAddress).join(",");
    return {
      DATABASE_URL: this.url("service", way),
      REPLICA_DATABASE_URL: `postgres://${username}:${password}@${standbys}${pathname}`,
      ...(way === "pgbouncer" ? pooled : {}),
    };
  }

  /** Past every proxy, to one member. */
  ownUrl(member: Member, database = "maple_test"): string {
    return `postgres://postgres:${this.#superuserPassword}@127.0.0.1:${member.ownPort}/${database}`;
  }

  health(): Promise<readonly MemberHealth[]> {
    return readDatabaseHealth(this.members.map(({ restAddress }) => restAddress));
  }

  /** The member that has the lock of the leader; undefined while nobody has. */
  async leader(): Promise<Member | undefined> {
    const name = (await this.health()).find(({ role }) => role === "leader")?.name;
    return this.members.find((member) => member.name === name);
  }

  /** Waits until there is a leader, two standbys stream, and one of them confirms commits. */
  untilWhole(withinMs: number): Promise<void> {
    return untilHolds("a leader, a synchronous standby and another standby", withinMs, async () => {
      const members = await this.health();
      const works = ({ state }: MemberHealth): boolean => state === "running" || state === "streaming";
      return members.filter(works).length === 3 && members.some(({ role }) => role === "sync_standby");
    });
  }

  /** Stops everything in order; answers the processes that are left, of which there must be none. */
  async stop(): Promise<readonly string[]> {
    for (const member of this.members) {
      member.heal();
      member.disk?.free();
      member.engine.signal("SIGCONT");
    }
    await Promise.all([...this.proxies, this.pooler].map(({ engine }) => engine.end("SIGKILL")));
    // The primary last: the standbys have then confirmed everything.
    const primary = await this.leader().catch(() => undefined);
    await Promise.all(this.members.filter((each) => each !== primary).map(({ engine }) => engine.end("SIGTERM")));
    await primary?.engine.end("SIGTERM");
    await Promise.all(this.etcd.map(({ engine }) => engine.end("SIGTERM")));
    await Promise.all(this.members.map((member) => member.closeNetwork()));
    await this.#forgetGuard();
    const left = await processesOf(this.directory);
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    for (const { disk } of this.members) disk?.unmount();
    return left.map(({ pid, command }) => `${pid} ${command}`);
  }
}

async function makeProxies(
  { directory, programs, account }: Surroundings,
  members: readonly Member[],
): Promise<readonly Proxy[]> {
  const ports = await freePorts(6);
  const local = (index: number): string => `127.0.0.1:${ports[index]}`;
  return [0, 1].map((index) => {
    const name = `haproxy${index + 1}`;
    const file = join(directory, `${name}.cfg`);
    const values = members.flatMap(({ name: member, postgresAddress, restAddress }) => {
      const [host = "", port = ""] = restAddress.split(":");
      const key = member.toUpperCase();
      return [
        [key, postgresAddress],
        [`${key}_REST_HOST`, host],
        [`${key}_REST_PORT`, port],
      ] as const;
    });
    const listens = { PRIMARY_LISTEN: local(index), STANDBYS_LISTEN: local(index + 2), STATE_LISTEN: local(index + 4) };
    writeFileSync(file, fillSettings("haproxy.cfg", { ...Object.fromEntries(values), ...listens }));
    const engine = new Engine({
      name,
      command: account.command(programs.haproxy, ["-db", "-f", file]),
      logFile: join(directory, `${name}.log`),
    });
    return {
      engine,
      primaryAddress: local(index),
      standbysAddress: local(index + 2),
      stateUrl: `http://${local(index + 4)}`,
    };
  });
}

async function makePooler(
  { directory, programs, account }: Surroundings,
  [proxy]: readonly Proxy[],
  roles: Roles,
): Promise<Pooler> {
  const [port] = await freePorts(1);
  const [host = "", primaryPort = ""] = proxy?.primaryAddress.split(":") ?? [];
  const [file, users] = [join(directory, "pgbouncer.ini"), join(directory, "pgbouncer.users")];
  const values = {
    PRIMARY_HOST: host,
    PRIMARY_PORT: primaryPort,
    POOLER_HOST: "127.0.0.1",
    POOLER_PORT: String(port),
    USERS_FILE: users,
  };
  writeFileSync(file, fillSettings("pgbouncer.ini", values));
  writeFileSync(users, `"maple_service" "${roles.service}"\n`);
  const command = account.command(programs.pgbouncer, [file]);
  const engine = new Engine({ name: "pgbouncer", command, logFile: join(directory, "pgbouncer.log") });
  return { engine, address: `127.0.0.1:${port}` };
}

function giveTo({ uid, gid }: { readonly uid: number; readonly gid: number }, paths: readonly string[]): void {
  if (process.getuid?.() !== 0) return;
  for (const path of paths) {
    mkdirSync(path, { recursive: true });
    chownSync(path, uid, gid);
  }
}

const newPassword = (): string => randomBytes(16).toString("hex");
