import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Letter } from "../../mail/letter.ts";
import { chooseChannel } from "../../messaging/queue/choose-channel.command.ts";
import type { ChosenChannel } from "../../messaging/message/message-kinds.ts";

let service: TestService;
let shop: OrderingLocation;
let diners = 0;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { order_messages: "email_and_sms" });
});
after(() => service.stop());

const bilingual = {
  currency: "USD",
  categories: [
    {
      externalId: "mains",
      name: "Mains",
      items: [
        {
          externalId: "soup",
          name: "Soup",
          translations: { fr: { name: "Soupe" } },
          variations: [
            { externalId: "soup-bowl", name: "Bowl", price: { amount: { amountMinor: 900, currency: "USD" } } },
          ],
        },
      ],
    },
  ],
};

const post = (id: string, what: string, body?: unknown) => shop.call("POST", `/v1/orders/${id}/${what}`, body);

const accept = (id: string) => post(id, "accept", { pos_ticket_id: "T-1" });

interface Told {
  readonly channel: string;
  readonly kind: string;
  readonly body: string;
  readonly letter: Letter | null;
}
const told = (id: string): Promise<Told[]> =>
  service.database.read.rows<Told>(
    "SELECT channel, kind, body, letter FROM messages WHERE subject_id = $1 ORDER BY id",
    [id],
  );
const kinds = async (id: string): Promise<readonly string[]> =>
  (await told(id)).map(({ channel, kind }) => `${channel} ${kind}`);

/** An order of a diner who left both, and chose as said before it is changed any further. */
async function order(chosen: ChosenChannel, fields: object = {}) {
  diners += 1;
  const customer = { name: "Ada", phone: `+1217555${1000 + diners}`, email: `ada${diners}@example.org` };
  const placed = await shop.place({ customer, ...fields });
  const subjectId = String(placed.id);
  await service.database.transaction((tx) => {
    chooseChannel(tx, { locationId: shop.locationId, subjectId }, { channel: chosen, sentence: "By …." });
    return tx.rows("DELETE FROM messages WHERE subject_id = $1", [subjectId]);
  });
  return { id: subjectId, line: String(placed.line_items[0].id), code: String(placed.confirmation_code) };
}

describe("a diner is told of an order by the channels of each kind (rules/messages-and-privacy 1.14, 1.20)", () => {
  test("who chose e-mail: every step by e-mail, with number, code and the link, and what ends it by text too", async () => {
    const { id, code } = await order("email");
    await accept(id);
    await post(id, "ready");
    await post(id, "cancel", { reason: "STORE_CLOSED" });
    assert.deepEqual(await kinds(id), [
      "email order_accepted",
      "email order_ready",
      "sms order_cancelled",
      "email order_cancelled",
    ]);
    const [accepted, , text, cancelled] = await told(id);
    assert.match(accepted?.letter?.subject ?? "", /^We accepted your order \S+$/);
    assert.ok(accepted?.letter?.facts.some(({ value }) => value === code));
    assert.match(accepted?.letter?.action?.href ?? "", /\/g\/[\w-]{22}$/);
    assert.deepEqual(cancelled?.letter?.text, ["We are closed.", "We send back $9.90. Your bank may need some days."]);
    assert.match(text?.body ?? "", /is cancelled\. We are closed\. We send back \$9\.90.*\/g\/[\w-]{22}$/);
  });

  test("what still waits is not sent after the news that it contradicts (rules/messages-and-privacy 1.23)", async () => {
    const statuses = async (id: string) =>
      (
        await service.database.read.rows<{ kind: string; status: string }>(
          "SELECT kind, status FROM messages WHERE subject_id = $1 AND channel = 'email' ORDER BY id",
          [id],
        )
      ).map(({ kind, status }) => `${kind} ${status}`);
    const cancelled = await order("email");
    await accept(cancelled.id);
    assert.deepEqual(await statuses(cancelled.id), ["order_accepted queued"]);
    await post(cancelled.id, "cancel", { reason: "STORE_CLOSED" });
    assert.deepEqual(await statuses(cancelled.id), ["order_accepted suppressed", "order_cancelled queued"]);
    const quick = await order("email");
    await accept(quick.id);
    await post(quick.id, "ready");
    assert.deepEqual(await statuses(quick.id), ["order_accepted queued", "order_ready queued"]);
  });

  test("a letter names the dishes in the diner's language (rules/languages 2.1)", async () => {
    const bistro = await createOrderingLocation(service, { order_messages: "email" }, bilingual);
    const placed = await bistro.place({ customer: { name: "Ada", phone: "+12175550999", email: "ada@example.org" } });
    const id = String(placed.id);
    await service.database.transaction((tx) => tx.rows("UPDATE orders SET language = 'fr' WHERE id = $1", [id]));
    await bistro.call("POST", `/v1/orders/${id}/accept`, {});
    const letter = (await told(id)).find(({ kind }) => kind === "order_accepted")?.letter;
    assert.equal(letter?.language, "fr");
    assert.ok(
      letter.facts.some(({ value }) => value === "1 × Soupe"),
      JSON.stringify(letter.facts),
    );
  });

  test("who chose texts: no e-mail but where a kind has nothing else", async () => {
    const { id } = await order("sms");
    await accept(id);
    await post(id, "ready");
    assert.deepEqual(await kinds(id), ["email order_accepted", "sms order_ready"]);
  });

  test("who chose the page alone is sent nothing; nor is anybody where the location has switched it off", async () => {
    const { id } = await order("page");
    await post(id, "deny", { reason: "CAPACITY" });
    assert.deepEqual(await kinds(id), []);
    const other = await order("email");
    const set = (value: string) =>
      service.database.transaction((tx) =>
        tx.rows("UPDATE locations SET order_messages = $2 WHERE id = $1", [shop.locationId, value]),
      );
    await set("off");
    await accept(other.id);
    await set("email_and_sms");
    assert.deepEqual(await kinds(other.id), []);
  });

  test("whom nobody asked: by e-mail alone", async () => {
    const email = `ada.unasked@example.org`;
    const placed = await shop.place({ customer: { name: "Ada", phone: "+12175559999", email } });
    await post(String(placed.id), "deny", { reason: "CAPACITY" });
    assert.deepEqual(await kinds(String(placed.id)), ["email order_received", "email order_denied"]);
  });

  test("of a sold-out dish with the offer, then of what was taken off; of the money when it went back", async () => {
    const items = [
      { menu_entity_id: "soup-bowl", quantity: 1 },
      { menu_entity_id: "bread-loaf", quantity: 1 },
    ];
    const { id, line } = await order("email", { items });
    await accept(id);
    const { body } = await post(id, "unavailable_items", { line_items: [{ id: line, quantity: 1 }] });
    const offer = (await told(id)).findLast(({ channel }) => channel === "email")?.letter;
    assert.match(offer?.text.join(" ") ?? "", /^We no longer have: 1 × Soup[^.]*\. Choose by \d/);
    assert.equal(offer?.action?.label, "Choose");
    await shop.call("POST", `/v1/sandbox/orders/${id}/changes/${body.id}`, { choice: "remove" });
    const taken = (await told(id)).findLast(({ channel }) => channel === "email")?.letter;
    assert.match(taken?.text.join(" ") ?? "", /We make the rest\. We send back \$9\.90\./);
    await service.runDue();
    const rows = await told(id);
    assert.deepEqual(
      rows.filter(({ channel }) => channel === "email").map(({ kind }) => kind),
      ["order_accepted", "order_changed", "order_changed", "order_refunded"],
    );
    assert.match(rows.at(-1)?.letter?.subject ?? "", /^We sent back \$9\.90$/);
    // What went back before is no part of what the order costs, and goes back once.
    const { totals } = (await shop.call("GET", `/v1/orders/${id}`)).body;
    await post(id, "cancel", { reason: "STORE_CLOSED" });
    const over = (await told(id)).findLast(({ kind }) => kind === "order_cancelled")?.letter?.text.join(" ");
    assert.ok(over !== undefined && over.includes(`We send back $${(totals.total / 100).toFixed(2)}.`), over ?? "");
    await service.runDue();
    assert.deepEqual((await shop.call("GET", `/v1/orders/${id}`)).body.payment.refunded, totals.total + 990);
  });

  test("in the language of the order", async () => {
    const { id } = await order("email", { language: "fr" });
    await accept(id);
    assert.match((await told(id))[0]?.letter?.subject ?? "", /^Nous avons accepté votre commande/);
  });

  test("as the diner chose when ordering: the choice is kept with its sentence, and news goes that way (rules/messages-and-privacy 1.21)", async () => {
    const place = (told_by: string, email?: string) =>
      service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
        headers: { "idempotency-key": `told-${told_by}-${String(email)}`, "accept-language": "de" },
        body: {
          items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
          payment: "pay_in_store",
          customer: { name: "Ada", phone: "+12175557777", ...(email === undefined ? {} : { email }) },
          told_by,
        },
      });
    const refused = await place("email");
    assert.deepEqual([refused.status, refused.body.details.issues[0].path], [400, "body.customer.email"]);
    const placed = await place("sms", "ada.b@example.org");
    assert.equal(placed.status, 201, placed.text);
    const id = String(placed.body.order.id);
    assert.deepEqual(await kinds(id), ["sms order_received"]);
    const choice = await service.database.read.one<{ channel: string; sentence: string }>(
      "SELECT channel, sentence FROM message_choices WHERE subject_id = $1",
      [id],
    );
    assert.deepEqual(choice, { channel: "sms", sentence: "Per SMS, nur zu dieser Bestellung." });
  });
});
