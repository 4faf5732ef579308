/** The payment's page in the diner's language, and on another device the receipt without a name (rules/ordering 10.10). */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { foreignTexts } from "../../../test/harness/foreign-text.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let shop: OrderingLocation;
let placed = 0;
const address = JSON.stringify({ line1: "12 Main St", city: "Springfield", postal_code: "62701", country: "US" });

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { name: "Chez Ada", messaging: true, address });
});
after(() => service.stop());

/** An order of a diner who reads French; answers the path of its payment. */
async function order(): Promise<{ readonly path: string; readonly id: string; readonly token: string }> {
  const { body, status, text } = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": `pay-${++placed}`, "accept-language": "fr" },
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 2 }],
      customer: { name: "Zoe Zimmer", phone: "+12175550188", email: "zoe@example.org" },
    },
  });
  assert.equal(status, 201, text);
  return { path: new URL(body.payment_link_url).pathname, id: body.order.id, token: body.token };
}

async function send(path: string, fields: Readonly<Record<string, string>> = {}, query = "") {
  const answer = await fetch(service.url + path + query, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

const open = (path: string, cookie = "") => service.call("GET", path, { headers: { cookie } });
const paysWith = (path: string, card: string) => send(path, { card_number: card });
const messages = () =>
  service.database.read.rows<{ email: string | null; language: string; subject_id: string }>(
    "SELECT email, language, subject_id FROM messages WHERE kind = 'find_links' ORDER BY id",
  );

test("what is paid is shown in the language of the order: lines, totals, place and time", async () => {
  const { path } = await order();
  const { text, headers } = await open(path);
  assert.equal(headers.get("content-language"), "fr");
  assert.match(text, /<h1>Payer 19,80/);
  assert.match(text, /2 × <bdi lang="en">Soup<\/bdi>/);
  assert.match(text, /Sous-total/);
  assert.match(text, /À emporter, dès que possible/);
  assert.match(text, /Payez avant /);
  assert.match(text, new RegExp(`<header class="venue">.*href="/find\\?at=${shop.locationId}".*</header>`, "s"));
  const german = await open(path, "maple_lang=de");
  assert.match(german.text, /19,80[^<]*bezahlen/);
});

describe("paid, and opened where nobody is known", () => {
  test("it is a receipt without a name, and the link does not open the order", async () => {
    const { path, token } = await order();
    assert.equal((await paysWith(path, "4242 4242 4242 4242")).to, path);
    const { text, status } = await open(path, "maple_lang=en");
    assert.equal(status, 200);
    assert.match(text, /Paid \$19\.80/);
    assert.match(text, /<h2>Receipt<\/h2>/);
    assert.match(text, /12 Main St, 62701 Springfield/, "the whole address");
    assert.match(text, /Send me my order/);
    assert.match(text, /href="\/find\?at=str_/);
    for (const secret of [token, "Zoe", "Zimmer", "5550188", "zoe@"]) assert.ok(!text.includes(secret), secret);
    // The browser that placed the order goes on to it.
    const own = await fetch(service.url + path, { headers: { cookie: `order=${token}` }, redirect: "manual" });
    assert.deepEqual([own.status, own.headers.get("location")], [303, `/order/${token}`]);
  });

  test("the order is sent to its own diner, once, and asking too often is answered with the time to wait", async () => {
    const { path, id } = await order();
    await paysWith(path, "4242 4242 4242 4242");
    assert.deepEqual((await send(`${path}/send`)).to, `${path}?sent=1`);
    assert.match((await open(`${path}?sent=1`, "maple_lang=en")).text, /The link is on its way/);
    assert.deepEqual(await messages(), [{ email: "zoe@example.org", language: "fr", subject_id: id }]);
    for (let again = 0; again < 4; again++) assert.equal((await send(`${path}/send`)).status, 303);
    const waits = await send(`${path}/send`, {}, "?lang=en");
    assert.equal(waits.status, 429);
    assert.match(waits.text, /Too many tries\. Try again in 10 minutes\./);
    assert.equal((await messages()).length, 1);
  });
});

test("everything that the page says is of the words (rules/languages 1.6)", async () => {
  const said = async (path: string): Promise<readonly string[]> =>
    foreignTexts((await open(`${path}?lang=en-XA`)).text);
  const unpaid = await order();
  assert.deepEqual(await said(unpaid.path), []);
  const declined = await send(unpaid.path, { card_number: "4000 0000 0000 0002" }, "?lang=en-XA");
  assert.deepEqual([declined.status, foreignTexts(declined.text)], [422, []]);
  await paysWith(unpaid.path, "4000000000003220");
  assert.deepEqual(await said(unpaid.path), []);
  const paid = await order();
  await paysWith(paid.path, "4242 4242 4242 4242");
  assert.deepEqual(await said(paid.path), []);
  await service.call("POST", `/store/v1/orders/${paid.token}/cancel`, { body: {} });
  assert.deepEqual(await said(paid.path), []);
  const left = await order();
  await service.call("POST", `/store/v1/orders/${left.token}/cancel`, { body: {} });
  assert.deepEqual(await said(left.path), []);
  assert.deepEqual(foreignTexts((await open(`/pay/${"x".repeat(32)}?lang=en-XA`)).text), []);
});
