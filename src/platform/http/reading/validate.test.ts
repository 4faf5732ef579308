import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type, { type TSchema } from "typebox";
import { idField, isoInstant, localClockTime, localDate, nullable, oneOf, textField } from "./fields.ts";
import { compileCheck, compileFields, readTextFields } from "./validate.ts";

const strict = { additionalProperties: false } as const;
const party = Type.Object(
  { size: Type.Integer({ minimum: 1 }), table: Type.Optional(nullable(Type.String())) },
  strict,
);
const circle = Type.Object({ type: Type.Literal("Circle"), radius: Type.Number() });
const line = Type.Object({ type: Type.Literal("Line"), points: Type.Array(Type.Number()) });

const said = (schema: TSchema, value: unknown): readonly string[] =>
  compileCheck("body", schema)(value).map(({ path, message }) => `${path} ${message}`);

describe("of a choice, only the form that was meant is complained of", () => {
  const parties = Type.Object({ list: nullable(Type.Array(Type.Object({ party: nullable(party) }))) });
  const shape = nullable(Type.Union([circle, line]));
  const cases: readonly (readonly [string, TSchema, unknown, readonly string[]])[] = [
    ["an object without a field", nullable(party), {}, ["body.size is required"]],
    [
      "an object with several mistakes",
      nullable(party),
      { size: "2", table: 4, tabel: 1 },
      [
        "body.tabel is not a known field; check its spelling or remove it",
        "body.size must be an integer, not a string",
        "body.table must be a string or null, not a number",
      ],
    ],
    ["another type", nullable(party), "4", ["body must be an object or null, not a string"]],
    ["a list", nullable(party), [], ["body must be an object or null, not an array"]],
    ["a text too short", nullable(textField(9)), "", ["body must not be empty"]],
    ["another word", nullable(oneOf(["a", "b"])), "c", ['body must be one of "a", "b"']],
    ["another number", nullable(Type.Union([5, 10].map((one) => Type.Literal(one)))), 7, ["body must be one of 5, 10"]],
    [
      "choices inside choices",
      parties,
      { list: [{ party: null }, { party: { size: 0 } }, { party: { size: 1, table: 5 } }, { party: 7 }, {}] },
      [
        "body.list[1].party.size must be at least 1",
        "body.list[2].party.table must be a string or null, not a number",
        "body.list[3].party must be an object or null, not a number",
        "body.list[4].party is required",
      ],
    ],
    ["no list at all", parties, { list: {} }, ["body.list must be an array or null, not an object"]],
    ["a form by its name", shape, { type: "Circle", radius: "1" }, ["body.radius must be a number, not a string"]],
    ["a name of no form", shape, { type: "Square" }, ['body.type must be one of "Circle", "Line"']],
    ["none of all", shape, 5, ["body must be an object or null, not a number"]],
  ];
  for (const [name, schema, value, issues] of cases) test(name, () => assert.deepEqual(said(schema, value), issues));

  test("a long list keeps to the number of issues, and not one of them is of null", () => {
    const list = Array.from({ length: 400 }, () => ({ party: { size: 1, table: 5 } }));
    const issues = said(parties, { list });
    assert.equal(issues.length, 20);
    for (const issue of issues) assert.match(issue, /\.table must be a string or null, not a number$/);
  });
});

describe("what to send is said without a regular expression and without the words of the schema", () => {
  const instant = "must be an instant with its offset, such as 2026-11-25T00:00:00Z or 2026-11-25T01:00:00+01:00";
  const cases: readonly (readonly [string, TSchema, unknown, string])[] = [
    ["a time without its zero", localClockTime(""), "7:00", "must be a time of the day HH:MM, such as 07:00"],
    ["a date of words", localDate(""), "zz", "must be a date YYYY-MM-DD, such as 2026-11-25"],
    ["an instant without its offset", isoInstant(""), "2026-11-25T00:00:00", instant],
    ["an instant that is none", isoInstant(""), "2026-02-30T00:00:00Z", "has a date or a time that does not exist"],
    ["no e-mail address", Type.String({ format: "email" }), "x", "must be an e-mail address, such as ada@example.com"],
    ["blanks", textField(9, { form: "trimmed" }), "   ", "must not be blank"],
    ["characters without a look", textField(9, { form: "trimmed" }), "\u200b\u3164", "must not be blank"],
    ["the same in a text", textField(9, { form: "filled" }), "\u00ad\u2060", "must not be blank"],
    ["a space in front", textField(9, { form: "trimmed" }), " a", "must not begin or end with white space"],
    ["no id", idField("bkh"), "x", "is not a well-formed id (bkh_ and 26 characters)"],
    ["too many", Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2], "must have at most 1 element"],
    ["too few", Type.Array(Type.Integer(), { minItems: 2 }), [1], "must have at least 2 elements"],
    ["one twice", Type.Array(Type.Integer(), { uniqueItems: true }), [1, 1], "must not repeat an element"],
    ["a fraction", Type.Integer(), 1.5, "must be an integer, not a fraction"],
    ["too much", Type.Integer({ maximum: 7 }), 8, "must be at most 7"],
  ];
  for (const [name, schema, value, message] of cases) {
    test(name, () => assert.deepEqual(said(schema, value), [`body ${message}`]));
  }
});

describe("the text of a query", () => {
  const fields = {
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    party: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    share: Type.Optional(Type.Number()),
    open: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String()),
    start: Type.Optional(isoInstant("")),
  };
  const check = compileFields("query", fields);
  const cases: readonly (readonly [keyof typeof fields, unknown, string])[] = [
    ["size", "1.5", "must be a whole number from 1 to 100"],
    ["size", "two", "must be a whole number from 1 to 100"],
    ["size", "", "must be a whole number from 1 to 100"],
    ["size", "0", "must be at least 1"],
    ["size", "99999999999999999999", "must be at most 100"],
    ["size", ["1", "2"], "must be sent once only"],
    ["party", "two", "must be a whole number of at least 1"],
    ["party", "9007199254740993", "must be at most 9007199254740991"],
    ["share", "half", "must be a number"],
    ["open", "yes", "must be true or false"],
    ["name", ["a", "b"], "must be sent once only"],
    [
      "start",
      "2026-11-25T00:00:00 01:00",
      "must be an instant with its offset, such as 2026-11-25T00:00:00Z or 2026-11-25T01:00:00+01:00 (in a query the + is written %2B)",
    ],
  ];
  for (const [name, text, message] of cases) {
    test(`${name}=${JSON.stringify(text)}`, () => {
      assert.deepEqual(check(readTextFields(fields, { [name]: text })), [{ path: `query.${name}`, message }]);
    });
  }
});
