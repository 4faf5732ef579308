/** Signing in by a sign-in provider, in a browser without script (rules/people 4.7). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createPerson, ownOrigin, type TestPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { issuerClient, startIssuer, type IssuerStandIn } from "../../../test/stand-ins/issuer.ts";

let service: TestService;
let issuer: IssuerStandIn;

before(async () => {
  issuer = await startIssuer();
  service = await startService({ settings: { oidc: { issuer: issuer.url, ...issuerClient } } });
});
after(async () => {
  await service.stop();
  await issuer.stop();
});

interface Answer {
  readonly status: number;
  readonly to: string;
  readonly text: string;
}

/** A browser that keeps its cookies, with a person signed in or nobody. */
class Browser {
  readonly cookies = new Map<string, string>();

  constructor(person?: TestPerson) {
    if (person !== undefined) this.cookies.set("maple_session", person.token);
  }

  async send(path: string, form?: Readonly<Record<string, string>>, headers: object = ownOrigin): Promise<Answer> {
    const answer = await fetch(new URL(path, service.url), {
      redirect: "manual",
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
      headers: { ...headers, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const text of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (text.split(";")[0] ?? "").split("=");
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: answer.status, to: answer.headers.get("location") ?? "", text: await answer.text() };
  }

  /** Begins a sign-in; the address with which the provider sends the browser back. */
  async beginSignIn(subject: string): Promise<string> {
    const { status, to } = await this.send("/sign-in/provider?to=/me");
    assert.equal(status, 303);
    return visitIssuer(to, subject);
  }

  /** Begins to link, by the button at `/me`. */
  async beginLink(subject: string): Promise<string> {
    const page = await this.send("/me/provider", {});
    const address = /href="(http:[^"]+\/authorize[^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&");
    assert.ok(address !== undefined, page.text);
    return visitIssuer(address, subject);
  }
}

async function visitIssuer(address: string, subject: string): Promise<string> {
  issuer.subject = subject;
  const answer = await fetch(address, { redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

const identities = () =>
  service.database.read.rows<{ subject: string; person_id: string }>(
    "SELECT subject, person_id FROM provider_identities ORDER BY subject",
  );

describe("a sign-in provider", () => {
  test("is linked at /me, signs in, and is unlinked unless it is the only way in (rules/people 4.8)", async () => {
    const pat = await createPerson(service.database, []);
    const own = new Browser(pat);
    assert.match((await new Browser().send("/sign-in")).text, /Sign in with 127\.0\.0\.1/);
    const linked = await own.send(await own.beginLink("sub-pat"));
    assert.deepEqual([linked.status, linked.to], [303, "/me?done=saved"], linked.text);
    assert.match((await own.send("/me")).text, /Linked since/);
    const elsewhere = new Browser();
    const back = await elsewhere.send(await elsewhere.beginSignIn("sub-pat"));
    assert.deepEqual([back.status, back.to], [303, "/me"], back.text);
    const key = elsewhere.cookies.get("maple_session") ?? "";
    const seen = await service.call("GET", "/console/v1/me", { key });
    assert.deepEqual([seen.body.person.id, seen.body.session.method], [pat.id, "provider"]);
    assert.ok(!elsewhere.cookies.has("maple_provider"));
    const kept = await own.send("/me/provider/unlink", {});
    assert.match((await own.send(kept.to)).text, /your only way to sign in/);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE persons SET password_hash = 'kept' WHERE id = $1", [pat.id]),
    );
    assert.equal((await own.send("/me/provider/unlink", {})).to, "/me?done=saved");
    assert.deepEqual(await identities(), []);
  });

  test("somebody whom nobody has linked gets no account", async () => {
    const before = await service.database.read.rows("SELECT id FROM persons");
    const stranger = new Browser();
    const answer = await stranger.send(await stranger.beginSignIn("sub-stranger"));
    assert.equal(answer.status, 422);
    assert.match(answer.text, /No account here is linked/);
    assert.equal(stranger.cookies.has("maple_session"), false);
    assert.deepEqual(await service.database.read.rows("SELECT id FROM persons"), before);
  });

  test("what comes back is good once, in the browser that began it", async () => {
    const kim = await createPerson(service.database, []);
    const own = new Browser(kim);
    await own.send(await own.beginLink("sub-kim"));
    const [mine, theirs] = [new Browser(), new Browser()];
    const url = await mine.beginSignIn("sub-kim");
    await theirs.send("/sign-in/provider");
    const stolen = await theirs.send(url);
    assert.deepEqual([stolen.status, theirs.cookies.has("maple_session")], [422, false]);
    const state = mine.cookies.get("maple_provider") ?? "";
    assert.equal((await mine.send(url)).status, 303);
    mine.cookies.set("maple_provider", state);
    assert.equal((await mine.send(url)).status, 422);
  });

  test("a link is for the person who began it, and an identity for one person", async () => {
    const [lee, max] = [await createPerson(service.database, []), await createPerson(service.database, [])];
    const own = new Browser(lee);
    const url = await own.beginLink("sub-lee");
    own.cookies.set("maple_session", max.token);
    assert.equal((await own.send(url)).status, 422);
    assert.ok((await identities()).every(({ subject }) => subject !== "sub-lee"));
    own.cookies.set("maple_session", lee.token);
    assert.equal((await own.send(await own.beginLink("sub-lee"))).status, 303);
    const other = new Browser(max);
    const taken = await other.send(await other.beginLink("sub-lee"));
    assert.match(taken.text, /linked with another account/);
    const second = await own.send(await own.beginLink("sub-lee-2"));
    assert.equal(second.status, 422, "one identity of an issuer for each person");
  });

  test("another site begins no link, and an old sign-in none either", async () => {
    const pat = await createPerson(service.database, []);
    const own = new Browser(pat);
    assert.equal((await own.send("/me/provider", {}, { "sec-fetch-site": "cross-site" })).status, 403);
    await service.database.transaction((tx) =>
      tx.rows("UPDATE person_sessions SET signed_in_at = now() - interval '16 minutes' WHERE id = $1", [pat.sessionId]),
    );
    assert.match((await own.send("/me/provider", {})).to, /^\/sign-in/);
  });

  test("a provider that confirms nobody is said on the page, with the way on", async () => {
    issuer.mischief = "foreign_nonce";
    const own = new Browser();
    const failed = await own.send(await own.beginSignIn("sub-kim"));
    issuer.mischief = undefined;
    assert.equal(failed.status, 422);
    assert.match(failed.text, /href="\/sign-in"/);
  });
});
