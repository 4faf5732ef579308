import assert from "node:assert/strict";
import { test } from "node:test";
import { formKeyOf, operationOf, requestTokenOf } from "./guest-request.ts";

const key = "k".repeat(32);

test("a form is one request, however often it is sent; other content and another form are others (rules/bookings 14.8)", () => {
  const token = requestTokenOf(key, ["bkh_1", "Ada", "Byron"]);
  assert.match(token, /^[\w-]{43}$/);
  assert.equal(requestTokenOf(key, ["bkh_1", "Ada", "Byron"]), token);
  for (const other of [["bkh_1", "Ada", "byron"], ["bkh_1", "AdaByron"], ["bkh_1", "Ada", "Byron", ""], []])
    assert.notEqual(requestTokenOf(key, other), token);
  assert.notEqual(requestTokenOf("x".repeat(32), ["bkh_1", "Ada", "Byron"]), token);
});

test("a token names its operation, and what is no token names none", () => {
  const token = requestTokenOf(key, ["bkh_1"]);
  assert.match(operationOf(token) ?? "", /^opn_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  assert.equal(operationOf(token), operationOf(token));
  for (const wrong of ["", `${token}x`, token.slice(1), `${token.slice(1)}.`])
    assert.equal(operationOf(wrong), undefined);
});

test("a key that no form of ours has is replaced", () => {
  assert.equal(
    formKeyOf(new URLSearchParams({ key }), () => "new"),
    key,
  );
  for (const wrong of ["", "short", `${key}!`, `${key}k`])
    assert.equal(
      formKeyOf(new URLSearchParams({ key: wrong }), () => "new"),
      "new",
    );
  assert.equal(
    formKeyOf(new URLSearchParams(), () => "new"),
    "new",
  );
});
