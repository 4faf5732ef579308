import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../words/speak.ts";
import { findByName } from "./find-by-name.ts";

test("a name of a long list is found however its letters are typed", () => {
  const others = Array.from({ length: 12 }, (_, at) => `Nobody ${at}`);
  const names = ["Søren Łukasiewicz", "Café Größe", "Œuvre", ...others];
  const find = (text: string): readonly string[] => {
    const at = { path: "/me", query: new URLSearchParams({ find: text }), label: "Restaurant" };
    return findByName(speak("en", "people"), at, names, (name) => name).found;
  };
  assert.deepEqual(find("soren luk"), ["Søren Łukasiewicz"]);
  assert.deepEqual(find("SØREN"), ["Søren Łukasiewicz"]);
  assert.deepEqual(find(" cafe grosse "), ["Café Größe"]);
  assert.deepEqual(find("oeuvre"), ["Œuvre"]);
  assert.equal(find("").length, names.length);
});
