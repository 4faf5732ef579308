import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguageNamed, guestLanguageOf, preferredLanguage, wantedLanguage } from "./language.ts";

test("the best liked language of a header that people can be written to in is chosen (rules/messages-and-privacy 1.9)", () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ["", undefined],
    ["fr", "fr"],
    ["fr-CH, en;q=0.5", "fr"],
    ["ja, de;q=0.7, en;q=0.9", "en"],
    ["ja;q=1, PT-br;q=0.4", "pt"],
    ["it;q=0, nl;q=0.1", "nl"],
    ["de;q=x, es;q=2", undefined],
    ["zh-CN, ja", undefined],
    ["*", undefined],
    [`${"ja,".repeat(100)}fr`, undefined],
  ];
  for (const [header, language] of cases) {
    assert.equal(wantedLanguage(header), language, header ?? "none");
    assert.equal(preferredLanguage(header), language ?? "en", header ?? "none");
  }
});

test("a venue speaks its own language, else that of its country, else English", () => {
  assert.equal(guestLanguageOf("nl", "FR"), "nl");
  assert.equal(guestLanguageOf(null, "fr"), "fr");
  assert.equal(guestLanguageOf("xx", "US"), "en");
  assert.equal(guestLanguageOf(null, null), "en");
  assert.equal(guestLanguageNamed("de-DE"), undefined);
});
