/**
 * Somebody else's restaurant system for tests and proofs: serves the booking server v3 contract from its own book, and
 * fails on demand. With a journal its book survives its process, as in a database.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to one call. */
export type Mischief =
  | { readonly kind: "none" }
  /** The connection is cut before anything is done. */
  | { readonly kind: "cut_before" }
  /** It is done, and the connection is cut: the answer is lost. */
  | { readonly kind: "cut_after" }
  /** It is not done, and refused with a cause. */
  | { readonly kind: "refuse"; readonly cause: string }
  /** It is done, and answered 500. */
  | { readonly kind: "fail_after" }
  /** It is done, and the answer never ends. */
  | { readonly kind: "endless" }
  /** It is done twice, and answered twice on the same connection. */
  | { readonly kind: "twice" }
  /** It is done, and answered so much later. */
  | { readonly kind: "late"; readonly ms: number }
  /** It is never answered. */
  | { readonly kind: "hang" }
  /** The process ends in the middle, the deed done or not. */
  | { readonly kind: "die"; readonly done: boolean };

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

export interface BookingServerOptions {
  readonly port?: number;
  /** A file that the book is written to before anything is answered. */
  readonly journal?: string;
  /** Tables of any size at each time. */
  readonly tables: number;
  readonly mischief?: (method: string) => Mischief;
  readonly onDie?: () => void;
  readonly authorization?: string;
}

export interface BookingServer {
  readonly url: string;
  readonly bookings: ReadonlyMap<string, KeptBooking>;
  /** How many calls there were, by method. */
  readonly calls: Map<string, number>;
  /** Calls that are being kept waiting. */
  waiting(): number;
  stop(): Promise<void>;
}

/** Starts it on 127.0.0.1. */
export async function startBookingServer(options: BookingServerOptions): Promise<BookingServer> {
  const bookings = new Map<string, KeptBooking>();
  const tokens = new Map<string, object>();
  const calls = new Map<string, number>();
  const kept = new Set<http.ServerResponse>();
  if (options.journal !== undefined && existsSync(options.journal)) {
    for (const line of readFileSync(options.journal, "utf8").split("\n")) {
      if (line === "") continue;
      const entry = JSON.parse(line) as Entry;
      if ("put" in entry) bookings.set(entry.put.booking_id, entry.put);
      else tokens.set(entry.token, entry.answer);
    }
  }

  /** One deed is one write, so that a crash leaves all of it or nothing. */
  function keep(entries: readonly Entry[]): void {
    if (options.journal !== undefined)
      appendFileSync(options.journal, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    for (const entry of entries) {
      if ("put" in entry) bookings.set(entry.put.booking_id, entry.put);
      else tokens.set(entry.token, entry.answer);
    }
  }

  function isFull(slot: Slot, except: string | null): boolean {
    const [from, length] = [Number(slot.start_sec), Number(slot.duration_sec)];
    const others = [...bookings.values()].filter((one) => {
      const at = Number(one.slot.start_sec);
      const isLive = one.status === "CONFIRMED" && one.booking_id !== except;
      return isLive && at < from + length && at + Number(one.slot.duration_sec) > from;
    });
    return others.length >= options.tables;
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
    const booking: KeptBooking = { booking_id: `their-${token}`, slot, user_information: user, status: "CONFIRMED" };
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

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const method = /\/v3\/(\w+)\/?$/.exec(request.url ?? "")?.[1] ?? "";
    const body = await readJson(request);
    calls.set(method, (calls.get(method) ?? 0) + 1);
    if (options.authorization !== undefined && request.headers.authorization !== options.authorization)
      return send(response, 401, {});
    const mischief = options.mischief?.(method) ?? { kind: "none" };
    if (mischief.kind === "cut_before") return void request.socket.destroy();
    if (mischief.kind === "hang") return void kept.add(response);
    if (mischief.kind === "die" && !mischief.done) return options.onDie?.();
    if (mischief.kind === "refuse") return send(response, 200, { booking_failure: { cause: mischief.cause } });
    const answer = act(method, body);
    if (mischief.kind === "die") return options.onDie?.();
    if (mischief.kind === "cut_after") return void request.socket.destroy();
    if (mischief.kind === "fail_after") return send(response, 500, {});
    if (mischief.kind === "endless") return sendEndlessly(response);
    if (mischief.kind === "twice") act(method, body);
    if (mischief.kind === "late") await new Promise((resolve) => setTimeout(resolve, mischief.ms));
    send(response, answer === undefined ? 404 : 200, answer ?? {});
    if (mischief.kind === "twice" && !request.socket.destroyed) {
      const text = JSON.stringify(answer ?? {});
      request.socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    }
  }

  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bookings,
    calls,
    waiting: () => [...kept].filter((response) => !response.destroyed).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

async function readJson(request: http.IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as Fields);
}

function send(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Well-formed JSON for as long as it is read: only who stops reading is done with it. */
function sendEndlessly(response: http.ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.on("error", () => {});
  const spaces = " ".repeat(64 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(spaces));
  };
  response.on("drain", more);
  more();
}
