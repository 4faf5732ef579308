import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newId } from "../../kernel/id.ts";
import { done, isRefusal } from "../../kernel/refusal.ts";
import { checkFresh, createSlotTokens, slotTokenLifeMs, type SlotContent } from "./slot-token.ts";

const tokens = createSlotTokens(Buffer.alloc(32, 1));
const appId = newId("app");
const content: SlotContent = {
  appId,
  locationId: newId("str"),
  startsAt: 1_800_000_000_000,
  partySize: 2,
  durationMinutes: 90,
  areaId: null,
  experienceId: "tasting",
  revision: 3,
};

test("a token says what was sealed, to its app alone (rules/bookings 4.1)", () => {
  const { token, expiresAt } = tokens.issue(content, 1_000);
  assert.equal(expiresAt, 1_000 + slotTokenLifeMs);
  assert.deepEqual(tokens.read(token, appId), { ...content, expiresAt });
  assert.ok(isRefusal(tokens.read(token, newId("app"))));
  assert.ok(isRefusal(tokens.read(token, null)));
  assert.ok(isRefusal(createSlotTokens(Buffer.alloc(32, 2)).read(token, appId)));
});

test("no altered token is read (rules/bookings 4.3)", () => {
  const { token } = tokens.issue(content, 1_000);
  fc.assert(
    fc.property(
      fc.nat(token.length - 1),
      fc.constantFrom("A", "Z", "a", "z", "0", "9", "-", "_", ".", "=", "+", "/"),
      (at, sign) => {
        const altered = token.slice(0, at) + sign + token.slice(at + 1);
        assert.equal(isRefusal(tokens.read(altered, appId)), altered !== token);
      },
    ),
  );
  for (const text of ["", ".", "..", token.slice(0, -1), `${token}A`, `${token}.`, token.replace(".", "")]) {
    assert.ok(isRefusal(tokens.read(text, appId)), text);
  }
});

test("a token ends at its time and with its configuration (rules/bookings 4.2)", () => {
  const { token, expiresAt } = tokens.issue(content, 1_000);
  const read = tokens.read(token, appId);
  assert.ok(!isRefusal(read));
  assert.equal(checkFresh(read, expiresAt - 1, 3), done);
  for (const stale of [checkFresh(read, expiresAt, 3), checkFresh(read, 1_000, 4)])
    assert.equal(isRefusal(stale) && stale.code, "expired_slot_token");
});
