import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { judgePassword } from "./judge-password.ts";
import { hashOf, isPasswordOf } from "./password-hash.ts";

describe("which passwords may be chosen (rules/people 4.3)", () => {
  for (const [password, wrong] of [
    ["correct horse battery staple", undefined],
    ["Zwölf Äpfel!", undefined],
    ["k7#Vw2!pQx9z", undefined],
    ["short horse", "short"],
    ["x".repeat(129), "long"],
    ["aaaaaaaaaaaaa", "popular"],
    ["123456789012345", "popular"],
    ["qwertyuiopasdf", "popular"],
    ["1qaz2wsx3edc4rfv", "popular"],
    ["JustinBieber", "popular"],
    ["Password2026!", "popular"],
    ["p@ssw0rd123456", "popular"],
    ["restaurant2026", "popular"],
    ["dana.diner123", "own"],
  ] as const) {
    test(`${password.slice(0, 40)}: ${wrong === undefined ? "taken" : "refused"}`, () => {
      const judged = judgePassword(password, ["Dana Diner", "dana.diner@example.com", "dana.diner"]);
      assert.equal(judged, wrong);
    });
  }

  test("random passwords of 16 and more characters are taken", () => {
    const random = fc.string({
      minLength: 16,
      maxLength: 100,
      unit: fc.constantFrom(..."abcdefghkmnprstuwxyz23456789!?-".split("")),
    });
    fc.assert(
      fc.property(random, (password) => new Set(password).size < 8 || judgePassword(password) === undefined),
      { numRuns: 200 },
    );
  });
});

test("a password is its own, in any writing of its letters, and no other is", async () => {
  const kept = await hashOf("Crème brûlée 42", Buffer.alloc(16, 1));
  assert.match(kept, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await isPasswordOf(kept, "Crème brûlée 42".normalize("NFD")), true);
  assert.equal(await isPasswordOf(kept, "Creme brulee 42"), false);
});
