import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../words/speak.ts";
import type { Fields } from "../shell/merge-three.ts";
import { hoursMistakes } from "./hours-form.ts";

const say = speak("en", "setup");

test("to untick always open without hours for the week is a mistake, with single dates too (rules/console 1.7)", () => {
  const holiday = { "date.new1": ["2027-12-25", "1", "", ""] };
  const base = { always: true };
  assert.ok(hoursMistakes(say, { base, mine: { always: false, ...holiday } }).has("always"));
  assert.ok(hoursMistakes(say, { base, mine: { always: false } }).has("always"));
  const week = { "week.new1": ["1", "11:00", "22:00"] };
  assert.equal(hoursMistakes(say, { base, mine: { always: false, ...week, ...holiday } }).size, 0);
  const closed = { always: false, "week.1 11:00": null, ...holiday };
  assert.equal(hoursMistakes(say, { base: { always: false, ...week }, mine: closed }).size, 0, "that was meant");
});

test("hours of which only one row could be kept, and dates without hours, are mistakes at their row", () => {
  const found = (mine: Fields) => [...hoursMistakes(say, { base: {}, mine: { always: false, ...mine } })];
  const monday = { "week.1 11:00": ["1", "11:00", "22:00"] };
  assert.deepEqual(found({ ...monday, "week.new1": ["1", "11:00", "15:00"] }), [["week.new1", "This is there twice."]]);
  assert.deepEqual(
    found({ ...monday, "week.new1": ["2", "11:00", "15:00"], "week.new2": ["1", "18:00", "22:00"] }),
    [],
  );
  const lunch = { ...monday, "date.2027-12-24 11:00": ["2027-12-24", "", "11:00", "14:00"] };
  assert.deepEqual(found({ ...lunch, "date.new1": ["2027-12-24", "1", "", ""] }), [
    ["date.new1", "This is there twice."],
  ]);
  assert.deepEqual(found({ ...lunch, "date.new1": ["2027-12-24", "", "11:00", "12:00"] }), [
    ["date.new1", "This is there twice."],
  ]);
  assert.deepEqual(found({ ...lunch, "date.new1": ["2027-12-24", "", "18:00", "22:00"] }), []);
  const asked = "Type both hours, or tick “Closed”.";
  assert.deepEqual(found({ ...lunch, "date.new1": ["2027-12-25", "", "", ""] }), [["date.new1", asked]]);
  assert.deepEqual(found({ ...lunch, "date.new1": ["2027-12-25", "", "18:00", ""] }), [["date.new1", asked]]);
});
