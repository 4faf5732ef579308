/**
 * The book of the booking server that stands in for a provider: the contract's methods on a number of tables. With a
 * journal the book survives its process.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

export type Fields = Readonly<Record<string, unknown>>;

interface Slot {
  readonly start_sec: string;
  readonly duration_sec: string;
  readonly resources: { readonly party_size: number };
  readonly merchant_id: string;
  readonly service_id: string;
}

/** A slot as a lookup names it; the lookup names the merchant for all. */
type AskedSlot = Omit<Slot, "resources"> & { readonly resource_ids: Slot["resources"] };

export interface KeptBooking {
  readonly booking_id: string;
  readonly slot: Slot;
  readonly user_information: Readonly<Record<string, string>>;
  readonly status: "CONFIRMED" | "CANCELED";
}

type Entry = { readonly put: KeptBooking } | { readonly token: string; readonly answer: object };

export interface BookOptions {
  /** A file that the book is written to before anything is answered. */
  readonly journal?: string;
  /** Tables of any size at each time. */
  readonly tables: number;
  /** Bookings are called by running numbers from 1001, as other systems may call theirs too. */
  readonly isNumbered?: boolean;
}

export interface TheirBook {
  readonly bookings: ReadonlyMap<string, KeptBooking>;
  /** The answer of a method of the contract; undefined where there is none (404). */
  act(method: string, body: Fields): object | undefined;
}

/** The book as the journal has it, else empty. */
export function openBook({ journal, tables, isNumbered = false }: BookOptions): TheirBook {
  const bookings = new Map<string, KeptBooking>();
  const tokens = new Map<string, object>();

  function note(entry: Entry): void {
    if ("put" in entry) bookings.set(entry.put.booking_id, entry.put);
    else tokens.set(entry.token, entry.answer);
  }

  /** One deed is one write, so that a crash leaves all of it or nothing. */
  function keep(entries: readonly Entry[]): void {
    if (journal !== undefined) appendFileSync(journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    for (const entry of entries) note(entry);
  }

  function isFull(slot: Slot, except: string | null): boolean {
    const [from, length] = [Number(slot.start_sec), Number(slot.duration_sec)];
    const others = [...bookings.values()].filter((one) => {
      const at = Number(one.slot.start_sec);
      const isLive = one.status === "CONFIRMED" && one.booking_id !== except;
      return isLive && at < from + length && at + Number(one.slot.duration_sec) > from;
    });
    return others.length >= tables;
  }

  function create(body: Fields): object {
    const {
      slot,
      user_information: user,
      idempotency_token: token,
    } = body as {
      slot: Slot;
      user_information: Record<string, string>;
      idempotency_token: string;
    };
    const known = tokens.get(token);
    if (known !== undefined) return known;
    if (isFull(slot, null)) {
      const answer = { booking_failure: { cause: "SLOT_UNAVAILABLE" } };
      keep([{ token, answer }]);
      return answer;
    }
    const bookingId = isNumbered ? String(1_001 + bookings.size) : `their-${token}`;
    const booking: KeptBooking = { booking_id: bookingId, slot, user_information: user, status: "CONFIRMED" };
    const answer = { booking };
    keep([{ put: booking }, { token, answer }]);
    return answer;
  }

  function update(body: Fields): object | undefined {
    const wanted = body["booking"] as Partial<KeptBooking> & { booking_id: string };
    const known = bookings.get(wanted.booking_id);
    if (known === undefined) return undefined;
    if (known.status === "CANCELED") {
      return wanted.status === "CANCELED"
        ? { booking: known }
        : { booking_failure: { cause: "BOOKING_ALREADY_CANCELLED" } };
    }
    const next: KeptBooking = {
      ...known,
      ...(wanted.slot === undefined ? {} : { slot: { ...known.slot, ...wanted.slot } }),
    };
    if (wanted.status === "CANCELED") keep([{ put: { ...known, status: "CANCELED" } }]);
    else if (isFull(next.slot, known.booking_id)) return { booking_failure: { cause: "SLOT_UNAVAILABLE" } };
    else keep([{ put: next }]);
    return { booking: bookings.get(wanted.booking_id) };
  }

  function act(method: string, body: Fields): object | undefined {
    switch (method) {
      case "HealthCheck":
        return {};
      case "BatchAvailabilityLookup":
        return {
          slot_time_availability: (body["slot_time"] as AskedSlot[]).map((each) => ({
            slot_time: each,
            available: !isFull({ ...each, resources: each.resource_ids }, null),
          })),
        };
      case "CreateBooking":
        return create(body);
      case "UpdateBooking":
        return update(body);
      case "GetBookingStatus": {
        const known = bookings.get(String(body["booking_id"]));
        return known === undefined ? undefined : { booking_id: known.booking_id, booking_status: known.status };
      }
      case "ListBookings":
        return {
          bookings: [...bookings.values()].filter(
            (one) => one.user_information["user_id"] === body["user_id"] && one.status === "CONFIRMED",
          ),
        };
      default:
        return undefined;
    }
  }

  const lines = journal !== undefined && existsSync(journal) ? readFileSync(journal, "utf8").split("\n") : [];
  for (const line of lines) if (line !== "") note(JSON.parse(line) as Entry);
  return { bookings, act };
}
