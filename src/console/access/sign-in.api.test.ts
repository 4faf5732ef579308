import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { createPasswordHasher } from "../../people/sign-in/password-hasher.cache.ts";
import { createSignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { signInByPassword } from "../../people/sign-in/sign-in-by-password.command.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

const password = "right horse battery staple";
const secretKeys = [Buffer.alloc(32, 7)] as const;

let service: TestService;
let kept: string;

before(async () => {
  service = await startService();
  kept = await createPasswordHasher().hash(password);
});
after(() => service.stop());

async function withPassword(): Promise<TestPerson> {
  const person = await createPerson(service.database, []);
  await service.database.transaction((tx) =>
    tx.rows("UPDATE persons SET password_hash = $2 WHERE id = $1", [person.id, kept]),
  );
  return person;
}

const attempt = (email: string, typed: string, address: string) => ({
  email,
  password: typed,
  address,
  userAgent: "test",
  replaces: undefined,
});
const me = (key: string) => service.call("GET", "/console/v1/me", { key });
/** Moves what was counted into the past. */
const later = (seconds: number) =>
  service.database.transaction((tx) =>
    tx.rows(
      `UPDATE sign_in_failures SET window_ends_at = window_ends_at - $1 * interval '1 second',
        last_failed_at = last_failed_at - $1 * interval '1 second'`,
      [seconds],
    ),
  );

describe("signing in by password (rules/people 4)", () => {
  test("the right one opens a session with a cookie, in any case of the e-mail; each sign-in has a new token (rules/people 1.2)", async () => {
    const pat = await withPassword();
    const send = (headers = {}) =>
      service.call("POST", "/console/v1/sign_in/password", {
        body: { email: pat.email.toUpperCase(), password },
        headers: { "idempotency-key": "same", ...headers },
      });
    const [first, second] = [await send(), await send()];
    assert.equal(first.status, 201, first.text);
    assert.notEqual(first.body.token, second.body.token);
    assert.equal(
      first.headers.get("set-cookie"),
      `maple_session=${first.body.token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    );
    const { body } = await me(first.body.token);
    assert.deepEqual([body.person.id, body.session.method], [pat.id, "password"]);
    const fresh = await send({ cookie: `maple_session=${first.body.token}` });
    assert.deepEqual(
      [fresh.status, (await me(first.body.token)).status],
      [201, 401],
      "the session of before has ended",
    );
  });

  test("nothing of a password or its hash is kept under an idempotency key", async () => {
    const rows = await service.database.read.rows("SELECT key FROM idempotency_keys WHERE path LIKE '%sign_in%'");
    assert.deepEqual(rows, []);
  });

  test("a form of another site signs nobody in", async () => {
    const pat = await withPassword();
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
      const body = { email: pat.email, password };
      const answer = await service.call("POST", "/console/v1/sign_in/password", { body, headers });
      assert.deepEqual([answer.status, answer.body.code], [403, "cross_site"]);
    }
  });

  test("an unknown e-mail, a wrong password and none at all have one answer and one cost (rules/people 4.4)", async () => {
    const hasher = createPasswordHasher();
    const signIn = createSignInDeps(hasher, secretKeys);
    const [pat, without] = [await withPassword(), await createPerson(service.database, [])];
    const answers = [];
    for (const email of [pat.email, without.email, "nobody@example.com"]) {
      const runs = hasher.runs();
      const answer = await signInByPassword(
        service.database,
        signIn,
        attempt(email, "wrong horse battery", "192.0.2.1"),
      );
      assert.ok(isRefusal(answer));
      answers.push([answer.code, answer.message, hasher.runs() - runs]);
    }
    assert.deepEqual(new Set(answers.map((one) => JSON.stringify(one))).size, 1);
    assert.deepEqual(answers[0]?.[2], 1);
  });

  test("a person who was disabled cannot sign in", async () => {
    const pat = await withPassword();
    await service.database.transaction((tx) =>
      tx.rows("UPDATE persons SET disabled_at = now() WHERE id = $1", [pat.id]),
    );
    const body = { email: pat.email, password };
    assert.equal((await service.call("POST", "/console/v1/sign_in/password", { body })).status, 401);
  });

  test("after five wrong ones an account is judged once a minute, from wherever; the right one opens it again (rules/people 4.5)", async () => {
    const hasher = createPasswordHasher();
    const signIn = createSignInDeps(hasher, secretKeys);
    const pat = await withPassword();
    const code = async (typed: string, address: string) => {
      const answer = await signInByPassword(service.database, signIn, attempt(pat.email, typed, address));
      return isRefusal(answer) ? answer.code : "in";
    };
    for (let i = 0; i < 5; i++) assert.equal(await code("wrong horse battery", `192.0.2.${i}`), "sign_in_failed");
    assert.equal(await code(password, "198.51.100.1"), "rate_limited");
    assert.equal(hasher.runs(), 5);
    await later(61);
    assert.equal(await code(password, "198.51.100.1"), "in");
    assert.equal(await code("wrong horse battery", "198.51.100.1"), "sign_in_failed");
  });

  test("of many attempts at once no more are judged than there may be", async () => {
    const hasher = createPasswordHasher();
    const signIn = createSignInDeps(hasher, secretKeys);
    const pat = await withPassword();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signInByPassword(service.database, signIn, attempt(pat.email, "wrong horse battery", `192.0.2.${index}`)),
      ),
    );
    const codes = answers.map((answer) => (isRefusal(answer) ? answer.code : "in"));
    assert.deepEqual([codes.filter((one) => one === "sign_in_failed").length, hasher.runs()], [5, 5]);
  });

  test("10,000 wrong passwords from one address for ever new names cost ten hashes a minute (rules/people 4.6)", async () => {
    const hasher = createPasswordHasher();
    let at = 0;
    const signIn = createSignInDeps(hasher, secretKeys, () => at);
    for (let i = 0; i < 10_000; i++) {
      at = Math.floor(i / 5_000) * 60_000;
      await signInByPassword(service.database, signIn, attempt(`n${i}@example.com`, "wrong horse", "203.0.113.9"));
    }
    assert.equal(hasher.runs(), 20);
  });
});

describe("one's own account (rules/people 5.4, 5.5)", () => {
  test("a new password ends the other sessions and works from then on", async () => {
    const pat = await withPassword();
    const other = await service.call("POST", "/console/v1/sign_in/password", { body: { email: pat.email, password } });
    const common = await service.call("PUT", "/console/v1/me/password", {
      key: pat.token,
      body: { password: "Password2026!" },
    });
    assert.deepEqual([common.status, common.body.code], [400, "invalid_request"]);
    const next = { password: "another horse battery staple" };
    const set = await service.call("PUT", "/console/v1/me/password", { key: pat.token, body: next });
    assert.equal(set.status, 200, set.text);
    assert.deepEqual([(await me(pat.token)).status, (await me(other.body.token)).status], [200, 401]);
    const body = { email: pat.email, ...next };
    assert.equal((await service.call("POST", "/console/v1/sign_in/password", { body })).status, 201);
  });

  test("a password needs a sign-in within 15 minutes, and a PIN is never fresh", async () => {
    const pat = await withPassword();
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '15 minutes' WHERE id = $1", [pat.sessionId]),
    );
    const body = { password: "another horse battery staple" };
    const answer = await service.call("PUT", "/console/v1/me/password", { key: pat.token, body });
    assert.deepEqual([answer.status, answer.body.code], [403, "fresh_sign_in_required"]);
  });

  test("sessions are listed and ended, each by its own person only", async () => {
    const [pat, kim] = [await withPassword(), await withPassword()];
    const other = await service.call("POST", "/console/v1/sign_in/password", { body: { email: pat.email, password } });
    const listed = await service.call("GET", "/console/v1/me/sessions", { key: pat.token });
    assert.deepEqual(
      listed.body.data.map((one: { id: string; is_this: boolean }) => [one.id, one.is_this]),
      [
        [other.body.id, false],
        [pat.sessionId, true],
      ],
    );
    const end = (key: string) => service.call("DELETE", `/console/v1/me/sessions/${other.body.id}`, { key });
    assert.equal((await end(kim.token)).status, 404);
    assert.equal((await me(other.body.token)).status, 200);
    assert.equal((await end(pat.token)).status, 200);
    assert.equal((await me(other.body.token)).status, 401);
  });

  test("name and language are one's own to change", async () => {
    const pat = await createPerson(service.database, []);
    const body = { name: "Pat Smith", language: "fr" };
    const answer = await service.call("PATCH", "/console/v1/me", { key: pat.token, body });
    assert.deepEqual([answer.body.person.name, answer.body.person.language], ["Pat Smith", "fr"]);
    assert.equal((await me(pat.token)).body.person.name, "Pat Smith");
  });
});
