import type { Db } from "../platform/postgres/database.ts";
import * as sql from "./channels.sql.ts";

/** Every booking channel, newest first. */
export function listChannels(db: Db): Promise<sql.BookingChannel[]> {
  return sql.listChannels(db);
}
