/** Marks of a board on an order that change nothing for anybody else: that it was seen, and that a ticket was printed. */
import type { Instant } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { recordLiveChange } from "../../live/record-live-change.command.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { addPrint, silence } from "./board-orders.sql.ts";

/** An order at a location, whose boards are told. */
export interface OrderAtBoard {
  readonly id: Id<"ord">;
  readonly location_id: Id<"str">;
}

/** Silences every tablet of the location for this order for 60 seconds (rules/board 2.5); answers until when. */
export async function noteSeen(tx: Tx, { id, location_id }: OrderAtBoard): Promise<Instant | Refusal<"not_found">> {
  const noted = await silence(tx, id);
  if (noted === undefined) return refuse("not_found", `there is no order ${id}`);
  recordLiveChange(tx, location_id, "orders", id);
  return noted.seen_until;
}

/** Counts a printed ticket (rules/board 2.6); answers how many there are. */
export async function notePrinted(tx: Tx, { id, location_id }: OrderAtBoard): Promise<number | Refusal<"not_found">> {
  const noted = await addPrint(tx, id);
  if (noted === undefined) return refuse("not_found", `there is no order ${id}`);
  recordLiveChange(tx, location_id, "orders", id);
  return noted.printed;
}
