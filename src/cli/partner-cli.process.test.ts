import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { verifyWebhook } from "../../examples/verify-webhook/verify-webhook.ts";
import { compiledCode } from "../../test/harness/compiled-code.ts";
import { operatorToken, startService, type TestService } from "../../test/harness/service.ts";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";
import { actByHand } from "../../test/harness/state-guard.ts";
import { seedSandbox, type SeededSandbox } from "../sandbox/seed-sandbox.command.ts";
import { answering, startReceiver, type Receiver } from "../webhooks/delivery/delivery.fixture.ts";
import bistro from "../../examples/menus/small-bistro.json" with { type: "json" };
import corner from "../../examples/menus/corner-shop.json" with { type: "json" };

const program = fileURLToPath(new URL("../../bin/maple.js", import.meta.url));

let service: TestService;
let receiver: Receiver;
let seeded: SeededSandbox;
before(async () => {
  service = await startService({ workers: true });
  receiver = await startReceiver();
  await seedSandbox(service.database, { restaurant: bistro, shop: corner }, async (sandbox) => {
    seeded = sandbox;
  });
});
after(async () => {
  await receiver.close();
  await service.stop();
});

function start(words: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [program, ...words], {
    env: {
      ...compiledCode,
      MAPLE_URL: service.url,
      MAPLE_API_KEY: seeded.apiKey,
      OPERATOR_TOKEN: operatorToken,
      MAPLE_DATA_DIR: "/nonexistent",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function maple(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const child = start(words, environment);
  assert.ok(child.stdout !== null && child.stderr !== null);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err, code: Number(code) };
}

/** Starts listening; `until` waits for a line on either output that fits. */
async function listen(...more: string[]) {
  const child = start(["listen", "--forward-to", receiver.url, ...more]);
  assert.ok(child.stdout !== null && child.stderr !== null);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = lines.find((line) => pattern.test(line));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const stop = async (): Promise<number> => {
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    return Number(code);
  };
  await until(/^To verify/);
  return { lines, until, stop };
}

test("listen, trigger, replay and events, as a partner developer uses them", async () => {
  const listener = await listen();
  const hint = await listener.until(/^To verify: secret whsec_/);
  const [, secret = "", subscriptionId = ""] = /secret (\S+), subscription (\S+),/.exec(hint) ?? [];
  const triggered = await maple(["trigger", "order.notification"]);
  assert.equal(triggered.code, 0, triggered.err);
  assert.match(triggered.out, /^done: order\.notification of ord_\w+;/);
  const forwarded = await listener.until(/order\.notification evt_\w+ {2}200 in \d+ ms/);
  const eventId = /evt_\w+/.exec(forwarded)?.[0] ?? "";
  const received = receiver.received.find(({ event }) => event.event_id === eventId);
  assert.ok(received !== undefined);
  const verified = verifyWebhook({
    body: Buffer.from(received.body),
    headers: received.headers,
    secret,
    subscriptionId,
    notificationUrl: receiver.url,
  });
  assert.equal(verified.ok, true, "what is forwarded verifies with the data that listen printed");

  receiver.answer = answering(503);
  const replayed = await maple(["replay", eventId]);
  assert.match(replayed.out, /^1 open listener hears the event again$/m, replayed.err);
  await listener.until(new RegExp(`${eventId} \\(replayed\\) {2}503 in \\d+ ms {2}again: maple replay ${eventId}`));
  receiver.answer = answering(200);

  const listed = await maple(["events", "--type", "order.notification"]);
  assert.match(
    listed.out,
    new RegExp(`^CREATED .*\\n\\S+ +${eventId} +order\\.notification +ord_\\w+ +no subscription, 1 open listener`),
  );
  const shown = (await maple(["events", eventId])).out;
  assert.match(shown, new RegExp(`^event_id +${eventId}$`, "m"));
  assert.match(
    shown,
    /^Deliveries\nnone: no subscription wanted it; 1 open listener hears events of this type, without a delivery$/m,
  );
  const dry = await maple(["replay", "--since", "1h", "--dry-run", "--json"]);
  assert.ok((JSON.parse(dry.out) as { event_ids: string[] }).event_ids.includes(eventId), dry.err);

  assert.equal(await listener.stop(), 0);
  assert.ok(listener.lines.some((line) => / events heard, /.test(line)));
  // The service learns of the closed connection a moment later.
  await waitUntilTrue(async () => {
    const { body } = await service.call("GET", `/v1/webhook_events/${eventId}`, { key: seeded.apiKey });
    return body.listeners === 0;
  });
  const unheard = await maple(["replay", eventId]);
  assert.match(unheard.out, /^no subscription and no open listener: nobody received the event\. Run maple listen /m);
  const alone = (await maple(["events", eventId])).out;
  assert.match(alone, /^none: no subscription wanted it, and no open listener hears its type; run maple listen /m);
});

test("every type that trigger names can be triggered, and is heard", async () => {
  const listener = await listen();
  const subscription = await service.call("POST", "/v1/webhook_subscriptions", {
    key: seeded.apiKey,
    body: { notification_url: receiver.url, event_types: ["order.validation_requested"] },
  });
  assert.equal(subscription.status, 201);
  for (const type of [
    "order.created",
    "order.validation_requested",
    "order.cancelled",
    "menu.sync_completed",
    "menu.sync_failed",
    "webhook.test",
  ]) {
    const { code, err } = await maple(["trigger", type]);
    assert.equal(code, 0, `${type}: ${err}`);
    await listener.until(new RegExp(` ${type.replace(".", "\\.")} evt_`));
  }
  const unsubscribed = await service.call("DELETE", `/v1/webhook_subscriptions/${subscription.body.subscription.id}`, {
    key: seeded.apiKey,
  });
  assert.equal(unsubscribed.status, 200);
  for (const type of ["order.updated", "order.paid", "orders.notification"]) {
    assert.equal((await maple(["trigger", type])).code, 0, type);
  }
  await listener.until(/ order\.updated evt_/);
  await listener.stop();
  const impossible = await maple(["trigger", "order.validation_requested"]);
  assert.deepEqual([impossible.code, impossible.out], [1, ""]);
  assert.match(impossible.err, /^maple: 409 \[trigger_impossible\] .*no webhook subscription of the app wants it/);
});

test("an order is listed, accepted and completed; a menu is published from a file", async () => {
  const location = seeded.location.id;
  const placed = await service.call("POST", "/v1/sandbox/orders", {
    key: seeded.apiKey,
    body: { location_id: location },
  });
  const order = String(placed.body.id);
  assert.match((await maple(["orders", "list"])).out, new RegExp(`^ID .*\n(?:.*\n)*${order} .*PENDING +paid`));
  const accepted = await maple(["orders", "accept", order, "--pos-ticket", "T-1042"]);
  assert.match(accepted.out, new RegExp(`^order_id +${order}\ndecision +accept\nstatus +received\n`), accepted.err);
  assert.equal((await maple(["orders", "ready", order])).code, 0);
  assert.equal((await maple(["orders", "complete", order])).code, 0);
  assert.match((await maple(["orders", "show", order])).out, /\nstatus +FULFILLED\n/);
  const again = await maple(["orders", "cancel", order, "--reason", "OTHER"]);
  assert.deepEqual([again.code, again.err.startsWith("maple: 409 [illegal_transition]")], [1, true], again.err);

  const menu = fileURLToPath(new URL("../../examples/menus/small-bistro.json", import.meta.url));
  const published = await maple(["menu", "publish", location, "--file", menu, "--dry-run", "on"]);
  assert.equal(published.code, 0, published.err);
  const unread = await maple(["menu", "publish", location, "--file", `${menu}.none`]);
  assert.deepEqual([unread.code, /small-bistro\.json\.none is not a file/.test(unread.err)], [2, true], unread.err);
  const program = fileURLToPath(import.meta.url);
  assert.match((await maple(["menu", "publish", location, "--file", program])).err, /is not JSON: /);
});

test("a table is searched, held, booked and cancelled", async () => {
  const found = await maple(["booking", "search", seeded.location.id, ...tomorrow(), "--party-size", "2", "--json"]);
  assert.equal(found.code, 0, found.err);
  const [slot] = (JSON.parse(found.out) as { data: { slot_token: string }[] }).data;
  assert.ok(slot !== undefined);
  const held = await maple(["booking", "hold", "--slot-token", slot.slot_token, "--json"]);
  const hold = (JSON.parse(held.out) as { id: string }).id;
  const key = ["--idempotency-key", "from-the-terminal"];
  const guest = ["--first-name", "Ada", "--last-name", "Byron", "--phone", "+33 1 42 60 01 43"];
  const made = await maple(["booking", "create", "--hold", hold, ...guest, ...key]);
  const booking = /^id +(bkg_\w+)\nstatus +confirmed\n/.exec(made.out)?.[1];
  assert.ok(booking !== undefined, made.out + made.err);
  const repeated = await maple(["booking", "create", "--hold", hold, ...guest, ...key]);
  assert.match(repeated.out, new RegExp(`^id +${booking}\n`), "a repeat with the same key has no second effect");
  assert.match((await maple(["booking", "list"])).out, new RegExp(`\n${booking} +confirmed `));
  const cancelled = await maple(["booking", "cancel", booking, "--expected-version", "1"]);
  assert.match(cancelled.out, /\nstatus +cancelled_by_guest\n/, cancelled.err);
});

/** The evening of the next day, by the clock of this machine. */
function tomorrow(): string[] {
  const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
  return ["--start", at(24), "--end", at(48)];
}

test("mistakes are told in one line", async () => {
  for (const [words, code, message] of [
    [["listen"], 2, /--forward-to is an http or https address/],
    [["listen", "--forward-to", receiver.url, "--key", "mpk_test_wrong"], 4, /does not accept this API key/],
    [["listen", "--forward-to", receiver.url, "--types", "order.eaten"], 1, /order\.eaten/],
    [["trigger", "order.eaten"], 2, /trigger takes one of order\.notification/],
    [["replay"], 2, /replay takes an event, evt_…, or --since TIME/],
    [["replay", "evt_x", "--dry-run"], 2, /--dry-run is for a time span only/],
    [["replay", "--since", "yesterday"], 2, /a time is 2h/],
    [["events", "nonsense"], 2, /"nonsense" is not the id of an event, evt_…; maple events lists them/],
    [["events", "order.paid"], 2, /evt_…; maple events --type order\.paid lists those of a type/],
    [["replay", "ord_1"], 2, /"ord_1" is not the id of an event, evt_…/],
    [["events", "--nonsense"], 2, /nonsense/],
  ] as const) {
    const ran = await maple(words);
    assert.equal(ran.code, code, `${words.join(" ")}: ${ran.err}`);
    assert.match(ran.err, message);
  }
  const nowhere = await maple(["events"], { MAPLE_URL: "http://127.0.0.1:65533", MAPLE_API_KEY: "mpk_test_x" });
  assert.deepEqual([nowhere.code, /no service answers at/.test(nowhere.err)], [3, true]);
  assert.match((await maple(["help"])).out, /maple listen --forward-to URL/);
  assert.match((await maple(["help", "listen"])).out, /--forward-to URL/);
});

test("verify is the operator's, and says when something is wrong", async () => {
  const sound = await maple(["verify"]);
  assert.equal(sound.code, 0, sound.out + sound.err);
  assert.match(sound.out, /\nsound\n$/);
  await service.database.transaction((tx) => {
    tx.send(actByHand);
    return tx.rows(
      `INSERT INTO deliveries (id, event_id, subscription_id, resource_type, resource_id, sequence, state, ordered_until)
        VALUES ('dlv_lost', 'evt_none', 'dws_none', 'order', 'ord_none', 1, 'skipped', now())`,
    );
  });
  const broken = await maple(["verify"]);
  assert.deepEqual(
    [broken.code, /I5 +1 +Every delivery has its event\. +dlv_lost/.test(broken.out)],
    [1, true],
    broken.out,
  );
});

test("menu versions and menu restore are an app's too: whose call is made says the credential", async () => {
  const { id } = seeded.location;
  const asApp = await maple(["menu", "versions", id, "--json"], { OPERATOR_TOKEN: "" });
  assert.equal(asApp.code, 0, asApp.err);
  const [version] = JSON.parse(asApp.out).data;
  assert.deepEqual([version.object, version.current], ["menu_version", true]);
  const restored = await maple(["menu", "restore", id, version.id], { OPERATOR_TOKEN: "" });
  assert.equal(restored.code, 0, restored.err);
  assert.match(restored.out, /current +true/);
  const asOperator = JSON.parse((await maple(["menu", "versions", id, "--json"])).out);
  assert.equal(asOperator.data[0].live, true);
  const byOption = JSON.parse((await maple(["menu", "versions", id, "--json", "--key", seeded.apiKey])).out);
  assert.equal(byOption.data[0].current, true);
  const asNobody = await maple(["menu", "versions", id], { OPERATOR_TOKEN: "", MAPLE_API_KEY: "" });
  assert.equal(asNobody.code, 2);
  assert.match(asNobody.err, /set OPERATOR_TOKEN.*, or MAPLE_API_KEY to an app's key/);
});
