import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { guestLanguages } from "../../kernel/language.ts";
import { countSegments, isGsm, toPlainText } from "./segments.ts";
import type { MessageValues } from "./message-values.ts";
import { answerTo, composeMessage, textFor } from "./templates.ts";
import { statusOfReport, outcomeOfError, outcomeOfFailure } from "../../twilio/twilio-outcome.ts";
import { readReply } from "../aftercare/read-reply.ts";
import { isNews, maskPhone, whyUnreachable } from "../message/message.ts";

test("segments: 160 and 153 of the GSM alphabet, 70 and 67 of anything else, two for the extended signs", () => {
  for (const [text, segments] of [
    ["a".repeat(160), 1],
    ["a".repeat(161), 2],
    ["a".repeat(306), 2],
    ["a".repeat(307), 3],
    ["€".repeat(80), 1],
    ["€".repeat(81), 2],
    ["ж".repeat(70), 1],
    ["ж".repeat(71), 2],
    ["ж".repeat(134), 2],
    ["ж".repeat(135), 3],
    ["🍁".repeat(35), 1],
    ["🍁".repeat(36), 2],
  ] as const)
    assert.equal(countSegments(text), segments, `${text.slice(0, 3)} x ${text.length}`);
});

test("what has a plain equal is written plainly, when then all of it fits; else it stays", () => {
  assert.equal(
    toPlainText("Zoë’s “Café” – prêt… ça va"),
    'Zoe\'s "Café" - prêt... ça va'.replace("ê", "e").replace("ç", "c"),
  );
  assert.equal(toPlainText("東京’s"), "東京’s");
  assert.equal(toPlainText("Nguyễn Thị Ngữ"), "Nguyen Thi Ngu");
  assert.equal(toPlainText("A\u200bda\u00ad Z\u0338\u031b\u032ea\u0337\u0322lgo\ufe0f"), "Ada Zalgo");
  assert.equal(toPlainText("👨‍👩‍👧"), "👨‍👩‍👧");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const plain = toPlainText(text);
      assert.equal(toPlainText(plain), plain);
      assert.ok(isGsm(plain) || plain === text.normalize("NFC"));
    }),
  );
});

const link = "https://book.maple.example/wait/Xy7_kTq0PZ2mB8rLw4sVdA";
const bookingLink = `https://book.maple.example/g/${"x".repeat(22)}`;
const values: readonly MessageValues[] = [
  { kind: "waitlist_joined", position: 12, wait: { min: 35, max: 50 }, link },
  { kind: "table_ready", minutes: 10, link, note: null },
  ...(["booking_confirmed", "booking_reminder", "booking_changed"] as const).map((kind) => ({
    kind,
    date: "2026-09-23",
    time: "19:30",
    partySize: 4,
    code: "7KQ4MXRT",
    link: bookingLink,
  })),
  { kind: "booking_cancelled", date: "2026-09-23", time: "19:30", reason: "Heating", link: bookingLink },
  { kind: "invitation", link: `https://book.maple.example/invite/${"x".repeat(43)}` },
];

test("every template in every language fits two parts, with the venue's name in front", () => {
  for (const language of guestLanguages) {
    for (const one of values) {
      const { body, segments } = composeMessage("Auberge des Érables rouges", language, one);
      assert.ok(segments <= 2 && isGsm(body), `${language} ${one.kind}: ${segments} parts, ${body}`);
      assert.match(body, /^Auberge des Érables rouges: /);
      // Our own words need no plain equals: nothing a guest reads looks misspelt.
      assert.ok(isGsm(textFor(language, one)), language);
    }
    const free = { kind: "waitlist_joined", position: 1, wait: { min: 0, max: 0 }, link } as const;
    assert.doesNotMatch(textFor(language, free), /\b0\b/, "no wait of 0 minutes");
    for (const word of ["stop", "start", "help"] as const)
      assert.ok(countSegments(answerTo(word, language)) <= 1, language);
  }
});

test("a long name is cut, a long note of the venue's keeps to three parts, a missing name is ours (rules/messages-and-privacy 1.11)", () => {
  const note = "Ваш столик готов ".repeat(18).trim().slice(0, 300);
  const { body, segments } = composeMessage("n".repeat(80), "en", { kind: "table_ready", minutes: 10, link, note });
  assert.ok(segments <= 3 && body.endsWith(`... ${link}`), `${segments} ${body}`);
  const cancelled = { kind: "booking_cancelled", date: "2026-09-23", time: "19:30", reason: note, link } as const;
  const long = composeMessage("n".repeat(80), "en", cancelled);
  assert.ok(long.segments <= 3 && long.body.endsWith(`... Details: ${link}`), `${long.segments} ${long.body}`);
  assert.match(composeMessage(null, "en", values[1] ?? assert.fail()).body, /^Maple: your table is ready/);
});

test("STOP, START and HELP are understood as whole answers, in any spelling", () => {
  for (const text of ["STOP", " stop. ", "Stop!", "arrêt", "STOPALL", "unsubscribe"])
    assert.equal(readReply(text), "stop", text);
  for (const text of ["start", "UNSTOP"]) assert.equal(readReply(text), "start", text);
  for (const text of ["Help?", "info", "Aide"]) assert.equal(readReply(text), "help", text);
  for (const text of ["", "please do not stop", "we are on our way", "stop stop", "x".repeat(2_000)])
    assert.equal(readReply(text), undefined, text);
});

test("what a provider says: final, later, or perhaps", () => {
  assert.deepEqual(outcomeOfError(400, 21_211, "Invalid 'To'"), {
    kind: "refused",
    error: "21211 Invalid 'To'",
    optedOut: false,
  });
  const optedOut = outcomeOfError(400, 21_610, "unsubscribed");
  assert.ok(optedOut.kind === "refused" && optedOut.optedOut);
  for (const status of [401, 403, 429]) assert.equal(outcomeOfError(status, undefined, "").kind, "busy");
  for (const status of [500, 503]) assert.equal(outcomeOfError(status, undefined, "").kind, "unknown");
  assert.equal(outcomeOfFailure("ECONNREFUSED").kind, "busy");
  for (const code of ["ECONNRESET", "TimeoutError", "UND_ERR_SOCKET"])
    assert.equal(outcomeOfFailure(code).kind, "unknown");
});

test("reports go forward only", () => {
  assert.deepEqual(
    ["accepted", "queued", "sending", "sent", "delivered", "read", "undelivered", "failed", "canceled"].map(
      statusOfReport,
    ),
    [undefined, undefined, undefined, "sent", "delivered", "delivered", "undelivered", "failed", "failed"],
  );
  assert.ok(isNews("queued", "sent") && isNews("sent", "delivered") && isNews("queued", "failed"));
  for (const reported of ["sent", "delivered", "failed"] as const) assert.ok(!isNews("delivered", reported));
});

test("a masked number cannot be called", () => {
  assert.equal(maskPhone("+33142600143"), "+33•••••••43");
  assert.equal(maskPhone(""), "");
});

test("who is not written to, and why: the location's reasons first (rules/messages-and-privacy 1.2)", () => {
  const reachable = {
    messaging: true,
    sender: "twilio",
    isLive: true,
    to: "+33142600143",
    optedOut: false,
  } as const;
  assert.equal(whyUnreachable(reachable), undefined);
  assert.equal(whyUnreachable({ ...reachable, sender: "outbox", isLive: false }), undefined);
  for (const [change, reason] of [
    [{ messaging: false, to: null }, "disabled"],
    [{ sender: "outbox", to: null }, "not_configured"],
    [{ to: null }, "no_phone"],
    [{ optedOut: true }, "opted_out"],
  ] as const)
    assert.equal(whyUnreachable({ ...reachable, ...change }), reason);
});

test("a name or a note that is cut keeps its signs whole", () => {
  const { body } = composeMessage("👨‍👩‍👧‍👦".repeat(5), "en", { kind: "table_ready", minutes: 10, link, note: null });
  assert.ok(body.startsWith("👨‍👩‍👧‍👦👨‍👩‍👧‍👦...: "), body);
  for (let pad = 0; pad < 24; pad++) {
    const note = `${"x".repeat(pad)}${"👩🏽‍🍳".repeat(60)}`;
    const told = composeMessage("Bistro", "en", { kind: "table_ready", minutes: 10, link, note });
    assert.match(told.body, /^Bistro: x*(?:👩🏽‍🍳)*\.\.\. https/u);
    assert.ok(told.segments <= 3);
  }
});
