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
