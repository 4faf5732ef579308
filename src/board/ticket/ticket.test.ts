import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { acceptedOrder, someLine, someOrder, someSettings } from "../state/board.fixture.ts";
import { renderTicket } from "./ticket.ts";

const reader = { language: "en", locale: "en-GB" } as const;

/** The text of a ticket, a line for each element. */
function textOf(order: ReturnType<typeof someOrder>, as: Parameters<typeof renderTicket>[2] = reader): string {
  return renderTicket(order, someSettings, as)
    .text.replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

describe("the ticket", () => {
  test("has everything that was ordered, in full", () => {
    const order = acceptedOrder(20, {
      fulfillment_type: "delivery",
      delivery_address: {
        street: "Rua das Flores 7",
        unit: null,
        city: "Lisboa",
        state: "",
        postal_code: "1200",
        notes: "Ring twice",
      },
      notes: "Cutlery for two",
      line_items: [someLine(2, "Burger", ["Rare", "Fries"], "No sauce"), someLine(1, "Lemonade")],
    });
    const text = textOf(order);
    for (const part of [
      "Tasca da Esquina",
      "A-101",
      "Delivery",
      "Ready by 18:50",
      "Inês Duarte · …0144",
      "Rua das Flores 7 , 1200 Lisboa",
      "Note: Ring twice",
      "2× Burger Rare Fries Note: No sauce 1× Lemonade",
      "Note: Cutlery for two",
      "3 items Total €36.00",
      "Paid",
    ])
      assert.ok(text.includes(part), `${part} is not in: ${text}`);
  });

  test("an address of several directions keeps its parts apart", () => {
    const address = { street: "שדרות רוטשילד 45", unit: "Apt. 4", city: "Tel Aviv", state: "", postal_code: "66881" };
    const order = someOrder({ fulfillment_type: "delivery", delivery_address: { ...address, notes: null } });
    const { text } = renderTicket(order, someSettings, reader);
    assert.ok(text.includes("<bdi>שדרות רוטשילד 45</bdi>, <bdi>Apt. 4</bdi>, <bdi>66881 Tel Aviv</bdi>"), text);
  });

  test("the first is no copy, the second is copy 2", () => {
    assert.doesNotMatch(textOf(someOrder()), /Copy/);
    assert.match(textOf(someOrder({ printed: 1 })), /Copy 2/);
  });

  test("says what is to be collected, and that there is no time yet", () => {
    const text = textOf(someOrder({ payment_status: "pay_in_store" }));
    assert.match(text, /As soon as possible/);
    assert.match(text, /Collect €12\.00/);
  });

  test("of an order that is not to be made says so first, and gives no time", () => {
    for (const [status, words] of [
      ["REJECTED", "Denied"],
      ["STORE_CANCELLED", "Cancelled by us"],
      ["CUSTOMER_CANCELLED", "Cancelled by the guest"],
    ] as const) {
      const text = textOf(acceptedOrder(20, { status }));
      assert.ok(text.startsWith(`${words} A-101`), text);
      assert.doesNotMatch(text, /Ready by|18:50/);
    }
    assert.doesNotMatch(textOf(acceptedOrder(20)), /Denied|Cancelled/);
  });

  test("an order for another day has its day", () => {
    const order = someOrder({ scheduled_for: someOrder().created + 86_400 });
    assert.match(textOf(order), /Ready by 18:30 Monday 23 November/);
  });

  test("is written in the reader's language; names stay as they are, and markup in them is text", () => {
    const order = someOrder({ customer: { name: "<b>Zoë</b>", phone_last_four: null } });
    const { text } = renderTicket(order, someSettings, { language: "de", locale: "de-DE" });
    assert.match(text, /Abholung/);
    assert.match(text, /&lt;b&gt;Zoë&lt;\/b&gt;/);
  });

  test("every text is one of the words or of the order", () => {
    const pseudo = renderTicket(someOrder({ printed: 1 }), someSettings, { language: "en-XA", locale: "en-GB" }).text;
    const own = pseudo.replaceAll(/<bdi>.*?<\/bdi>/g, "").replaceAll(/<[^>]+>/g, " ");
    // A day is written by the runtime in the locale.
    assert.doesNotMatch(own.replaceAll(/Sunday,? 22 November/g, ""), /[aeiou]/);
  });
});
