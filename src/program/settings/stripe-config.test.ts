import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblems, readConfig } from "../config.ts";

const live = {
  DATABASE_URL: "postgres://localhost/maple",
  LIVE_DATABASE_URL: "postgres://localhost/maple_live",
  OPERATOR_TOKEN: "x".repeat(24),
  SECRET_KEY: "a".repeat(64),
  PAYMENT_PROCESSOR: "stripe",
  LIVE_STRIPE_SECRET_KEY: "sk_live_0123456789",
  LIVE_STRIPE_WEBHOOK_SECRET: "whsec_0123456789",
};

const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  const config = readConfig(env);
  return isProblems(config) ? config : [];
};

test("live with Stripe, and the test processor beside it", () => {
  const config = readConfig(live);
  assert.ok(!isProblems(config), JSON.stringify(config));
  assert.deepEqual(Object.keys(config.stripe), ["live"]);
  assert.deepEqual(config.stripe.live, {
    secretKey: "sk_live_0123456789",
    webhookSecrets: ["whsec_0123456789"],
    apiUrl: null,
  });
});

test("restricted keys, and two signing secrets while one replaces the other", () => {
  const config = readConfig({
    PAYMENT_PROCESSOR: "stripe",
    STRIPE_SECRET_KEY: "rk_test_0123456789",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789, whsec_9876543210",
  });
  assert.ok(!isProblems(config), JSON.stringify(config));
  assert.deepEqual(config.stripe.test?.webhookSecrets, ["whsec_0123456789", "whsec_9876543210"]);
});

const refused: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
  ["live with the test processor", { ...live, PAYMENT_PROCESSOR: "test" }, /set PAYMENT_PROCESSOR=stripe/],
  [
    "a test key in live",
    { ...live, LIVE_STRIPE_SECRET_KEY: "sk_test_0123456789" },
    /LIVE_STRIPE_SECRET_KEY is a test key.*put the test key into STRIPE_SECRET_KEY/,
  ],
  [
    "a live key in test",
    { ...live, STRIPE_SECRET_KEY: "sk_live_0123456789", STRIPE_WEBHOOK_SECRET: "whsec_0123456789" },
    /STRIPE_SECRET_KEY is a live key.*put the live key into LIVE_STRIPE_SECRET_KEY/,
  ],
  ["a publishable key", { ...live, LIVE_STRIPE_SECRET_KEY: "pk_live_0123456789" }, /secret or restricted key/],
  ["no signing secret", { ...live, LIVE_STRIPE_WEBHOOK_SECRET: "" }, /LIVE_STRIPE_WEBHOOK_SECRET is required/],
  ["something else as the secret", { ...live, LIVE_STRIPE_WEBHOOK_SECRET: "secret" }, /begins with whsec_/],
  ["Stripe without keys", { PAYMENT_PROCESSOR: "stripe" }, /needs STRIPE_SECRET_KEY/],
  [
    "live without keys",
    { ...live, LIVE_STRIPE_SECRET_KEY: "", LIVE_STRIPE_WEBHOOK_SECRET: "" },
    /live needs LIVE_STRIPE_SECRET_KEY/,
  ],
  ["a stand-in beside live", { ...live, STRIPE_API_URL: "http://127.0.0.1:1" }, /remove it where live runs/],
];

for (const [name, env, message] of refused) {
  test(`${name} does not start, and says what to change (rules/ordering 10.2)`, () => {
    const problems = problemsOf(env);
    assert.match(problems.join("\n"), message);
    assert.ok(!problems.join().includes("0123456789"), "a key is never repeated");
  });
}
