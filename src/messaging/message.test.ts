import assert from "node:assert/strict";
import { test } from "node:test";
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
