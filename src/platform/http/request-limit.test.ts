import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { test, type TestContext } from "node:test";
import Fastify, { type FastifyInstance } from "fastify";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { createLog } from "../log.ts";
import { onTimeUp } from "../time-limit.ts";
import { faultAnswer } from "./refusals/fault-answer.ts";
import { limitRequests, withinRequest } from "./request-limit.ts";
import { sendAnswer } from "./send-answer.ts";

const never = new Promise<never>(() => {});

function start(t: TestContext): FastifyInstance {
  const server = Fastify();
  t.after(() => server.close());
  server.setErrorHandler((error, request, answer) =>
    sendAnswer(answer, faultAnswer(error, request, createLog("silent"))),
  );
  limitRequests(server);
  return server;
}

test("a request that does not end in time is answered 503 with Retry-After, and gives up what it holds (rules/operating 1.8)", async (t) => {
  const server = start(t);
  const given: string[] = [];
  server.route({
    method: ["GET", "POST"],
    url: "/",
    config: { answerWithinMs: 30 },
    handler: async () => {
      onTimeUp(() => given.push("a connection"));
      return never;
    },
  });
  const asked = await server.inject({ url: "/" });
  assert.deepEqual([asked.statusCode, asked.headers["retry-after"]], [503, "1"]);
  assert.match(
    asked.body,
    /"the answer took too long; send the same request again"/,
    "a read changes nothing, and has no key",
  );
  const sent = await server.inject({ method: "POST", url: "/" });
  assert.match(sent.body, /it is not known whether the change was made; send the same request with the same Idempot/);
  assert.deepEqual(given, ["a connection", "a connection"]);
});

test("what is used up before the body arrives is not there for the rest", async (t) => {
  const server = start(t);
  const now = Math.floor(performance.now());
  const clock = t.mock.method(performance, "now", () => now);
  server.post(
    "/",
    {
      config: { answerWithinMs: 400 },
      onRequest: async (request) => {
        await withinRequest(request, async () => clock.mock.mockImplementation(() => now + 300));
      },
    },
    async (request) => ({ used: request.usedMs }),
  );
  const answer = await server.inject({ method: "POST", url: "/", payload: {} });
  assert.equal(answer.json<{ used: number }>().used, 300);
});

test("a request in time is answered as ever", async (t) => {
  const server = start(t);
  server.get("/", async () => ({ ok: true }));
  assert.deepEqual((await server.inject({ url: "/" })).json(), { ok: true });
});

test("an answer that has begun in time may go on for longer than the limit", async (t) => {
  const server = start(t);
  const limitMs = 50;
  async function* lines(): AsyncGenerator<string> {
    yield "first\n";
    const begun = performance.now();
    await waitUntilTrue(() => performance.now() > begun + 2 * limitMs);
    onTimeUp(() => assert.fail("the limit still counts"))();
    yield "last\n";
  }
  server.get("/", { config: { answerWithinMs: limitMs } }, async (_request, answer) => {
    void answer.send(Readable.from(lines()));
    return answer;
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "first\nlast\n");
});
