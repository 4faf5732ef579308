import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { operatorToken } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { newId } from "../../kernel/id.ts";
import { scenariosOf, type Report } from "../../certification/report.ts";
import { readScenarios } from "../../certification/scenario-files.ts";
import type { Scenario, Step } from "../../certification/scenario.schemas.ts";
import { exitCodes } from "../call-operator.ts";
import { CertifiedExample, watchedOnce } from "./certify.fixture.ts";
import { keepReport } from "./keep-report.ts";
import { serviceAt } from "./service.ts";

let example: CertifiedExample;
before(async () => {
  example = await CertifiedExample.open();
});
after(() => example.close());

/** How long a slow partner takes before it reads an order. */
const readingMs = 800;

const find = (id: string): Scenario => {
  const scenario = readScenarios().find((each) => each.id === id);
  assert.ok(scenario !== undefined, id);
  return scenario;
};

test("an expectation that is not met fails its scenario, and what is left to ask is asked", async (context) => {
  example.partner.denyAll("CAPACITY");
  context.after(() => example.partner.denyAll(undefined));
  const deny = watchedOnce(find("ord-deny"));
  const steps = deny.steps.flatMap((step): readonly Step[] => {
    // The partner is not told to deny for the right reason, and an order that is denied reads as it will always read.
    if ("ask" in step) return step.ask === "deny_next_order" ? [] : [step];
    if ("expect" in step && step.expect.check === "state") return [{ expect: { ...step.expect, within_seconds: 0 } }];
    return [step];
  });
  const [result] = (await example.play([{ ...deny, steps }])).scenarios;
  assert.equal(result?.outcome, "failed");
  assert.deepEqual(
    result.expectations.map(({ met }) => met),
    [true, false],
  );
  assert.match(result.expectations[1]?.seen ?? "", /denial\.reason is CAPACITY, denial\.out_of_stock is empty/);
  const placed = await example.booking.call("POST", "/v1/sandbox/orders", { location_id: example.location });
  assert.equal(placed.status, 201, "orders are taken again");
});

test("a partner that reads an order late, and decides it after the cancellation, fails", async (context) => {
  await example.partner.stop();
  const isCancelled = (): boolean => example.partner.events.some((event) => event.event_type === "order.cancelled");
  const late: typeof fetch = async (address, init) => {
    const request = new Request(address, init);
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname.startsWith("/v1/orders/ord_")) await sleep(readingMs);
    if (pathname.endsWith("/accept")) await waitUntilTrue(isCancelled);
    return fetch(request);
  };
  await example.start(1, { fetch: late });
  context.after(async () => {
    await example.partner.stop();
    await example.start(1);
  });
  const scenario = find("ord-cancel-before");
  const steps = scenario.steps.map((step): Step => {
    if (!("expect" in step) || step.expect.check !== "no_calls") return step;
    return { expect: { ...step.expect, grace_seconds: 0 } };
  });
  const [result] = (await example.play([{ ...scenario, steps }])).scenarios;
  assert.match(
    result?.expectations.at(-1)?.seen ?? "",
    /^acceptOrder \(409 illegal_transition\)/,
    JSON.stringify(result, null, 2),
  );
  assert.equal(result?.outcome, "failed");
});

test("a whole run is judged together, and not by what the certification itself asks", async () => {
  const report = await example.play([watchedOnce(find("ord-accept")), find("all-keys")]);
  assert.equal(report.passed, true, JSON.stringify(report.scenarios, null, 2));
  const silent = await example.play([find("all-keys")]);
  assert.equal(silent.scenarios[0]?.expectations[0]?.seen, "0 calls");
});

describe("the service judges a run by itself", () => {
  const certifications = "/v1/sandbox/certifications";
  let report: Report;
  before(async () => {
    const waitlist = scenariosOf("waitlist", readScenarios()).map(watchedOnce);
    report = { ...(await example.play(waitlist)), profile: "waitlist" };
  });

  test("and keeps its verdict for the operator (rules/certification 3.1)", async () => {
    const lines: string[] = [];
    const isAgreed = await keepReport(report, serviceAt(example.access()), { err: (line) => void lines.push(line) });
    assert.equal(isAgreed, true, lines.join("\n"));
    const [own] = (await example.booking.call("GET", certifications)).body.data;
    assert.deepEqual([own.profile, own.passed, own.location_id], ["waitlist", true, example.location]);
    const path = `/operator/v1/test/apps/${example.booking.app.id}/certifications`;
    const seen = await example.booking.call("GET", path, undefined, operatorToken);
    assert.deepEqual(seen.body.data, [own]);
  });

  const body = (fields: object = {}) => ({
    profile: "waitlist",
    location_id: example.location,
    subscription_id: example.partner.subscriptionId,
    scenarios: report.scenarios.map(({ id, started_at, ended_at }) => ({ id, started_at, ended_at, made: [] })),
    ...fields,
  });

  test("from what it kept of that time, whatever the player says (rules/certification 2.2)", async () => {
    const hour = 3_600_000;
    const earlier = (at: string): string => new Date(Date.parse(at) - hour).toISOString();
    const moved = body().scenarios.map((one) => ({
      ...one,
      started_at: earlier(one.started_at),
      ended_at: earlier(one.ended_at),
    }));
    const answer = await example.booking.call("POST", certifications, body({ scenarios: moved }));
    assert.deepEqual([answer.status, answer.body.passed], [201, false], answer.text);
    const [first] = answer.body.scenarios;
    assert.equal(first.expectations[0].seen, "no event");
    const one = await example.booking.call("POST", certifications, body({ scenarios: moved.slice(1) }));
    assert.equal(one.body.scenarios[0].reason, "it was not played");
  });

  test("of orders that were placed in the time of the scenario only (rules/certification 3.1)", async () => {
    const [result] = (await example.play([watchedOnce(find("ord-accept"))])).scenarios;
    assert.ok(result !== undefined);
    const played = { id: result.id, started_at: result.started_at, ended_at: result.ended_at };
    const kept = async (orders: readonly string[]) => {
      const scenarios = [{ ...played, made: [{ name: "order", ids: orders }] }];
      const answer = await example.booking.call("POST", certifications, body({ profile: "ordering", scenarios }));
      return answer.body.scenarios[0];
    };
    const ids = result.made["order"] ?? [];
    assert.equal((await kept(ids)).outcome, "passed");
    assert.match((await kept([])).reason, /order was not placed/);
    const other = (await example.booking.call("POST", "/v1/sandbox/orders", { location_id: example.location })).body.id;
    assert.match((await kept([other])).reason, /order was not placed/);
  });

  test("of the app's own location and subscription, within a day", async () => {
    const unknown = await example.booking.call("POST", certifications, body({ subscription_id: newId("dws") }));
    assert.deepEqual([unknown.status, unknown.body.code], [404, "not_found"]);
    const [first] = body().scenarios;
    const long = [{ ...first, ended_at: "2999-01-01T00:00:00Z" }];
    const refused = await example.booking.call("POST", certifications, body({ scenarios: long }));
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"]);
    const ids = Array.from({ length: 30 }, () => newId("ord"));
    const made = Array.from({ length: 10 }, (_, name) => ({ name: `order_${name}`, ids }));
    const most = await example.booking.call("POST", certifications, body({ scenarios: [{ ...first, made }] }));
    assert.equal(most.status, 201, "300 ids are looked at");
    const wide = [
      { ...first, made },
      { ...first, made: made.slice(9) },
    ];
    const refusedIds = await example.booking.call("POST", certifications, body({ scenarios: wide }));
    assert.deepEqual([refusedIds.status, refusedIds.body.details.issues[0].path], [400, "body.scenarios"]);
  });

  test("and keeps the last twenty (rules/certification 3.2)", async () => {
    for (let more = 0; more < 20; more++) await example.booking.call("POST", certifications, body());
    const { data } = (await example.booking.call("GET", certifications)).body;
    assert.equal(data.length, 20);
    assert.ok(data.every((one: { readonly profile: string }) => one.profile === "waitlist"));
  });
});

test("a scenario that needs what the app lacks is not played", async () => {
  const accept = watchedOnce(find("ord-accept"));
  const needs = { ...accept.needs, events: ["order.validation_requested"] };
  const report = await example.play([
    { ...accept, needs },
    { ...accept, needs, may_be_absent: true },
  ]);
  assert.deepEqual(
    report.scenarios.map(({ outcome }) => outcome),
    ["failed", "not_applicable"],
  );
  assert.match(report.scenarios[0]?.reason ?? "", /not subscribed to order\.validation_requested/);
  assert.equal(report.passed, false);
});

describe("maple certify", () => {
  test("says what was played and ends with 0, as text and as JSON, though the driver answers nothing (rules/certification 1.4)", async () => {
    // The driver of another program: it is told, and does nothing.
    const driver = `${process.execPath} -e "console.log(JSON.stringify({ready:true}));process.stdin.resume()"`;
    const options = {
      url: example.partner.notificationUrl,
      scenario: "ord-accept",
      location: example.location,
      driver,
    };
    const text = await example.run(options);
    assert.equal(text.code, exitCodes.done, text.err);
    assert.match(text.out, /^ord-accept +passed\n1 passed, 0 failed\n/);
    const report = JSON.parse((await example.run({ ...options, json: true })).out) as Report;
    assert.equal(report.passed, true);
    assert.equal(report.subscription_id, example.partner.subscriptionId);
  });

  const faults = "/v1/sandbox/faults";
  const rulesThatAreOn = async () => (await example.booking.call("GET", faults)).body.rules;

  test("leaves no fault behind when it is interrupted (rules/certification 1.5)", async () => {
    const interrupt = new AbortController();
    const options = { url: example.partner.notificationUrl, scenario: "ord-dropped", location: example.location };
    const running = example.run(options, interrupt.signal);
    await waitUntilTrue(async () => (await rulesThatAreOn()).length > 0);
    interrupt.abort();
    const { code, err } = await running;
    assert.deepEqual([code, await rulesThatAreOn()], [exitCodes.usage, []]);
    assert.match(err, /interrupted: nothing is certified/);
  });

  test("does not begin while faults are on that are not its own, and leaves them alone (rules/certification 1.5)", async () => {
    const rules = [{ id: "mine", kind: "webhook_dropped", match: { event_types: ["order.cancelled"] } }];
    await example.booking.call("PUT", faults, { rules });
    const options = { url: example.partner.notificationUrl, scenario: "ord-accept", location: example.location };
    const { code, err } = await example.run(options);
    assert.equal(code, exitCodes.usage, err);
    assert.match(err, /faults are on \(webhook_dropped\).*maple faults off/);
    assert.equal((await rulesThatAreOn()).length, 1);
    await example.booking.call("DELETE", faults);
  });

  test("does not begin while another run of the app plays, and leaves that one alone (rules/certification 1.5)", async () => {
    const interrupt = new AbortController();
    // Without a driver nobody publishes: the run waits in its scenario, which switches no fault on.
    const options = { url: example.partner.notificationUrl, scenario: "menu-publish", location: example.location };
    const first = example.run(options, interrupt.signal);
    await waitUntilTrue(async () => (await rulesThatAreOn()).length > 0);
    const rules = await rulesThatAreOn();
    const second = await example.run(options);
    assert.equal(second.code, exitCodes.usage, second.err);
    assert.match(second.err, /another certification of the app is played.*maple faults off/);
    assert.deepEqual(await rulesThatAreOn(), rules);
    interrupt.abort();
    await first;
    assert.deepEqual(await rulesThatAreOn(), []);
  });

  test("says before it plays that the report cannot be written", async () => {
    const html = "/nowhere/report.html";
    const options = { url: example.partner.notificationUrl, scenario: "ord-accept", location: example.location, html };
    const { code, out, err } = await example.run(options);
    assert.deepEqual([code, out], [exitCodes.usage, ""], err);
    assert.match(err, /--html: \/nowhere\/report\.html cannot be written \(ENOENT\)/);
  });

  test("takes spaces after the commas of --scenario", async () => {
    const { err } = await example.run({ url: "http://127.0.0.1:9/none", scenario: "ord-accept, ord-deny," });
    assert.match(err, /no subscription of the app posts to/);
  });

  const wrong: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ["without an address", {}, /--url is the notification_url of your subscription/],
    [
      "with an address that nobody subscribed",
      { url: "http://127.0.0.1:9/none" },
      /no subscription of the app posts to .* \(it has http:/,
    ],
    [
      "with a profile that does not exist",
      { url: "http://127.0.0.1:9/", profile: "orders" },
      /it is one of ordering, menus/,
    ],
    ["with a mistyped scenario", { url: "http://127.0.0.1:9/", scenario: "ord-acept" }, /did you mean ord-accept\?/],
    [
      "with a driver that ends",
      { url: "http://127.0.0.1:9/", driver: "exit 3" },
      /ended before it was ready \(exit code 3\)/,
    ],
  ];
  for (const [name, options, words] of wrong) {
    test(`${name} it ends with 2 and says what to do`, async () => {
      const { code, err } = await example.run(options);
      assert.equal(code, exitCodes.usage, err);
      assert.match(err, words);
    });
  }
});
