/**
 * Answers to bytes that never become a request: bytes that are not HTTP, heads that are too large or too slow, unknown
 * methods. They have the error body and the request id of every other refusal, and they end the connection.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "../../kernel/id.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import { addressTooLong, headersTooLarge, largestAddress } from "./framing.ts";
import { toAnswer } from "./idempotency/idempotency.ts";
import { withDocUrl } from "./refusals/error-body.ts";

/** An error that Node reports of a connection. */
interface ConnectionError extends Error {
  readonly code?: unknown;
  /** What had been received of the request. */
  readonly rawPacket?: unknown;
}

type DocsAddress = () => string;

/** The methods that a path offers, for the Allow header. */
type AllowedMethods = (path: string) => readonly string[];

/** Answers a connection whose request cannot be read; made for Fastify's `clientErrorHandler`. */
export function answerConnectionError(
  error: ConnectionError,
  socket: Duplex,
  allowed: AllowedMethods,
  docs: DocsAddress,
): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const line = requestLineOf(error.rawPacket);
  if (error.code === "HPE_INVALID_METHOD" && line !== undefined) {
    return refuseMethod(socket, docs, line.method, allowed(line.path.split("?", 1)[0] ?? "/"));
  }
  endWith(socket, docs, refusalOf(error));
}

/** Answers what Node hands over outside of requests: an expectation that nobody meets, and CONNECT. */
export function answerOddities(server: Server, allowed: AllowedMethods, docs: DocsAddress): void {
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = answerOf(refuse("expectation_failed", "header.expect may be 100-continue only"), docs);
    response.writeHead(status, { ...headersOf(body), connection: "close" }).end(body);
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    refuseMethod(socket, docs, "CONNECT", allowed(request.url ?? "/"));
  });
}

function refusalOf({ code, rawPacket }: ConnectionError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return isLongAddress(rawPacket) ? addressTooLong : headersTooLarge;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return refuse("request_timeout", "the request did not arrive in time; send all of its head within 10 seconds");
  }
  return refuse("invalid_request", "the request is not well-formed HTTP");
}

function refuseMethod(socket: Duplex, docs: DocsAddress, method: string, methods: readonly string[]): void {
  if (methods.length === 0) return endWith(socket, docs, refuse("not_found", "there is nothing at this address"));
  const message = `${method} is not offered here; use ${methods.join(" or ")}`;
  endWith(socket, docs, refuse("method_not_allowed", message), { allow: methods.join(", ") });
}

/** Whether what came begins with an address that does not end within its limit. */
function isLongAddress(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const end = packet.indexOf("\n");
  return end < 0 || end > largestAddress;
}

function requestLineOf(packet: unknown): { readonly method: string; readonly path: string } | undefined {
  if (!Buffer.isBuffer(packet)) return undefined;
  const [method = "", path = "", version = ""] =
    packet.toString("latin1", 0, 1024).split("\r\n", 1)[0]?.split(" ") ?? [];
  const isRequest = /^[A-Z][A-Z-]{0,19}$/.test(method) && path.startsWith("/") && /^HTTP\/1\.[01]$/.test(version);
  return isRequest ? { method, path } : undefined;
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  414: "URI Too Long",
  431: "Request Header Fields Too Large",
};

function endWith(
  socket: Duplex,
  docs: DocsAddress,
  refusal: Refusal,
  more: Readonly<Record<string, string>> = {},
): void {
  const { status, body } = answerOf(refusal, docs);
  const lines = Object.entries({ ...headersOf(body), ...more, connection: "close" }).map((pair) => pair.join(": "));
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? "Refused"}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

function answerOf(refusal: Refusal, docs: DocsAddress): { readonly status: number; readonly body: string } {
  const { status, body } = toAnswer(refusal);
  return { status, body: withDocUrl(body, docs()) };
}

function headersOf(body: string): Readonly<Record<string, string>> {
  return {
    "x-request-id": newId("req"),
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-length": String(Buffer.byteLength(body)),
  };
}
