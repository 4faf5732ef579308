import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { issuerClient, startIssuer, type IssuerStandIn, type Mischief } from "../../../test/stand-ins/issuer.ts";
import { createSignInProvider } from "./sign-in-provider.client.ts";
import type { SignInProvider } from "./sign-in-provider.ts";

const secrets = { nonce: "a-nonce-of-this-test", verifier: "v".repeat(43) };
const state = "a-state-of-this-test";
const redirectUri = "http://127.0.0.1/sign-in/provider/back";
let issuer: IssuerStandIn;
let problems: string[];
let nowMs: number;

before(async () => void (issuer = await startIssuer()));
beforeEach(() => {
  problems = [];
  nowMs = 0;
  Object.assign(issuer, { subject: "sub-1", mischief: undefined, silent: false });
});
after(() => issuer.stop());

/** A provider of the stand-in; `callMs` is for how long it waits for an answer: short only where there is none. */
function provider({ skewMs = 0, callMs = 30_000 } = {}): SignInProvider {
  return createSignInProvider(
    { issuer: issuer.url, ...issuerClient },
    { skewMs: () => skewMs, onProblem: (problem) => problems.push(problem), callMs, now: () => nowMs },
  );
}

/** As a browser: to the provider, and the address with which it comes back. */
async function goThere(of: SignInProvider): Promise<string> {
  const address = await of.addressFor({ state, secrets, redirectUri });
  assert.ok(typeof address === "string");
  const answer = await fetch(address, { redirect: "manual" });
  return answer.headers.get("location") ?? "";
}

const codeOf = (value: unknown): unknown => (isRefusal(value) ? value.code : value);

test("the subject is who is signed in there; the provider is asked once what it offers (rules/people 4.7)", async () => {
  const own = provider();
  const before = issuer.described();
  const both = await Promise.all([goThere(own), goThere(own)]);
  const subjects = await Promise.all(both.map((url) => own.subjectOf({ url, state, secrets })));
  assert.deepEqual(subjects, ["sub-1", "sub-1"], problems.join());
  assert.equal(issuer.described() - before, 1);
});

for (const mischief of [
  "foreign_nonce",
  "foreign_key",
  "foreign_audience",
  "over",
  "huge",
] as const satisfies Mischief[]) {
  test(`a token with ${mischief} confirms nobody`, async () => {
    const own = provider();
    const url = await goThere(own);
    issuer.mischief = mischief;
    assert.equal(codeOf(await own.subjectOf({ url, state, secrets })), "sign_in_failed");
    assert.equal(problems.length, 1);
  });
}

test("another state, another verifier, a code used twice and a refusal of the provider confirm nobody", async () => {
  const own = provider();
  const url = await goThere(own);
  assert.equal(codeOf(await own.subjectOf({ url, state: "another", secrets })), "sign_in_failed");
  const others = { ...secrets, verifier: "w".repeat(43) };
  assert.equal(codeOf(await own.subjectOf({ url, state, secrets: others })), "sign_in_failed");
  assert.equal(codeOf(await own.subjectOf({ url, state, secrets })), "sign_in_failed");
  const refused = `${redirectUri}?state=${state}&error=access_denied`;
  assert.equal(codeOf(await own.subjectOf({ url: refused, state, secrets })), "sign_in_failed");
});

test("times are judged by the database's clock, not by the program's", async () => {
  const dayAhead = provider({ skewMs: 86_400_000 });
  const url = await goThere(dayAhead);
  issuer.mischief = "over";
  assert.equal(await dayAhead.subjectOf({ url, state, secrets }), "sub-1", problems.join());
});

test("a silent provider is given up in time, and left in peace for ten seconds", async () => {
  const own = provider({ callMs: 1_000 });
  const url = await goThere(own);
  issuer.silent = true;
  assert.equal(codeOf(await own.subjectOf({ url, state, secrets })), "provider_unavailable");
  const stranger = provider({ callMs: 1_000 });
  const ask = () => stranger.addressFor({ state, secrets, redirectUri });
  const asked = await Promise.all([ask(), ask()]);
  assert.deepEqual(asked.map(codeOf), ["provider_unavailable", "provider_unavailable"]);
  assert.equal(problems.length, 2, problems.join());
  issuer.silent = false;
  assert.equal(codeOf(await ask()), "provider_unavailable");
  nowMs += 10_000;
  assert.ok(!isRefusal(await ask()));
});
