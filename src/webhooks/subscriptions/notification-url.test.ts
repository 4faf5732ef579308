import { isRefusal } from "../../kernel/refusal.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseNotificationUrl } from "./notification-url.ts";

const strict = { allowPrivate: false };
const sandbox = { allowPrivate: true };
const refusal = (text: string, rules: { allowPrivate: boolean }): string => {
  const parsed = parseNotificationUrl(text, "url", rules);
  return isRefusal(parsed) ? parsed.message : "ok";
};

test("accepted everywhere, kept as written", () => {
  const urls = [
    "https://partner.example/hooks",
    "https://partner.example",
    "HTTPS://Partner.Example/Hooks?a=b&c=@d",
    "https://partner.example:8443/hooks",
    "https://8.8.8.8/hooks",
    "https://[2606:4700:4700::1111]/hooks",
    "https://bücher.example/ü?q=☕",
    `https://partner.example/${"a".repeat(2048 - 24)}`,
  ];
  for (const url of urls) {
    for (const rules of [strict, sandbox]) {
      assert.equal(parseNotificationUrl(url, "url", rules), url);
    }
  }
});

test("refused everywhere (rules/webhooks 2.1)", () => {
  const table: readonly (readonly [string, RegExp])[] = [
    ["", /does not begin with https:\/\//],
    ["partner.example/hooks", /does not begin with https:\/\//],
    ["ftp://partner.example/", /does not begin with https:\/\//],
    ["file:///etc/passwd", /does not begin with https:\/\//],
    ["javascript:alert(1)", /does not begin with https:\/\//],
    ["https:partner.example", /does not begin with https:\/\//],
    ["https:///partner.example", /no host/],
    ["https://", /no host/],
    ["https://user:secret@partner.example/", /credentials/],
    ["https://@partner.example/", /credentials/],
    ["https://partner.example/#part", /fragment/],
    ["https://partner.example/#", /fragment/],
    ["https://partner.example/a b", /white space/],
    [" https://partner.example/", /white space/],
    ["https://partner.example/\r\nx-evil: 1", /white space/],
    ["https://partner.example/\t", /white space/],
    ["https://partner.example/\u0000", /control/],
    ["https:\\\\partner.example\\hooks", /backslash/],
    ["https://partner.example/\ud800", /control/],
    ["https://partner.example:99999/", /well-formed/],
    ["https://partner.example:0/", /port 0/],
    ["https://[::1/", /well-formed/],
    ["https://exa mple/", /white space/],
    ["https://%zz/", /well-formed/],
    [`https://partner.example/${"a".repeat(2048)}`, /longer than 2048/],
  ];
  for (const [url, message] of table) {
    for (const rules of [strict, sandbox]) assert.match(refusal(url, rules), message, url.slice(0, 60));
  }
});

test("where http is allowed, what begins otherwise is told so", () => {
  assert.equal(refusal("localhost:3000/hooks", sandbox), "url does not begin with https:// or http://");
  assert.equal(refusal("localhost:3000/hooks", strict), "url does not begin with https://");
});

test("private addresses, in every spelling a URL allows, only where they are allowed (rules/webhooks 2.3)", () => {
  const urls = [
    "https://localhost/hooks",
    "https://LOCALHOST./hooks",
    "https://partner.localhost/",
    "https://127.0.0.1:3000/hooks",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://１２７.0.0.1/",
    "https://0/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[fe80::1]/",
    "https://intranet/hooks",
  ];
  for (const url of urls) {
    assert.notEqual(refusal(url, strict), "ok", url);
    assert.equal(refusal(url, sandbox), "ok", url);
  }
  assert.match(refusal("http://partner.example/", strict), /https/);
  assert.equal(refusal("http://partner.example/", sandbox), "ok");
});
