import assert from "node:assert/strict";
import { test } from "node:test";
import { readGuestSearch } from "./guest-search.ts";

test("what a host types is a number, an address or a name (rules/stand 3.1)", () => {
  const none = { phone: null, digits: null, email: null, name: null };
  for (const [text, meant] of [
    ["+33 1 42 60 01 43", { ...none, phone: "+33142600143", digits: "33142600143" }],
    ["01 42 60 01 43", { ...none, phone: "+33142600143", digits: "0142600143" }],
    ["0143", { ...none, digits: "0143" }],
    ["143", { ...none, email: "143%", name: "143%" }],
    ["Ada@Ex", { ...none, email: "ada@ex%", name: "ada@ex%" }],
    ["  Ada   By", { ...none, name: "ada by%" }],
    ["50%_\\", { ...none, email: "50\\%\\_\\\\%", name: "50\\%\\_\\\\%" }],
  ] as const)
    assert.deepEqual(readGuestSearch(text, "FR"), meant, text);
});
