import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "./refusal.ts";
import { createSealedFields } from "./sealed-cursors.ts";

test("a cursor that is refused says which field it is, and what to send instead", () => {
  const cursors = createSealedFields(Buffer.alloc(32, 1));
  const sealed = cursors.seal(["orders", 1, "ord_1"]);
  assert.deepEqual(cursors.unseal(sealed, "orders"), ["orders", 1, "ord_1"]);
  for (const [text, list, words] of [
    ["garbage", "orders", "is not the next_cursor of a page of this list; leave it out to begin anew"],
    [sealed.slice(1), "orders", "is not the next_cursor of a page of this list; leave it out to begin anew"],
    [sealed, "bookings", "is of a list with other filters; keep the filters the same on every page"],
  ] as const) {
    const refused = cursors.unseal(text, list);
    assert.ok(isRefusal(refused));
    assert.equal(refused.message, `query.starting_after ${words}`);
  }
});
