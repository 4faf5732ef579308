import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { after, before, describe, test } from "node:test";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { compiledCode } from "../../test/harness/compiled-code.ts";

const maple = fileURLToPath(new URL("../../bin/maple.js", import.meta.url));

function addressOf(server: Server): string {
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return `http://127.0.0.1:${address.port}`;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(url: string, ...words: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [maple, ...words], {
    env: { ...compiledCode, MAPLE_URL: url, OPERATOR_TOKEN: "the-token", MAPLE_DATA_DIR: "/nonexistent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, out, err };
}

describe("maple, against whatever answers", () => {
  let answer: { status: number; body: string };
  let asked: { method: string | undefined; url: string | undefined; headers: IncomingMessage["headers"]; body: string };
  let url: string;
  let server: Server;
  before(async () => {
    server = createServer((request, response) => {
      void text(request).then((body) => {
        asked = { method: request.method, url: request.url, headers: request.headers, body };
        response.writeHead(answer.status, { "x-request-id": "req_1", "content-type": "application/json" });
        response.end(answer.body);
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = addressOf(server);
  });
  after(() => server.close());

  test("sends one call with the token, a key for repeats and the body, and exits 0", async () => {
    answer = {
      status: 201,
      body: '{"object":"app","id":"app_1","name":"A","status":"enabled","scopes":["orders:read"]}',
    };
    const ran = await run(url, "app", "create", "--name", "A", "--scopes", "orders:read", "--env", "live");
    assert.deepEqual([asked.method, asked.url], ["POST", "/operator/v1/live/apps"]);
    assert.equal(asked.headers.authorization, "Bearer the-token");
    assert.match(asked.headers["idempotency-key"]?.toString() ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(JSON.parse(asked.body), { name: "A", scopes: ["orders:read"] });
    assert.equal(ran.code, 0);
    assert.match(ran.out, /^id {6}app_1\nname {4}A\n[^]*\nNext: maple key issue app_1/);
  });

  test("--json prints the answer as it is; a given idempotency key is kept", async () => {
    answer = { status: 200, body: '{"object":"key.deleted",  "deleted":true}' };
    const ran = await run(url, "key", "revoke", "key_1", "--json", "--idempotency-key", "again");
    assert.equal(ran.out, '{"object":"key.deleted",  "deleted":true}\n');
    assert.equal(asked.headers["idempotency-key"], "again");
    assert.deepEqual([asked.body, asked.headers["content-type"]], ["", undefined]);
  });

  test("a refusal is one line with status, code, what to change, and the request; exit 1", async () => {
    answer = { status: 404, body: '{"_tag":"X","code":"not_found","message":"no such app","feedback":"f"}' };
    const ran = await run(url, "key", "issue", "app_1");
    assert.deepEqual(ran, { code: 1, out: "", err: "maple: 404 [not_found] no such app (request req_1)\n" });
  });

  test("a wrong token is said to be one; exit 4", async () => {
    answer = { status: 401, body: '{"message":"no"}' };
    const ran = await run(url, "app", "list");
    assert.deepEqual(
      [ran.code, ran.err],
      [4, `maple: ${url} does not accept this operator token: no (request req_1)\n`],
    );
  });

  test("something that is no Maple is said to be none", async () => {
    answer = { status: 200, body: "<html>" };
    const ran = await run(url, "app", "list");
    assert.match(ran.err, /200 the answer is not one of Maple: is the address right\?/);
    answer = { status: 413, body: "<html>" };
    assert.match((await run(url, "app", "list")).err, /413 a proxy before the service takes no body of this length/);
    answer = { status: 502, body: "<html>" };
    const down = await run(url, "app", "list");
    assert.equal(down.code, 3);
    assert.match(down.err, /502 a proxy answers, and the service behind it does not: try again in a minute/);
    answer = { status: 404, body: "" };
    const shut = await run(url, "app", "list");
    assert.match(
      shut.err,
      /404 .* Most proxies shut \/operator\/v1: name a serve process itself, as http:\/\/127\.0\.0\.1:8080/,
    );
    answer = { status: 200, body: "<html>" };
    assert.equal((await run(url, "app", "list")).code, 1);
  });

  test("wrong use exits 2 and names the help", async () => {
    const ran = await run(url, "app", "create", "--name", "A");
    assert.equal(ran.code, 2);
    assert.match(ran.err, /--scopes is required.*\nmaple help app create tells how\n$/);
  });
});

test("no service at the address: exit 3, and how to start one", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const url = addressOf(closed);
  closed.close();
  const ran = await run(url, "app", "list");
  assert.deepEqual([ran.code, ran.out], [3, ""]);
  assert.equal(
    ran.err,
    `maple: no service answers at ${url}: start it (maple serve, or npm start), or name it with --url\n`,
  );
});
