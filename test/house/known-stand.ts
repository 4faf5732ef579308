import { newId, type Id } from "../../src/kernel/id.ts";
import type { TextDatabase } from "../../src/platform/postgres/database.ts";

/** Makes a block that is over in a year. */
export async function makeKnownBlock(database: TextDatabase, locationId: Id<"str">): Promise<string> {
  const id = newId("blk");
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO table_blocks (id, location_id, unit_ids, starts_at, ends_at, created_at)
       VALUES ($1, $2, '{t1}', now() + interval '1 year', now() + interval '1 year 1 hour', now())`,
      [id, locationId],
    ),
  );
  return id;
}

/** Makes a request of a group for a day in a year. */
export async function makeKnownGroup(database: TextDatabase, locationId: Id<"str">): Promise<string> {
  const id = newId("grq");
  await database.transaction((tx) =>
    tx.rows(
      `INSERT INTO group_requests (id, location_id, on_date, from_time, until_time, party_size, guest_first_name,
         guest_last_name, guest_phone, created_at, updated_at)
       VALUES ($1, $2, current_date + 365, '18:00', '20:00', 20, 'Dana', 'Diner', '+12175550142', now(), now())`,
      [id, locationId],
    ),
  );
  return id;
}

/** What the calls of the host stand need beyond the known booking: bodies of which one of two fields is there. */
export function standBodies(startsAt: string, slotToken: string): Readonly<Record<string, unknown>> {
  return {
    consoleChangeBooking: { slot_token: slotToken, expected_version: 1 },
    consoleMoveBooking: { unit_ids: ["t1"], expected_version: 1 },
    consoleNoteOnBooking: { notes: "A high chair", expected_version: 1 },
    consoleEditWaitlistEntry: { notes: "By the window", expected_version: 1 },
    consoleNoteOnGuest: { note: "Likes the window", expected_version: 0 },
    consoleBlockTables: { unit_ids: ["t1"], until: new Date(Date.parse(startsAt) - 43_200_000).toISOString() },
    consoleAnswerGroupRequest: { words: "Gladly", expected_version: 1 },
    consoleBookByPhone: { starts_at: startsAt, party_size: 2 },
  };
}
