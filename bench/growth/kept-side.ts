/** What a directory says of a database that was filled in it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FilledSide } from "./fill-side.ts";
import type { Scale } from "./scales.ts";

/** Evenings and weeks of the filled rows are counted from the day they were filled. */
const keptMs = 2 * 86_400_000;

interface Kept {
  readonly at: number;
  readonly side: FilledSide;
}

/** Undefined where it was not filled yet, or not to the end. */
export function readSide(directory: string, name: string): FilledSide | undefined {
  return read(directory, name)?.side;
}

/** Only once it is filled. */
export function writeSide(directory: string, side: FilledSide): void {
  const kept: Kept = { at: Date.now(), side };
  writeFileSync(fileOf(directory, side.name), JSON.stringify(kept), { mode: 0o600 });
}

/** Throws where the directory holds a database of another scale, or an old one. */
export function refuseOther(directory: string, name: string, scale: Scale, now = Date.now()): void {
  const kept = read(directory, name);
  if (kept === undefined) return;
  const [there, wanted] = [kept.side.scale, scale].map(inWords);
  if (there !== wanted)
    throw new Error(`${directory} was filled with ${there}, not with ${wanted}: name another directory`);
  if (now - kept.at > keptMs) throw new Error(`${directory} was filled more than two days ago: remove it`);
}

function inWords({ orders, bookings, locations }: Scale): string {
  return `${orders} orders, ${bookings} bookings and ${locations} locations`;
}

function read(directory: string, name: string): Kept | undefined {
  const file = fileOf(directory, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Kept) : undefined;
}

function fileOf(directory: string, name: string): string {
  return join(directory, `${name}.json`);
}
