import assert from "node:assert/strict";
import { test } from "node:test";
import { readTwilio } from "./twilio-config.ts";

const account = { sid: `AC${"0a".repeat(16)}`, token: "secret", from: "+33600000000" };
const read = (fields: Readonly<Record<string, string>>, hasLive = true) => {
  const problems: string[] = [];
  return { twilio: readTwilio((name) => fields[name] ?? null, { hasLive }, problems), problems };
};

test("an account for each environment, or none", () => {
  assert.deepEqual(read({}), { twilio: {}, problems: [] });
  const live = {
    LIVE_TWILIO_ACCOUNT_SID: account.sid,
    LIVE_TWILIO_AUTH_TOKEN: account.token,
    LIVE_TWILIO_FROM: `MG${"0".repeat(32)}`,
  };
  const expected = { accountSid: account.sid, authToken: account.token, from: `MG${"0".repeat(32)}` };
  assert.deepEqual(read(live), { twilio: { live: expected }, problems: [] });
  assert.match(read(live, false).problems.join(), /LIVE_DATABASE_URL/);
});

test("what is half there or malformed is told by its name", () => {
  const whole = { TWILIO_ACCOUNT_SID: account.sid, TWILIO_AUTH_TOKEN: account.token, TWILIO_FROM: account.from };
  assert.deepEqual(read(whole).problems, []);
  for (const [name, value] of [
    ["TWILIO_FROM", "Maple"],
    ["TWILIO_ACCOUNT_SID", "AC12"],
  ] as const)
    assert.match(read({ ...whole, [name]: value }).problems.join(), new RegExp(`^${name} must`));
  for (const name of Object.keys(whole)) {
    const rest = Object.fromEntries(Object.entries(whole).filter(([known]) => known !== name));
    assert.match(read(rest).problems.join(), /belong together/, name);
  }
});
