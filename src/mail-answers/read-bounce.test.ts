import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bounceStatus, bounceWord } from "./read-bounce.ts";

const report = (...statuses: string[]): string =>
  [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Status: 5.9.9 is only said here",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mail.example.org",
    ...statuses.flatMap((status) => ["", "Final-Recipient: rfc822; a@example.org", `Status: ${status}`]),
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Status: 5.1.1",
    "--b--",
  ].join("\r\n");

test("the status of a bounce is that of its report: the first that is final, and no line of what was sent", () => {
  assert.equal(bounceStatus(report("5.1.1")), "5.1.1");
  assert.equal(bounceStatus(report("4.4.7 (timed out)")), "4.4.7");
  assert.equal(bounceStatus(report("4.4.7", "5.2.2")), "5.2.2");
  assert.equal(bounceStatus(report("5.1.1").replace("Status: 5.1.1", "STATUS:   5.0.0").replaceAll("\r", "")), "5.0.0");
  for (const none of [report(), report("6.1.1"), report("5.1"), report("5.1.1234"), "Status: 5.1.1", ""])
    assert.equal(bounceStatus(none), undefined, none);
  fc.assert(fc.property(fc.string(), (text) => void bounceStatus(text)));
});

test("an address of a bounce has the word of one message at our domain; every other address has none", () => {
  const word = `msg_${"0".repeat(26)}.${"a".repeat(20)}`;
  assert.equal(bounceWord(`bounce+${word}@bounces.example.com`, "bounces.example.com"), word);
  assert.equal(bounceWord(`BOUNCE+${word.toUpperCase()}@Bounces.Example.Com`, "bounces.example.com"), word);
  for (const other of [
    word,
    `bounce@bounces.example.com`,
    `bounce+${word}@example.com`,
    `x+${word}@bounces.example.com`,
    "@",
    "",
  ])
    assert.equal(bounceWord(other, "bounces.example.com"), undefined, other);
});
