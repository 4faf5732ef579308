import assert from "node:assert/strict";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { after, test } from "node:test";
import {
  createOutgoingHttp,
  type OutgoingAnswer,
  type OutgoingHttpOptions,
  type OutgoingRequest,
} from "./outgoing-http.ts";

const closers: (() => unknown)[] = [];
after(async () => {
  for (const close of closers.toReversed()) await close();
});

async function serve(listener: RequestListener): Promise<{ url: string; port: number; server: Server }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks?a=1`, port, server };
}

async function serveTcp(onSocket: (socket: Socket) => void): Promise<{ url: string; port: number }> {
  const server = createTcpServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port };
}

function open(options: Partial<OutgoingHttpOptions> = {}): ReturnType<typeof createOutgoingHttp> {
  const http = createOutgoingHttp({ allowPrivate: true, ...options });
  closers.push(() => http.close());
  return http;
}

const post = (url: string): OutgoingRequest => ({
  method: "POST",
  url,
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"a":1}'),
});
const codeOf = (answer: OutgoingAnswer): string =>
  answer.kind === "failed" ? answer.code : `answered ${answer.status}`;

test("sends the body and headers as given and reads status, headers and body", async () => {
  const seen: string[] = [];
  const { url } = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`);
      response.writeHead(503, { "retry-after": "7", "content-type": "text/plain" }).end("later\u0000 ☕");
    });
  });
  const result = await open().send(post(url));
  assert.deepEqual(seen, ['POST /hooks?a=1 application/json {"a":1}']);
  assert.equal(result.kind, "answered");
  assert.ok(result.kind === "answered" && result.status === 503);
  assert.equal(result.retryAfter, "7");
  assert.equal(result.contentType, "text/plain");
  assert.equal(result.bodyStart, "later\ufffd ☕");
  assert.ok(result.durationMs >= 0);
});

test("connections are kept for the next request", async () => {
  const ports = new Set<number | undefined>();
  const { url } = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    request.resume();
    response.end("ok");
  });
  const http = open();
  for (let i = 0; i < 5; i++) assert.equal(codeOf(await http.send(post(url))), "answered 200");
  // A request sent in the very turn in which the one before is answered may open a second one.
  assert.ok(ports.size <= 2);
});

test("redirects are answers, not followed (rules/webhooks 2.4)", async () => {
  let calls = 0;
  const { url } = await serve((_request, response) => {
    calls++;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  assert.equal(codeOf(await open().send(post(url))), "answered 302");
  assert.equal(calls, 1);
});

test("of an endless answer 64 KiB are read and 4 KiB kept, then the connection is cut (rules/webhooks 6.9)", async () => {
  let sent = 0;
  const { promise: cut, resolve: closed } = Promise.withResolvers<void>();
  const { url } = await serve((request, response) => {
    request.resume();
    response.on("close", () => closed());
    const chunk = Buffer.alloc(8 * 1024, "x");
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on("drain", more);
    more();
  });
  const result = await open().send(post(url));
  assert.ok(result.kind === "answered" && result.status === 200);
  assert.equal(result.bodyStart, "x".repeat(4096));
  await cut;
  assert.ok(sent < 64 * 1024 * 1024);
});

test("a character cut at the 4 KiB limit falls away", async () => {
  const { url } = await serve((_request, response) => response.end(`${"x".repeat(4095)}☕ and more`));
  const result = await open().send(post(url));
  assert.ok(result.kind === "answered" && result.bodyStart === "x".repeat(4095));
});

test("trouble is a value with a code", async () => {
  const silent = await serveTcp(() => {});
  const hangsUp = await serveTcp((socket) => socket.once("data", () => socket.destroy()));
  const garbage = await serveTcp((socket) => socket.once("data", () => socket.end("SSH-2.0-nope\r\n\r\n")));
  const stalls = await serveTcp((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc")),
  );
  const http = open({ totalTimeoutMs: 150 });
  assert.equal(codeOf(await http.send(post(silent.url))), "timeout");
  assert.equal(codeOf(await http.send(post(stalls.url))), "timeout");
  assert.equal(codeOf(await http.send(post(hangsUp.url))), "connection_closed");
  assert.equal(codeOf(await http.send(post(garbage.url))), "invalid_answer");
  assert.equal(codeOf(await http.send(post("http://127.0.0.1:1/"))), "connection_refused");
  assert.equal(codeOf(await http.send(post("not an address"))), "connection_failed");
  assert.equal(codeOf(await http.send(post(silent.url.replace("http:", "https:")))), "timeout");
});

test("a name that does not resolve, a look-up that never answers and a TLS handshake that stalls", async () => {
  const failing = open({ resolveHost: () => Promise.reject(new Error("ENOTFOUND")) });
  assert.equal(codeOf(await failing.send(post("https://nowhere.example/"))), "dns_failed");
  const stuck = open({ resolveHost: () => new Promise(() => {}), connectTimeoutMs: 50 });
  assert.equal(codeOf(await stuck.send(post("https://stuck.example/"))), "connect_timeout");
  const silent = await serveTcp(() => {});
  const http = open({ connectTimeoutMs: 50 });
  assert.equal(codeOf(await http.send(post(silent.url.replace("http:", "https:")))), "connect_timeout");
});

test("plain HTTP where TLS is expected is a TLS failure", async () => {
  const { url } = await serve((_request, response) => response.end("plain"));
  assert.equal(codeOf(await open().send(post(url.replace("http:", "https:")))), "tls_failed");
});

function resolving(...addresses: string[]): ReturnType<typeof createOutgoingHttp> {
  return open({ allowPrivate: false, resolveHost: async () => addresses });
}

test("addresses that are not public are refused: literal, resolved, any of several (rules/webhooks 2.2)", async () => {
  let calls = 0;
  const { port } = await serve((_request, response) => {
    calls++;
    response.end();
  });
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "2130706433", "0x7f.1", "127.1"]) {
    assert.equal(codeOf(await resolving().send(post(`http://${host}:${port}/`))), "address_refused", host);
  }
  assert.equal(codeOf(await resolving("127.0.0.1").send(post(`http://rebound.example:${port}/`))), "address_refused");
  assert.equal(codeOf(await resolving("8.8.8.8", "10.0.0.1").send(post("http://two.example/"))), "address_refused");
  assert.equal(codeOf(await resolving("64:ff9b::7f00:1").send(post("http://nat.example/"))), "address_refused");
  assert.equal(calls, 0);
});

test("the resolved addresses are the ones dialled: the name is looked up once (rules/webhooks 2.2)", async () => {
  const { port } = await serve((_request, response) => response.end());
  let lookups = 0;
  const http = open({
    resolveHost: async () => {
      lookups++;
      return ["127.0.0.1"];
    },
  });
  assert.equal(codeOf(await http.send(post(`http://partner.example:${port}/`))), "answered 200");
  assert.equal(lookups, 1);
});

test("proxy variables are not used", async () => {
  const { url } = await serve((_request, response) => response.end("direct"));
  const kept = { ...process.env };
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) process.env[name] = "http://127.0.0.1:1";
  try {
    assert.equal(codeOf(await open().send(post(url))), "answered 200");
  } finally {
    process.env = kept;
  }
});

test("closing ends what is under way", async () => {
  const silent = await serveTcp(() => {});
  const http = open();
  const pending = http.send(post(silent.url));
  await http.close();
  assert.equal(codeOf(await pending), "stopped");
});

for (const line of ["100 Continue", "101 Switching Protocols"]) {
  test(`an answer ${line} that nobody asked for is told as such`, async () => {
    const { url } = await serveTcp((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        const more = line.startsWith("101") ? "upgrade: x\r\nconnection: upgrade\r\n" : "";
        socket.write(`HTTP/1.1 ${line}\r\n${more}\r\n`);
      });
    });
    const answer = await open().send(post(url));
    assert.equal(codeOf(answer), "invalid_answer");
    assert.match(answer.kind === "failed" ? answer.message : "", /100 Continue .* not asked for/);
  });
}
