import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { invitePerson } from "../../people/joining/invite-person.command.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type CallAnswer, type TestService } from "../../../test/harness/service.ts";
import { createAuthenticator, type Assertion, type Authenticator } from "../../../test/stand-ins/authenticator.ts";

let service: TestService;
/** Passkeys work at names, so the service is called as localhost. */
let origin: string;

before(async () => {
  service = await startService();
  origin = `http://localhost:${new URL(service.url).port}`;
});
after(() => service.stop());

async function call(method: string, path: string, options: { key?: string; body?: object } = {}): Promise<CallAnswer> {
  const { key, body } = options;
  const answer = await fetch(`${origin}/console/v1${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

const challengeAt = async (path: string, key?: string): Promise<string> =>
  (await call("POST", path, key === undefined ? {} : { key })).body.options.challenge;

/** Adds the authenticator's passkey; `from` is the origin that the browser would say. */
async function add(person: TestPerson, own: Authenticator, from = origin): Promise<CallAnswer> {
  const challenge = await challengeAt("/me/passkeys/options", person.token);
  const body = { name: "Phone", id: own.id, response: own.register(challenge, from) };
  return call("POST", "/me/passkeys", { key: person.token, body });
}

const signIn = (own: Authenticator, response: Assertion) =>
  call("POST", "/sign_in/passkey", { body: { id: own.id, response } });

describe("passkeys (rules/people 4.1)", () => {
  test("one is added, signs in, is listed, and is of no use once it is removed", async () => {
    const person = await createPerson(service.database, []);
    const own = createAuthenticator();
    const added = await add(person, own);
    assert.deepEqual([added.status, added.body.name, added.body.host], [201, "Phone", "localhost"], added.text);
    const session = await signIn(own, own.assert(await challengeAt("/sign_in/passkey/options"), origin));
    assert.equal(session.status, 201, session.text);
    assert.equal((await call("GET", "/me", { key: session.body.token })).body.person.id, person.id);
    const { data } = (await call("GET", "/me/passkeys", { key: person.token })).body;
    assert.deepEqual(
      data.map(({ id, last_used_at: used }: { id: string; last_used_at: string | null }) => [id, used !== null]),
      [[added.body.id, true]],
    );
    const kept = await call("DELETE", `/me/passkeys/${added.body.id}`, { key: person.token });
    assert.deepEqual([kept.status, kept.body.code], [409, "last_way_in"], "it is the only way in (rules/people 4.8)");
    await service.database.transaction((tx) =>
      tx.rows("UPDATE persons SET password_hash = 'kept' WHERE id = $1", [person.id]),
    );
    const removed = await call("DELETE", `/me/passkeys/${added.body.id}`, { key: person.token });
    assert.equal(removed.status, 200, removed.text);
    assert.equal((await call("DELETE", `/me/passkeys/${added.body.id}`, { key: person.token })).status, 404);
    const late = await signIn(own, own.assert(await challengeAt("/sign_in/passkey/options"), origin));
    assert.deepEqual([late.status, late.body.code], [401, "sign_in_failed"]);
  });

  test("what was not asked for, was signed elsewhere, twice, by another key or without the user is refused", async () => {
    const person = await createPerson(service.database, []);
    const own = createAuthenticator();
    const kept = await add(person, own);
    assert.equal(kept.status, 201, kept.text);
    const ask = () => challengeAt("/sign_in/passkey/options");
    const once = own.assert(await ask(), origin);
    const good = await signIn(own, once);
    assert.equal(good.status, 201, good.text);
    const other = createAuthenticator();
    const copied = own.assert(await ask(), origin, 1);
    const wrong: readonly (readonly [string, Assertion])[] = [
      ["a challenge that was never ours", own.assert("bm90IG91cnM", origin)],
      ["the same answer again", once],
      ["signed for another page", own.assert(await ask(), "http://maple.example")],
      ["signed by another key", other.assert(await ask(), origin, 9)],
      ["a count that does not rise", copied],
      ["no challenge at all", { ...own.assert(await ask(), origin), clientDataJSON: "e30" }],
    ];
    for (const [words, response] of wrong) {
      const { status, body } = await signIn(own, response);
      assert.deepEqual([status, body.code], [401, "sign_in_failed"], words);
    }
    const unverified = await add(person, createAuthenticator(false));
    assert.deepEqual([unverified.status, unverified.body.code], [401, "sign_in_failed"], "the user was not verified");
    const elsewhere = await add(person, createAuthenticator(), "http://maple.example");
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [401, "sign_in_failed"], "made for another page");
    assert.equal((await call("GET", "/me/passkeys", { key: person.token })).body.data.length, 1);
  });

  test("somebody new accepts an invitation with a passkey alone, once, and signs in by it (rules/people 3.2)", async () => {
    const here = await createLocation(service.database);
    const wanted = { role: "staff", locationId: here, appId: null, name: null, phone: null } as const;
    const by = { actor: "operator", requestId: null } as const;
    const invited = await service.database.transaction((tx) => invitePerson(tx, wanted, by));
    assert.ok(!isRefusal(invited));
    const path = `/invitations/${invited.token}`;
    const account = { name: "Sam", email: "sam@passkeys.example" };
    const ask = async () =>
      (await call("POST", `/invitations/${invited.token}/passkey_options`, { body: account })).body.options
        .challenge as string;
    const own = createAuthenticator();
    const accept = async (challenge: string) => {
      const passkey = { name: "Phone", id: own.id, response: own.register(challenge, origin) };
      return call("POST", `${path}/accept`, { body: { ...account, passkey } });
    };
    const pat = await createPerson(service.database, []);
    const ofAnother = await challengeAt("/me/passkeys/options", pat.token);
    for (const [words, challenge] of [
      ["asked for something else", ofAnother],
      ["for a sign-in", await challengeAt("/sign_in/passkey/options")],
      ["never ours", "bm90IG91cnM"],
    ] as const)
      assert.equal((await accept(challenge)).body.code, "sign_in_failed", words);
    const both = {
      ...account,
      password: "right horse battery staple",
      passkey: { name: "a", id: "AA", response: own.register("AA", origin) },
    };
    assert.equal((await call("POST", `${path}/accept`, { body: both })).status, 400);
    const joined = await accept(await ask());
    assert.equal(joined.status, 201, joined.text);
    const me = await call("GET", "/me", { key: joined.body.token });
    assert.deepEqual(
      [me.body.person.email, me.body.session.method, me.body.roles[0].role],
      [account.email, "passkey", "staff"],
    );
    const back = await signIn(own, own.assert(await challengeAt("/sign_in/passkey/options"), origin));
    assert.equal(back.status, 201, back.text);
    assert.equal(
      (await call("POST", `/invitations/${invited.token}/passkey_options`, { body: account })).status,
      404,
      "the link is used up",
    );
  });

  test("a person has ten at most, and at an address without a name there are none", async () => {
    const person = await createPerson(service.database, []);
    for (let made = 0; made < 10; made++) assert.equal((await add(person, createAuthenticator())).status, 201);
    const more = await add(person, createAuthenticator());
    assert.deepEqual([more.status, more.body.code], [409, "passkey_limit"], more.text);
    const unnamed = await service.call("POST", "/console/v1/me/passkeys/options", { key: person.token });
    assert.equal(unnamed.body.code, "passkeys_unavailable", unnamed.text);
  });
});
