/** The limits of a process, each shown with a small number in its place. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { createApp, createLocation, type TestApp } from "../../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { sendRaw } from "../../../test/harness/raw-http.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { usualLimits } from "../admission/admission.ts";

describe("the bounds of a process", () => {
  let service: TestService;
  let app: TestApp;
  const connections = 12;

  before(async () => {
    service = await startService({
      settings: {
        admission: {
          ...usualLimits,
          connections,
          streams: { public: 1, staff: 10, person: 2 },
          residentBytes: 1,
          loopLateMs: Infinity,
        },
      },
    });
    app = await createApp(service.database);
  });
  after(() => service.stop());

  async function openSocket(): Promise<Socket> {
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.resume();
    await once(socket, "connect");
    return socket;
  }

  test("in production: connections, calls, streams, memory, and the time of a head (rules/operating 3.7)", () => {
    const { connections: most, calls, streams, residentBytes, headMs } = usualLimits;
    assert.deepEqual(
      [most, calls, streams, residentBytes / 2 ** 20, headMs],
      [2_000, 1_000, { public: 200, staff: 1_000, person: 30 }, 512, 10_000],
    );
  });

  test("a stream beyond them is told 503, and is opened when another has ended", async () => {
    const leaving = new AbortController();
    const path = "/v1/webhook_events/stream?forward_to=http%3A%2F%2F127.0.0.1%3A9%2F";
    const first = await fetch(service.url + path, {
      headers: { authorization: `Bearer ${app.key}` },
      signal: leaving.signal,
    });
    assert.equal(first.status, 200);
    const refused = await service.call("GET", path, { key: app.key });
    assert.equal(refused.status, 503);
    assert.match(refused.text, /too many live pages are open/);
    assert.ok([1, 2, 3].includes(Number(refused.headers.get("retry-after"))));
    leaving.abort();
    await waitUntilTrue(async () => {
      const leave = new AbortController();
      const again = await fetch(service.url + path, {
        headers: { authorization: `Bearer ${app.key}` },
        signal: leave.signal,
      });
      leave.abort();
      return again.status === 200;
    });
  });

  test("a person has so many live screens, and another person theirs (rules/board 1.6)", async () => {
    const here = await createLocation(service.database);
    const [pat, kim] = [
      await createPerson(service.database, [{ role: "staff", at: here }]),
      await createPerson(service.database, [{ role: "staff", at: here }]),
    ];
    const leaving = new AbortController();
    // Kept: of an answer that nobody holds, the collector of garbage ends the stream.
    const answers: Response[] = [];
    const follow = async ({ token }: TestPerson) => {
      const path = `${service.url}/console/v1/locations/${here}/stream?topics=orders`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` }, signal: leaving.signal });
      answers.push(answer);
      return answer;
    };
    assert.deepEqual([(await follow(pat)).status, (await follow(pat)).status], [200, 200]);
    const refused = await follow(pat);
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /too many live screens open/);
    assert.ok(Number(refused.headers.get("retry-after")) >= 1);
    assert.equal((await follow(kim)).status, 200);
    assert.equal(answers.length, 4);
    leaving.abort();
    await waitUntilTrue(async () => {
      const again = new AbortController();
      const path = `${service.url}/console/v1/locations/${here}/stream?topics=orders`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${pat.token}` }, signal: again.signal });
      again.abort();
      return answer.status === 200;
    });
  });

  test("a process with more memory than it should have takes no large body, and small ones still", async () => {
    const head = `POST /v1/feedback HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${app.key}\r\ncontent-type: application/json\r\n`;
    const { largeBytes } = usualLimits.bodies;
    const location = "str_01k0abcdefghjkmnpqrstvwxyz";
    const menu = head.replace("/v1/feedback", `/v1/locations/${location}/menu`);
    const refused = await sendRaw(service.url, `${menu}content-length: ${largeBytes + 1}\r\n\r\n`);
    assert.equal(refused.status, 503);
    assert.match(refused.text, /no memory for a large body/);
    const small = await service.call("POST", "/v1/feedback", { key: app.key, body: { kind: "bug", summary: "small" } });
    assert.ok(small.status < 300, small.text);
  });

  test("a head that does not arrive in time ends with 408 (rules/http 4.15)", async () => {
    // Of a service of its own: a slow machine needs longer than this for any head.
    const hasty = await startService({
      settings: { admission: { ...usualLimits, headMs: 200, loopLateMs: Infinity } },
    });
    try {
      const answer = await sendRaw(hasty.url, "GET /v1/me HTTP/1.1\r\nhost: a\r\n");
      assert.equal(answer.status, 408);
      assert.match(answer.text, /"code":"request_timeout"/);
    } finally {
      await hasty.stop();
    }
  });

  test("callers who come at once are kept waiting by the kernel, not dropped, while the process is busy", () => {
    const linux = process.platform === "linux";
    const mostOfKernel = linux ? Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")) : 128;
    const callers = Math.min(1_200, mostOfKernel - 1);
    const program = `
      const { connect } = require("node:net");
      let waiting = ${callers};
      for (let n = 0; n < ${callers}; n++)
        connect(${new URL(service.url).port}, "127.0.0.1", () => (waiting -= 1) === 0 && process.exit(0)).on("error", () => {});
      setTimeout(() => process.exit(1), 20_000);`;
    // The event loop of the service stands until the callers are connected.
    const { status } = spawnSync(process.execPath, ["-e", program], { timeout: 60_000 });
    assert.equal(status, 0, "a connection was not taken");
  });

  test("a connection beyond them is closed at once, counted, and possible when others have ended", async () => {
    const held = await Promise.all(Array.from({ length: connections + 1 }, openSocket));
    await Promise.race(held.map((socket) => once(socket, "close")));
    for (const socket of held) socket.destroy();
    await waitUntilTrue(async () => {
      const asked = sendRaw(service.url, "GET /metrics HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
      const answer = await asked.catch(() => undefined);
      return answer?.status === 200 && /^maple_http_connections_dropped_total [1-9]/m.test(answer.text);
    });
  });
});
