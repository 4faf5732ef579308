import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblems, readConfig } from "./config.ts";

test("no proxy is trusted unless their number is given, which is a small one", () => {
  const trusted = (env: Readonly<Record<string, string>>) => {
    const config = readConfig(env);
    return isProblems(config) ? config : config.trustedProxies;
  };
  assert.equal(trusted({}), 0);
  assert.equal(trusted({ TRUSTED_PROXIES: "2" }), 2);
  for (const wrong of ["true", "-1", "11", "10.0.0.0/8"])
    assert.deepEqual(trusted({ TRUSTED_PROXIES: wrong }), [
      `TRUSTED_PROXIES must be a whole number from 0 to 10; it is "${wrong}"`,
    ]);
});

const operable = { OPERATOR_TOKEN: "x".repeat(24), SECRET_KEY: "07".repeat(32) };
const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  const config = readConfig({ ...operable, DATABASE_URL: "postgres://u:p@h/test", ...env });
  return isProblems(config) ? config : [];
};

test("a wrong address of a database is told once, and nothing that follows from it", () => {
  const live = { PAYMENT_PROCESSOR: "stripe", LIVE_DATABASE_URL: "postgres://u:p@h/live" };
  const stripe = { LIVE_STRIPE_SECRET_KEY: `sk_live_${"x".repeat(20)}`, LIVE_STRIPE_WEBHOOK_SECRET: "whsec_123456789" };
  assert.deepEqual(problemsOf({ ...live, ...stripe }), []);
  const quoted = "begins with a quotation mark: write the value without quotation marks";
  assert.deepEqual(problemsOf({ ...live, ...stripe, DATABASE_URL: '"postgres://u:p@h/test"' }), [
    `DATABASE_URL ${quoted}`,
  ]);
  assert.deepEqual(problemsOf({ ...live, ...stripe, LIVE_DATABASE_URL: "'postgres://u:p@h/live'" }), [
    `LIVE_DATABASE_URL ${quoted}`,
  ]);
  assert.match(problemsOf({ DATABASE_URL: "postgres://u:pa/ss@h/test" }).join(), /special characters .* as %XX$/);
  assert.equal(problemsOf({ DATABASE_POOL_SIZE: "1" }).length, 1);
});

test("what belongs to live needs live; a public address has no path", () => {
  const testAlone = readConfig({
    ...operable,
    DATABASE_URL: "postgres://h/test",
    LIVE_BASE_URL: "https://api.example.com",
  });
  assert.deepEqual(isProblems(testAlone) ? testAlone : testAlone.doubts, [
    "LIVE_BASE_URL is set and there is no live service: set LIVE_DATABASE_URL too, or remove it",
  ]);
  assert.deepEqual(problemsOf({ BASE_URL: "https://sandbox.example.com/" }), []);
  for (const address of ["https://example.com/maple/", "https://example.com?a=b", "https://u:p@example.com"])
    assert.deepEqual(problemsOf({ BASE_URL: address }), [
      "BASE_URL must be a scheme and a host name alone, as https://api.example.com: Maple answers at /",
    ]);
});

test("a misspelt name is told beside what is missing for it; alone it is a doubt", () => {
  assert.deepEqual(problemsOf({ SECRET_KEY: "", SECRET_KY: "07".repeat(32) }), [
    "SECRET_KEY is required with DATABASE_URL: 32 random bytes in base64 or hex",
    "SECRET_KY is set, and Maple does not read it: is SECRET_KEY meant?",
  ]);
  assert.deepEqual(problemsOf({ SECRET_KEY: "abcdef" }), [
    "SECRET_KEY must be 32 bytes, as 64 hex digits or in base64; it has 6 characters",
  ]);
  const config = readConfig({ ...operable, METRIC_PORT: "9464" });
  assert.ok(!isProblems(config));
  assert.deepEqual(config.doubts, ["METRIC_PORT is set, and Maple does not read it: is METRICS_PORT meant?"]);
});

test("a port for bounces needs a domain that they come back to", () => {
  const mail = { SMTP_URL: "smtp://relay.example.com", MAIL_FROM: "tables@example.com", MAIL_BOUNCE_PORT: "2525" };
  const alone = readConfig(mail);
  assert.match(isProblems(alone) ? alone.join() : "", /^MAIL_BOUNCE_PORT needs MAIL_BOUNCE_DOMAIN/);
  const both = readConfig({ ...mail, MAIL_BOUNCE_DOMAIN: "bounces.example.com" });
  assert.equal(isProblems(both) ? null : both.bouncePort, 2525);
});

test("several hosts of PostgreSQL are accepted, sessions that need not take writes are refused (rules/operating 1.13)", () => {
  const needed = { OPERATOR_TOKEN: "x".repeat(24), SECRET_KEY: "07".repeat(32) };
  const read = (url: string) => {
    const config = readConfig({ ...needed, DATABASE_URL: url });
    return isProblems(config) ? config.join() : config.databaseUrl;
  };
  const several = "postgres://u:p,q@h1:5432,h2:5432/db?target_session_attrs=read-write";
  assert.equal(read(several), several);
  assert.equal(
    read("postgres://u:secret@h1,h2/db?target_session_attrs=any"),
    "DATABASE_URL takes no target_session_attrs but read-write: every connection must take writes",
  );
  assert.match(read("postgres://u:secret@h1,,h2/db") ?? "", /^DATABASE_URL names an empty host/);
});
