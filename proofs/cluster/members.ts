/**
 * The nodes of the cluster: three of etcd, three of PostgreSQL under Patroni, and the network between them, which can be
 * cut.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "../../src/embedded-postgres/embedded-account.ts";
import { startSilentProxy, type SilentProxy } from "../../test/stand-ins/silent-proxy.ts";
import type { ShiftedClock } from "../rig/shifted-clock.ts";
import { Engine, freePorts } from "./engine.ts";
import { LimitedDisk } from "./limited-disk.ts";
import { makeOwnClock } from "./own-clock.ts";
import type { Programs } from "./programs.ts";
import { fillSettings } from "./settings.ts";

export interface Surroundings {
  readonly directory: string;
  readonly programs: Programs;
  readonly account: Account;
  readonly passwords: { readonly superuser: string; readonly replication: string };
  readonly extras: Extras;
}

/** What the members have that is made for a fault. */
export interface Extras {
  /** A disk of limited size each. */
  readonly disks?: boolean;
  /** A clock of its own each. */
  readonly clocks?: boolean;
}

export interface EtcdNode {
  readonly engine: Engine;
  readonly url: string;
}

/** Three nodes of etcd, not started yet. */
export async function makeEtcd({ directory, programs, account }: Surroundings): Promise<readonly EtcdNode[]> {
  const names = ["etcd1", "etcd2", "etcd3"];
  const ports = await freePorts(6);
  const peer = (index: number): string => `http://127.0.0.1:${ports[index + 3]}`;
  const members = names.map((name, index) => `${name}=${peer(index)}`).join(",");
  return names.map((name, index) => {
    const url = `http://127.0.0.1:${ports[index]}`;
    const options = {
      name: name,
      "data-dir": join(directory, name),
      "listen-client-urls": url,
      "advertise-client-urls": url,
      "listen-peer-urls": peer(index),
      "initial-advertise-peer-urls": peer(index),
      "initial-cluster": members,
      "initial-cluster-state": "new",
      "initial-cluster-token": "maple",
      "enable-v2": "true",
      "log-level": "warn",
    };
    const args = Object.entries(options).map(([key, value]) => `--${key}=${value}`);
    const engine = new Engine({
      name,
      command: account.command(programs.etcd, args),
      logFile: join(directory, `${name}.log`),
    });
    return { engine, url };
  });
}

/** One node with PostgreSQL and its Patroni. Everything that reaches it passes proxies, and so does its way to etcd. */
export interface Member {
  readonly name: string;
  readonly engine: Engine;
  readonly dataDirectory: string;
  /** What others reach it by: host and port. */
  readonly postgresAddress: string;
  readonly restAddress: string;
  /** The port of PostgreSQL itself, for looks past a cut. */
  readonly ownPort: number;
  readonly disk: LimitedDisk | undefined;
  readonly clock: ShiftedClock | undefined;
  /** The process of PostgreSQL; undefined when it does not run. */
  postmaster(): number | undefined;
  cut(): void;
  heal(): void;
  closeNetwork(): Promise<void>;
}

/** The calls by which a primary without etcd asks the others whether it may go on: in a cut they must not arrive. */
const asksOthers = (bytes: Buffer): boolean => bytes.subarray(0, 14).toString("latin1") === "POST /failsafe";

/** Three nodes of PostgreSQL, not started yet. */
export async function makeMembers(surroundings: Surroundings, etcd: readonly EtcdNode[]): Promise<readonly Member[]> {
  const ports = await freePorts(6);
  const cutOff = new Set<string>();
  const members: Member[] = [];
  for (const [index, name] of ["db1", "db2", "db3"].entries()) {
    const [ownPort = 0, restPort = 0] = [ports[index], ports[index + 3]];
    const swallows = (bytes: Buffer): boolean => cutOff.size > 0 && asksOthers(bytes);
    const network = {
      postgres: await startSilentProxy(`postgres://127.0.0.1:${ownPort}`),
      rest: await startSilentProxy(`http://127.0.0.1:${restPort}`, swallows),
      etcd: await Promise.all(etcd.map(({ url }) => startSilentProxy(url))),
    };
    const home = join(surroundings.directory, name);
    const disk = surroundings.extras.disks === true ? new LimitedDisk(home) : undefined;
    const own =
      surroundings.extras.clocks === true ? makeOwnClock(`${home}-clock`, surroundings.programs.postgres) : undefined;
    const programs = own?.programs ?? join(surroundings.programs.postgres, "..");
    const paths = writeMember(surroundings, name, { ownPort, restPort, programs, network });
    const engine = new Engine({
      name,
      command: surroundings.account.command(surroundings.programs.patroni, [paths.file]),
      logFile: join(surroundings.directory, `${name}.log`),
      // The nodes of etcd are the proxies, not those that etcd names.
      environment: { PATRONI_ETCD_USE_PROXIES: "true" },
    });
    const all = [network.postgres, network.rest, ...network.etcd];
    members.push({
      name,
      engine,
      ownPort,
      disk,
      clock: own?.clock,
      dataDirectory: paths.data,
      postgresAddress: hostOf(network.postgres),
      restAddress: hostOf(network.rest),
      postmaster: () => readPostmaster(paths.data),
      cut() {
        cutOff.add(name);
        for (const proxy of all) proxy.cut();
      },
      heal() {
        cutOff.delete(name);
        for (const proxy of all) proxy.heal();
      },
      closeNetwork: async () => void (await Promise.all(all.map((proxy) => proxy.close()))),
    });
  }
  return members;
}

interface MemberNetwork {
  readonly ownPort: number;
  readonly restPort: number;
  readonly programs: string;
  readonly network: {
    readonly postgres: SilentProxy;
    readonly rest: SilentProxy;
    readonly etcd: readonly SilentProxy[];
  };
}

function writeMember(
  { directory, passwords }: Surroundings,
  name: string,
  { ownPort, restPort, programs, network }: MemberNetwork,
): { readonly file: string; readonly data: string } {
  const home = join(directory, name);
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o700);
  const [file, data] = [join(home, "patroni.yml"), join(home, "data")];
  const text = fillSettings("patroni.yml", {
    MEMBER: name,
    REST_LISTEN: `127.0.0.1:${restPort}`,
    REST_ADDRESS: hostOf(network.rest),
    ETCD_HOSTS: network.etcd.map(hostOf).join(","),
    ARCHIVE_COMMAND: "/bin/true",
    POSTGRES_LISTEN: `127.0.0.1:${ownPort}`,
    POSTGRES_ADDRESS: hostOf(network.postgres),
    DATA_DIRECTORY: data,
    POSTGRES_PROGRAMS: programs,
    PGPASS_FILE: join(home, "pgpass"),
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
    // A path of a socket may have 107 bytes, which a folder for temporary files can exceed.
    SOCKET_DIRECTORY: '""',
    NETWORK: "127.0.0.1/32",
  });
  writeFileSync(file, text, { mode: 0o600 });
  return { file, data };
}

const hostOf = (proxy: SilentProxy): string => new URL(proxy.through("http://x")).host;

function readPostmaster(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
