import assert from "node:assert/strict";
import { connect as connectSocket } from "node:net";
import { after, before, describe, test } from "node:test";
import Fastify from "fastify";
import { createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { waitForDocumentation } from "../../../test/harness/documentation.ts";
import { sendRaw } from "../../../test/harness/raw-http.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { usualLimits } from "../admission/admission.ts";
import { admitCalls, type AdmitOptions } from "./admit-calls.ts";

/** Two connections: four slots, of which one is kept for decisions and cancellations. */
const poolSize = 2;
const openSlots = 3;
const allRun = new RegExp(`^maple_admission_running\\{.*\\} ${openSlots}$`, "m");

describe("admission, while the database is held", () => {
  let service: TestService;
  let app: TestApp;
  const unknownEntry = "/v1/waitlist_entries/bkw_01k0abcdefghjkmnpqrstvwxyz/cancel";

  before(async () => {
    const admission = { longestWaitMs: 300, standingWaitMs: 300, bodyMs: 3_000, loopLateMs: Infinity };
    service = await startService({ settings: { poolSize, admission } });
    app = await createApp(service.database);
    await waitForDocumentation(service);
  });
  after(() => service.stop());

  /** Holds the orders while `work` runs, so that every list of orders stands still. */
  async function withOrdersHeld(work: () => Promise<void>): Promise<void> {
    await service.database.transaction(async (tx) => {
      await tx.rows("LOCK TABLE orders IN ACCESS EXCLUSIVE MODE");
      await work();
    });
  }

  const lists = (count: number): Promise<CallAnswer>[] =>
    Array.from({ length: count }, () => service.call("GET", "/v1/orders", { key: app.key }));

  const metrics = async (): Promise<string> => (await service.call("GET", "/metrics")).text;

  test("what is behind is refused with 503 and 1 to 3 seconds, in one form; a cancellation is served meanwhile (rules/operating 3.6)", async () => {
    await withOrdersHeld(async () => {
      const refused: CallAnswer[] = [];
      await new Promise<void>((resolve) => {
        for (const each of lists(openSlots + 5)) {
          void each.then((answer) => {
            // Those that wait for the lock for too long are answered otherwise.
            const isShed = answer.status === 503 && /more to do than it can/.test(answer.text);
            if (isShed && refused.push(answer) === 5) resolve();
          });
        }
      });
      const cancelled = await service.call("POST", unknownEntry, { key: app.key, body: {} });
      assert.equal(cancelled.status, 404, cancelled.text);
      assert.equal(refused.length, 5, "all that waited, and none that was admitted");
      for (const { body, headers } of refused) {
        assert.equal(body.code, "unavailable");
        assert.ok([1, 2, 3].includes(Number(headers.get("retry-after"))));
        assert.equal(body.retry_after, Number(headers.get("retry-after")));
      }
    });
    assert.match(await metrics(), /maple_admission_refused_total\{environment="test",class="4",reason="waited"\} 5/);
  });

  test("a page says that it is busy as a page; a probe is answered whatever waits", async () => {
    const locationId = await createLocation(service.database);
    // Drawn once before: the first draw may take longer than the transaction that holds the orders may last.
    assert.equal((await service.call("GET", "/docs")).status, 200);
    await withOrdersHeld(async () => {
      // One of them is refused: then the others hold all slots.
      await Promise.race(lists(openSlots + 1));
      const page = await service.call("GET", `/store/${locationId}`);
      assert.equal(page.status, 503);
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
      assert.ok(Number(page.headers.get("retry-after")) >= 1);
      for (const path of ["/healthz", "/metrics", "/docs"]) assert.equal((await service.call("GET", path)).status, 200);
    });
  });

  test("a body that arrives slowly holds no slot; it is served when it comes, and ends with 408 when it does not", async () => {
    const body = JSON.stringify({ kind: "bug", summary: "in two pieces" });
    const head = `POST /v1/feedback HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${app.key}\r\ncontent-type: application/json\r\n`;
    const slow = Array.from({ length: openSlots }, () => {
      const { port, hostname } = new URL(service.url);
      const socket = connectSocket(Number(port), hostname);
      let received = "";
      const answered = new Promise<string>((resolve) => {
        socket.on("data", (chunk) => {
          received += chunk.toString();
          if (received.includes("}")) socket.destroy();
        });
        socket.on("close", () => resolve(received));
      });
      socket.write(`${head}content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
      return { socket, answered };
    });
    // All slots are held until the bodies are seen to be slow. One more would wait, and on a busy machine be refused for it.
    while ((await service.call("GET", "/v1/me", { key: app.key })).status !== 200);
    const [first, ...others] = slow;
    first?.socket.write(body.slice(10));
    assert.match((await first?.answered) ?? "", /^HTTP\/1\.1 20[01]/);
    for (const { answered } of others) {
      const text = await answered;
      assert.match(text, /^HTTP\/1\.1 408/);
      assert.match(text, /"code":"request_timeout"/);
      assert.match(text, /x-request-id: req_/i);
    }
  });

  test("a caller who goes leaves its slot when its work is done, not before, and none is lost", async () => {
    await withOrdersHeld(async () => {
      const gone = Array.from({ length: openSlots + 2 }, () => {
        const leaving = new AbortController();
        const asked = fetch(`${service.url}/v1/orders`, {
          headers: { authorization: `Bearer ${app.key}` },
          signal: leaving.signal,
        }).catch(() => undefined);
        return { leaving, asked };
      });
      // They come over new connections: which call arrives first is not known.
      while (!allRun.test(await metrics()));
      for (const { leaving } of gone) leaving.abort();
      await Promise.all(gone.map(({ asked }) => asked));
      assert.equal(
        (await service.call("GET", "/v1/me", { key: app.key })).status,
        503,
        "the lists still hold their slots",
      );
    });
    let answer = await service.call("GET", "/v1/orders", { key: app.key });
    while (answer.status === 503) answer = await service.call("GET", "/v1/orders", { key: app.key });
    assert.equal(answer.status, 200);
    const all = await Promise.all(lists(openSlots));
    assert.deepEqual(
      all.map(({ status }) => status),
      all.map(() => 200),
    );
  });

  test("a caller who goes while its body arrives leaves neither a slot nor memory behind", async () => {
    const { port, hostname } = new URL(service.url);
    const head = `POST /v1/feedback HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${app.key}\r\ncontent-type: application/json\r\n`;
    for (let number = 0; number < 3 * openSlots; number++) {
      const socket = connectSocket(Number(port), hostname);
      socket.on("error", () => {});
      await new Promise<void>((resolve) => socket.write(`${head}content-length: 77777\r\n\r\n{`, () => resolve()));
      socket.destroy();
    }
    while (!/^maple_request_body_bytes 0$/m.test(await metrics()));
    while ((await service.call("GET", "/v1/me", { key: app.key })).status !== 200);
    const all = await Promise.all(lists(openSlots));
    assert.deepEqual(
      all.map(({ status }) => status),
      all.map(() => 200),
    );
  });

  test("more bodies than there is memory for are refused before they are read", async () => {
    const tight = await startService({
      settings: {
        admission: {
          bodies: { bytes: 1_000, large: 1, largePerOwner: 1, largeBytes: 500 },
          longestWaitMs: 60_000,
          residentBytes: Infinity,
        },
      },
    });
    try {
      const { key } = await createApp(tight.database);
      const head = `POST /v1/feedback HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
      const answer = await sendRaw(tight.url, `${head}content-length: 1001\r\n\r\n`);
      assert.equal(answer.status, 503);
      assert.match(answer.text, /too many large bodies/);
      const small = await tight.call("POST", "/v1/feedback", { key, body: { kind: "bug", summary: "small" } });
      assert.ok(small.status < 300, small.text);
    } finally {
      await tight.stop();
    }
  });
});

describe("a path without a class", () => {
  test("cannot be registered", async () => {
    const server = Fastify();
    const none: AdmitOptions = {
      admission: { limits: usualLimits, enter: () => {}, judge: () => undefined, stop: () => {} },
      flows: { of: () => "", learn: () => {} },
      environmentOf: () => "test",
      onDropped: () => {},
    };
    admitCalls(server, none);
    assert.throws(() => server.get("/forgotten", async () => "x"), /GET \/forgotten names no class/);
    server.get("/named", { config: { callClass: 3 } }, async () => "x");
    await server.close();
  });
});
