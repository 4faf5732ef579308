import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, test } from "node:test";
import { waitUntilTrue } from "../../test/harness/wait-until.ts";
import { signDelivery } from "../webhooks/subscriptions/signature.ts";
import { ListenSession } from "./listen.ts";

const secret = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
const subscriptionId = "dws_1";
const pace = { silenceMs: 2_500, pauseMs: 5, longestPauseMs: 20 };

/** What the service does with each connection, one after the other. */
let connections: ((answer: ServerResponse, url: URL) => void)[] = [];
let answerHook: RequestListener = (_request, response) => response.end();
const hooked: string[] = [];
/** Of each request, whether it is rightly signed for the time that it says, and that time. */
const signed: { readonly right: boolean; readonly at: number }[] = [];
const service = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://x");
  const next = connections.shift();
  if (next === undefined) return void response.writeHead(404).end("{}");
  next(response, url);
});
const hook = createServer((request, response) => {
  const eventId = String(request.headers["x-service-event-id"]);
  hooked.push(eventId);
  const at = Number(request.headers["x-service-timestamp"]);
  const body = Buffer.from(JSON.stringify({ event_id: eventId }));
  const expected = signDelivery([secret], { eventId, subscriptionId, notificationUrl: hookUrl, timestamp: at, body });
  const right = Object.entries(expected).every(([name, value]) => request.headers[name] === value);
  signed.push({ right, at });
  answerHook(request, response);
});
let serviceUrl: string;
let hookUrl: string;

before(async () => {
  for (const server of [service, hook]) await once(server.listen(0, "127.0.0.1"), "listening");
  [serviceUrl, hookUrl] = [service, hook].map((each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`) as [
    string,
    string,
  ];
});
after(() => {
  for (const server of [service, hook]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  hooked.length = 0;
  signed.length = 0;
  answerHook = (_request, response) => response.end();
});

const hello = (answer: ServerResponse, more: object = {}): void =>
  line(answer, {
    object: "listening",
    cursor: 10,
    subscription_id: subscriptionId,
    signing_secret: secret,
    notification_url: hookUrl,
    missed_some: false,
    ...more,
  });
function line(answer: ServerResponse, value: object): void {
  answer.write(`${JSON.stringify(value)}\n`);
}
function event(eventId: string, cursor: number, change: { readonly body?: string; readonly ageSeconds?: number } = {}) {
  const body = JSON.stringify({ event_id: eventId });
  const timestamp = Math.floor(Date.now() / 1000) - (change.ageSeconds ?? 0);
  const input = { eventId, subscriptionId, notificationUrl: hookUrl, timestamp, body: Buffer.from(body) };
  const headers = { ...signDelivery([secret], input), "x-service-event-id": eventId };
  const sent = { event_id: eventId, event_type: "order.paid", heard_as: eventId, replayed: false, headers };
  return { object: "heard_event", cursor, ...sent, body: change.body ?? body };
}

/** Listens until every connection has been used and the service then says 404. */
async function listen(
  silenceMs = pace.silenceMs,
  now: () => number = Date.now,
): Promise<{ readonly code: number; readonly said: readonly string[] }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const given = {
    argument: undefined,
    text: () => undefined,
    has: () => false,
    access: { url: serviceUrl, token: "key", name: "API key" as const },
  };
  const terminal = {
    out: say,
    err: say,
    call: () => assert.fail("listen makes no other call"),
    interrupted: new AbortController().signal,
  };
  const code = await new ListenSession(given, hookUrl, terminal, { ...pace, silenceMs, now }).run();
  return { code, said };
}

test("a connection that breaks, ends or falls silent is made again from the last cursor; nothing is forwarded twice", async () => {
  const cursors: (string | null)[] = [];
  const note = (url: URL): void => void cursors.push(url.searchParams.get("cursor"));
  connections = [
    (answer, url) => {
      note(url);
      hello(answer);
      line(answer, event("evt_1", 20));
      // Broken once the event is in hand.
      answerHook = (_request, response) => {
        response.end();
        answer.destroy();
      };
    },
    (answer, url) => {
      note(url);
      hello(answer, { cursor: 20 });
      line(answer, event("evt_1", 21));
      line(answer, event("evt_2", 30));
      line(answer, { object: "reconnect", cursor: 31 });
      answer.end();
    },
    // Says nothing more, without closing.
    (answer, url) => {
      note(url);
      hello(answer, { cursor: 31 });
      line(answer, { object: "heartbeat", cursor: 32 });
    },
    (answer, url) => {
      note(url);
      answer.writeHead(503).end(JSON.stringify({ message: "busy" }));
    },
    (answer, url) => {
      note(url);
      hello(answer, { cursor: 32, missed_some: true });
      line(answer, event("evt_3", 40));
      answer.end();
    },
  ];
  const { code, said } = await listen();
  assert.equal(code, 1, "404 at the end: another try cannot help");
  assert.deepEqual(cursors, [null, "20", "31", "32", "32"]);
  assert.deepEqual(hooked, ["evt_1", "evt_2", "evt_3"]);
  const all = said.join("\n");
  assert.match(all, /connecting again/);
  assert.match(all, /nothing was heard for 2\.5 s; connecting again/);
  assert.match(all, /maple: listening again/);
  assert.match(all, /maple replay --since/);
});

test("a connection that ends without a line is not made again at once, and a line without an end is a broken connection", async () => {
  let endless: ServerResponse | undefined;
  const empty = (answer: ServerResponse): void => void answer.writeHead(200).end();
  connections = [
    empty,
    (answer) => {
      hello(answer);
      endless = answer;
      answer.write("x".repeat(5 * 2 ** 20));
    },
    empty,
  ];
  const { said } = await listen(60_000);
  await waitUntilTrue(() => endless?.destroyed === true);
  const lost = said.filter((text) => text.includes("connecting again"));
  assert.equal(lost.length, 3);
  assert.match(lost[0] ?? "", /the connection ended before anything was heard/);
  assert.match(lost[1] ?? "", /a line has no end/);
});

test("what does not verify is not forwarded, and says why", async () => {
  connections = [
    (answer) => {
      hello(answer);
      line(answer, event("evt_1", 20, { body: "{}" }));
      line(answer, event("evt_2", 21, { ageSeconds: 330 }));
      line(answer, event("evt_3", 22));
      answer.end();
    },
  ];
  const { said } = await listen();
  assert.deepEqual(hooked, ["evt_3"]);
  assert.match(said.join("\n"), /evt_1 {2}NOT forwarded: its signature is not of this listener/);
  assert.match(said.join("\n"), /evt_2 {2}NOT forwarded: its timestamp is 3\d\d s off/);
});

test("a program that fails or is slow: the outcome is told, the order kept, the stream read on", async () => {
  answerHook = (request, response) => {
    if (request.headers["x-service-event-id"] === "evt_1") setTimeout(() => response.writeHead(500).end(), 100);
    else response.end();
  };
  connections = [
    (answer) => {
      hello(answer);
      for (const id of ["evt_1", "evt_2", "evt_3"]) line(answer, event(id, 20));
      answer.end();
    },
  ];
  const { said } = await listen();
  assert.deepEqual(hooked, ["evt_1", "evt_2", "evt_3"]);
  const outcomes = said.flatMap((text) => /(evt_\d) {2}(\d+)/.exec(text)?.slice(1, 3).join(" ") ?? []);
  assert.deepEqual(outcomes, ["evt_1 500", "evt_2 200", "evt_3 200"]);
});

test("an event that waited for a slow program is forwarded, signed for the time at which it is", async () => {
  const begun = Date.now();
  let waitedMs = 0;
  // The program stands at a breakpoint for ten minutes.
  answerHook = (_request, response) => {
    waitedMs = 600_000;
    response.end();
  };
  connections = [
    (answer) => {
      hello(answer);
      // In one piece: both are heard before the first is forwarded.
      answer.write(["evt_1", "evt_2"].map((id) => `${JSON.stringify(event(id, 20))}\n`).join(""));
      answer.end();
    },
  ];
  const { said } = await listen(pace.silenceMs, () => begun + waitedMs);
  assert.deepEqual(hooked, ["evt_1", "evt_2"], said.join("\n"));
  const [first, second] = signed;
  assert.ok(first !== undefined && second !== undefined && first.right && second.right);
  assert.ok(second.at - first.at >= 599, `${second.at - first.at} s between them`);
});
