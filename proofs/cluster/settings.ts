/** The files of `deploy/cluster`, filled in: the cluster runs with the files that operators copy. */
import { readFileSync } from "node:fs";

export type SettingsFile = "patroni.yml" | "haproxy.cfg" | "pgbouncer.ini" | "pgbackrest.conf";

/** The text of a file of `deploy/cluster` with a value for each of its variables; throws when the two differ. */
export function fillSettings(file: SettingsFile, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(new URL(`../../deploy/cluster/${file}`, import.meta.url), "utf8");
  const used = new Set<string>();
  const filled = text
    .split("\n")
    .map((line) => (/^[#;]/.test(line) ? line : fillLine(line, values, used)))
    .join("\n");
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${file} has no ${unused.join(", ")}`);
  return filled;
}

function fillLine(line: string, values: Readonly<Record<string, string>>, used: Set<string>): string {
  return line.replaceAll(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    used.add(name);
    return value;
  });
}
