import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, type Socket } from "node:net";
import { afterEach, test } from "node:test";
import Fastify, { type FastifyInstance } from "fastify";
import { usualLimits } from "../admission/admission.ts";
import type { AnswerLimits } from "../admission/answer-room.ts";
import { admitCalls } from "./admit-calls.ts";

const mebibyte = 1024 * 1024;
/** More than the buffers of two sockets hold. */
const large = Buffer.alloc(32 * mebibyte, "x");

let server: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function listen(limits: AnswerLimits): Promise<string> {
  server = Fastify({ forceCloseConnections: true });
  admitCalls(server, {
    admission: {
      limits: { ...usualLimits, answers: limits },
      enter: () => assert.fail("a call that needs no slot asks for none"),
      judge: () => undefined,
      stop: () => {},
    },
    flows: { of: () => "", learn: () => {} },
    environmentOf: () => "test",
    onDropped: () => {},
  });
  const config = { callClass: 3, needsNoSlot: true } as const;
  server.get("/large", { config }, (_request, answer) => answer.send(large));
  server.get("/small", { config }, (_request, answer) => answer.send("small"));
  return server.listen({ host: "127.0.0.1", port: 0 });
}

/** Asks and reads nothing. */
async function askIn(path: string): Promise<{ readonly ended: Promise<unknown> }> {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  const taken = once(server.server, "connection") as Promise<[Socket]>;
  await once(socket, "connect");
  const [of] = await taken;
  const ended = once(of, "close");
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  await once(server.server, "request");
  return { ended };
}

test("of answers that nobody takes, those that have waited longest end when all are too large together (rules/operating 3.7)", async () => {
  const url = await listen({ bytes: 80 * mebibyte, takenWithinMs: 600_000 });
  const first = await askIn("/large");
  const second = await askIn("/large");
  const third = await askIn("/large");
  await first.ended;
  const alive = await Promise.race([second.ended, third.ended, fetch(`${url}/small`).then((answer) => answer.text())]);
  assert.equal(alive, "small");
  const read = await (await fetch(`${url}/large`)).arrayBuffer();
  assert.equal(read.byteLength, large.length);
  await second.ended;
});

test("an answer that is not taken in time ends, and one that is taken keeps its connection (rules/operating 1.8)", async () => {
  const url = await listen({ bytes: 1024 * mebibyte, takenWithinMs: 1_000 });
  const silent = await askIn("/large");
  await silent.ended;
  assert.equal(await (await fetch(`${url}/small`)).text(), "small");
});
