import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createBookableLocation } from "../../../test/harness/booking-setup.ts";
import { tablesOfFour } from "../../../test/harness/booking-partner.ts";
import {
  bookingTokenOf,
  guestForm,
  hiddenOf,
  holdPathOf,
  sendForm,
  slotsOf,
} from "../../../test/harness/guest-forms.ts";
import { alwaysOpen } from "../../../test/harness/waitlist-line.ts";
import { localDate } from "../../kernel/wall-time.ts";
import { foreignTexts } from "../../../test/harness/foreign-text.ts";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService();
  shop = await createOrderingLocation(service, { phone: "+12175550100" });
});
after(() => service.stop());

/** The page in the accented language; nothing on it is left in English. */
async function assertAccented(path: string, status = 200): Promise<void> {
  const page = await service.call("GET", `${path}${path.includes("?") ? "&" : "?"}lang=en-XA`);
  assert.equal(page.status, status, path);
  assert.equal(page.headers.get("content-language"), "en-XA");
  assert.deepEqual(foreignTexts(page.text), [], path);
}

const dateIn = (days: number): string => localDate("Europe/Paris", Date.now() + days * 86_400_000);

async function placed(): Promise<{ readonly id: string; readonly token: string }> {
  const body = {
    items: [{ menu_entity_id: "soup-bowl", quantity: 2 }],
    customer: { name: "Dana Diner", phone: "+12175550142" },
  };
  const path = `/store/v1/locations/${shop.locationId}/orders`;
  const headers = { "idempotency-key": String(performance.now()) };
  const answer = await service.call("POST", path, { body, headers });
  assert.equal(answer.status, 201, answer.text);
  return { id: answer.body.order.id, token: answer.body.token };
}

describe("everything that pages say is of the words (rules/languages 1.6)", () => {
  test("the menu, open, closed, paused and unknown", async () => {
    await assertAccented(`/store/${shop.locationId}`);
    const soon = new Date(Date.now() + 3_600_000);
    for (const columns of [
      { opening_hours: JSON.stringify({ windows: [] }) },
      { ordering_paused_until: soon },
      { status: "inactive" },
    ])
      await assertAccented(`/store/${(await createOrderingLocation(service, columns)).locationId}`);
    await assertAccented("/store/str_01k0w3gzq4w1d8n5v7j2m6t9ke", 404);
  });

  test("finding a table, holding it, booking, changing and cancelling; without a booking system; unknown", async () => {
    const area = (id: string): string => `/book/${id}?party=2`;
    const id = await createBookableLocation(service.database, tablesOfFour(2));
    await assertAccented(area(id));
    await assertAccented(`/book/${id}?party=40`);
    await assertAccented(`/book/${id}?party=2&date=2020-01-01`);
    const [slot = ""] = slotsOf(await service.call("GET", `/book/${id}?party=2&date=${dateIn(2)}`));
    const held = await sendForm(service, `/book/${id}?lang=en-XA`, { slot });
    const hold = holdPathOf(held);
    await assertAccented(hold);
    const wrong = await sendForm(service, `${hold}?lang=en-XA`, { first: "", last: "", phone: "1", email: "x" });
    assert.equal(wrong.status, 422);
    assert.deepEqual(foreignTexts(wrong.text), []);
    const booked = await sendForm(service, hold, { ...guestForm("Byron"), ...hiddenOf(held, hold) });
    const token = bookingTokenOf(booked);
    assert.match(token, /^[\w-]{43}$/);
    for (const page of ["", "?done=booked", "/change", "/cancel"]) await assertAccented(`/booking/${token}${page}`);
    await sendForm(service, `/booking/${token}/cancel`, { reason: "" });
    await assertAccented(`/booking/${token}`);
    await assertAccented(`/book/${shop.locationId}`);
    for (const path of ["/booking/x", "/book/str_01k0w3gzq4w1d8n5v7j2m6t9ke", `/book/${id}/hold/x`])
      await assertAccented(path, 404);
  });

  test("the waitlist, closed, open, in line, left and unknown", async () => {
    const id = await createBookableLocation(service.database, alwaysOpen(1));
    await assertAccented(`/join/${id}`);
    await service.database.transaction((tx) =>
      tx.rows(
        "INSERT INTO waitlists (location_id, open) VALUES ($1, true) ON CONFLICT (location_id) DO UPDATE SET open = true",
        [id],
      ),
    );
    await assertAccented(`/join/${id}`);
    const wrong = await sendForm(service, `/join/${id}?lang=en-XA`, { party: "2", name: "", phone: "" });
    assert.deepEqual([wrong.status, foreignTexts(wrong.text)], [422, []]);
    const joined = await sendForm(service, `/join/${id}`, { party: "2", name: "Ada", phone: "" });
    const token = /\/wait\/([\w-]+)\/leave/.exec(joined.text)?.[1] ?? "";
    await assertAccented(`/wait/${token}`);
    await assertAccented(`/wait/${token}/leave`);
    await sendForm(service, `/wait/${token}/leave`, {});
    await assertAccented(`/wait/${token}`);
    await assertAccented("/wait/x", 404);
  });

  test("an order at each step, its cancelling, and none", async () => {
    const { id, token } = await placed();
    await assertAccented(`/order/${token}`);
    await assertAccented(`/order/${token}/cancel`);
    await service.call("POST", `/store/v1/orders/${token}/cancel`, { body: {} });
    await assertAccented(`/order/${token}`);
    assert.match(id, /^ord_/);
    const other = await shop.place();
    for (const step of ["accept", "ready", "complete"]) await shop.call("POST", `/v1/orders/${other.id}/${step}`, {});
    await assertAccented("/order/x", 404);
  });
});

test("an order is shown in the language that it was made in, and its sentences to programs in theirs (rules/languages 1.1 and 1.5)", async () => {
  const body = {
    items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
    customer: { name: "Dana Diner", phone: "+12175550142" },
  };
  const headers = { "idempotency-key": "in-french", "accept-language": "fr-US" };
  const made = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, { body, headers });
  const { order, token } = made.body;
  assert.equal(order.status_text, "Votre commande attend son paiement.");
  const page = await service.call("GET", `/order/${token}`);
  assert.equal(page.headers.get("content-language"), "fr");
  assert.match(page.text, /Votre commande attend son paiement\./);
  assert.equal(
    (await service.call("GET", `/store/v1/orders/${token}`)).body.status_text,
    "Your order waits for its payment.",
  );
  const german = await service.call("GET", `/order/${token}`, { headers: { cookie: "maple_lang=de" } });
  assert.match(german.text, /Ihre Bestellung wartet auf die Zahlung\./);
});

test("why a basket is refused is said in the language of the call; in English as the rule says it (rules/languages 1.5)", async () => {
  const body = { items: [{ menu_entity_id: "no-such", quantity: 1 }] };
  const path = `/store/v1/locations/${shop.locationId}/quotes`;
  const refused = async (language: string) =>
    (await service.call("POST", path, { body, headers: { "accept-language": language } })).body.details.reasons[0];
  assert.equal((await refused("nl")).message, "Een gerecht staat niet meer op de kaart. Haal het uit uw bestelling.");
  assert.equal((await refused("nl")).code, (await refused("en")).code);
  assert.match((await refused("en")).message, /no-such/);
});

test("a menu is read in the language of the guest, on pages and by programs; the partner reads what it published (rules/languages 2.1)", async () => {
  const path = `/v1/locations/${shop.locationId}/menu`;
  const base = (await shop.call("GET", path)).body;
  const [category, ...rest] = base.categories;
  const [item, ...others] = category.items;
  const translated = { ...item, translations: { fr: { name: "Soupe à la tomate" } } };
  const document = {
    ...base,
    language: "en",
    categories: [{ ...category, items: [translated, ...others] }, ...rest],
  };
  const published = await shop.call("POST", path, document);
  assert.equal(published.status, 200, published.text);
  const read = (await shop.call("GET", path)).body;
  assert.deepEqual(read.categories[0].items[0].translations, { fr: { name: "Soupe à la tomate" } });
  const french = await service.call("GET", `/store/${shop.locationId}?lang=fr`);
  assert.match(french.text, /<h3><bdi>Soupe à la tomate<\/bdi><\/h3>/);
  assert.match(french.text, new RegExp(`<bdi lang="en">${category.name}</bdi>`));
  const menu = async (languages: string) => {
    const headers = { "accept-language": languages };
    const { body } = await service.call("GET", `/store/v1/locations/${shop.locationId}/menu`, { headers });
    const { name, name_language: language } = body.categories[0].items[0];
    return [body.language, name, language];
  };
  assert.deepEqual(await menu("fr-FR, en;q=0.5"), ["fr", "Soupe à la tomate", undefined]);
  assert.deepEqual(await menu("de"), ["de", item.name, "en"]);
  const body = {
    items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
    customer: { name: "Dana Diner", phone: "+12175550142" },
  };
  const headers = { "idempotency-key": "soup-in-french", "accept-language": "fr" };
  const { order, token } = (
    await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, { body, headers })
  ).body;
  assert.match(order.line_items[0].name, /^Soupe à la tomate/);
  assert.match(order.amounts[0].explanation, /Soupe à la tomate/);
  assert.match((await service.call("GET", `/order/${token}`)).text, /<bdi>Soupe à la tomate/);
  assert.equal((await shop.call("GET", `/v1/orders/${order.id}`)).body.line_items[0].name.startsWith(item.name), true);
});

test("holds and bookings of guests name areas, experiences and the rules of cancelling in the language of the call (rules/languages 2.4)", async () => {
  const tables = tablesOfFour(2);
  const id = await createBookableLocation(service.database, {
    ...tables,
    areas: tables.areas.map((area) => ({ ...area, translations: { de: { name: "Garten" } } })),
    cancellation: {
      ...tables.cancellation,
      policyText: "Free until noon.",
      translations: { de: { policyText: "Bis mittags kostenlos." } },
    },
  });
  const speaks = (language: string) => ({ headers: { "accept-language": language } });
  const window = `start=${dateIn(2)}T18:00&end=${dateIn(3)}T00:00&party_size=2`;
  const found = await service.call("GET", `/store/v1/locations/${id}/booking_availability?${window}`);
  const body = { slot_token: found.body.data[0].slot_token };
  const held = await service.call("POST", "/store/v1/booking_holds", { body, ...speaks("de") });
  assert.equal(held.status, 201, held.text);
  const areaOf = async (path: string, language: string) => (await service.call("GET", path, speaks(language))).body;
  const hold = `/store/v1/booking_holds/${held.body.token}`;
  const own = tables.areas[0]?.name;
  assert.deepEqual(
    [held.body.area.name, (await areaOf(hold, "de-AT")).area.name, (await areaOf(hold, "nl")).area.name],
    ["Garten", "Garten", own],
  );
  const guest = { first_name: "Ada", last_name: "Byron", phone: "+33142600777" };
  const booked = await service.call("POST", "/store/v1/bookings", {
    body: { hold_token: held.body.token, guest },
    ...speaks("de"),
  });
  assert.equal(booked.status, 201, booked.text);
  const booking = `/store/v1/bookings/${booked.body.token}`;
  const read = async (language: string) => {
    const { area, policy_text: policy } = await areaOf(booking, language);
    return [area.name, policy];
  };
  assert.deepEqual([booked.body.area.name, booked.body.policy_text], ["Garten", "Bis mittags kostenlos."]);
  assert.deepEqual(await read("de"), ["Garten", "Bis mittags kostenlos."]);
  assert.deepEqual(await read("en"), [own, "Free until noon."]);
});
