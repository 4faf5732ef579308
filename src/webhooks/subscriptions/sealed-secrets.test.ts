import assert from "node:assert/strict";
import { test } from "node:test";
import { sealedSecrets } from "./sealed-secrets.ts";

const row = "dws_01h455vb4pex5vsknk084sn02q";
const nonce = Buffer.alloc(12, 3);
const secret = "whsec_c2VjcmV0";
const key = (text: string): Buffer => Buffer.alloc(32, text);

test("a sealed secret opens for its own row, and shows nothing of itself", () => {
  const sealing = sealedSecrets([key("key one")], false);
  const sealed = sealing.seal(row, secret, nonce);
  assert.equal(sealing.unseal(row, sealed), secret);
  assert.equal(sealed.includes(secret), false);
});

test("another row, another environment, another key or a changed byte does not open (rules/operating 7.1)", () => {
  const sealing = sealedSecrets([key("key one")], false);
  const sealed = sealing.seal(row, secret, nonce);
  assert.throws(() => sealing.unseal("dws_other", sealed));
  assert.throws(() => sealedSecrets([key("key one")], true).unseal(row, sealed));
  assert.throws(() => sealedSecrets([key("key two")], false).unseal(row, sealed), /SECRET_KEY/);
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    assert.throws(() => sealing.unseal(row, changed), `byte ${i}`);
  }
  for (const length of [0, 5, 17, 32]) assert.throws(() => sealing.unseal(row, sealed.subarray(0, length)));
});

test("after the key is replaced old rows still open, and new ones need only the new key", () => {
  const sealed = sealedSecrets([key("old")], false).seal(row, secret, nonce);
  const both = sealedSecrets([key("new"), key("old")], false);
  assert.equal(both.unseal(row, sealed), secret);
  assert.equal(sealedSecrets([key("new")], false).unseal(row, both.seal(row, secret, nonce)), secret);
});

test("a nonce of the wrong length is a fault", () => {
  assert.throws(() => sealedSecrets([key("key")], false).seal(row, secret, Buffer.alloc(8)));
});
