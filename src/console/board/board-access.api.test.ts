/** Every role against every call of the board (rules/board 2.1). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createDevice, createPerson, ownOrigin } from "../../../test/harness/people.ts";
import { createOrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type CallOptions, type TestService } from "../../../test/harness/service.ts";
import { newId, type Id } from "../../kernel/id.ts";
import { openBoard, type Board } from "./board.fixture.ts";

let service: TestService;
let board: Board;
let order: string;
let callers: ReadonlyMap<string, CallOptions>;

/** What is asked, of a path with the location or the order in it, and a body that is legal. */
const calls: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["GET", "/locations/L/snapshot?screen=board"],
  ["GET", "/locations/L/orders"],
  ["GET", "/orders/O"],
  ["POST", "/orders/O/seen"],
  ["POST", "/orders/O/printed"],
  ["POST", "/orders/O/accept", { minutes: 20 }],
  ["POST", "/orders/O/deny", { reason: "OTHER" }],
  ["POST", "/orders/O/ready_time", { minutes: 30 }],
  ["POST", "/orders/O/ready"],
  ["POST", "/orders/O/out_for_delivery"],
  ["POST", "/orders/O/complete"],
  ["POST", "/orders/O/unavailable_items", { line_items: [{ id: newId("oli") }] }],
  ["POST", "/orders/O/cancel", { reason: "OTHER" }],
  ["POST", "/locations/L/pause", { minutes: 15 }],
  ["POST", "/locations/L/resume"],
  ["POST", "/locations/L/busy_delay", { minutes: 0 }],
  ["GET", "/locations/L/stock_status"],
  ["PATCH", "/locations/L/stock_status", [{ id: newId("item"), stockStatus: "in_stock" }]],
];

/** Who asks, and what everybody of that kind is answered; `done` is whatever a right alone does not decide. */
const wanted: Readonly<Record<string, (path: string) => string>> = {
  staff: () => "done",
  host: () => "done",
  manager: () => "done",
  accountant: () => "403 role_required",
  "manager elsewhere": () => "404 not_found",
  developer: () => "404 not_found",
  operator_admin: () => "404 not_found",
  "nobody in particular": () => "404 not_found",
  "tablet of the board": (path) => (path.includes("snapshot") ? "done" : "401 person_required"),
  "tablet of the board that acts as itself": () => "done",
  "tablet of the host stand": (path) => (path.includes("snapshot") ? "404 not_found" : "401 person_required"),
  "tablet of another location": (path) => (path.includes("snapshot") ? "404 not_found" : "401 person_required"),
  stranger: () => "401 unauthorized",
};

before(async () => {
  service = await startService();
  board = await openBoard(service);
  order = await board.place();
  const elsewhere = (await createOrderingLocation(service)).locationId;
  const at = board.locationId;
  const { database } = service;
  const person = async (role?: "staff" | "host" | "manager" | "accountant" | "operator_admin", where?: Id<"str">) => {
    const roles = role === undefined ? [] : [where === undefined ? { role } : { role, at: where }];
    return { key: (await createPerson(database, roles)).token };
  };
  const device = async (where: Id<"str">, fields: Parameters<typeof createDevice>[2] = {}) => ({
    headers: { ...(await createDevice(database, where, fields)).headers, ...ownOrigin },
  });
  callers = new Map<string, CallOptions>([
    ["staff", await person("staff", at)],
    ["host", await person("host", at)],
    ["manager", await person("manager", at)],
    ["accountant", await person("accountant", at)],
    ["manager elsewhere", await person("manager", elsewhere)],
    ["developer", { key: (await createPerson(database, [{ role: "developer", app: board.venue.app.id }])).token }],
    ["operator_admin", await person("operator_admin")],
    ["nobody in particular", await person()],
    ["tablet of the board", await device(at)],
    ["tablet of the board that acts as itself", await device(at, { requirePin: false })],
    ["tablet of the host stand", await device(at, { screen: "stand" })],
    ["tablet of another location", await device(elsewhere)],
    ["stranger", {}],
  ]);
});
after(() => service.stop());

describe("who may do what at the board (rules/board 2.1)", () => {
  for (const [who, answerFor] of Object.entries(wanted)) {
    test(who, async () => {
      const caller = callers.get(who);
      assert.ok(caller !== undefined);
      for (const [method, path, body] of calls) {
        const address = path.replace("L", board.locationId).replace("O", order);
        const sent = body === undefined ? {} : { body };
        const answer = await service.call(method, `/console/v1${address}`, { ...caller, ...sent });
        const kind = [401, 403, 404].includes(answer.status) ? `${answer.status} ${answer.body.code}` : "done";
        assert.equal(kind, answerFor(path), `${method} ${path}: ${answer.text.slice(0, 200)}`);
      }
    });
  }
});
