import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Maple, type PublishMenuInput } from "@maple-partners/sdk";
import { openDriver } from "../../../examples/partner-app/driver.ts";
import { startPartner, type Partner } from "../../../examples/partner-app/partner.ts";
import { startBookingPartner, type BookingPartner } from "../../../test/harness/booking-partner.ts";
import { connect } from "../../../test/harness/factories.ts";
import { openLine } from "../../../test/harness/waitlist-line.ts";
import type { Id } from "../../kernel/id.ts";
import type { Report } from "../../certification/report.ts";
import { readScenarios } from "../../certification/scenario-files.ts";
import type { Scenario, Step } from "../../certification/scenario.schemas.ts";
import { exitCodes } from "../call-operator.ts";
import { certify } from "./certify.ts";
import type { Ask } from "./driver.ts";
import { playScenarios } from "./play-scenarios.ts";
import { serviceAt } from "./service.ts";
import { findStage } from "./stage.ts";

const menu = JSON.parse(
  readFileSync(new URL("../../../examples/menus/small-bistro.json", import.meta.url), "utf8"),
) as PublishMenuInput;

let booking: BookingPartner;
let location: Id<"str">;
let partner: Partner;
let drive: (ask: Ask) => Promise<void>;
before(async () => {
  booking = await startBookingPartner({ workers: true });
  ({ location } = await openLine(booking, 20, { messaging: true }));
  await connect(booking.service.database, booking.app, location);
  const access = { baseUrl: booking.service.url, apiKey: booking.app.key };
  partner = await startPartner({ ...access, locationId: location, menu, readyMs: 1, completeMs: 1 });
  drive = openDriver({ maple: new Maple(access), partner, menu, log: () => {} });
});
after(async () => {
  await partner.stop();
  await booking.service.stop();
});

const access = () => ({ url: booking.service.url, token: booking.app.key, name: "API key" }) as const;
const never = new AbortController().signal;

/** Plays scenarios against the example partner, which is told in this process what to begin. */
async function play(scenarios: readonly Scenario[]): Promise<Report> {
  const stage = await findStage(access(), serviceAt(access()), { webhook: partner.notificationUrl, location });
  assert.ok(!("problem" in stage), JSON.stringify(stage));
  let acting = Promise.resolve();
  const report = await playScenarios(
    { profile: "all", wholeProfile: true, scenarios },
    {
      stage,
      interrupted: never,
      lookMs: 20,
      tell: (ask) => {
        acting = acting.then(() => drive(ask));
      },
      done: () => {},
    },
  );
  await acting;
  return report;
}

/** Thirty orders are played by the proof. */
const slow = new Set(["ord-burst"]);

describe("the example partner passes each scenario", () => {
  for (const scenario of readScenarios().filter(({ id }) => !slow.has(id))) {
    test(scenario.id, async () => {
      const [result] = (await play([scenario])).scenarios;
      assert.equal(result?.outcome, "passed", JSON.stringify(result, null, 2));
    });
  }
});

const find = (id: string): Scenario => {
  const scenario = readScenarios().find((each) => each.id === id);
  assert.ok(scenario !== undefined, id);
  return scenario;
};

test("an expectation that is not met fails its scenario, and what is left to ask is asked", async (context) => {
  partner.denyAll("CAPACITY");
  context.after(() => partner.denyAll(undefined));
  const deny = find("ord-deny");
  const steps = deny.steps.flatMap((step): readonly Step[] => {
    // The partner is not told to deny for the right reason, and an order that is denied reads as it will always read.
    if ("ask" in step) return step.ask === "deny_next_order" ? [] : [step];
    if ("expect" in step && step.expect.check === "state") return [{ expect: { ...step.expect, within_seconds: 0 } }];
    return [step];
  });
  const [result] = (await play([{ ...deny, steps }])).scenarios;
  assert.equal(result?.outcome, "failed");
  assert.deepEqual(
    result.expectations.map(({ met }) => met),
    [true, false],
  );
  assert.match(result.expectations[1]?.seen ?? "", /denial\.reason is CAPACITY, denial\.out_of_stock is empty/);
  const placed = await booking.call("POST", "/v1/sandbox/orders", { location_id: location });
  assert.equal(placed.status, 201, "orders are taken again");
});

test("a scenario that needs what the app lacks is not played", async () => {
  const accept = find("ord-accept");
  const needs = { ...accept.needs, events: ["order.validation_requested"] };
  const report = await play([
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

/** Runs `maple certify` in this process. */
async function run(options: Readonly<Record<string, string | true>>) {
  const [out, err]: [string[], string[]] = [[], []];
  const given = {
    argument: undefined,
    text: (name: string) => (typeof options[name] === "string" ? options[name] : undefined),
    has: (name: string) => options[name] !== undefined,
    access: access(),
  };
  const terminal = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    call: () => assert.fail("certify has calls of its own"),
    interrupted: never,
  };
  const code = await certify(given, terminal, { lookMs: 20 });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

describe("maple certify", () => {
  test("says what was played and ends with 0, as text and as JSON", async () => {
    // The driver of another program: it is told, and does nothing.
    const driver = `${process.execPath} -e "console.log(JSON.stringify({ready:true}));process.stdin.resume()"`;
    const options = { url: partner.notificationUrl, scenario: "ord-accept", location, driver };
    const text = await run(options);
    assert.equal(text.code, exitCodes.done, text.err);
    assert.match(text.out, /^ord-accept +passed\n1 passed, 0 failed\n/);
    const report = JSON.parse((await run({ ...options, json: true })).out) as Report;
    assert.equal(report.passed, true);
    assert.equal(report.subscription_id, partner.subscriptionId);
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
      const { code, err } = await run(options);
      assert.equal(code, exitCodes.usage, err);
      assert.match(err, words);
    });
  }
});
