/** Books, shows and cancels a table in a terminal: `node examples/booking-app/main.ts --help` says how. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Maple, type Booking } from "@maple-partners/sdk";
import { bookTable, changeNotes } from "./book-table.ts";

const help = `Books a table in the Maple sandbox.

  book --from TIME --until TIME --party N [--location STR] [--notes TEXT] [--wish ID]
                       the first table that is free; times as 2026-12-01T18:00, by the restaurant's clock.
                       The same --wish books once, however often you run it
  show BOOKING         a booking as it is now
  notes BOOKING TEXT   changes its notes
  cancel BOOKING       cancels it for the guest

The address and key come from MAPLE_URL and MAPLE_API_KEY, or else from sandbox.json, which the service writes into
MAPLE_DATA_DIR (.maple).`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string" },
    until: { type: "string" },
    party: { type: "string", default: "2" },
    location: { type: "string" },
    notes: { type: "string" },
    wish: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

try {
  console.log(values.help ? help : await run(positionals));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run([word, bookingId, ...rest]: readonly string[]): Promise<string> {
  if (word === "book") return book();
  if (bookingId === undefined) return help;
  if (word === "show") return describe(await connect().bookings.get(bookingId));
  if (word === "notes") return describe(await changeNotes(connect(), bookingId, rest.join(" ")));
  if (word === "cancel") return describe(await connect().bookings.cancel(bookingId));
  return help;
}

async function book(): Promise<string> {
  const { from, until, notes } = values;
  if (from === undefined || until === undefined) throw new Error("book needs --from and --until, as 2026-12-01T18:00");
  const maple = connect();
  const locationId = values.location ?? (await maple.locations.list().page()).data.at(-1)?.id;
  if (locationId === undefined) throw new Error("the app has no location; the operator grants one");
  const outcome = await bookTable(maple, {
    id: values.wish ?? randomUUID(),
    locationId,
    partySize: Number(values.party),
    from,
    until,
    guest: { first_name: "Ada", last_name: "Guest", phone: "+12125550123", email: "ada@example.com" },
    ...(notes === undefined ? {} : { notes }),
  });
  if (outcome.kind === "booked") return describe(outcome.booking);
  return outcome.kind === "nothing_free" ? "no table is free in that time" : outcome.message;
}

function describe(booking: Booking): string {
  const table = booking.table === null ? "" : `, ${booking.table.area_name}`;
  const who = `${booking.guest.first_name} ${booking.guest.last_name}`;
  return `${booking.id} ${booking.status}: ${who}, ${booking.party_size} guests, ${booking.local_start}${table}, code ${booking.confirmation_code}`;
}

function connect(): Maple {
  const { MAPLE_URL, MAPLE_API_KEY, MAPLE_DATA_DIR: directory = ".maple" } = process.env;
  if (MAPLE_URL !== undefined && MAPLE_API_KEY !== undefined)
    return new Maple({ baseUrl: MAPLE_URL, apiKey: MAPLE_API_KEY });
  const path = join(directory, "sandbox.json");
  try {
    const sandbox = JSON.parse(readFileSync(path, "utf8")) as { readonly base_url: string; readonly api_key: string };
    return new Maple({ baseUrl: sandbox.base_url, apiKey: sandbox.api_key });
  } catch (error) {
    const message = `No sandbox found: ${path} is missing. Start one with npm start, or set MAPLE_URL and MAPLE_API_KEY.`;
    throw new Error(message, { cause: error });
  }
}
