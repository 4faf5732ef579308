/** A PostgreSQL with pgBackRest beside it: archives WAL, makes backups, is killed, is restored in another folder. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount, type Account } from "../../src/embedded-postgres/embedded-account.ts";
import { Engine, freePorts } from "../cluster/engine.ts";
import { fillSettings } from "../cluster/settings.ts";

export interface RestorePrograms {
  readonly postgres: string;
  readonly pgbackrest: string;
}

/** Short, so that a proof need not wait for a minute; operators have 60 s (docs/operating.md, "Backups"). */
const archiveSeconds = 5;

export class ArchivedServer {
  readonly #directory: string;
  readonly #programs: RestorePrograms;
  readonly #account: Account;
  readonly #password = randomBytes(16).toString("hex");
  readonly #cipher = randomBytes(24).toString("hex");

  constructor(directory: string, programs: RestorePrograms) {
    const bin = join(programs.postgres, "..");
    const named = { initdb: join(bin, "initdb"), postgres: programs.postgres, pgCtl: join(bin, "pg_ctl") };
    this.#account = chooseAccount({ root: join(bin, ".."), version: "of the system", ...named });
    [this.#directory, this.#programs] = [directory, programs];
    for (const part of [".", "repository", "locks", "sockets"]) this.#folder(part);
    writeFileSync(join(directory, "password"), `${this.#password}\n`);
  }

  /** Makes an empty PostgreSQL that archives, on a free port; not started yet. */
  async create(): Promise<Server> {
    const data = this.#folder("data");
    const { owner } = this.#account;
    if (process.getuid?.() === 0) chownSync(join(this.#directory, "password"), owner.uid, owner.gid);
    const words = ["-D", data, "-U", "postgres", "--auth=scram-sha-256", "-E", "UTF8", "--locale=C.UTF-8"];
    this.#run(join(this.#programs.postgres, "..", "initdb"), [
      ...words,
      `--pwfile=${join(this.#directory, "password")}`,
    ]);
    return this.#server("data", data, true);
  }

  /** Restores to a point in time, as PostgreSQL writes times, into a folder of its own; not started yet. */
  async restore(point: string): Promise<Server> {
    const data = this.#folder("restored");
    const server = await this.#server("restored", data, false);
    this.#backrest(server, [
      "--type=time",
      `--target=${point}`,
      "--target-action=promote",
      "--archive-mode=off",
      "restore",
    ]);
    return server;
  }

  /** Begins the repository. */
  prepare(server: Server): void {
    this.#backrest(server, ["stanza-create"]);
  }

  /** Makes a backup; answers how long it took, in milliseconds. */
  backUp(server: Server, type: "full" | "diff"): number {
    const began = performance.now();
    this.#backrest(server, [`--type=${type}`, "backup"]);
    return performance.now() - began;
  }

  #folder(name: string): string {
    const path = join(this.#directory, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { owner } = this.#account;
    if (process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
    return path;
  }

  async #server(name: string, data: string, archives: boolean): Promise<Server> {
    const [port = 0] = await freePorts(1);
    const settingsFile = join(this.#directory, `${name}.conf`);
    const values = {
      REPOSITORY: join(this.#directory, "repository"),
      CIPHER_PASSWORD: this.#cipher,
      LOCK_DIRECTORY: join(this.#directory, "locks"),
      SPOOL_DIRECTORY: this.#folder("spool"),
      DATA_DIRECTORY: data,
      POSTGRES_PORT: String(port),
      SOCKET_DIRECTORY: join(this.#directory, "sockets"),
    };
    writeFileSync(settingsFile, fillSettings("pgbackrest.conf", values));
    const push = `${this.#programs.pgbackrest} --config=${settingsFile} --stanza=maple archive-push %p`;
    const settings = {
      port: String(port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: values.SOCKET_DIRECTORY,
      ...(archives
        ? { archive_mode: "on", archive_command: push, archive_timeout: `${archiveSeconds}s` }
        : { archive_mode: "off" }),
    };
    const args = ["-D", data, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])];
    return {
      settingsFile,
      url: `postgres://postgres:${this.#password}@127.0.0.1:${port}/postgres?target_session_attrs=read-write`,
      engine: new Engine({
        name,
        command: this.#account.command(this.#programs.postgres, args),
        logFile: join(this.#directory, `${name}.log`),
      }),
    };
  }

  #backrest({ settingsFile }: Server, words: readonly string[]): void {
    this.#run(this.#programs.pgbackrest, [`--config=${settingsFile}`, "--stanza=maple", ...words]);
  }

  /** Runs a program to its end; throws what it said when it fails. */
  #run(program: string, words: readonly string[]): void {
    const { file, args, options } = this.#account.command(program, words);
    const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC", PGPASSWORD: this.#password };
    const ended = spawnSync(file, args, { ...options, cwd: "/", env, encoding: "utf8", timeout: 300_000 });
    if (ended.status !== 0) throw new Error(`${program} ${words.join(" ")}:\n${ended.stdout}${ended.stderr}`);
  }
}

export interface Server {
  readonly engine: Engine;
  /** The database `postgres`, as superuser. */
  readonly url: string;
  /** The settings of pgBackRest for it. */
  readonly settingsFile: string;
}
