import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { smallConfiguration } from "../../bookings/api/setup-examples.ts";
import { parseBlackouts } from "../../bookings/venue/blackouts.ts";
import { configurationIssues } from "../../bookings/venue/configuration-issues.ts";
import { soundPartsOf } from "../../bookings/venue/sound-parts.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { speak } from "../../words/speak.ts";
import { problemsOf } from "./setup-problems.ts";
import { daysInWords } from "./week-days.ts";

const say = speak("en", "setup");
const unit = (unitId: string, more: object = {}) => ({
  unitId,
  name: unitId,
  minSeats: 1,
  maxSeats: 4,
  listed: true,
  ...more,
});
const [dinner] = smallConfiguration.services;
const { days: _days, ...undated } = dinner ?? {};
const service = (more: object) => ({ ...dinner, ...more });
const whole = (fields: object) => ({ ...smallConfiguration, experiences: [], exceptions: [], ...fields });
const area = (fields: object) =>
  whole({ areas: [{ areaId: "a", poolId: 1, name: "Room", units: [unit("x")], ...fields }] });

/** A document, and what a manager reads about it. */
const cases: readonly (readonly [string, object, string])[] = [
  [
    "sizes the wrong way round",
    { partySize: { min: 4, max: 2 } },
    "Parties · The larger number is below the smaller one.",
  ],
  [
    "a threshold above the largest party",
    { partySize: { min: 1, max: 8 }, largePartyThreshold: 9 },
    "Parties above this size call you · This lies outside of the smallest and largest party.",
  ],
  [
    "a size without a row",
    { durations: [{ minPartySize: 1, maxPartySize: 2, minutes: 90 }] },
    "How long parties stay · Parties of 3 to 12 have no row.",
  ],
  [
    "a size in two rows",
    {
      durations: [
        { minPartySize: 1, maxPartySize: 8, minutes: 90 },
        { minPartySize: 2, maxPartySize: 8, minutes: 90 },
      ],
    },
    "How long parties stay · Parties of 2 are in two rows.",
  ],
  [
    "a photo that is no web address",
    area({ photoUrl: "garden.jpg" }),
    "Room · Address of a photo · Write an address that begins with https://.",
  ],
  ["a service twice", { services: [service({}), service({})] }, `${dinner?.name} · This is there twice.`],
  ["a day twice", { services: [service({ days: [1, 1] })] }, `${dinner?.name} · Days · This is there twice.`],
  [
    "a late last start",
    { services: [service({ opens: "18:00", closes: "22:00", lastSeating: "23:00" })] },
    `${dinner?.name} · Last start · The last start lies outside of the service.`,
  ],
  [
    "an area that is gone",
    { services: [service({ areas: ["gone"] })] },
    `${dinner?.name} · Areas and tables · One of these is not there any more.`,
  ],
  ["no date", { exceptions: [{ date: "2027-02-30", closed: true }] }, "2027-02-30 · This is no day of the calendar."],
  [
    "closed with a service",
    { exceptions: [{ date: "2027-02-03", closed: true, services: [undated] }] },
    "2027-02-03 · Services · A closed day has no services.",
  ],
  [
    "open without one",
    { exceptions: [{ date: "2027-02-03" }] },
    "2027-02-03 · Services · Add a service, or tick “Closed”.",
  ],
];

describe("why a save is refused, in the manager’s words (rules/console 1.9)", () => {
  for (const [name, fields, sentence] of cases)
    test(name, () => {
      const saved = whole({ ...fields });
      const issues = configurationIssues(soundPartsOf(saved));
      const problems = problemsOf(say, refuse("invalid_request", "", { issues }), saved);
      assert.ok(problems.includes(sentence), problems.join("\n"));
      assert.ok(!problems.some((problem) => problem.includes(say("problem.other"))), problems.join("\n"));
    });

  test("tables: seats the wrong way round, a table twice, joined with one that is gone, too many", () => {
    const problems = (fields: object): string =>
      problemsOf(say, invalidRequest(configurationIssues(soundPartsOf(area(fields)))), area(fields)).join("\n");
    assert.match(problems({ units: [unit("x", { minSeats: 5 })] }), /^Room · Tables · x · The larger number/);
    assert.match(problems({ units: [unit("x"), unit("x")] }), /^Room · Tables · x · This is there twice/);
    const joined = { unitIds: ["x", "gone"], minSeats: 1, maxSeats: 4 };
    assert.match(
      problems({ combinations: [joined] }),
      /^Room · Tables that are joined · x, gone · Not there any more: gone\. The tables here: /,
    );
    const some = Array.from({ length: 60 }, (_, index) => unit(`t${index + 1}`));
    const all = { unitIds: Array.from({ length: 3 }, (_, index) => `g${index + 1}`), minSeats: 1, maxSeats: 4 };
    assert.match(
      problems({ units: some, combinations: [all] }),
      /Not there any more: g1, g2, g3\. The tables here: (t\d, ){7}t8 and 52 more\./,
    );
    const alone = invalidRequest([
      { path: "body.areas[0].combinations[0].unitIds", message: "must have at least 2 elements" },
    ]);
    const one = area({ combinations: [{ ...joined, unitIds: ["x"] }] });
    assert.deepEqual(problemsOf(say, alone, one), ["Room · Tables that are joined · x · Write at least two tables."]);
    const seven = invalidRequest([
      { path: "body.areas[0].combinations[0].unitIds", message: "must have at most 6 elements" },
    ]);
    assert.match(problemsOf(say, seven, one).join("\n"), / · There are too many: at most 6\.$/);
    const many = Array.from({ length: 501 }, (_, index) => unit(`t${index}`));
    assert.match(problems({ units: many }), /^Areas and tables · There are too many: at most 500\./m);
  });

  test("blackouts: every mistake has its row and its words", () => {
    const blackout = (start_date: string, end_date: string, more: object = {}) => ({ start_date, end_date, ...more });
    const rows = [
      blackout("2027-01-03", "2027-01-01"),
      blackout("2027-02-01", "2027-02-01", { start_time: "10:00" }),
      blackout("2027-03-01", "2027-03-02", { start_time: "10:00", end_time: "11:00" }),
      blackout("2027-04-01", "2027-04-01", { start_time: "12:00", end_time: "11:00" }),
      blackout("2027-05-01", "2027-05-05"),
      blackout("2027-05-02", "2027-05-03"),
    ];
    const refused = parseBlackouts(rows, []);
    assert.ok(isRefusal(refused));
    assert.deepEqual(problemsOf(say, refused, { blackout_dates: rows }), [
      "2027-01-03 · Last day · The end lies before the beginning.",
      "2027-02-01 · Until (hour) · Type both hours, or none.",
      "2027-03-01 · From (hour) · Hours are for a single day only.",
      "2027-04-01 · Until (hour) · The end lies before the beginning.",
      "2027-05-02 · This overlaps another row.",
    ]);
  });

  test("what is useless is asked for; what nobody foresaw is said in general", () => {
    const reasons = ["it has no area", "it has no table", "it has no service period"];
    assert.deepEqual(problemsOf(say, refuse("configuration_rejected", "", { reasons })), [
      "Add an area.",
      "Add a table.",
      "Add a service.",
    ]);
    assert.deepEqual(problemsOf(say, refuse("invalid_request", "x")), ["This value cannot be used."]);
  });
});

test("days of the week that follow each other are said by the first and the last, Monday first", () => {
  const said = [[0, 1, 2, 3, 4, 5, 6], [5, 6, 0], [1, 2], [1, 2, 3, 5, 0], []].map((days) => daysInWords("en", days));
  assert.deepEqual(said, ["Monday–Sunday", "Friday–Sunday", "Monday, Tuesday", "Monday–Wednesday, Friday, Sunday", ""]);
});
