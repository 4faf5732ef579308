import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createOrderingLocation, type OrderingLocation } from "../../../test/harness/ordering.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import type { Id } from "../../kernel/id.ts";
import { createWakeups } from "../../platform/jobs/wakeups.ts";
import { connectDatabase } from "../../platform/postgres/database.ts";
import { makeGuestPath } from "../../guest-links/make-guest-link.command.ts";
import { forgetGuestLinks } from "../../guest-links/forget-guest-links.job.ts";

import { findAgain, type FindingTry } from "./find-again.command.ts";

let service: TestService;
let shop: OrderingLocation;

before(async () => {
  service = await startService({
    settings: { trustedProxies: 1, addressLimits: { diner_reads: 1e6, diner_writes: 1e6 } },
  });
  shop = await createOrderingLocation(service, { messaging: true });
});
after(() => service.stop());

async function place(key: string, customer: Readonly<Record<string, string>> = {}) {
  const placed = await service.call("POST", `/store/v1/locations/${shop.locationId}/orders`, {
    headers: { "idempotency-key": key },
    body: {
      items: [{ menu_entity_id: "soup-bowl", quantity: 1 }],
      customer: { name: "Dana Diner", phone: "+12175550142", ...customer },
      payment: "pay_in_store",
    },
  });
  assert.equal(placed.status, 201, placed.text);
  return placed.body.order;
}
const linkTo = (orderId: Id<"ord">) =>
  service.database.transaction(async (tx) => makeGuestPath(tx, { locationId: shop.locationId, orderId }));

test("an order has one code for the diner, the partner and the page (rules/messages-and-privacy 4.1)", async () => {
  const order = await place("code-1");
  assert.match(order.confirmation_code, /^[2-9A-HJKMNP-TW-Z]{8}$/);
  const { body } = await shop.call("GET", `/v1/orders/${order.id}`);
  assert.equal(body.confirmation_code, order.confirmation_code);
  await service.database.transaction((tx) => tx.rows("UPDATE orders SET code = NULL WHERE id = $1", [order.id]));
  const codes = [await shop.call("GET", `/v1/orders/${order.id}`), await shop.call("GET", `/v1/orders/${order.id}`)];
  const [of, again] = codes.map((answer) => answer.body.confirmation_code);
  assert.match(of, /^[2-9A-HJKMNP-TW-Z]{8}$/);
  assert.equal(again, of);
});

test("a link leads to its order until 30 days after it, and then to nothing (rules/messages-and-privacy 4.2)", async () => {
  const order = await place("link-1");
  const link = await linkTo(order.id);
  assert.match(link, /^\/g\/[\w-]{22}$/);
  const kept = await service.database.read.rows("SELECT encode(token_hash, 'hex') AS hash FROM guest_links");
  assert.equal(JSON.stringify(kept).includes(link.slice(3)), false);
  const opened = await follow(link);
  assert.deepEqual([opened.status, opened.headers.get("location")], [303, `/order/${link.slice(3)}`]);
  const page = await service.call("GET", `/order/${link.slice(3)}`);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes(order.confirmation_code) && page.text.includes(`Order ${order.display_number}`));
  const cancelled = await service.call("POST", `/store/v1/orders/${link.slice(3)}/cancel`, { body: {} });
  assert.equal(cancelled.body.status, "CUSTOMER_CANCELLED", cancelled.text);

  await pass(30 * 86_400 - 3_600);
  assert.equal((await follow(link)).status, 303);
  assert.equal(await forgetGuestLinks(service.database), false);
  await pass(3_601);
  for (const path of [link, `/order/${link.slice(3)}`, `/g/${"x".repeat(22)}`, "/g/short", `/g/${order.id}`])
    assert.equal((await service.call("GET", path)).status, 404, path);
  const gone = await fetch(service.url + link, { headers: { accept: "text/html" } });
  assert.equal((await gone.text()).split('href="/find"').length - 1, 1, "one way to find it");
  await age();
  await forgetGuestLinks(service.database);
  assert.deepEqual(await service.database.read.rows("SELECT 1 FROM guest_links"), []);
});

/** Sends the form of /find from a network of its own. */
let networks = 0;
async function find(code: string, contact: string, at?: string) {
  const began = performance.now();
  const answer = await fetch(`${service.url}/find`, {
    method: "POST",
    redirect: "manual",
    headers: { "x-forwarded-for": `203.0.${(++networks >> 8) & 255}.${networks & 255}` },
    body: new URLSearchParams({ code, contact, ...(at === undefined ? {} : { at }) }),
  });
  const text = (await answer.text()).replaceAll(/value="[^"]*"/g, "");
  return { status: answer.status, to: answer.headers.get("location"), text, ms: performance.now() - began };
}

describe("found again", () => {
  test("by code and phone or e-mail in any spelling, with a link of its own (rules/messages-and-privacy 4.3)", async () => {
    const order = await place("find-1", { phone: "+12175550161", email: "Dana@Example.org" });
    const spelled = `${order.confirmation_code.slice(0, 4)}-${order.confirmation_code.slice(4)}`.toLowerCase();
    const found = await Promise.all([
      find(order.confirmation_code, "+1 217 555 0161"),
      find(spelled, "(217) 555-0161"),
      find(` ${order.confirmation_code} `, "001 217-555-0161", shop.locationId),
      find(order.confirmation_code, "dana@EXAMPLE.org "),
    ]);
    for (const { status, to, ms } of found) {
      assert.equal(status, 303);
      assert.match(to ?? "", /^\/g\/[\w-]{22}$/);
      assert.ok(ms >= 399, `${ms} ms`);
    }
    assert.equal(new Set(found.map(({ to }) => to)).size, found.length);
    const page = await service.call("GET", found[0]?.to ?? "/none");
    assert.ok(page.text.includes(order.confirmation_code));
    await service.database.transaction((tx) => tx.rows("UPDATE orders SET code = NULL WHERE id = $1", [order.id]));
    const old = (await shop.call("GET", `/v1/orders/${order.id}`)).body.confirmation_code;
    assert.equal((await find(old, "+12175550161")).status, 303);
  });

  test("whatever is wrong, the answer and its time are the same (rules/messages-and-privacy 4.3, 4.5)", async () => {
    const [order, other] = [
      await place("find-2", { phone: "+12175550162" }),
      await place("find-3", { phone: "+12175550163", email: "other@example.org" }),
    ];
    const gone = await place("find-4", { phone: "+12175550164" });
    await service.database.transaction((tx) =>
      tx.rows("UPDATE orders SET created_at = created_at - interval '31 days' WHERE id = $1", [gone.id]),
    );
    const wrong = await Promise.all([
      find(order.confirmation_code, "+12175550163"),
      find(order.confirmation_code, "other@example.org"),
      find(other.confirmation_code, "+12175550162"),
      find("7KQ4MXRT", "+12175550162"),
      find(gone.confirmation_code, "+12175550164"),
      find("short", "+12175550162"),
      find(order.confirmation_code, "nobody"),
      find("", ""),
    ]);
    const [first] = wrong;
    for (const { status, text, ms } of wrong) {
      assert.deepEqual([status, text], [422, first?.text]);
      assert.ok(ms >= 399, `${ms} ms`);
    }
    assert.match(first?.text ?? "", /No order or booking matches both\./);
    const restaurant = await find(order.confirmation_code, "+12175550163", shop.locationId);
    assert.match(restaurant.text, /class="venue-name"/);
  });

  test("10,000 guesses tell nothing: tries are few for a network, a code and a contact (rules/messages-and-privacy 4.4)", async () => {
    const phone = "+12175550165";
    const order = await place("find-5", { phone });
    const code = String(order.confirmation_code);
    const guess = (n: number) => ({
      code: n
        .toString(29)
        .padStart(8, "0")
        .replaceAll(/./g, (sign) => "23456789ABCDEFGHJKMNPQRSTWXYZ"[parseInt(sign, 29)] ?? ""),
      contact: { kind: "phone", typed: `+1217${5_550_200 + n}` } as const,
      address: `198.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      country: null,
    });
    const count = async (tries: readonly FindingTry[]) => {
      const kinds = await Promise.all(tries.map((one) => findAgain(service.database, one)));
      return Object.groupBy(kinds, ({ kind }) => kind);
    };
    const guesses = Array.from({ length: 3_333 }, (_, n) => guess(n));
    const dana = { kind: "phone", typed: phone } as const;
    const byPhone = await count([
      ...guesses.map((one) => ({ ...one, contact: dana })),
      { ...guess(9_001), code, contact: dana },
    ]);
    assert.deepEqual([byPhone.none?.length, byPhone.wait?.length, byPhone.found], [10, 3_324, undefined]);
    const second = String((await place("find-6")).confirmation_code);
    const byCode = await count(
      guesses.map((one) => ({
        ...one,
        code: second,
        address: `2001:db8:${one.address.split(".")[2]}:${one.address.split(".")[3]}::1`,
      })),
    );
    assert.deepEqual([byCode.none?.length, byCode.wait?.length], [10, 3_323]);
    const oneNetwork = await count(
      guesses.map((_, n) => ({ ...guess(20_000 + n), address: `2001:db8:ffff:ffff::${n.toString(16)}` })),
    );
    assert.deepEqual([oneNetwork.none?.length, oneNetwork.wait?.length], [5, 3_328]);
    const shown = await find(code, phone);
    assert.equal(shown.status, 429);
    assert.match(shown.text, /Try again in \d+ minutes/);

    const other = connectDatabase({
      livemode: false,
      url: service.databaseUrl,
      poolSize: 2,
      applicationName: "maple-test",
      wakeups: createWakeups(),
      onIdleError: () => {},
    });
    assert.equal((await findAgain(other, { ...guess(9_002), code, contact: dana })).kind, "wait", "another process");
    await service.database.transaction((tx) => tx.rows("UPDATE guest_tries SET ends_at = clock_timestamp()"));
    assert.equal((await findAgain(other, { ...guess(9_002), code, contact: dana })).kind, "found", "the next window");
    await other.close();
  });
});

test("without a code the links go to the contact that was typed, and the page says the same either way (rules/messages-and-privacy 4.6)", async () => {
  const order = await place("lost-1", { phone: "+12175550171", email: "lost@example.org" });
  const ask = async (contact: string) => {
    const answer = await fetch(`${service.url}/find/links`, {
      method: "POST",
      headers: { "x-forwarded-for": `192.0.2.${++networks % 250}`, "accept-language": "fr" },
      body: new URLSearchParams({ contact }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const answers = await Promise.all(["+1 217 555 0171", "+1 217 555 0172", "lost@example.org"].map(ask));
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.match(answers[0]?.text ?? "", /Consultez vos messages/);
  const sent = await service.database.read.rows<{ channel: string; to: string; body: string; language: string }>(
    "SELECT channel, coalesce(phone, email) AS to, body, language FROM messages WHERE kind = 'find_links' ORDER BY channel DESC",
  );
  assert.deepEqual(
    sent.map(({ channel, to, language }) => [channel, to, language]),
    [
      ["sms", "+12175550171", "fr"],
      ["email", "lost@example.org", "fr"],
    ],
  );
  assert.match(sent[0]?.body ?? "", new RegExp(`commande ${order.display_number}.*/g/[\\w-]{22}`));
  await ask("lost@example.org");
  assert.equal(
    (await service.database.read.rows("SELECT 1 FROM messages WHERE kind = 'find_links'")).length,
    2,
    "once",
  );
  assert.equal((await ask("12")).status, 422);
});

/** Opens a link and stays where it leads away. */
const follow = (path: string) => fetch(service.url + path, { redirect: "manual" });

/** Moves the clock of the shop. */
async function pass(seconds: number): Promise<void> {
  await service.database.transaction((tx) =>
    tx.rows("UPDATE locations SET clock_offset_seconds = clock_offset_seconds + $2 WHERE id = $1", [
      shop.locationId,
      seconds,
    ]),
  );
}

/** Makes every link older than the sweep asks for. */
async function age(): Promise<void> {
  await service.database.transaction((tx) => tx.rows("UPDATE guest_links SET made_at = made_at - interval '31 days'"));
}
