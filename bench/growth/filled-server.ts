/**
 * A durable server with the two filled databases. They are filled by a server that is not durable, which ends before this
 * one begins. What was filled in the directory before is used again.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { BenchProcesses } from "../../proofs/rig/processes.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../src/embedded-postgres/embedded.ts";
import { fillingSettings, fillSide, type FilledSide } from "./fill-side.ts";
import { readSide, refuseOther, writeSide } from "./kept-side.ts";
import type { Scale } from "./scales.ts";

/** A database that has grown by more while it was measured is filled again. */
const mostGrowth = 1.1;

export interface FilledServer {
  readonly postgres: EmbeddedPostgres;
  readonly small: FilledSide;
  readonly large: FilledSide;
}

export interface Wanted {
  /** For the server's files and for what is known of them. */
  readonly directory: string;
  readonly scales: Readonly<Record<SideName, Scale>>;
  readonly processes: BenchProcesses;
}

type SideName = (typeof names)[number];
const names = ["small", "large"] as const;

/** Fills what is not there yet; throws where the directory holds databases of another scale. */
export async function startFilled({ directory, scales, processes }: Wanted): Promise<FilledServer> {
  mkdirSync(directory, { recursive: true });
  for (const name of names) refuseOther(directory, name, scales[name]);
  const dataDir = join(directory, "postgres");
  const start = (settings: Readonly<Record<string, string>>): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  const sides = new Map(names.map((name) => [name, readSide(directory, name)]));
  let postgres = await start({});
  const missing: SideName[] = [];
  for (const [name, side] of sides) if (side === undefined || (await hasGrown(postgres, side))) missing.push(name);
  if (missing.length > 0) {
    await postgres.stop();
    const filling = await start(fillingSettings);
    try {
      for (const name of missing) {
        const side = await fillSide({ postgres: filling, processes }, name, scales[name]);
        writeSide(directory, side);
        sides.set(name, side);
      }
    } finally {
      await processes.endAll();
      await filling.stop();
    }
    // What the server without fsync wrote reaches the disk now, and not while something is measured.
    spawnSync("sync");
    postgres = await start({});
  }
  const [small, large] = [sides.get("small"), sides.get("large")];
  if (small === undefined || large === undefined) throw new Error("a database was not filled");
  return { postgres, small, large };
}

/** Orders that were placed while it was measured stay. */
async function hasGrown(server: EmbeddedPostgres, { name, scale }: FilledSide): Promise<boolean> {
  const client = new pg.Client({ connectionString: server.url(`maple_${name}`) });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly orders: number }>(
      "SELECT reltuples AS orders FROM pg_class WHERE oid = 'orders'::regclass",
    );
    return (rows[0]?.orders ?? 0) > scale.orders * mostGrowth;
  } finally {
    await client.end();
  }
}
