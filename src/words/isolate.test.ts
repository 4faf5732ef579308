import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./speak.ts";

test("a name that runs from the right keeps its direction to itself in every message (rules/languages 1.7)", () => {
  const say = speak("en", "offer");
  assert.equal(
    say("amount.tax", { label: "מע״מ", amount: "₪10.00" }),
    "\u2068מע״מ\u2069: ₪10.00, added to the prices.",
  );
  assert.equal(say("reason.out_of_stock.named", { name: "حمص 2" }), "\u2068حمص 2\u2069 is sold out.");
  assert.equal(say("reason.out_of_stock.named", { name: "Soupe à l’oignon" }), "Soupe à l’oignon is sold out.");
});
