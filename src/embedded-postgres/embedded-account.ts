/**
 * Chooses the account under which PostgreSQL runs. PostgreSQL refuses root. A Maple that runs as root therefore starts it
 * in a user namespace or as an ordinary user of the machine. In the namespace root has an ordinary number; outside of it
 * PostgreSQL still has the rights of root on files. Called once per start, before anything is written.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readableCopy, type Binaries } from "./embedded-binaries.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";

export type AccountKind = "self" | "namespace" | "user";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { readonly uid?: number; readonly gid?: number };
}

export interface Account {
  readonly kind: AccountKind;
  /** For a person: "in a user namespace", "as the user postgres". */
  readonly description: string;
  /** Who must own the files of the cluster, as seen from here. */
  readonly owner: { readonly uid: number; readonly gid: number };
  readonly binaries: Binaries;
  command(program: string, args: readonly string[]): Command;
}

interface Person {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Finds an account that can run the server; `force` restricts the choice as root. Throws with what was tried. */
export function chooseAccount(installed: Binaries, force?: AccountKind): Account {
  if (process.getuid?.() !== 0) return ownAccount(installed);
  const tried: string[] = [];
  const people = ordinaryPeople();
  for (const account of candidates(installed, people, force, tried)) {
    const problem = probe(account.command(account.binaries.postgres, ["--version"]));
    if (problem === undefined) return account;
    tried.push(`${account.description}: ${problem}`);
  }
  if (people.length === 0) tried.push("/etc/passwd names neither nobody nor postgres");
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root, and no other way worked here.\n" +
      tried.map((line) => `  tried ${line}\n`).join("") +
      "Run Maple as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

function* candidates(
  installed: Binaries,
  people: readonly Person[],
  force: AccountKind | undefined,
  tried: string[],
): Generator<Account> {
  const [first] = people;
  if (first !== undefined && process.platform === "linux" && force !== "user") yield namespaceAccount(installed, first);
  if (force === "namespace") return;
  for (const person of people) yield userAccount(installed, person);
  let copy: Binaries;
  try {
    copy = readableCopy(installed);
  } catch (error) {
    tried.push(error instanceof Error ? error.message : String(error));
    return;
  }
  for (const person of people) yield userAccount(copy, person);
}

function ownAccount(binaries: Binaries): Account {
  return {
    kind: "self",
    description: "as the user of this process",
    owner: { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 },
    binaries,
    command: (file, args) => ({ file, args, options: {} }),
  };
}

function namespaceAccount(binaries: Binaries, person: Person): Account {
  const unshare = ["--user", `--map-user=${person.uid}`, `--map-group=${person.gid}`, "--"];
  return {
    kind: "namespace",
    description: "in a user namespace (unshare --user)",
    owner: { uid: 0, gid: 0 },
    binaries,
    command: (program, args) => ({
      file: "unshare",
      args: [...unshare, program, ...args],
      options: {},
    }),
  };
}

function userAccount(binaries: Binaries, person: Person): Account {
  const { uid, gid } = person;
  return {
    kind: "user",
    description: `as the user ${person.name}, programs in ${binaries.root}`,
    owner: { uid, gid },
    binaries,
    command: (file, args) => ({ file, args, options: { uid, gid } }),
  };
}

/** initdb looks its own user up, so the number must be one that the machine knows. */
function ordinaryPeople(): Person[] {
  const people: Person[] = [];
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name = "", , uid, gid] = line.split(":");
    if (name === "postgres" || name === "nobody") people.push({ name, uid: Number(uid), gid: Number(gid) });
  }
  return people.filter(({ uid }) => uid > 0).toSorted((a, b) => b.name.localeCompare(a.name));
}

/** Runs a quick command to see whether it works; undefined when it does, else why not, in one line. */
export function probe(command: Command): string | undefined {
  const result = spawnSync(command.file, command.args, {
    ...command.options,
    cwd: "/",
    env: serverVariables,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: 10_000,
  });
  if (result.status === 0) return undefined;
  return result.error?.message ?? (result.stderr.trim().split("\n")[0] || `exit ${result.status ?? result.signal}`);
}

/**
 * No variable of Maple's own process reaches the server: no secret, no PG* variable, no locale. Programs are looked up in
 * the directories of the system, not in those of whoever started us.
 */
export const serverVariables: Readonly<NodeJS.ProcessEnv> = {
  LC_ALL: "C",
  TZ: "UTC",
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin",
};
