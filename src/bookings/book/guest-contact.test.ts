import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseGuest } from "./guest-contact.ts";

const code = (value: unknown): unknown => (isRefusal(value) ? value.code : value);

test("what a location requires must be there (rules/bookings 8.2)", () => {
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
});
