/** Turns an answer of the service into lines for a person. */
import type { Command } from "./command.ts";

/** A list as a table; an object as its fields with the ones that matter first, and the tables of its lists behind them. */
export function printAnswer(command: Command, answer: unknown, service: "test" | "live" = "test"): string {
  if (!isObject(answer)) return `${cell(answer)}\n`;
  if (Array.isArray(answer["data"]) && answer["object"] === "list") return table(command.columns, answer["data"]);
  const all = flatten("", answer);
  const lines = `${fields(command.columns, withoutTables(command, all))}${tablesOf(command, all)}`;
  const env = service === "live" ? " --env live" : "";
  const afterwards = command.afterwards?.replaceAll("{id}", cell(answer["id"])).replaceAll("{env}", env);
  return afterwards === undefined ? lines : `${lines}\n${afterwards}\n`;
}

type Line = readonly [name: string, value: unknown];

function withoutTables({ tables = {} }: Command, all: readonly Line[]): readonly Line[] {
  return all.filter(([name]) => tables[name] === undefined);
}

/** Each list of objects under its name; one that the answer does not have is left out. */
function tablesOf({ tables = {} }: Command, all: readonly Line[]): string {
  return Object.entries(tables)
    .map(([name, columns]) => {
      const rows = all.find(([each]) => each === name)?.[1];
      return Array.isArray(rows) ? `\n${name.replaceAll(/[_.]/g, " ")}:\n${table(columns, rows)}` : "";
    })
    .join("");
}

/** Rows under the names of their columns. */
export function table(columns: readonly string[], rows: readonly unknown[]): string {
  if (rows.length === 0) return "none\n";
  const cells = rows.map((row) => columns.map((column) => cell(isObject(row) ? row[column] : undefined)));
  const grid = [columns.map((column) => column.toUpperCase().replaceAll("_", " ")), ...cells];
  const widths = columns.map((_, index) => Math.max(...grid.map((row) => (row[index] ?? "").length)));
  return grid
    .map(
      (row) =>
        `${row
          .map((text, index) => text.padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function fields(first: readonly string[], all: readonly Line[]): string {
  const lines = all.filter(([name]) => name !== "object");
  const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  const sorted = lines.toSorted(([a], [b]) => rank(a) - rank(b));
  const width = Math.max(0, ...sorted.map(([name]) => name.length));
  return sorted.map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}\n`).join("");
}

/** `{address: {city}}` as `address.city`. */
function flatten(prefix: string, value: Readonly<Record<string, unknown>>): Line[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    isObject(inner) ? flatten(`${prefix}${name}.`, inner) : [[`${prefix}${harmless(name)}`, inner] as const],
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "-";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return harmless(value.join(","));
  return harmless(typeof value === "string" ? value : JSON.stringify(value));
}

/** Partners write some of these texts: their control characters must not steer the operator's terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}|\p{Cf}/gu, (character) =>
    character === "\n" || character === "\t" ? " " : `\\u${character.codePointAt(0)?.toString(16).padStart(4, "0")}`,
  );
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
