/** The pages of accounts in a browser without script. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Id } from "../../kernel/id.ts";
import { demoCode, demoPeople, seedDemoPeople } from "../../people/sign-in/demo-people.command.ts";
import { connect, createApp, createLocation } from "../../../test/harness/factories.ts";
import { formBrowser } from "../../../test/harness/form-browser.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

const secretKey = Buffer.alloc(32, 7);
const password = "right horse battery staple";
let service: TestService;
let here: Id<"str">;

before(async () => {
  const baseUrls = { test: "http://127.0.0.1", live: "https://live.example" };
  service = await startService({ live: true, settings: { baseUrls, hasDemoPeople: true } });
  here = await createLocation(service.database);
  const app = await createApp(service.database);
  await connect(service.database, app, here);
  await seedDemoPeople(service.database, secretKey, { locationIds: [here], appId: app.id });
});
after(() => service.stop());

const browser = () => formBrowser(service);
/** A browser in which a person has signed in. */
const browserOf = (person: { readonly token: string }) => formBrowser(service, person);

describe("signing in (rules/people 4 and 5)", () => {
  test("who works at one place and accepts an invitation to another begins there (rules/console 1.8)", async () => {
    const there = await createLocation(service.database);
    const boss = await createPerson(service.database, [{ role: "manager", at: there }]);
    const maya = browserOf(await createPerson(service.database, [{ role: "manager", at: here }]));
    const invited = await browserOf(boss).send(`/console/${there}/people/invite`, { role: "manager" });
    const link = /\/invite\/[\w-]{43}/.exec(invited.text)?.[0] ?? "";
    assert.equal((await maya.send(link, {})).to, `/console/${there}`);
  });

  test("who opens an invitation where somebody else is signed in signs out and goes on there", async () => {
    const manager = browserOf(await createPerson(service.database, [{ role: "manager", at: here }]));
    const invited = await manager.send(`/console/${here}/people/invite`, { role: "staff" });
    const link = /\/invite\/[\w-]{43}/.exec(invited.text)?.[0] ?? "";
    assert.match((await manager.send(link, {})).text, /It is for somebody else\.[^]*Not you\? Sign out/);
    assert.ok((await manager.send(link)).text.includes(`name="to" value="${link}"`));
    assert.equal((await manager.send("/sign-out", { to: link })).to, link);
    assert.match((await manager.send(link)).text, /Make your account/);
    assert.equal((await manager.send("/sign-out", { to: "//evil.example" })).to, "/");
  });

  test("from the invitation to the board, signed out and in again", async () => {
    const boss = await createPerson(service.database, [{ role: "manager", at: here }]);
    const manager = browserOf(boss);
    const invited = await manager.send(`/console/${here}/people/invite`, { role: "staff" });
    const link = /\/invite\/[\w-]{43}/.exec(invited.text)?.[0];
    assert.ok(link !== undefined, invited.text);
    const sam = browser();
    assert.match((await sam.send(link)).text, /Make your account/);
    const wrong = await sam.send(link, { name: "Sam", email: "sam@example.com", password: "Password2026!" });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Many people use this password/);
    assert.match(wrong.text, /value="sam@example.com"/);
    const joined = await sam.send(link, { name: "Sam <b>", email: "Sam@example.com", password });
    assert.deepEqual([joined.status, joined.to], [303, "/"]);
    assert.equal((await sam.send("/")).to, `/board/${here}`);
    const me = await sam.send("/me");
    assert.match(me.text, /Sam &lt;b&gt;/);
    assert.equal((await sam.send(link)).status, 404);
    const before = sam.cookies.get("maple_session");
    assert.equal((await sam.send("/sign-out", {})).to, "/sign-in");
    const signIn = await sam.send("/sign-in", { email: "sam@example.com", password: "wrong by far" });
    assert.match(signIn.text, /do not match[^]*Use a recovery code[^]*Ask your manager for a recovery link/);
    assert.equal(sam.cookies.size, 0);
    assert.equal((await service.call("GET", "/console/v1/me", { key: before ?? "" })).status, 401);
    assert.equal((await sam.send("/me")).to, "/sign-in?to=%2Fme");
    const failed = await sam.send("/sign-in", { email: "sam@example.com", password: "wrong horse battery", to: "/me" });
    assert.equal(failed.status, 422);
    assert.match(failed.text, /do not match/);
    assert.doesNotMatch(failed.text, /wrong horse/);
    assert.equal((await sam.send("/sign-in", { email: "sam@example.com", password, to: "/me" })).to, "/me");
  });

  for (const to of ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/%0d%0a"]) {
    test(`the sign-in leads to no other site: ${to}`, async () => {
      const page = await browser().send(`/sign-in?to=${encodeURIComponent(to)}`);
      assert.match(page.text, /name="to" value="\/(%0d%0a)?"/);
    });
  }

  test("who comes from a board or a stand finds the way to pair a tablet, others do not", async () => {
    const pairs = async (to: string) =>
      (await browser().send(`/sign-in?to=${encodeURIComponent(to)}`)).text.includes('href="/pair"');
    assert.deepEqual(await Promise.all(["/board/str_1", "/stand/str_1", "/me"].map(pairs)), [true, true, false]);
  });

  test("a form of another site, and one that names no origin, change nothing (rules/people 5.6)", async () => {
    const pat = browserOf(await createPerson(service.database, []));
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "none" }, { origin: "null" }, {}]) {
      assert.equal((await pat.send("/sign-out", {}, headers)).status, 403);
    }
    assert.equal((await pat.send("/me")).status, 200);
  });

  test("a stranger is shown the door, and a page in their language", async () => {
    const french = await browser().send("/sign-in", undefined, { "accept-language": "fr-CH, en;q=0.5" });
    assert.match(french.text, /<html lang="fr"/);
    assert.match(french.text, /Mot de passe/);
    assert.match((await browser().send("/")).text, /Pair a tablet/);
    assert.equal(french.headers.get("referrer-policy"), "same-origin");
  });
});

describe("one's own page", () => {
  test("name, language, PIN and password are changed; mistakes are shown at their field", async () => {
    const person = await createPerson(service.database, [{ role: "staff", at: here }]);
    const pat = browserOf(person);
    assert.equal((await pat.send("/me/details", { name: "Pat", language: "de" })).to, "/me?done=saved");
    assert.match((await pat.send("/me")).text, /Ihr Konto/);
    assert.equal((await pat.send("/me/pin", { location: here, pin: "12" })).status, 422);
    assert.equal((await pat.send("/me/pin", { location: here, pin: "1357" })).to, "/me?done=saved");
    assert.match((await pat.send("/me")).text, /PIN löschen/);
    assert.equal((await pat.send("/me/pin/remove", { location: here })).to, "/me?done=saved");
    assert.doesNotMatch((await pat.send("/me")).text, /PIN löschen/);
    assert.match((await pat.send("/me/password", { password: "short" })).text, /Mindestens 12 Zeichen/);
    assert.equal((await pat.send("/me/password", { password })).to, "/me?done=password");
  });

  test("what needs a fresh sign-in leads there", async () => {
    const person = await createPerson(service.database, []);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '1 hour' WHERE id = $1", [person.sessionId]),
    );
    const pat = browserOf(person);
    assert.doesNotMatch((await pat.send("/me")).text, /New password/);
    const led = await pat.send("/me/password", { password });
    assert.equal(led.to, "/sign-in?to=%2Fme");
    const why = /nothing was changed yet/;
    assert.match((await pat.send(led.to)).text, why);
    assert.doesNotMatch((await pat.send("/sign-in")).text, why, "nothing was asked for");
    assert.doesNotMatch((await browser().send("/sign-in")).text, why);
  });

  test("other sessions are ended from the list", async () => {
    const person = await createPerson(service.database, []);
    const pat = browserOf(person);
    await pat.send("/me/password", { password });
    const other = browser();
    await other.send("/sign-in", { email: person.email, password });
    const [, session] = /name="session" value="(ses_\w+)"/.exec((await pat.send("/me")).text) ?? [];
    await pat.send("/me/sessions", { session: session ?? "" });
    assert.equal((await other.send("/me")).to, "/sign-in?to=%2Fme");
    assert.equal((await pat.send("/me")).status, 200);
  });
});

describe("the demonstration people of a sandbox (rules/people 8.1)", () => {
  const at = (role: string, code = demoCode(secretKey)) => `/sign-in/demo/${role}?code=${code}`;

  for (const { role, email, password: own } of demoPeople(secretKey)) {
    test(`${role} signs in with one click, and by password`, async () => {
      const visitor = browser();
      assert.equal((await visitor.send(at(role))).to, "/");
      const key = visitor.cookies.get("maple_session") ?? "";
      const { body } = await service.call("GET", "/console/v1/me", { key });
      assert.deepEqual([body.person.email, body.roles[0].role], [email, role]);
      const answer = await service.call("POST", "/console/v1/sign_in/password", { body: { email, password: own } });
      assert.equal(answer.status, 201, answer.text);
    });
  }

  test("another code, another role, and live: 404", async () => {
    assert.equal((await browser().send(at("manager", "guess"))).status, 404);
    assert.equal((await browser().send(at("owner"))).status, 404);
    const { request } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      request(service.url + at("manager"), { headers: { host: "live.example" } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("error", reject)
        .end();
    });
    assert.equal(status, 404);
    assert.ok(service.live !== null);
    await assert.rejects(seedDemoPeople(service.live, secretKey, { locationIds: [here], appId: "app_x" as Id<"app"> }));
  });

  test("a service that is no sandbox has no such page", async () => {
    const plain = await startService();
    try {
      const answer = await fetch(plain.url + at("manager"), { redirect: "manual" });
      assert.equal(answer.status, 404);
      await answer.text();
    } finally {
      await plain.stop();
    }
  });
});
