/** Addresses that are suggested to diners, and their delivery prices (rules/ordering 14.10). */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createOrderPartner, type OrderPartner } from "../../test/harness/order-calls.ts";
import { startService, type CallAnswer, type TestService } from "../../test/harness/service.ts";

const center = { latitude: 48.8638, longitude: 2.3615 };
const paris = {
  line1: "12 Rue des Érables",
  line2: null,
  city: "Paris",
  region: null,
  postal_code: "75003",
  country: "FR",
};

let service: TestService;
let partner: OrderPartner;
let here: string;

before(async () => {
  service = await startService({ settings: { geocoder: { name: "simulated", url: "", key: null } } });
  partner = await createOrderPartner(service);
  const columns = { ...center, address: JSON.stringify(paris), timezone: "Europe/Paris" };
  here = await partner.connectedLocation(columns);
  const zones = `/v1/locations/${here}/delivery_zones`;
  for (const { id } of (await partner.call("GET", zones)).body.data) await partner.call("DELETE", `${zones}/${id}`);
  const fee = { amount: 350, currency: "EUR" };
  const made = await partner.call("POST", zones, {
    name: "Near",
    fee,
    geometry: { type: "Circle", radius_meters: 3000 },
  });
  assert.equal(made.status, 201, made.text);
});
after(() => service.stop());

const suggest = (query: string, location = here): Promise<CallAnswer> =>
  service.call("GET", `/store/v1/locations/${location}/address_suggestions?${query}`);
const quote = (delivery_address: object): Promise<CallAnswer> =>
  service.call("POST", `/store/v1/locations/${here}/quotes`, {
    body: {
      fulfillment_type: "delivery",
      items: [{ menu_entity_id: "quiche-slice", quantity: 1 }],
      delivery_address,
    },
  });

test("a suggestion has the address as one writes it, and its token prices the delivery without a coordinate", async () => {
  const { body, status, headers } = await suggest("q=1+rue+des+lilas");
  assert.deepEqual([status, body.available, headers.get("cache-control")], [200, true, "no-store"]);
  const [first] = body.data;
  assert.deepEqual([first.label, first.precision], ["1 Rue des Lilas, 75003 Paris", "house"]);
  assert.equal("latitude" in first, false);
  const priced = await quote({ place_token: first.place_token });
  assert.deepEqual([priced.status, priced.body.totals?.delivery_fee], [200, 350], priced.text);
});

test("an address out of every zone is refused, and a token of another location or an altered one is said", async () => {
  const all = (await suggest("q=39+all%C3%A9e+des+cerisiers")).body.data;
  const outside = await quote({ place_token: all[0].place_token });
  assert.deepEqual([outside.status, outside.body.details?.reasons[0].code], [422, "outside_zones"], outside.text);
  const there = await partner.connectedLocation({ ...center, address: JSON.stringify(paris) });
  const foreign = (await suggest("q=lilas", there)).body.data[0].place_token;
  for (const token of [foreign, `${all[0].place_token}x`, "x"]) {
    const refused = await quote({ place_token: token });
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"]);
    assert.match(refused.body.message, /body\.delivery_address\.place_token is none of this location's/);
  }
});

test("an order takes the token, and an address without a state", async () => {
  const [found] = (await suggest("q=1+rue+des+lilas&whole=true")).body.data;
  const placed = await service.call("POST", `/store/v1/locations/${here}/orders`, {
    headers: { "idempotency-key": "by-token" },
    body: {
      fulfillment_type: "delivery",
      items: [{ menu_entity_id: "quiche-slice", quantity: 1 }],
      customer: { name: "Ada", phone: "+33612345678" },
      delivery_address: { street: found.street, city: found.city, place_token: found.place_token },
    },
  });
  assert.equal(placed.status, 201, placed.text);
  const { delivery_address: address } = placed.body.order;
  assert.deepEqual([address.street, address.state, address.postal_code], ["1 Rue des Lilas", "", ""]);
});

test("fewer than three characters are refused, and an unknown location is not found", async () => {
  assert.equal((await suggest("q=ab")).status, 400);
  assert.equal((await suggest("q=lilas", "str_01k0w3gzq4w1d8n5v7j2m6t9ke")).status, 404);
});

test("an order takes the token alone, and without one names what is missing", async () => {
  const [found] = (await suggest("q=1+rue+des+lilas&whole=true")).body.data;
  const place = (delivery_address: object, key: string) =>
    service.call("POST", `/store/v1/locations/${here}/orders`, {
      headers: { "idempotency-key": key },
      body: {
        fulfillment_type: "delivery",
        items: [{ menu_entity_id: "quiche-slice", quantity: 1 }],
        customer: { name: "Ada", phone: "+33612345678" },
        delivery_address,
      },
    });
  const placed = await place({ place_token: found.place_token, unit: "4B", notes: "Ring" }, "token-alone");
  assert.equal(placed.status, 201, placed.text);
  const { street, city, postal_code, unit, notes } = placed.body.order.delivery_address;
  assert.deepEqual([street, city, postal_code, unit, notes], ["1 Rue des Lilas", "Paris", "75003", "4B", "Ring"]);
  for (const [wrong, missing] of [
    [center, "street"],
    [{ ...center, street: "1 Rue des Lilas" }, "city"],
    [{ place_token: found.place_token, street: "1 Rue des Lilas" }, "city"],
  ] as const) {
    const refused = await place(wrong, `without-${missing}`);
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_request"], refused.text);
    assert.match(refused.body.message, new RegExp(`body\\.delivery_address\\.${missing} is required`));
  }
});

test("two hundred wrong addresses in a minute: the 121st waits, nobody is asked for it, and the menu is still read", async () => {
  let asked = 0;
  const stranger = createServer((_request, answer) => {
    asked++;
    answer.writeHead(200, { "content-type": "application/json" }).end('{"type":"FeatureCollection","features":[]}');
  }).listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const { port } = stranger.address() as AddressInfo;
  const own = await startService({
    settings: {
      geocoder: { name: "photon", url: `http://127.0.0.1:${port}`, key: null },
      addressLimits: { address_suggestions: 120, diner_reads: 240 },
    },
  });
  try {
    const id = await (await createOrderPartner(own)).connectedLocation(center);
    const path = `/store/v1/locations/${id}/address_suggestions`;
    const answers: CallAnswer[] = [];
    for (let begun = 0; begun < 200; begun += 20)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, (_, one) => own.call("GET", `${path}?q=wrong+${begun + one}`)),
        )),
      );
    const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([count(200), count(429), asked], [120, 80, 120]);
    assert.equal(answers.at(-1)?.body.code, "rate_limited");
    assert.ok(Number(answers.at(-1)?.headers.get("retry-after")) >= 1);
    assert.equal((await own.call("GET", `/store/v1/locations/${id}/menu`)).status, 200);
  } finally {
    await own.stop();
    stranger.close();
  }
});
