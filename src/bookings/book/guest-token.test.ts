import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newId } from "../../kernel/id.ts";
import { bookingTokenForm, createGuestTokens, hashGuestToken } from "./guest-token.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];

test("a booking's key is the same every time, of its own for every booking and secret", () => {
  const [tokens, others] = [createGuestTokens([first]), createGuestTokens([second])];
  const [a, b] = [newId("bkg"), newId("bkg")];
  assert.match(tokens.bookingToken(a), bookingTokenForm);
  assert.equal(tokens.bookingToken(a), createGuestTokens([first]).bookingToken(a));
  assert.equal(new Set([tokens.bookingToken(a), tokens.bookingToken(b), others.bookingToken(a)]).size, 3);
});

test("after the service's key has changed, a booking keeps the key that it was given", () => {
  const id = newId("bkg");
  const given = createGuestTokens([first]).bookingToken(id);
  const after = createGuestTokens([second, first]);
  assert.equal(after.bookingToken(id, hashGuestToken(given)), given);
  assert.notEqual(after.bookingToken(id), given);
});

test("a hold's key opens its hold, also under the key before; nothing altered or of another secret does (rules/bookings 14.1)", () => {
  const id = newId("bkh");
  const token = createGuestTokens([first]).holdToken(id);
  assert.equal(createGuestTokens([second, first]).readHoldToken(token), id);
  assert.equal(createGuestTokens([second]).readHoldToken(token), undefined);
  const tokens = createGuestTokens([first]);
  for (let at = 0; at < token.length; at++) {
    const altered = `${token.slice(0, at)}${token[at] === "a" ? "b" : "a"}${token.slice(at + 1)}`;
    // The last character of 32 bytes in base64 has two bits that say nothing, but only one spelling is ours.
    assert.equal(tokens.readHoldToken(altered), undefined, `changed at ${at}`);
  }
  for (const text of ["", id, `${id}.`, `${token}.`, `${newId("bkg")}.${token.split(".")[1]}`])
    assert.equal(tokens.readHoldToken(text), undefined, text);
});
