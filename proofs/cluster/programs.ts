/** The programs of others that the reference cluster is made of, as Debian installs them. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const packages = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
  postgres: "postgresql-15",
} as const;

export type ProgramName = keyof typeof packages;
export type Programs = Readonly<Record<ProgramName, string>>;

/** Whether every program was found. */
export function isWhole(found: Programs | readonly ProgramName[]): found is Programs {
  return !Array.isArray(found);
}

/** What is not installed, for a person. */
export function missingText(missing: readonly ProgramName[]): string {
  return [
    `The cluster needs programs that are not installed here: ${missing.join(", ")}.`,
    `On Debian 12: apt-get install --no-install-recommends ${missing.map((name) => packages[name]).join(" ")}`,
    "Debian starts what it installs: systemctl disable --now patroni etcd haproxy pgbouncer postgresql, where systemd runs.",
  ].join("\n");
}

/** Where each program is, or the names of those that are not installed. */
export function findPrograms(isThere: (file: string) => boolean = existsSync): Programs | readonly ProgramName[] {
  const folders = ["/usr/sbin", "/usr/local/sbin", "/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const found = new Map<ProgramName, string>();
  for (const name of Object.keys(packages) as ProgramName[]) {
    const file = [...(name === "postgres" ? postgresFolders() : []), ...folders]
      .map((folder) => join(folder, name))
      .find((path) => isThere(path));
    if (file !== undefined) found.set(name, file);
  }
  const missing = (Object.keys(packages) as ProgramName[]).filter((name) => !found.has(name));
  return missing.length > 0 ? missing : (Object.fromEntries(found) as Record<ProgramName, string>);
}

/** Debian keeps each version of PostgreSQL in a folder of its own; 15 is the one of the reference. */
function postgresFolders(): string[] {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).filter((name) => Number(name) >= 15) : [];
  return versions.toSorted((a, b) => Number(a) - Number(b)).map((version) => join(root, version, "bin"));
}
