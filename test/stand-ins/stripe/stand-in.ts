/**
 * A stand-in for Stripe's API on loopback that follows its published behaviour: form-encoded requests, error bodies, lost
 * answers, and idempotency keys. A repeated key gets the first answer with `idempotent-replayed`, failures of the server
 * included. Another request under the key is an idempotency_error; a key whose request still runs gets 409.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StandInError, StripeBooks, type Params } from "./books.ts";

/** What happens to a call: nothing, a failure before or after its effect, or an answer that is lost. */
export type Fault = "none" | "rate_limited" | "fails_before" | "fails_after" | "lost_before" | "lost_after";

export interface StripeStandIn {
  readonly url: string;
  readonly books: StripeBooks;
  /** Drawn for every call. */
  fault: (method: string, path: string) => Fault;
  /** Calls answered, by "METHOD /path" without ids. */
  readonly calls: Map<string, number>;
  stop(): Promise<void>;
}

export const standInKey = "sk_test_standin0123456789";

interface Kept {
  readonly request: string;
  answer: { readonly status: number; readonly body: string } | null;
}

/** Starts it on a free port. */
export async function startStripeStandIn(now: () => number = Date.now): Promise<StripeStandIn> {
  const server = createServer((request, response) => void serve(state, kept, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kept = new Map<string, Kept>();
  const state: StripeStandIn = {
    url,
    books: new StripeBooks((id) => `${url}/c/pay/${id}`, now),
    fault: () => "none",
    calls: new Map(),
    stop: () => stop(server),
  };
  return state;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

async function serve(
  state: StripeStandIn,
  kept: Map<string, Kept>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "/", state.url);
  const method = request.method ?? "GET";
  const text = Buffer.concat(chunks).toString();
  const params = Object.fromEntries(new URLSearchParams(method === "GET" ? url.search : text));
  const label = `${method} ${url.pathname.replaceAll(/\/(cs_test|re|pi)_\w+/g, "/{id}")}`;
  state.calls.set(label, (state.calls.get(label) ?? 0) + 1);
  const fault = state.fault(method, url.pathname);
  if (fault === "lost_before") return void request.socket.destroy();
  if (request.headers.authorization !== `Bearer ${standInKey}`) {
    return send(
      response,
      errorAnswer(new StandInError(401, "invalid_request_error", "Invalid API Key provided: sk_test_***")),
    );
  }
  if (fault === "rate_limited") {
    return send(
      response,
      errorAnswer(new StandInError(429, "invalid_request_error", "Too many requests", "rate_limit")),
    );
  }
  const key = method === "POST" ? header(request, "idempotency-key") : undefined;
  const identity = `${method} ${url.pathname} ${text}`;
  const before = key === undefined ? undefined : kept.get(key);
  if (before !== undefined) {
    if (before.request !== identity) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return send(response, errorAnswer(new StandInError(400, "idempotency_error", message)));
    }
    if (before.answer === null) {
      const message = "There is currently another in-progress request using this Idempotent Key.";
      return send(response, errorAnswer(new StandInError(409, "idempotency_error", message, "idempotency_key_in_use")));
    }
    if (fault === "lost_after") return void request.socket.destroy();
    return send(response, before.answer, { "idempotent-replayed": "true" });
  }
  const entry: Kept = { request: identity, answer: null };
  if (key !== undefined) kept.set(key, entry);
  const answer = fault === "fails_before" ? serverFailure : act(state.books, method, url.pathname, params);
  const final = fault === "fails_after" ? serverFailure : answer;
  // What fails its checks is not kept: the operation did not begin.
  if (final.status < 400 || final.status >= 500) entry.answer = final;
  else if (key !== undefined) kept.delete(key);
  if (fault === "lost_after") return void request.socket.destroy();
  send(response, final, final === serverFailure ? { "stripe-should-retry": "false" } : {});
}

const serverFailure = {
  status: 500,
  body: JSON.stringify({ error: { type: "api_error", message: "Sorry, something went wrong." } }),
};

function act(books: StripeBooks, method: string, path: string, params: Params): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(objectAt(books, method, path, params)) };
  } catch (error) {
    if (error instanceof StandInError) return errorAnswer(error);
    throw error;
  }
}

function objectAt(books: StripeBooks, method: string, path: string, params: Params): object {
  const [, , resource = "", id, action] = path.replace("/checkout/sessions", "/checkout_sessions").split("/");
  switch (`${method} ${resource}${id === undefined ? "" : "/id"}${action === undefined ? "" : `/${action}`}`) {
    case "POST checkout_sessions":
      return books.createSession(params);
    case "GET checkout_sessions/id":
      return params["expand[0]"] === "payment_intent" ? books.expanded(id ?? "") : books.session(id ?? "");
    case "POST checkout_sessions/id/expire":
      return books.expire(id ?? "");
    case "POST refunds":
      return books.createRefund(params);
    case "GET refunds":
      return { object: "list", data: books.listRefunds(params["payment_intent"]), has_more: false, url: "/v1/refunds" };
    case "GET refunds/id":
      return books.refund(id ?? "");
    default:
      throw new StandInError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path}).`);
  }
}

function errorAnswer({ status, type, message, code }: StandInError): { status: number; body: string } {
  const error = { type, message, ...(code === undefined ? {} : { code }) };
  return { status, body: JSON.stringify({ error }) };
}

function send(
  response: ServerResponse,
  { status, body }: { readonly status: number; readonly body: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", "request-id": "req_standin", ...headers });
  response.end(body);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}
