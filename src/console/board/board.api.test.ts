import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { createLocation } from "../../../test/harness/factories.ts";
import { createDevice, createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { searchOrders } from "../../orders/staff/list-board-orders.query.ts";
import { followBoard, openBoard, type Board, type FollowedBoard } from "./board.fixture.ts";
import type { BoardOrder, BoardSnapshot } from "./board-wire.schemas.ts";
import { buildLiveFeed } from "../../program/parts/build-board.ts";
import { screenRoutes } from "../screen/screen.routes.ts";

let service: TestService;
let board: Board;
let open: FollowedBoard[] = [];
before(async () => {
  service = await startService();
  board = await openBoard(service);
});
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
after(() => service.stop());

const snapshot = async (): Promise<BoardSnapshot> => {
  const answer = await board.call("GET", `/locations/${board.locationId}/snapshot?screen=board`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const find = async (id: string): Promise<BoardOrder> => {
  const order = (await snapshot()).orders.find((one) => one.id === id);
  assert.ok(order !== undefined, `${id} is not on the board`);
  return order;
};
async function follow(query: string, headers: Readonly<Record<string, string>> = bearer()): Promise<FollowedBoard> {
  const stream = await followBoard(service, `/console/v1/locations/${board.locationId}/stream${query}`, headers);
  open.push(stream);
  return stream;
}
const bearer = (token = board.staff.token) => ({ authorization: `Bearer ${token}` });
const act = (id: string, what: string, body?: object, key?: string) =>
  board.call("POST", `/orders/${id}/${what}`, body, key);
const codeOf = ({ status, body }: Awaited<ReturnType<typeof act>>): string => (status === 200 ? "200" : body.code);

describe("an order at the board (consoleReadSnapshot, consoleAcceptOrder, consoleReadyOrder, consoleCompleteOrder, consoleGetOrder)", () => {
  test("comes in, is accepted with a time, made and handed out, and each step reaches every tablet (rules/board 2.2)", async () => {
    const { sequence } = await snapshot();
    const stream = await follow(`?topics=orders&after=${sequence}`);
    const id = await board.place();
    const placed = await stream.next();
    assert.ok(placed.object === "change" && placed.topic === "orders");
    assert.deepEqual([placed.resource.id, placed.id], [id, String(placed.sequence)]);
    assert.deepEqual(
      [placed.resource.receiver, placed.resource.staff_from, placed.resource.printed],
      ["staff", placed.resource.handed_over_at, 0],
    );
    for (const [what, body, status] of [
      ["accept", { minutes: 20 }, "ACCEPTED"],
      ["ready", undefined, "READY"],
      ["complete", undefined, "FULFILLED"],
    ] as const) {
      const answer = await act(id, what, body);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, { object: "order_decision", order_id: id, decision: what, status: "received" });
      const told = await stream.next();
      assert.ok(told.object === "change" && told.topic === "orders");
      assert.equal(told.resource.status, status);
      assert.deepEqual(told.resource.updated_by, { kind: "person", id: board.staff.id, name: "Sam Staff" });
    }
    const order = await find(id);
    assert.ok(order.estimated_ready_at !== null && order.handed_over_at !== null);
    const minutes = (order.estimated_ready_at - order.handed_over_at) / 60;
    assert.ok(minutes > 19.5 && minutes < 21, `${minutes}`);
    assert.deepEqual((await board.call("GET", `/orders/${id}`)).body, order);
  });

  test("is denied with what ran out, or cancelled; what contradicts is 409 (consoleDenyOrder, consoleCancelOrder)", async () => {
    const [denied, cancelled] = [await board.place(), await board.place()];
    const reason = { reason: "ITEM_AVAILABILITY", out_of_stock: ["bread-loaf"] };
    assert.equal(codeOf(await act(denied, "deny", reason)), "200");
    assert.equal(codeOf(await act(denied, "deny", reason)), "200");
    assert.equal(codeOf(await act(denied, "accept", { minutes: 10 })), "illegal_transition");
    assert.equal(codeOf(await act(cancelled, "accept", { minutes: 10 })), "200");
    assert.equal(codeOf(await act(cancelled, "cancel", { reason: "OTHER" })), "200");
    assert.deepEqual([(await find(denied)).status, (await find(cancelled)).status], ["REJECTED", "STORE_CANCELLED"]);
  });

  test("goes out for delivery, and a pickup order does not (consoleSendOrderOut)", async () => {
    const delivery = { payment: "paid", fulfillment_type: "delivery" };
    const [out, pickup] = [await board.place(delivery), await board.place()];
    for (const id of [out, pickup]) {
      await act(id, "accept", { minutes: 10 });
      await act(id, "ready");
    }
    assert.equal(codeOf(await act(out, "out_for_delivery")), "200");
    assert.equal(codeOf(await act(pickup, "out_for_delivery")), "illegal_transition");
  });

  test("its ready time moves until it is ready, and only within 240 minutes (consoleChangeReadyTime; rules/board 2.4)", async () => {
    const id = await board.place();
    assert.equal(codeOf(await act(id, "ready_time", { minutes: 10 })), "illegal_transition");
    const now = Math.floor((await snapshot()).now_ms / 1000);
    for (const body of [{}, { minutes: 10, at: now + 60 }, { at: now - 1 }, { at: now + 15_000 }, { minutes: 241 }])
      assert.equal(codeOf(await act(id, "accept", body)), "invalid_request", JSON.stringify(body));
    assert.equal(codeOf(await act(id, "accept", { at: now + 600 })), "200");
    const moved = await act(id, "ready_time", { at: now + 1_200 });
    assert.deepEqual(moved.body, { object: "order_ready_time", order_id: id, estimated_ready_at: now + 1_200 });
    const { sequence } = await find(id);
    await act(id, "ready_time", { at: now + 1_200 });
    assert.equal((await find(id)).sequence, sequence, "the same time again changes nothing");
    await act(id, "ready");
    assert.equal(codeOf(await act(id, "ready_time", { minutes: 10 })), "illegal_transition");
  });

  test("items that are unavailable are offered to the diner (consoleReportUnavailableItems)", async () => {
    const items = [
      { menu_entity_id: "soup-bowl", quantity: 1 },
      { menu_entity_id: "bread-loaf", quantity: 1 },
    ];
    const id = await board.place({ payment: "paid", items });
    await act(id, "accept", { minutes: 10 });
    const { line_items: lines } = await find(id);
    const report = { line_items: [{ id: lines[1]?.id }], reason: "The oven is cold" };
    const offered = await act(id, "unavailable_items", report);
    assert.deepEqual([offered.status, offered.body.status], [200, "offered"]);
    assert.equal((await find(id)).changes.length, 1);
    const all = await act(id, "unavailable_items", { line_items: lines.map((line) => ({ id: line.id })) });
    assert.equal(codeOf(all), "nothing_left");
  });

  test("is silenced for 60 seconds on all tablets, and tickets are counted (consoleSeeOrder, consoleCountTicket; rules/board 2.5, 2.6)", async () => {
    const id = await board.place();
    const { sequence } = await find(id);
    const stream = await follow(`?topics=orders&after=${(await snapshot()).sequence}`, board.tablet.headers);
    const seen = await act(id, "seen");
    assert.equal(seen.status, 200, seen.text);
    const told = await stream.next();
    assert.ok(told.object === "change" && told.topic === "orders");
    assert.equal(told.resource.seen_until, seen.body.seen_until);
    assert.ok(seen.body.seen_until - (told.resource.handed_over_at ?? 0) >= 59);
    assert.deepEqual([(await act(id, "printed")).body.printed, (await act(id, "printed")).body.printed], [1, 2]);
    const order = await find(id);
    assert.deepEqual([order.printed, order.sequence], [2, sequence], "neither changes the order");
  });

  test("scheduled and unpaid orders stand on the board, and staff decide nothing about them (rules/board 2.3)", async () => {
    const id = await board.place({ payment: "unpaid" });
    assert.deepEqual([(await find(id)).receiver, (await find(id)).staff_from], [null, null]);
    assert.equal(codeOf(await act(id, "deny", { reason: "OTHER" })), "order_not_ready");
    assert.equal(codeOf(await act(id, "cancel", { reason: "OTHER" }, board.manager.token)), "200");
  });

  test("orders are listed newest first, page by page (consoleListOrders)", async () => {
    const [first, second] = [await board.place(), await board.place()];
    const path = `/locations/${board.locationId}/orders?limit=1`;
    const page = await board.call("GET", path);
    assert.deepEqual([page.body.object, page.body.data.map(({ id }: BoardOrder) => id)], ["list", [second]]);
    const next = await board.call("GET", `${path}&before=${second}`);
    assert.equal(next.body.data[0].id, first);
  });

  test("an order of any age is found by number and by name, a stretch at a time (consoleSearchOrders; rules/board 2.8)", async () => {
    const own = await openBoard(service);
    const find = async (query: string, at = own.locationId) =>
      (await own.call("GET", `/locations/${at}/order_search?${query}`)).body;
    const empty = await find("q=1");
    assert.deepEqual([empty.data, empty.looked_back_to, empty.next], [[], null, null]);
    const ids: string[] = [];
    for (const name of ["Élodie Martin", "Rui Mar_%", "Ana Sousa"])
      ids.push(await own.place({ payment: "paid", customer: { name, phone: "+351912345678" } }));
    await service.database.transaction(async (tx) =>
      tx.send("UPDATE orders SET created_at = created_at - interval '2 years' WHERE id = $1", [ids[0]]),
    );
    const idsOf = async (text: string): Promise<string[]> =>
      (await find(`q=${encodeURIComponent(text)}`)).data.map(({ id }: BoardOrder) => id);
    assert.deepEqual(await idsOf("mar"), [ids[1], ids[0]]);
    for (const typed of [" éLODIE ", "elodie", "E\u0301lodie"]) assert.deepEqual(await idsOf(typed), [ids[0]], typed);
    assert.deepEqual(await idsOf("r_%"), [ids[1]]);
    assert.deepEqual(await idsOf("nobody"), []);
    assert.deepEqual(await idsOf("\u0301"), [], "an accent alone is in no name");
    const { display_number: number } = (await own.call("GET", `/orders/${ids[2]}`)).body;
    assert.deepEqual(await idsOf(number), [ids[2]]);
    const all = await find("q=mar");
    assert.ok(all.looked_back_to < Date.now() / 1_000 - 700 * 86_400, "the oldest order");
    assert.equal(all.next, null);
    assert.deepEqual(
      (await find(`q=mar&before=${ids[1]}`)).data.map(({ id }: BoardOrder) => id),
      [ids[0]],
    );
    // Two orders are looked through at a time.
    const { read } = service.database;
    const stretch = await searchOrders(read, own.locationId, "élodie", { looked: 2 });
    assert.deepEqual([stretch.orders, stretch.next], [[], ids[1]]);
    const older = await searchOrders(read, own.locationId, "élodie", { before: stretch.next ?? undefined, looked: 2 });
    assert.deepEqual([older.orders.map(({ id }) => id), older.next], [[ids[0]], null]);
    assert.equal((await find("q=%20")).code, "invalid_request");
    assert.equal((await find("q=mar", board.locationId)).code, "not_found");
  });
});

describe("what staff set (consolePauseOrdering, consoleResumeOrdering, consoleSetBusyDelay; rules/board 2.7)", () => {
  const set = (what: string, body?: object) => board.call("POST", `/locations/${board.locationId}/${what}`, body);

  test("a pause, its end and the busy delay take effect at once, are told to every board, and are audited", async () => {
    const stream = await follow(`?topics=settings&after=${(await snapshot()).sequence}`);
    const { now_ms: now } = await snapshot();
    const paused = await set("pause", { minutes: 15 });
    assert.ok(Math.abs(paused.body.ordering_paused_until - now / 1000 - 900) < 5, paused.text);
    const told = await stream.next();
    assert.ok(told.object === "change" && told.topic === "settings");
    assert.equal(told.resource.ordering_paused_until, paused.body.ordering_paused_until);
    const refused = await board.venue.call("POST", "/v1/sandbox/orders", { location_id: board.locationId });
    assert.equal(refused.status, 422, refused.text);
    const tomorrow = await set("pause", { until_tomorrow: true });
    assert.equal(tomorrow.body.ordering_paused_until, tomorrow.body.tomorrow_at);
    assert.equal((await set("resume")).body.ordering_paused_until, null);
    assert.equal((await set("busy_delay", { minutes: 25 })).body.busy_delay_minutes, 25);
    for (const [what, body] of [
      ["busy_delay", { minutes: 7 }],
      ["busy_delay", { minutes: 125 }],
      ["pause", {}],
      ["pause", { minutes: 15, until_tomorrow: true }],
    ] as const) {
      assert.equal((await set(what, body)).status, 400, `${what} ${JSON.stringify(body)}`);
    }
    await set("busy_delay", { minutes: 0 });
    const entries = await service.database.read.rows<{ readonly actor_id: string; readonly role: string }>(
      "SELECT actor_id, role FROM audit_log WHERE subject = $1 AND action = 'location.updated'",
      [board.locationId],
    );
    assert.equal(entries.length, 5);
    assert.ok(entries.every(({ actor_id, role }) => actor_id === board.staff.id && role === "staff"));
  });
});

describe("the stream (consoleFollow)", () => {
  test("resumes by Last-Event-ID, which wins over after, and begins with a heartbeat that says the time (rules/board 1.2, 1.3)", async () => {
    const { sequence } = await snapshot();
    const id = await board.place();
    const resumed = await follow("?after=999999", { ...bearer(), "last-event-id": String(sequence) });
    const missed = await resumed.next();
    assert.ok(missed.object === "change" && missed.topic === "orders");
    assert.equal(missed.resource.id, id);
    const fresh = await follow("");
    const beat = await fresh.next(true);
    assert.ok(beat.object === "heartbeat" && Math.abs(beat.now_ms - (await snapshot()).now_ms) < 60_000);
    assert.match(fresh.headers.get("content-type") ?? "", /^text\/event-stream/);
    assert.equal((await (await follow("?after=999999")).next()).object, "reset");
    assert.equal((await follow("?topics=orders,bread")).status, 400);
    assert.equal((await follow("", { ...bearer(), "last-event-id": "x" })).status, 400);
  });

  test("ends when the right to look is gone, and one person has at most 30 (rules/board 1.5, 1.6)", async () => {
    const own = await startService({
      routes: ({ database, wakeups }) =>
        screenRoutes({
          feed: buildLiveFeed({
            database,
            wakeups,
            baseUrl: () => "",
            log: { error: assert.fail },
            pace: { heartbeatMs: 10 },
          }),
          baseUrl: () => "",
          rightsMs: 10,
        }),
    });
    try {
      const locationId = await createLocation(own.database);
      const pat = await createPerson(own.database, [{ role: "host", at: locationId }]);
      const tablet = await createDevice(own.database, locationId);
      const path = `/console/v1/locations/${locationId}/stream`;
      const streams = [];
      for (let n = 0; n < 30; n++) streams.push(await followBoard(own, path, bearer(pat.token)));
      const oneMore = await followBoard(own, path, bearer(pat.token));
      assert.deepEqual([oneMore.status, oneMore.headers.get("retry-after")], [503, "30"]);
      const ofTablet = await followBoard(own, path, tablet.headers);
      assert.deepEqual(
        streams.map(({ status }) => status),
        streams.map(() => 200),
      );
      await own.database.transaction((tx) =>
        tx.rows("UPDATE person_roles SET ended_at = now() WHERE person_id = $1", [pat.id]),
      );
      await Promise.all(streams.map((stream) => stream.ended()));
      assert.equal((await ofTablet.next(true)).object, "heartbeat");
      await own.database.transaction((tx) =>
        tx.rows("UPDATE paired_devices SET ended_at = now() WHERE id = $1", [tablet.id]),
      );
      await ofTablet.ended();
    } finally {
      await own.stop();
    }
  });
});
