import assert from "node:assert/strict";
import { test } from "node:test";
import { defineTable } from "./table.ts";

interface Thing {
  readonly id: string;
  readonly made_at: number;
  readonly parts: readonly string[];
  readonly notes: { readonly text: string } | null;
  readonly size: { readonly width: number } | null;
}

const things = defineTable<Thing>()({
  name: "things",
  columns: { id: "text", made_at: "timestamptz", parts: "text[]", notes: "jsonb", size: "jsonb" },
  also: { written_at: "timestamptz", width: "int4" },
  computed: { size: (t) => `jsonb_build_object('width', ${t}.width)` },
});

const thing: Thing = { id: "t1", made_at: 5, parts: ["a"], notes: { text: "n" }, size: null };

test("a selection reads every column of the row under the name of the table, and computes what is no column", () => {
  assert.equal(things.select("t"), "t.id, t.made_at, t.parts, t.notes, jsonb_build_object('width', t.width) AS size");
  assert.deepEqual(things.row.types, {
    id: "text",
    made_at: "timestamptz",
    parts: "text[]",
    notes: "jsonb",
    size: "jsonb",
  });
});

test("an insertion writes every column that is stored, instants as milliseconds and jsonb as text", () => {
  const { text, takes, values } = things.insert();
  assert.equal(
    text,
    "INSERT INTO things (id, made_at, parts, notes, written_at, width)\n    " +
      "VALUES ($1, to_timestamp($2::float8 / 1000), $3, $4, to_timestamp($5::float8 / 1000), $6)",
  );
  assert.deepEqual(takes, ["text", "float8", "text[]", "jsonb", "float8", "int4"]);
  assert.deepEqual(values({ ...thing, written_at: 6, width: 7 }), ["t1", 5, ["a"], '{"text":"n"}', 6, 7]);
  assert.deepEqual(values({ ...thing, notes: null, written_at: 6, width: null }), ["t1", 5, ["a"], null, 6, null]);
});

test("an insertion of named columns writes these, under another name of the table where one is given", () => {
  const { text, takes, values } = things.insert(["id", "width"], { as: "t" });
  assert.equal(text, "INSERT INTO things AS t (id, width)\n    VALUES ($1, $2)");
  assert.deepEqual(takes, ["text", "int4"]);
  assert.deepEqual(values({ id: "t1", width: 2 }), ["t1", 2]);
});

test("SQL makes columns of nothing, of other fields, or of a value that stands under the name of the column", () => {
  const soon = { takes: "float8", text: (parameter: string) => `now() + make_interval(secs => ${parameter})` } as const;
  const { text, takes, values } = things.insert(["id"], {
    made: { parts: (parameterOf) => `ARRAY[${parameterOf("id")}]`, width: "5", written_at: soon },
  });
  assert.equal(
    text,
    "INSERT INTO things (id, parts, width, written_at)\n    VALUES ($1, ARRAY[$1], 5, now() + make_interval(secs => $2))",
  );
  assert.deepEqual(takes, ["text", "float8"]);
  assert.deepEqual(values({ id: "t1", written_at: 60 }), ["t1", 60]);
});

test("the rest of a statement names the parameters of the fields, and those after them", () => {
  const { parameter, parameterAfter } = things.insert(["id", "width"], { made: { parts: "'{}'" } });
  assert.deepEqual(
    [parameter("id"), parameter("width"), parameterAfter(), parameterAfter(1)],
    ["$1", "$2", "$3", "$4"],
  );
  const unknown: string = "parts";
  assert.throws(() => Reflect.apply(parameter, undefined, [unknown]), /takes no value of parts/);
  assert.equal(things.set(["width"]).parameter("id"), "$1");
});

test("a change sets the named columns; the id comes first", () => {
  const { text, takes, values } = things.set(["notes", "made_at"]);
  assert.equal(text, "notes = $2, made_at = to_timestamp($3::float8 / 1000)");
  assert.deepEqual(takes, ["text", "jsonb", "float8"]);
  assert.deepEqual(values(thing), ["t1", '{"text":"n"}', 5]);
});
