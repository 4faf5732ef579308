import assert from "node:assert/strict";
import { test } from "node:test";
import { nationalDigits, normalizePhone, parsePhone, phoneLastFour } from "./phone.ts";
import { isRefusal } from "./refusal.ts";

const read = (cases: readonly (readonly [string, string | null, string | undefined])[]): void => {
  for (const [text, country, expected] of cases) {
    assert.equal(parsePhone(text, country), expected, `${JSON.stringify(text)} in ${country}`);
  }
};

test("a phone number in any spelling is one E.164 number (rules/http 4.12)", () =>
  read([
    ["+12175550142", "US", "+12175550142"],
    ["(217) 555-0142", "US", "+12175550142"],
    ["1 217 555 0142", "us", "+12175550142"],
    ["01 42 60 01 43", "FR", "+33142600143"],
    ["+33 (0)1 42 60 01 43", null, "+33142600143"],
    ["0033142600143", null, "+33142600143"],
    ["0033 1 42 60 01 43", "US", "+33142600143"],
    ["090-1234-5678", "JP", "+819012345678"],
    ["138 0013 8000", "CN", "+8613800138000"],
    ["8 912 345-67-89", "RU", "+79123456789"],
  ]));

test("what is no number is none", () =>
  read(
    ["12", "call me", "abc", "", "+", "tel:", "+33612345678x9", "06 12 34 56 78 ext. 12", "+0", "🍁🍁🍁🍁🍁🍁🍁"].map(
      (text) => [text, "FR", undefined],
    ),
  ));

test("without a country a number needs its code", () =>
  read([
    ["01 42 60 01 43", null, undefined],
    ["01 42 60 01 43", "XX", undefined],
  ]));

test("a number that is a digit short or long is none (rules/http 4.12)", () =>
  read([
    ["090-1234-567", "JP", undefined],
    ["090-1234-56789", "JP", undefined],
    ["138 0013 800", "CN", undefined],
    ["8 912 345-67-8", "RU", undefined],
    ["+3314260014", null, undefined],
  ]));

test("a full-width plus is a plus", () =>
  read([
    ["＋49 30 901820", "US", "+4930901820"],
    ["＋４９３０９０１８２０", "FR", "+4930901820"],
    ["﹢4930901820", null, "+4930901820"],
  ]));

test("marks of direction and tel: come along when a number is copied (rules/http 4.12)", () =>
  read([
    ...[
      "\u200e",
      "\u200f",
      "\u202a",
      "\u202b",
      "\u202c",
      "\u202d",
      "\u202e",
      "\u2066",
      "\u2067",
      "\u2068",
      "\u2069",
    ].map((mark) => [`${mark}+33 1 42${mark} 60 01 43${mark}`, "US", "+33142600143"] as const),
    ["tel:+33142600143", null, "+33142600143"],
    ["TEL: +33-1-42-60-01-43", null, "+33142600143"],
    ["\u202atel:+33142600143\u202c", null, "+33142600143"],
    ["tel:+33142600143;ext=12", null, undefined],
  ]));

test("the refusal names the field and the way to write it", () => {
  const refusal = normalizePhone("abc", "FR", "body.customer.phone");
  assert.ok(isRefusal(refusal));
  assert.equal(
    refusal.message,
    "body.customer.phone is not a telephone number; write it with its country code (+…) or as dialled in FR",
  );
});

test("the last four are digits, or null (rules/ordering 2.4)", () => {
  for (const [phone, expected] of [
    ["+33142600143", "0143"],
    ["01 42 60 01 42", "0142"],
    ["０１４２", "0142"],
    ["1 42", null],
    ["abc", null],
    ["🍁🍁", null],
    ["", null],
    [null, null],
  ] as const) {
    assert.equal(phoneLastFour(phone), expected, String(phone));
  }
});

test("the digits within the country, as old redemptions have them", () => {
  assert.equal(nationalDigits("+33142600143"), "0142600143");
  assert.equal(nationalDigits("+12175550142"), "2175550142");
  assert.equal(nationalDigits("abc"), undefined);
});
