import assert from "node:assert/strict";
import { test } from "node:test";
import { quietSeconds } from "./quiet-hours.ts";
import { whyUnreachable, type NoMessageReason, type ReachTerms } from "./message.ts";

const reachable: ReachTerms = {
  messaging: true,
  sender: "twilio",
  isLive: true,
  to: "+12175550142",
  optedOut: false,
};

const cases: readonly (readonly [string, Partial<ReachTerms>, NoMessageReason | undefined])[] = [
  ["in live with a provider", {}, undefined],
  ["in live without a provider", { sender: "outbox" }, "not_configured"],
  ["in test without a provider", { sender: "outbox", isLive: false }, undefined],
  ["where the location has switched messages off", { messaging: false, sender: "outbox" }, "disabled"],
  ["without a phone", { to: null, optedOut: true }, "no_phone"],
  ["who has sent STOP", { optedOut: true }, "opted_out"],
];

for (const [who, terms, reason] of cases) {
  test(`a guest ${who} is ${reason === undefined ? "written to" : `not written to: ${reason}`} (rules/messages-and-privacy 1.6)`, () =>
    assert.equal(whyUnreachable({ ...reachable, ...terms }), reason));
}

/** The local time in hours and minutes, how many hours away that is which the text is about, and how many minutes it waits. */
const nights: readonly (readonly [string, number, number])[] = [
  ["21:59", 48, 0],
  ["22:00", 48, 10 * 60],
  ["23:30", 13, 8.5 * 60],
  ["00:00", 48, 8 * 60],
  ["07:59", 48, 1],
  ["08:00", 48, 0],
  ["23:30", 12, 0],
  ["03:00", 0, 0],
];

for (const [time, hours, minutes] of nights) {
  test(`at ${time} a text about what is ${hours} hours away waits ${minutes} minutes (rules/messages-and-privacy 1.17)`, () => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    assert.equal(quietSeconds(hour * 60 + minute, hours * 3_600), minutes * 60);
  });
}
