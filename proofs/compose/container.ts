/**
 * A container without Docker: a root of its own over that of this machine, only read where compose says so, a network with
 * one address, the user of the image, and nothing of the environment. For Linux and root, in namespaces of its own.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { appendFileSync, globSync, mkdirSync, openSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root as checkout, type ContainerPlan } from "./composed.ts";

const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

export interface Machine {
  readonly folder: string;
  /** The tree of the image of Maple. */
  readonly tree: string;
  readonly hosts: string;
}

/** Runs a program to its end; throws what it said when it failed. */
export function must(file: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

export class Container {
  readonly plan: ContainerPlan;
  readonly #root: string;
  readonly #logFile: string;
  #child: ChildProcess | undefined;
  #isStopping = false;

  constructor(plan: ContainerPlan, { folder, tree, hosts }: Machine) {
    this.plan = plan;
    const own = join(folder, "containers", plan.name);
    this.#root = join(own, "root");
    this.#logFile = join(folder, `${plan.name}.log`);
    writeFileSync(this.#logFile, "");
    this.#join();
    this.#makeRoot(own);
    this.#mount(process.execPath, "/usr/local/bin/node", true);
    this.#mount(hosts, "/etc/hosts", true);
    this.#mount(tree, "/opt/maple", false);
    for (const { source, target, isFile } of plan.mounts) {
      const from = isFile ? join(checkout, source) : join(folder, "volumes", source);
      if (!isFile) this.#giveVolume(from);
      this.#mount(from, target, isFile);
    }
    for (const target of plan.tmpfs) {
      mkdirSync(join(this.#root, target), { recursive: true });
      must("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", join(this.#root, target));
    }
    if (plan.isReadOnly) must("mount", "-o", "remount,ro", this.#root);
  }

  /** Gives the container its place in the network. */
  #join(): void {
    const { name, address } = this.plan;
    must("ip", "netns", "add", name);
    must("ip", "link", "add", `v-${name}`, "type", "veth", "peer", "name", "eth0", "netns", name);
    must("ip", "link", "set", `v-${name}`, "master", "maple0", "up");
    must("ip", "-n", name, "addr", "add", `${address}/24`, "dev", "eth0");
    for (const device of ["lo", "eth0"]) must("ip", "-n", name, "link", "set", device, "up");
  }

  #makeRoot(own: string): void {
    mkdirSync(own, { recursive: true });
    must("mount", "-t", "tmpfs", "tmpfs", own);
    for (const name of ["root", "upper", "work"]) mkdirSync(join(own, name));
    const layers = `lowerdir=/,upperdir=${join(own, "upper")},workdir=${join(own, "work")}`;
    must("mount", "-t", "overlay", "overlay", "-o", layers, this.#root);
    for (const name of ["dev", "proc", "sys"]) must("mount", "--rbind", `/${name}`, join(this.#root, name));
  }

  #mount(source: string, target: string, isFile: boolean): void {
    const to = join(this.#root, target);
    mkdirSync(isFile ? dirname(to) : to, { recursive: true });
    if (isFile) appendFileSync(to, "");
    must("mount", "--bind", source, to);
  }

  /** Docker gives a new volume the owner that its place has in the image. */
  #giveVolume(volume: string): void {
    mkdirSync(volume, { recursive: true });
    must("chown", this.plan.user, volume);
  }

  start(): void {
    this.#isStopping = false;
    const log = openSync(this.#logFile, "a");
    const [file = "", ...args] = this.#words(this.plan.command);
    this.#child = spawn(file, args, { env: {}, detached: true, stdio: ["ignore", log, log] });
    this.#child.once("exit", (code) => {
      const again = this.plan.restart === "unless-stopped" || (this.plan.restart === "on-failure" && code !== 0);
      if (again && !this.#isStopping) setTimeout(() => this.start(), 1_000);
    });
  }

  get isStarted(): boolean {
    return this.#child !== undefined;
  }

  get hasCompleted(): boolean {
    return this.#child?.exitCode === 0;
  }

  /** Ended, and is not started again. */
  get hasFailed(): boolean {
    return this.plan.restart === "no" && (this.#child?.exitCode ?? 0) !== 0;
  }

  isHealthy(): boolean {
    return this.isStarted && this.plan.healthCheck !== undefined && this.run(this.plan.healthCheck).status === 0;
  }

  /** Runs words in the container, as `docker exec` does. */
  run(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const [file = "", ...args] = this.#words(words, environment);
    return spawnSync(file, args, { env: {}, encoding: "utf8", timeout: 60_000 });
  }

  #words(words: readonly string[], environment: Readonly<Record<string, string>> = {}): readonly string[] {
    const given = Object.entries({ PATH: path, ...this.plan.environment, ...environment });
    const workingDirectory = this.plan.command.some((word) => word.startsWith("/opt/maple")) ? "/opt/maple" : "/";
    const enter = ["/usr/sbin/ip", "netns", "exec", this.plan.name, "/usr/sbin/chroot", `--userspec=${this.plan.user}`];
    const clean = ["/usr/bin/env", "-i", "-C", workingDirectory, ...given.map(([name, value]) => `${name}=${value}`)];
    return [...enter, this.#root, ...clean, ...words];
  }

  /** Ends every process of the container at once, as a power cut does, and leaves it ended. */
  kill(): void {
    this.#isStopping = true;
    // One that ended meanwhile is not there to be killed.
    for (const pid of this.#processes()) spawnSync("/usr/bin/kill", ["-KILL", String(pid)]);
  }

  /** Stops as `docker stop`; answers the exit code. */
  async stop(): Promise<number | null> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const late = setTimeout(() => this.kill(), 60_000);
    await ended;
    clearTimeout(late);
    return child.exitCode;
  }

  #processes(): readonly number[] {
    return globSync("/proc/[0-9]*")
      .filter((each) => rootOf(each) === this.#root)
      .map((each) => Number(each.slice("/proc/".length)));
  }

  lastWords(): string {
    return `== ${this.plan.name}\n${readFileSync(this.#logFile, "utf8").slice(-1_500)}`;
  }
}

function rootOf(process: string): string | undefined {
  try {
    return readlinkSync(`${process}/root`);
  } catch {
    return undefined;
  }
}
