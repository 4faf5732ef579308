/**
 * An app of the pictures in docs/developers.md: its till went away at half past six. No database, and a clock that does
 * not move.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeveloperVisit } from "../../src/developer/developer-visit.query.ts";
import { eventPage } from "../../src/developer/events-page.ts";
import { overviewPage } from "../../src/developer/overview-page.ts";
import { parseId } from "../../src/kernel/id.ts";
import { filesPath, readPageFiles } from "../../src/pages/page-files.cache.ts";
import { renderDocument } from "../../src/pages/layout.ts";
import type { PageAnswer } from "../../src/pages/page.ts";
import type { Endpoint } from "../../src/webhooks/delivery/endpoint.ts";
import type { LedgerDelivery, LedgerEvent } from "../../src/webhooks/ledger/read-ledger.query.ts";
import { readerOf } from "../../src/pages/reader.ts";
import { speak } from "../../src/words/speak.ts";

const at = Date.UTC(2026, 2, 6, 18, 31, 4);
const error = "http_503: the endpoint did not answer with a 2xx status";

/** The id with the prefix, as one of this example. */
function id<const Prefix extends "app" | "dws" | "evt" | "dlv" | "ord" | "per" | "ses" | "str" | "key">(
  prefix: Prefix,
  last = "a",
) {
  const parsed = parseId(prefix, `${prefix}_01k0w3h5bxf5mtpp3aq2ck8xy${last}`);
  if (parsed.kind !== "ok") throw new Error(`${prefix} is no prefix of an id`);
  return parsed.id;
}

function visit(): DeveloperVisit {
  const site = { host: "sandbox.maple.example", isSecure: true, userAgent: undefined };
  const person = { id: id("per"), name: "Dana", email: "dana@example.com", language: "en" } as const;
  const session = { id: id("ses"), method: "passkey", isFresh: true } as const;
  const roles = [{ role: "developer", locationId: null, appId: id("app") }] as const;
  const call = {
    params: {},
    query: new URLSearchParams(),
    form: new URLSearchParams(),
    files: new Map<string, Uint8Array>(),
    url: "/",
    address: "192.0.2.1",
    requestId: "",
    cookie: () => undefined,
    host: site.host,
    userAgent: undefined,
    languages: undefined,
    reader: () => readerOf("en", null),
  };
  const actor = { kind: "person", id: person.id } as const;
  return {
    visitor: {
      call,
      caller: { person, session, device: null, roles, site },
      language: "en",
      say: speak("en", "people"),
    },
    app: { id: id("app"), name: "Till & Co", status: "enabled", scopes: [], created_at: at, updated_at: at },
    acting: { actor, name: person.name, role: "developer", deviceId: null },
    mayAct: true,
    livemode: false,
    say: speak("en", "developer"),
    path: `/developer/${id("app")}`,
  };
}

function endpoint(fields: Partial<Endpoint>): Endpoint {
  return {
    id: id("dws"),
    notification_url: "https://till.example/maple/webhooks",
    event_types: ["order.notification", "order.cancelled"],
    status: "enabled",
    disabled_reason: null,
    failures: 0,
    failing_since: null,
    attempts: 214,
    failed: 0,
    last_failed_at: null,
    last_error: null,
    last_response_status: null,
    last_event_id: null,
    waiting: 0,
    next_attempt_at: null,
    is_due: false,
    updated_at: at,
    ...fields,
  };
}

const failing = endpoint({
  failures: 3,
  failing_since: at - 64_000,
  failed: 3,
  last_failed_at: at - 3_000,
  last_error: error,
  last_response_status: 503,
  last_event_id: id("evt"),
  waiting: 2,
  next_attempt_at: at + 27_000,
});
const kitchen = endpoint({ id: id("dws", "b"), notification_url: "https://kitchen.example/hook", attempts: 87 });

function event(last: string, type: LedgerEvent["event_type"], secondsAgo: number): LedgerEvent {
  return {
    id: id("evt", last),
    event_type: type,
    location_id: id("str"),
    resource_type: "order",
    resource_id: id("ord"),
    resource_path: `/v1/orders/${id("ord")}`,
    idempotency_key: `order:${id("ord")}:notification`,
    sequence: 3,
    data: { order_id: id("ord"), status: "PENDING", payment_status: "paid", actor: "service" },
    created: at - secondsAgo * 1_000,
  };
}

function delivery(last: string, fields: Partial<LedgerDelivery>): LedgerDelivery {
  return {
    id: id("dlv", last),
    event_id: id("evt", last),
    subscription_id: id("dws"),
    state: "delivered",
    is_due: false,
    attempts: 1,
    fault: null,
    last_response_status: 200,
    last_error: null,
    next_at: null,
    delivered_at: at,
    ...fields,
  };
}

const undelivered = { state: "pending", attempts: 3, last_response_status: 503, last_error: error } as const;
const [newest, paid, older] = [
  event("a", "order.notification", 64),
  event("b", "order.paid", 65),
  event("c", "order.cancelled", 900),
];
const waiting = delivery("a", { ...undelivered, next_at: at + 27_000, delivered_at: null });

function pages(): ReadonlyMap<string, PageAnswer> {
  const key = { id: id("key"), app_id: id("app"), last_four: "q7Kd", created_at: at - 86_400_000 };
  const overview = overviewPage(visit(), {
    endpoints: [kitchen, failing],
    ledger: { events: [newest, paid, older], deliveries: [waiting, delivery("c", {})], listeners: [] },
    keys: [{ ...key, expires_at: null, revoked_at: null }],
  });
  const tries = [
    [3, 3],
    [2, 53],
    [1, 64],
  ] as const;
  const attempts = tries.map(([attempt, secondsAgo]) => ({
    delivery_id: id("dlv"),
    attempt,
    started_at: at - secondsAgo * 1_000,
    duration_ms: 41,
    response_status: 503,
    error,
    response_body: "the till is closed",
    next_attempt_at: null,
  }));
  const source = { baseUrl: "https://sandbox.maple.example", livemode: false };
  const one = eventPage(visit(), { event: newest, deliveries: [waiting], attempts, listeners: [] }, source, {
    replay: undefined,
    requestId: "req_01m7zfmt64eads0t9pbhwrr3ek",
    urls: new Map(),
  });
  return new Map([
    ["/app/overview", overview],
    ["/app/event", one],
  ]);
}

export interface AppServer {
  readonly url: string;
  close(): void;
}

/** Serves the pages at `/app/overview` and `/app/event`. */
export async function startAppServer(): Promise<AppServer> {
  const files = readPageFiles();
  const shown = pages();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const page = shown.get(path);
    const file = files.byName.get(path.slice(filesPath.length + 1));
    if (page?.kind === "page")
      return response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end(renderDocument(page, files, { url: path, requestId: "req_example" }));
    if (file === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { "content-type": file.contentType }).end(file.text);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
