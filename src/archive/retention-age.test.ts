import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseDay, dayOf, monthsUntil, parseArchiveWords } from "./retention-age.ts";

const now = Date.parse("2026-03-10T13:00:00Z");

test("the day is the one that is said, or what the setting leaves, and never of the last 400 days (rules/operating 6.4)", () => {
  for (const [before, retentionDays, expected] of [
    ["2024-01-01", null, "2024-01-01"],
    [null, 400, "2025-02-03"],
    [null, 800, "2023-12-31"],
    ["2025-02-03", null, "2025-02-03"],
    ["2025-02-04", null, /400 days stay: --before is 2025-02-03 at the latest/],
    ["2025-02-04", 800, /400 days stay/],
    [null, null, /say --before DAY, or set ORDER_RETENTION_DAYS/],
  ] as const) {
    const day = chooseDay(before, { retentionDays, now });
    if (typeof expected === "string") assert.equal(day, expected);
    else assert.match(typeof day === "string" ? day : day.problem, expected);
  }
});

test("the words of the command are read, and a wrong one is named", () => {
  assert.deepEqual(parseArchiveWords([]), { service: "test", before: null, folder: "archive", keeps: false });
  assert.deepEqual(parseArchiveWords(["--keep", "--env", "live", "--before", "2024-02-29", "--to", "/srv/a"]), {
    service: "live",
    before: "2024-02-29",
    folder: "/srv/a",
    keeps: true,
  });
  for (const [words, problem] of [
    [["--before"], /--before needs a value/],
    [["--before", "2023-02-29"], /--before is a day/],
    [["--before", "yesterday"], /--before is a day/],
    [["--env", "prod"], /--env is test or live/],
    [["--force", "yes"], /it got --force/],
  ] as const) {
    const told = parseArchiveWords(words);
    assert.match(typeof told === "string" ? told : "taken", problem);
  }
});

test("months go from the oldest to the day, which ends the last one", () => {
  const months = monthsUntil(Date.parse("2023-11-30T23:59:59Z"), "2024-01-15");
  assert.deepEqual(
    months.map(({ name }) => name),
    ["2023-11", "2023-12", "2024-01"],
  );
  assert.equal(months.at(-1)?.ends, dayOf("2024-01-15"));
  assert.equal(months[0]?.ends, months[1]?.starts);
  assert.deepEqual(monthsUntil(now, "2024-01-15"), []);
});
