import assert from "node:assert/strict";
import { test } from "node:test";
import { isEmailText } from "../../../kernel/email.ts";
import { isDateText, isInstantText, isSecondsText } from "./formats.ts";

const judge = (accepts: (text: string) => boolean, fine: readonly string[], wrong: readonly string[]): void => {
  for (const text of fine) assert.equal(accepts(text), true, text);
  for (const text of wrong) assert.equal(accepts(text), false, text);
};

test("an instant is of the years 1970 to 2999", () =>
  judge(
    isInstantText,
    [
      "1970-01-01T00:00:00Z",
      "2026-11-25T01:00:00+01:00",
      "2026-11-25t01:00:00.123456z",
      "2016-12-31T23:59:60Z",
      "2999-12-31T23:59:59.999Z",
    ],
    [
      "0000-01-01T00:00:00Z",
      "1969-12-31T23:59:59Z",
      "1970-01-01T00:00:00+01:00",
      "2999-12-31T23:59:59-00:01",
      "3000-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "+010000-01-01T00:00:00Z",
      "2026-02-30T00:00:00Z",
      "2026-11-25T00:00:00",
      "",
    ],
  ));

test("a date is of the calendar and of the same years", () =>
  judge(
    isDateText,
    ["1970-01-01", "2028-02-29", "2999-12-31"],
    ["0000-01-01", "1969-12-31", "3000-01-01", "2026-02-29"],
  ));

test("an e-mail address has a name and a domain", () =>
  judge(
    isEmailText,
    ["ada@example.com", "ada.byron+maple@mail.example.co.uk", "o'hara@example.org", "a@b.c"],
    [
      "nope",
      "nope@",
      "@example.com",
      "a b@example.com",
      "a@b",
      "a@-b.com",
      "a@b..com",
      "a..b@example.com",
      "a@b@c d.com",
      "",
    ],
  ));

test("seconds as text are whole, and of the years 1970 to 2999", () =>
  judge(
    isSecondsText,
    ["0", "1795622400", "32503679999", "001795622400"],
    ["", "-1", "1.5", "1e3", " 1", "32503680000", "999999999999", "0001795622400"],
  ));
