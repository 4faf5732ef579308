import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { forgetSignInTraces } from "../../people/sign-in/forget-sign-in-traces.job.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson, type TestPerson, type WantedRole } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

const password = "another horse battery staple";
let service: TestService;
let here: Id<"str">;
let there: Id<"str">;

before(async () => {
  service = await startService();
  here = await createLocation(service.database);
  there = await createLocation(service.database);
});
after(() => service.stop());

const call = (method: string, path: string, key?: string, body?: unknown) =>
  service.call(method, `/console/v1${path}`, {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  });
const recover = (body: object) => call("POST", "/recover", undefined, { password, ...body });
const codesOf = async ({ token }: TestPerson): Promise<string[]> =>
  (await call("POST", "/me/recovery_codes", token, {})).body.codes;

describe("recovery codes (rules/people 3.4, 3.6)", () => {
  test("one gets in with a new password, however it is typed; all sessions end", async () => {
    const pat = await createPerson(service.database, []);
    const codes = await codesOf(pat);
    assert.equal(new Set(codes).size, 10);
    const typed = codes[3]?.toLowerCase().replaceAll("-", " ");
    const back = await recover({ email: pat.email.toUpperCase(), code: typed });
    assert.equal(back.status, 201, back.text);
    assert.equal((await call("GET", "/me", pat.token)).status, 401);
    assert.equal((await call("GET", "/me", back.body.token)).body.session.method, "recovery");
    const signIn = await call("POST", "/sign_in/password", undefined, { email: pat.email, password });
    assert.equal(signIn.status, 201);
  });

  test("each is good once, also at the same moment; a weak password uses none up", async () => {
    const pat = await createPerson(service.database, []);
    const [code] = await codesOf(pat);
    assert.equal((await recover({ email: pat.email, code, password: "Password2026!" })).status, 400);
    const answers = await Promise.all([1, 2].map(() => recover({ email: pat.email, code })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401]);
  });

  test("new codes replace the old ones, and one's codes open no account of another", async () => {
    const [pat, kim] = [await createPerson(service.database, []), await createPerson(service.database, [])];
    const [old] = await codesOf(pat);
    const [fresh] = await codesOf(pat);
    assert.equal((await recover({ email: pat.email, code: old })).body.code, "sign_in_failed");
    assert.equal((await recover({ email: kim.email, code: fresh })).body.code, "sign_in_failed");
    assert.equal((await recover({ email: "nobody@example.com", code: fresh })).body.code, "sign_in_failed");
  });

  test("wrong codes count like wrong passwords (rules/people 4.5)", async () => {
    const pat = await createPerson(service.database, []);
    const [code] = await codesOf(pat);
    for (let i = 0; i < 5; i++) assert.equal((await recover({ email: pat.email, code: "AAAA" })).status, 401);
    assert.equal((await recover({ email: pat.email, code })).status, 429);
  });
});

describe("recovery links (rules/people 3.5)", () => {
  const link = (maker: TestPerson, of: TestPerson) => call("POST", `/people/${of.id}/recovery_link`, maker.token, {});

  const cases: readonly (readonly [string, readonly WantedRole["role"][], readonly WantedRole["role"][], number])[] = [
    ["a manager for staff of the location", ["manager"], [], 201],
    ["a manager for somebody who works elsewhere too", ["manager"], ["staff"], 403],
    ["staff for staff", ["staff"], [], 403],
  ];
  for (const [what, makers, elsewhere, status] of cases) {
    test(`${what}: ${status}`, async () => {
      const maker = await createPerson(
        service.database,
        makers.map((role) => ({ role, at: here })),
      );
      const sam = await createPerson(service.database, [
        { role: "staff", at: here },
        ...elsewhere.map((role) => ({ role, at: there })),
      ]);
      const made = await link(maker, sam);
      assert.equal(made.status === 404 ? 403 : made.status, status, made.text);
    });
  }

  test("a manager makes none for a stranger or an operator; an operator_admin makes one for anybody", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const admin = await createPerson(service.database, [{ role: "operator_admin" }]);
    const stranger = await createPerson(service.database, [{ role: "staff", at: there }]);
    const both = await createPerson(service.database, [{ role: "staff", at: here }, { role: "operator_support" }]);
    assert.equal((await link(boss, stranger)).status, 404);
    assert.equal((await link(boss, both)).status, 403);
    assert.equal((await link(boss, admin)).status, 404);
    assert.equal((await link(admin, stranger)).status, 201);
  });

  test("works once, for an hour, and ends all sessions", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const sam = await createPerson(service.database, [{ role: "staff", at: here }]);
    const tokenOf = async () => String((await link(boss, sam)).body.url).split("/recover/")[1];
    const [first, second] = [await tokenOf(), await tokenOf()];
    const answers = await Promise.all([recover({ token: first }), recover({ token: first })]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 401]);
    assert.equal((await call("GET", "/me", sam.token)).status, 401);
    await service.database.transaction((tx) => tx.rows("UPDATE recovery_links SET expires_at = now()"));
    assert.equal((await recover({ token: second })).status, 401);
  });

  test("neither or both ways: 400", async () => {
    for (const body of [{}, { token: "x", email: "pat@example.com", code: "y" }]) {
      assert.equal((await recover(body)).status, 400);
    }
  });
});

test("what signing in leaves behind is deleted when it is over for a day, and not before", async () => {
  const pat = await createPerson(service.database, []);
  await service.database.transaction(async (tx) => {
    await tx.rows("DELETE FROM sign_in_challenges");
    for (const [byte, age] of [
      [1, "23 hours"],
      [2, "25 hours"],
    ] as const)
      await tx.rows(
        `INSERT INTO sign_in_challenges (challenge_hash, kind, expires_at)
        VALUES ($1, 'passkey_sign_in', now() - $2::interval)`,
        [Buffer.alloc(32, byte), age],
      );
    await tx.rows("UPDATE person_sessions SET expires_at = now() - interval '31 days' WHERE id = $1", [pat.sessionId]);
  });
  while (await forgetSignInTraces(service.database));
  const count = async (sql: string) => (await service.database.read.rows(sql)).length;
  assert.equal(await count("SELECT 1 FROM sign_in_challenges"), 1);
  assert.equal(await count(`SELECT 1 FROM person_sessions WHERE id = '${pat.sessionId}'`), 0);
});
