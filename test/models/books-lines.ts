/** Lines of the files of the books by the names of their columns, and their sums in minor units. */
import assert from "node:assert/strict";
import { minorDigits } from "../../src/kernel/minor-units.ts";

export type Line = Readonly<Record<string, string>>;
export type Sums = Readonly<Record<string, number>>;

export const isRate = (column: string): boolean => /^tax (in prices|added): /.test(column);

/** A sale says its own parts: net, taxes and tips are its total, and its taxes those of its rates. */
export function checkLine(line: Line): void {
  assert.equal(
    minor(line, "total"),
    minor(line, "net") + minor(line, "taxes") + minor(line, "tips"),
    line["order_id"] ?? "",
  );
  const rates = Object.keys(line).filter(
    (name) => name.startsWith("tax in prices: ") || name.startsWith("tax added: "),
  );
  const all = rates.reduce((sum, rate) => sum + minor(line, rate), 0);
  assert.equal(all, minor(line, "taxes"), `${line["order_id"] ?? ""}: taxes by rate`);
  const nets = Object.keys(line).filter((name) => name.startsWith("net: "));
  const net = nets.reduce((sum, name) => sum + minor(line, name), 0);
  assert.equal(net, minor(line, "net"), `${line["order_id"] ?? ""}: net by rate`);
}

/** An amount of a line in minor units; fails where it is no number that a spreadsheet reads. */
export function minor(line: Line | undefined, column: string): number {
  const text = line?.[column] ?? "0";
  if (text === "") return 0;
  assert.match(text, /^-?\d+(\.\d+)?$/);
  return Math.round(Number(text) * 10 ** minorDigits(line?.["currency"] ?? ""));
}

export function sumBy(lines: readonly Line[], by: string, column: string): Sums {
  const sums: Record<string, number> = {};
  for (const line of lines) {
    const key = `${line[by] ?? ""} ${line["currency"]}`;
    sums[key] = (sums[key] ?? 0) + minor(line, column);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** The amounts of one column by day and currency. */
export function pick(sums: Sums | undefined, column: string): Sums {
  return Object.fromEntries(
    Object.entries(sums ?? {}).flatMap(([key, sum]) =>
      key.endsWith(` ${column}`) ? [[key.slice(0, -column.length - 1), sum]] : [],
    ),
  );
}

/** Lines of a file by the names of its columns. */
export function linesOf(text: string): readonly Line[] {
  const [head = [], ...rows] = text
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""])));
}
