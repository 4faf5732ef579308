/** SQL that counts the orders of staff that nobody decided in time, one after another, at a location. */
import type { Id } from "../../kernel/id.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { defineStatement } from "../../platform/postgres/statement.ts";

const countTimeout = defineStatement({
  name: "count-undecided-order",
  takes: ["text"],
  text: `INSERT INTO board_watch AS w (location_id, undecided_in_a_row) VALUES ($1, 1)
    ON CONFLICT (location_id) DO UPDATE SET undecided_in_a_row = w.undecided_in_a_row + 1`,
});

/** Counts an order of staff that nobody decided in time. */
export function sendUndecided(tx: Tx, locationId: Id<"str">): void {
  tx.send(countTimeout, [locationId]);
}

const endRow = defineStatement({
  name: "end-undecided-row",
  takes: ["text"],
  text: "UPDATE board_watch SET undecided_in_a_row = 0 WHERE location_id = $1 AND undecided_in_a_row > 0",
});

/** Begins to count anew: somebody has decided. */
export function sendDecided(tx: Tx, locationId: Id<"str">): void {
  tx.send(endRow, [locationId]);
}
