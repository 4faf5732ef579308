/** The search for the primary, without hosts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { searchPrimary } from "./primary-search.ts";

test("a host that fails is passed over by those who tried it, once", () => {
  const search = searchPrimary("postgres://u@a,b,c/d");
  const first = search.next();
  search.failed(first);
  search.failed(first);
  assert.equal(search.next().name, "b");
  search.found(search.next());
  assert.equal(search.primary()?.name, "b");
});

test("a primary from before a promotion is known by its timeline (rules/operating 1.14)", () => {
  const search = searchPrimary("postgres://u@a,b/d");
  const [before, after] = [search.next(), searchPrimary("postgres://u@b,a/d").next()];
  search.found(before, 3);
  assert.equal(search.isOvertaken(3), false);
  search.found(after, 4);
  assert.equal(search.isOvertaken(3), true);
  assert.equal(search.isOvertaken(4), false);
  assert.equal(search.isOvertaken(5), false);
});
