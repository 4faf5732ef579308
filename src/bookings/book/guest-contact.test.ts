import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { normalizePhone, parseGuest, phoneLastFour } from "./guest-contact.ts";

const code = (value: unknown): unknown => (isRefusal(value) ? value.code : value);

test("a phone number in any spelling is one E.164 number", () => {
  const cases: readonly (readonly [string, string | null, string])[] = [
    ["+12175550142", "US", "+12175550142"],
    ["(217) 555-0142", "US", "+12175550142"],
    ["1 217 555 0142", "us", "+12175550142"],
    ["01 42 60 01 43", "FR", "+33142600143"],
    ["+33 (0)1 42 60 01 43", null, "+33142600143"],
    ["12", "FR", "invalid_phone"],
    ["01 42 60 01 43", null, "invalid_phone"],
    ["call me", "FR", "invalid_phone"],
    ["+33612345678x9", "FR", "invalid_phone"],
    ["06 12 34 56 78 ext. 12", "FR", "invalid_phone"],
    ["", "FR", "invalid_phone"],
    ["01 42 60 01 43", "XX", "invalid_phone"],
  ];
  for (const [text, country, expected] of cases)
    assert.equal(code(normalizePhone(text, country, "phone")), expected, text);
});

test("what a location requires must be there", () => {
  const who = { first_name: "Ada", last_name: "Byron" };
  const phone = { phone: "+33142600143" };
  const email = { email: "ada@example.org" };
  const cases = [
    [{}, "none", true],
    [{}, "either", false],
    [phone, "either", true],
    [email, "either", true],
    [email, "phone", false],
    [phone, "phone", true],
    [phone, "email", false],
    [email, "email", true],
  ] as const;
  for (const [contact, required, fine] of cases) {
    const guest = parseGuest({ ...who, ...contact }, "FR", required);
    assert.equal(code(guest) === "guest_contact_required", !fine, `${JSON.stringify(contact)} ${required}`);
  }
  assert.equal(phoneLastFour("+33142600143"), "0143");
});
