/** Diners: an order to a typed address in French, the same without a script, a dish that sells out, a payment by somebody else. */
import type { Stage, Person } from "./stage.ts";

/** A French diner with a German phone orders to a typed address, pays, and gets an e-mail in French. */
export async function orderInFrench(stage: Stage): Promise<void> {
  const diner = await stage.person({ locale: "de-DE" });
  const { page } = diner;
  const store = `/store/${stage.place.locationId}`;
  await page.goto(store);
  await diner.look("order-fr-01-german-menu");
  await page.locator('a[hreflang="fr"]').first().click();
  await page.locator('html[lang^="fr"]').waitFor({ state: "attached" });
  await diner.look("order-fr-02-menu");
  await page.goto(`${store}/address`);
  await page.locator("#typed-address").pressSequentially("1 rue de lillas");
  await page.locator("#typed-address-found [role=option]").first().waitFor();
  await diner.look("order-fr-03-address-list");
  await page.locator("#typed-address-found [role=option]").first().click();
  await page.locator(".delivery-to").first().waitFor();
  await addBurger(diner, "order-fr-04-dish");
  await diner.look("order-fr-05-basket");
  await page.locator("#to-checkout").click();
  await page.waitForURL(/\/checkout/);
  await page.locator("#place").waitFor();
  await diner.look("order-fr-06-checkout");
  await page.locator("#place").click();
  await page.locator("#mistakes").waitFor();
  await diner.look("order-fr-07-mistakes");
  await sayWho(diner, "marie@example.fr");
  await page.locator("#place:enabled").filter({ hasText: "€" }).click();
  await page.waitForURL(/\/pay\//);
  await diner.look("order-fr-08-pay");
  await page.locator("form button").last().click();
  await page.waitForURL(/\/order\//);
  await page.locator("#order").waitFor();
  await diner.look("order-fr-09-order");
  await acceptNewest(stage);
  const mail = await stage.messageTo(diner, "m***@example.fr");
  await lookAtMail(diner, mail, "order-fr-10-mail");
  await diner.leave();
}

/** The same without a script. */
export async function orderWithoutScript(stage: Stage): Promise<void> {
  const diner = await stage.person({ locale: "de-DE", script: false });
  const { page } = diner;
  const store = `/store/${stage.place.locationId}`;
  await page.goto(`${store}?lang=fr`);
  await page.goto(`${store}/address`);
  await page.locator("#typed-address").fill("1 rue des lilas");
  await page.locator('button[name="do"][value="find"]').click();
  await page.getByRole("radio").first().waitFor();
  await diner.look("plain-01-address");
  await page.locator('button[name="do"][value="choose"]').click();
  await page.locator(".delivery-to").first().waitFor();
  await page.locator('[data-dish="burger"]').click();
  await page.waitForURL(/\/dish/);
  await diner.look("plain-02-dish");
  await page.locator("main form button").last().click();
  await diner.look("plain-03-dish-mistake");
  const group = (await page.locator('[role="alert"] a[href^="#group-"]').first().getAttribute("href")) ?? "";
  await page
    .locator(`[id="${group.slice(1)}"] input[type="radio"]:not([value=""])`)
    .first()
    .check();
  await page.locator("main form button").last().click();
  // The side has sauces of its own: the page offers them once.
  await page.locator('[role="status"] a[href^="#group-"]').first().waitFor();
  await page.locator("main form button").last().click();
  await page.locator("#to-checkout").waitFor();
  await diner.look("plain-04-menu");
  await page.locator("#to-checkout").click();
  await page.waitForURL(/\/checkout/);
  await diner.look("plain-05-checkout");
  await sayWho(diner, "luc@example.fr");
  await page.locator("#place").click();
  await page.waitForURL(/\/pay\//);
  await page.locator("form button").last().click();
  await page.waitForURL(/\/order\//);
  await diner.look("plain-06-order");
  await acceptNewest(stage);
  await lookAtMail(diner, await stage.messageTo(diner, "l***@example.fr"), "plain-07-mail");
  await diner.leave();
}

/** A dish sells out while it is in the basket. */
export async function sellOut(stage: Stage): Promise<void> {
  const diner = await stage.person();
  const { page } = diner;
  const { locationId } = stage.place;
  const stock = await stage.partner("GET", `/v1/locations/${locationId}/stock_status`);
  const dish = stock.data.find((row: { readonly externalId: string }) => row.externalId === "burger");
  const sell = (stockStatus: string): Promise<unknown> =>
    stage.partner("PATCH", `/v1/locations/${locationId}/stock_status`, [{ id: dish.id, stockStatus }]);
  await page.goto(`/store/${locationId}`);
  await addBurger(diner);
  await page.locator("#to-checkout").waitFor();
  await sell("out_of_stock");
  await page.locator("#line-0-more").click();
  await page.locator('[data-dish="burger"]:disabled').waitFor();
  await diner.look("sold-out-01-menu");
  await page.goto(`/store/${locationId}/checkout`);
  await page.locator("#line-0-remove").waitFor();
  await diner.look("sold-out-02-checkout");
  await sell("in_stock");
  await diner.leave();
}

/** An order that somebody else pays on another device. */
export async function payElsewhere(stage: Stage): Promise<void> {
  const { locationId, baseUrl } = stage.place;
  const placed = await fetch(`${baseUrl}/store/v1/locations/${locationId}/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "another-device" },
    body: JSON.stringify({
      items: [{ menu_entity_id: "lemonade-33", quantity: 2 }],
      payment: "link",
      customer: { name: "Dana Diner", phone: "+33655550142" },
    }),
  });
  const { payment_link_url: link } = (await placed.json()) as { readonly payment_link_url: string };
  const friend = await stage.person({ locale: "it-IT" });
  await friend.page.goto(new URL(link).pathname);
  await friend.look("pay-01-friend");
  await friend.page.locator("#card_number").fill("4000 0000 0000 0002");
  await friend.page.locator("form button").last().click();
  await friend.page.locator("#pay-problem").waitFor();
  await friend.look("pay-02-declined");
  await friend.page.locator("#card_number").fill("4242 4242 4242 4242");
  await friend.page.locator("form button").last().click();
  await friend.page.locator("#card_number").waitFor({ state: "detached" });
  await friend.look("pay-03-paid");
  await friend.leave();
}

async function addBurger(diner: Person, name?: string): Promise<void> {
  const { page } = diner;
  await page.locator('[data-dish="burger"]').click();
  const add = page.locator('#dish button[type="submit"]');
  await add.waitFor();
  if (name !== undefined) await diner.look(name);
  await add.click();
  await page.locator(".mistake").filter({ visible: true }).first().waitFor();
  if (name !== undefined) await diner.look(`${name}-mistake`);
  const group = page.locator("#dish fieldset", { has: page.locator(".mistake:not([hidden])") });
  const first = group.locator('input:enabled:not([value=""])').first();
  if ((await first.getAttribute("type")) === "number") await first.fill("1");
  else await first.check();
  await add.click();
  await page.locator("#dish").filter({ visible: true }).waitFor({ state: "detached" });
}

async function sayWho({ page }: Person, email: string): Promise<void> {
  await page.locator("#name").fill("Marie Lefèvre");
  await page.locator("#phone").fill("06 55 55 01 42");
  await page.locator("#email").fill(email);
  await page.locator('[name="told_by"][value="email"]').check();
}

async function acceptNewest(stage: Stage): Promise<void> {
  const { data } = await stage.partner("GET", "/v1/orders?status=PENDING&limit=1");
  if (data.length > 0) await stage.partner("POST", `/v1/orders/${data[0].id}/accept`, {});
}

/** An e-mail of the outbox: its page, and the letter itself. */
export async function lookAtMail(person: Person, path: string, name: string): Promise<void> {
  await person.page.goto(path);
  await person.look(name);
  await person.page.goto(`${path}/html`);
  await person.lookOnly(`${name}-letter`);
}
