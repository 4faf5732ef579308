/** SQL of the tables that are held for guests who are about to book. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { row } from "../../platform/postgres/sql-types.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

/** The tables of one live hold. */
export interface HeldTables {
  readonly hold_id: Id<"bkh">;
  readonly unit_ids: string[];
  readonly party_size: number;
  readonly starts_at: Instant;
  /** With the buffer. */
  readonly until: Instant;
  readonly expires_at: Instant;
}

const listStatement = defineStatement({
  name: "list-held-tables",
  takes: ["text", "float8", "float8"],
  gives: row<HeldTables>({
    hold_id: "text",
    unit_ids: "text[]",
    party_size: "int4",
    starts_at: "timestamptz",
    until: "timestamptz",
    expires_at: "timestamptz",
  }),
  text: `SELECT c.owner_id AS hold_id, array_agg(c.unit_id ORDER BY c.unit_id) AS unit_ids, c.party_size, c.starts_at,
      upper(c.during) AS until, c.expires_at
    FROM claims c JOIN locations l ON l.id = c.location_id
    WHERE c.location_id = $1 AND c.expires_at > clock_timestamp() + l.clock_offset_seconds * interval '1 second'
      AND c.during && tstzrange(to_timestamp($2::float8 / 1000), to_timestamp($3::float8 / 1000))
    GROUP BY c.owner_id, c.party_size, c.starts_at, c.during, c.expires_at ORDER BY c.starts_at, c.owner_id`,
});

/** The live holds whose tables are wanted within a time, by their start. */
export function listHeldTables(
  db: Db,
  locationId: Id<"str">,
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<HeldTables[]> {
  return db.rows(listStatement, [locationId, from, until]);
}
