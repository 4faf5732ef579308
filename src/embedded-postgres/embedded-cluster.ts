/**
 * The files of the embedded server: made once, whole or not at all, and owned by the account that runs it. A crash while
 * they are made leaves a staging directory, which the next start removes. Everything here runs under the directory lock.
 *
 *   dataDir/password     generated, 0600
 *   dataDir/cluster/     the PostgreSQL data directory
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { serverVariables, type Account } from "./embedded-account.ts";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { clusterHome } from "./embedded-home.ts";

export const superuser = "maple";

export interface Cluster {
  readonly directory: string;
  readonly password: string;
}

/** Finds the cluster of a data directory or makes it; `durable: false` leaves out the fsyncs (tests). */
export async function startCluster(
  dataDir: string,
  account: Account,
  options: { durable: boolean; log: (line: string) => void },
): Promise<Cluster> {
  const home = clusterHome(dataDir, account);
  const directory = join(home, "cluster");
  const passwordFile = join(dataDir, "password");
  removeUnfinished(home);
  if (existsSync(join(directory, "PG_VERSION"))) {
    checkVersion(directory, account.binaries.version);
    const password = readPassword(passwordFile);
    giveTo(account, directory);
    return { directory, password };
  }
  const password = existsSync(passwordFile) ? readPassword(passwordFile) : writePassword(passwordFile);
  options.log(`making a new PostgreSQL cluster in ${directory} (${account.description})`);
  await makeCluster(home, password, account, options);
  return { directory, password };
}

/** The initdb of a killed start may still be writing there, hence the retries. */
function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith("cluster-new-"))
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function checkVersion(directory: string, version: string): void {
  const made = readFileSync(join(directory, "PG_VERSION"), "utf8").trim();
  const major = version.split(".")[0];
  if (made === major) return;
  throw new EmbeddedPostgresError(
    `${directory} was made by PostgreSQL ${made}; this Maple brings ${major}. ` +
      "Dump it with the old version and restore it, or start with another MAPLE_DATA_DIR.",
  );
}

function readPassword(file: string): string {
  const password = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (/^[0-9a-f]{32,}$/.test(password)) return password;
  throw new EmbeddedPostgresError(`${file} is missing or damaged: without it the cluster beside it cannot be opened.`);
}

function writePassword(file: string): string {
  const password = randomBytes(24).toString("hex");
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  syncPath(`${file}.new`);
  renameSync(`${file}.new`, file);
  return password;
}

/** initdb in a staging directory, then one rename: a cluster that exists is a whole one. */
async function makeCluster(
  home: string,
  password: string,
  account: Account,
  options: { durable: boolean },
): Promise<void> {
  const staging = mkdtempSync(join(home, "cluster-new-"));
  const passwordFile = join(staging, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [staging, passwordFile]) giveTo(account, path);
  const fresh = join(staging, "cluster");
  const args = [
    `--pgdata=${fresh}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(options.durable ? [] : ["--no-sync"]),
  ];
  await runInitdb(account, args, home);
  renameSync(fresh, join(home, "cluster"));
  // Without this the rename could be lost in a power cut, together with commits made since.
  syncPath(home);
  rmSync(staging, { recursive: true, force: true });
}

async function runInitdb(account: Account, args: readonly string[], cwd: string): Promise<void> {
  const command = account.command(account.binaries.initdb, args);
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd,
    env: serverVariables,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new EmbeddedPostgresError(initdbFailure(account.description, output));
}

/** What initdb said, and what to do where it says that badly: users of containers often have a number and no name. */
export function initdbFailure(account: string, output: string): string {
  const failed = `initdb failed (${account}):\n${output.trim()}`;
  return /look up effective user ID/.test(output)
    ? `${failed}\nPostgreSQL runs only as a user with a name: add one to /etc/passwd, or name a server in DATABASE_URL.`
    : failed;
}

/** Makes the account the owner of a file, or of a whole cluster that another account ran before. */
function giveTo(account: Account, path: string): void {
  const stat = lstatSync(path);
  const { uid, gid } = account.owner;
  if (uid === -1 || stat.uid === uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(`${path} belongs to user ${stat.uid}, not to the user of this process (${uid}).`);
  }
  if (!stat.isDirectory()) return chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
  // The top last: its owner says that all below it is done.
  chownSync(path, uid, gid);
}

function syncPath(path: string): void {
  // Windows cannot open a directory; there the rename is ordered by the file system.
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
