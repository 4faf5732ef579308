/**
 * Somebody else's restaurant system for tests and proofs: serves the booking server v3 contract from its own book, and
 * fails on demand. With a journal its book survives its process, as in a database.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { openBook, type BookOptions, type Fields, type KeptBooking } from "./booking-server-book.ts";

/** What happens to one call. */
export type Mischief =
  | { readonly kind: "none" }
  /** The connection is cut before anything is done. */
  | { readonly kind: "cut_before" }
  /** It is done, and the connection is cut: the answer is lost. */
  | { readonly kind: "cut_after" }
  /** It is not done, and refused with a cause. */
  | { readonly kind: "refuse"; readonly cause: string; readonly description?: string }
  /** It is done, and the answer says other things of the booking. */
  | { readonly kind: "misreport"; readonly booking: object }
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

export interface BookingServerOptions extends BookOptions {
  readonly port?: number;
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
  const calls = new Map<string, number>();
  const kept = new Set<http.ServerResponse>();
  const book = openBook(options);

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
    if (mischief.kind === "refuse") {
      const { cause, description } = mischief;
      return send(response, 200, { booking_failure: { cause, ...(description === undefined ? {} : { description }) } });
    }
    const answer = book.act(method, body);
    if (mischief.kind === "die") return options.onDie?.();
    if (mischief.kind === "cut_after") return void request.socket.destroy();
    if (mischief.kind === "fail_after") return send(response, 500, {});
    if (mischief.kind === "endless") return sendEndlessly(response);
    if (mischief.kind === "misreport")
      return send(response, 200, { booking: { ...Object(Object(answer).booking), ...mischief.booking } });
    if (mischief.kind === "twice") book.act(method, body);
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
    bookings: book.bookings,
    calls,
    waiting: () => [...kept].filter((response) => !response.destroyed).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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
