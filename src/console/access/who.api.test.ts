import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createConsoleAuthenticator } from "../../people/session/authenticate-console.command.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createDevice, createPerson, ownOrigin } from "../../../test/harness/people.ts";
import { startService, type CallOptions, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let here: Id<"str">;
let there: Id<"str">;

before(async () => {
  const baseUrls = { test: "http://127.0.0.1", live: "https://live.example" };
  service = await startService({ live: true, settings: { baseUrls } });
  here = await createLocation(service.database, { name: "Here" });
  there = await createLocation(service.database, { name: "There" });
});
after(() => service.stop());

const me = (options: CallOptions) => service.call("GET", "/console/v1/me", options);
const places = (options: CallOptions) => service.call("GET", "/console/v1/locations", options);
const byCookie = (token: string, headers: Readonly<Record<string, string>> = {}): CallOptions => ({
  headers: { cookie: `other=1; maple_session=${token}`, ...headers },
});
const change = (id: string, columns: string) =>
  service.database.transaction((tx) => tx.rows(`UPDATE person_sessions SET ${columns} WHERE id = $1`, [id]));

describe("who is signed in (rules/people 5)", () => {
  test("a session opens one's own account, as a cookie and as Bearer", async () => {
    const pat = await createPerson(service.database, [{ role: "manager", at: here }]);
    for (const options of [{ key: pat.token }, byCookie(pat.token)]) {
      const answer = await me(options);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.person.id, pat.id);
      assert.deepEqual(answer.body.roles, [{ role: "manager", location_id: here, app_id: null }]);
      assert.equal(answer.body.session.is_fresh, true);
    }
    const found = await places({ key: pat.token });
    assert.deepEqual(
      found.body.data.map((place: { name: string; roles: string[] }) => [place.name, place.roles]),
      [["Here", ["manager"]]],
    );
  });

  test("after the sign-out the session of before opens nothing (rules/people 5.3)", async () => {
    const pat = await createPerson(service.database, []);
    const out = await service.call("POST", "/console/v1/sign_out", byCookie(pat.token, ownOrigin));
    assert.equal(out.status, 200, out.text);
    assert.match(out.headers.get("set-cookie") ?? "", /^maple_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
    assert.equal((await me({ key: pat.token })).status, 401);
    assert.equal((await me(byCookie(pat.token))).status, 401);
  });

  for (const [what, columns, roles, status] of [
    ["half a day without use", "last_used_at = now() - interval '12 hours 1 second'", ["staff"], 401],
    ["almost half a day without use", "last_used_at = now() - interval '11 hours 59 minutes'", ["staff"], 200],
    ["the end of its 30 days", "expires_at = now()", ["staff"], 401],
    ["an hour without use, of an operator", "last_used_at = now() - interval '61 minutes'", ["operator_admin"], 401],
    [
      "half an hour without use, of an operator",
      "last_used_at = now() - interval '59 minutes'",
      ["operator_support"],
      200,
    ],
    [
      "twelve hours since the sign-in, of an operator",
      "signed_in_at = now() - interval '12 hours'",
      ["operator_support"],
      401,
    ],
  ] as const) {
    test(`a session after ${what}: ${status} (rules/people 5.1)`, async () => {
      const wanted = roles.map((role) => (role === "staff" ? { role, at: here } : { role }));
      const pat = await createPerson(service.database, wanted);
      await change(pat.sessionId, columns);
      assert.equal((await me({ key: pat.token })).status, status);
    });
  }

  test("use keeps a session open, written down once a minute at most", async () => {
    const pat = await createPerson(service.database, []);
    await change(pat.sessionId, "last_used_at = now() - interval '11 hours'");
    await me({ key: pat.token });
    const age = await service.database.read.one<{ seconds: number }>(
      "SELECT extract(epoch FROM now() - last_used_at)::float AS seconds FROM person_sessions WHERE id = $1",
      [pat.sessionId],
    );
    assert.ok(age.seconds < 600);
  });

  test("a role that is taken away, and a person who is disabled, end with the next request (rules/people 2.5)", async () => {
    const pat = await createPerson(service.database, [{ role: "host", at: here }]);
    const set = (statement: string) => service.database.transaction((tx) => tx.rows(statement, [pat.id]));
    await set("UPDATE person_roles SET ended_at = now() WHERE person_id = $1");
    assert.deepEqual((await me({ key: pat.token })).body.roles, []);
    assert.deepEqual((await places({ key: pat.token })).body.data, []);
    await set("UPDATE persons SET disabled_at = now() WHERE id = $1");
    assert.equal((await me({ key: pat.token })).status, 401);
  });

  test("a session of test opens nothing at the host name of live, nor the other way round (rules/people 1.3)", async () => {
    assert.ok(service.live !== null);
    const [pat, kim] = [await createPerson(service.database, []), await createPerson(service.live, [])];
    // fetch chooses the header Host itself.
    const { request } = await import("node:http");
    const statusAt = (host: string, token: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { host, authorization: `Bearer ${token}` };
        request(`${service.url}/console/v1/me`, { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on("error", reject)
          .end();
      });
    assert.equal(await statusAt("live.example", kim.token), 200);
    assert.equal(await statusAt("live.example", pat.token), 401);
    assert.equal(await statusAt("sandbox.example", pat.token), 200);
    assert.equal(await statusAt("sandbox.example", kim.token), 401);
  });
});

test("in live an operator's role waits for a session that began with a passkey (rules/people 4.2)", async () => {
  assert.ok(service.live !== null);
  const judge = createConsoleAuthenticator(service.live);
  const site = { host: "live.example", isSecure: true, userAgent: undefined };
  for (const method of ["password", "passkey"] as const) {
    const ada = await createPerson(service.live, [{ role: "operator_admin" }], { method });
    const caller = await judge({ session: ada.token, device: undefined }, site, false);
    assert.ok(!isRefusal(caller));
    assert.deepEqual([caller.roles.length, caller.mustUsePasskey], method === "passkey" ? [1, undefined] : [0, true]);
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      const headers = { host: "live.example", authorization: `Bearer ${ada.token}` };
      request(`${service.url}/console/v1/locations/${here}/people`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
    // The location is one of test: an admin who may look finds none.
    assert.equal(status, method === "passkey" ? 404 : 403);
  }
});

describe("a write by cookie (rules/people 5.6)", () => {
  for (const [what, headers, status] of [
    ["of a page of the same origin", { "sec-fetch-site": "same-origin" }, 200],
    ["of a page of the same site", { "sec-fetch-site": "same-site" }, 403],
    ["of another site", { "sec-fetch-site": "cross-site" }, 403],
    ["of an address that somebody typed", { "sec-fetch-site": "none" }, 403],
    ["of a browser that names our origin only", { origin: "own" }, 200],
    ["of a browser that names another origin", { origin: "https://evil.example" }, 403],
    ["of a browser that names no origin", { origin: "null" }, 403],
    ["of something that says nothing", {}, 403],
  ] as const) {
    test(`${what}: ${status}`, async () => {
      const pat = await createPerson(service.database, []);
      const sent = "origin" in headers && headers.origin === "own" ? { origin: service.url } : headers;
      const answer = await service.call("POST", "/console/v1/sign_out", byCookie(pat.token, sent));
      assert.equal(answer.status, status, answer.text);
      if (status === 403) assert.equal(answer.body.code, "cross_site");
      assert.equal((await me({ key: pat.token })).status, status === 200 ? 401 : 200);
    });
  }
});

describe("a shared device (rules/people 6)", () => {
  test("alone it reads its screen; anything else wants a person (rules/people 6.3)", async () => {
    const tablet = await createDevice(service.database, here);
    const seen = await me({ headers: tablet.headers });
    assert.equal(seen.status, 200, seen.text);
    assert.equal(seen.body.person, null);
    assert.equal(seen.body.device.location_id, here);
    const refused = await places({ headers: tablet.headers });
    assert.deepEqual([refused.status, refused.body.code], [401, "person_required"]);
  });

  test("without a PIN it acts as itself, at its location only (rules/people 6.6)", async () => {
    const tablet = await createDevice(service.database, there, { screen: "stand", requirePin: false });
    const found = await places({ headers: tablet.headers });
    assert.deepEqual(
      found.body.data.map((place: { name: string; roles: string[] }) => [place.name, place.roles]),
      [["There", ["host"]]],
    );
    const out = await service.call("POST", "/console/v1/sign_out", { headers: { ...tablet.headers, ...ownOrigin } });
    assert.deepEqual([out.status, out.body.code], [401, "person_required"]);
  });

  test("a device that was removed or not used for 180 days opens nothing (rules/people 6.2)", async () => {
    for (const columns of ["ended_at = now()", "expires_at = now()"]) {
      const tablet = await createDevice(service.database, here);
      await service.database.transaction((tx) =>
        tx.rows(`UPDATE paired_devices SET ${columns} WHERE id = $1`, [tablet.id]),
      );
      assert.equal((await me({ headers: tablet.headers })).status, 401);
    }
  });
});

test("a session has 600 reads and 120 writes a minute (rules/people 5.7)", async () => {
  let at = 1_000;
  const judge = createConsoleAuthenticator(service.database, { reads: 600, writes: 120 }, () => at);
  const pat = await createPerson(service.database, []);
  const tokens = { session: pat.token, device: undefined };
  const ask = (isWrite: boolean) => judge(tokens, { host: "here", isSecure: false, userAgent: undefined }, isWrite);
  for (let i = 0; i < 120; i++) assert.ok(!isRefusal(await ask(true)));
  const refused = await ask(true);
  assert.ok(isRefusal(refused));
  assert.deepEqual([refused.code, refused.retryAfter], ["rate_limited", 60]);
  assert.ok(!isRefusal(await ask(false)), "reads have a count of their own");
  at += 60_000;
  assert.ok(!isRefusal(await ask(true)));
});
