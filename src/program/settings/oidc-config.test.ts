import assert from "node:assert/strict";
import { test } from "node:test";
import { readOidc } from "./oidc-config.ts";

const whole = {
  OIDC_ISSUER: "https://accounts.example.com/realms/one",
  OIDC_CLIENT_ID: "maple",
  OIDC_CLIENT_SECRET: "secret",
};
const read = (fields: Readonly<Record<string, string>>, hasLive = false) => {
  const problems: string[] = [];
  return { oidc: readOidc((name) => fields[name] ?? null, { hasLive }, problems), problems };
};

test("a sign-in provider is whole or absent (rules/people 4.7)", () => {
  assert.deepEqual(read({}), { oidc: null, problems: [] });
  const { oidc, problems } = read(whole, true);
  assert.deepEqual(oidc, { issuer: whole.OIDC_ISSUER, clientId: "maple", clientSecret: "secret" });
  assert.deepEqual(problems, []);
  for (const name of Object.keys(whole)) {
    const rest = Object.fromEntries(Object.entries(whole).filter(([known]) => known !== name));
    assert.match(read(rest).problems.join(), /belong together/, name);
  }
});

for (const [issuer, hasLive, wrong] of [
  ["http://127.0.0.1:9000", false, undefined],
  ["http://localhost:9000", false, undefined],
  ["http://127.0.0.1:9000", true, /https/],
  ["http://accounts.example.com", false, /https/],
  ["accounts.example.com", false, /address of the issuer/],
  ["https://accounts.example.com?tenant=1", false, /without a query/],
  ["https://user:word@accounts.example.com", false, /password/],
] as const) {
  test(`the issuer ${issuer}${hasLive ? " beside live" : ""}: ${wrong === undefined ? "taken" : "refused"}`, () => {
    const { problems } = read({ ...whole, OIDC_ISSUER: issuer }, hasLive);
    if (wrong === undefined) assert.deepEqual(problems, []);
    else assert.match(problems.join(), wrong);
  });
}
