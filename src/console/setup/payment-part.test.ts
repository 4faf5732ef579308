/** The manager's form of a deposit (rules/bookings 17.1). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../../words/speak.ts";
import { readForm } from "../shell/form-fields.ts";
import { fieldsIn } from "../shell/merged-form.ts";
import { paymentPart } from "./payment-part.ts";
import { starterConfiguration } from "./starter.ts";

const starter = starterConfiguration({ area: "Room", table: "Table", service: "Dinner" });
const say = speak("en", "setup");
const office = speak("en", "office");
const part = (isNew: boolean) => paymentPart(say, { id: "weekend", isNew, day: String });
const sent = {
  kind: "prepaid",
  amount: "12,50",
  currency: "eur",
  per: "party",
  party_min: "6",
  days: "5",
  back_minutes: "120",
  back_percent: "50",
};
const read = (fields: Readonly<Record<string, string>>) =>
  readForm(fieldsIn(part(true).sections(starter, {})), new URLSearchParams(fields), office);

test("what a manager types is the payment of the configuration, and is shown as it was typed", () => {
  const configuration = part(true).write(starter, read(sent).values);
  assert.deepEqual(configuration.payments, [
    {
      paymentId: "weekend",
      kind: "prepaid",
      amount: { amount: 1_250, currency: "EUR" },
      per: "party",
      minPartySize: 6,
      days: [5],
      services: null,
      experienceIds: null,
      refundUntilMinutes: 120,
      refundPercentAfter: 50,
    },
  ]);
  const shown = part(false).read(configuration);
  assert.ok(shown !== undefined);
  assert.deepEqual([shown["amount"], shown["currency"], shown["days"]], ["12.50", "EUR", ["5"]]);
  assert.deepEqual(part(false).write(configuration, shown), configuration);
  assert.deepEqual(part(false).remove?.(configuration).payments, []);
});

test("a currency without cents has none, and an amount that is none is a mistake", () => {
  const yen = part(true).write(starter, read({ ...sent, amount: "3000", currency: "JPY" }).values);
  assert.deepEqual(yen.payments[0]?.amount, { amount: 3_000, currency: "JPY" });
  assert.equal(part(false).read(yen)?.["amount"], "3000");
  assert.equal(read({ ...sent, amount: "twelve" }).mistakes.get("amount"), "An amount such as 12.50.");
});

test("an amount with more decimals than its currency has is a mistake: a mark of thousands is no decimal mark", () => {
  const wrong = (amount: string, currency: string) => read({ ...sent, amount, currency }).mistakes.get("amount");
  assert.equal(wrong("5.000", "jpy"), "“5.000” is no amount in JPY.");
  assert.equal(wrong("1,500", "EUR"), "“1,500” is no amount in EUR.");
  assert.deepEqual(
    [wrong("1.250", "KWD"), wrong("5000", "JPY"), wrong("12,50", "EUR")],
    [undefined, undefined, undefined],
  );
});
