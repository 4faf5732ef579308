import assert from "node:assert/strict";
import { test } from "node:test";
import { formProblems, formSettings } from "./value-forms.ts";

const right = {
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  default_transaction_isolation: "read committed",
};

test("settings that are read as well are right, each other one is named with its value (rules/operating 1.21)", () => {
  assert.deepEqual(formProblems(right), []);
  assert.deepEqual(formProblems({ ...right, TimeZone: "Etc/UTC", DateStyle: "ISO, DMY", extra_float_digits: "3" }), []);
  const others = {
    TimeZone: "Europe/Berlin",
    DateStyle: "German, DMY",
    IntervalStyle: "iso_8601",
    bytea_output: "escape",
    extra_float_digits: "0",
    default_transaction_isolation: "serializable",
  };
  assert.deepEqual(formProblems(others), [
    "TimeZone is Europe/Berlin",
    "DateStyle is German, DMY",
    "IntervalStyle is iso_8601",
    "bytea_output is escape",
    "extra_float_digits is 0",
    "default_transaction_isolation is serializable",
  ]);
});

test("the settings that a role is given are the right ones (rules/operating 1.21)", () => {
  const given = formSettings.map((setting) => /^(\w+) = '(.*)'$/.exec(setting)?.slice(1));
  assert.deepEqual(Object.fromEntries(given.map((pair) => pair ?? [])), right);
});
