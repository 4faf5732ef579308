/** From the banner of the sandbox to a fulfilled order, without a terminal: the shop whose staff decide. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { startBrowser } from "../../test/harness/browser.ts";
import { startService } from "../../test/harness/service.ts";
import { demoCode, seedDemoPeople } from "../people/sign-in/demo-people.command.ts";
import { seedSandbox, type SeededSandbox } from "./seed-sandbox.command.ts";

const readMenu = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../examples/menus/${name}.json`, import.meta.url), "utf8"));
const readPhotos = (name: string): ReadonlyMap<string, Uint8Array> => {
  const folder = new URL(`../../examples/photos/${name}/`, import.meta.url);
  return new Map(
    readdirSync(folder).map((file) => [file.replace(".webp", ""), readFileSync(new URL(file, folder))] as const),
  );
};

test("the link of staff leads to the board of the shop, where an order is accepted and handed over", async (t) => {
  const secretKey = Buffer.alloc(32, 7);
  const service = await startService({ workers: true, settings: { secretKey, hasDemoPeople: true } });
  const browser = await startBrowser(service.url);
  const { promise, resolve } = Promise.withResolvers<SeededSandbox>();
  const photos = { restaurant: readPhotos("small-bistro"), shop: readPhotos("corner-shop") };
  const menus = { restaurant: readMenu("small-bistro"), shop: readMenu("corner-shop"), photos };
  await seedSandbox(service.database, menus, async (seeded) => resolve(seeded));
  const { app, location, shop } = await promise;
  await seedDemoPeople(service.database, secretKey, { locationIds: [location.id, shop.id], appId: app.id });

  const began = performance.now();
  const tablet = await browser.newPage({ screen: "desktop" });
  await tablet.open(`/sign-in/demo/staff?code=${demoCode(secretKey)}&to=/board/${shop.id}`);
  await tablet.page.getByRole("button", { name: "Start", exact: true }).click();
  const diner = await browser.newPage();
  await diner.open(`/store/${shop.id}`);
  const shown = await diner.page.evaluate<string[]>("[...document.images].map(({ src }) => src)");
  assert.equal(new Set(shown).size, photos.shop.size, "each dish has its photo");
  await diner.page.getByRole("button", { name: "Add Carrot cake" }).click();
  await diner.page.getByRole("dialog", { name: "Carrot cake" }).getByRole("button", { name: /^Add/ }).click();
  await diner.page.getByRole("link", { name: /^Check out · / }).click();
  await diner.page.getByRole("radio", { name: "Pay at the restaurant" }).check();
  await diner.page.getByLabel("Name", { exact: true }).fill("Dana Diner");
  await diner.page.getByLabel("Phone", { exact: true }).fill("+33655550123");
  await diner.page.getByLabel(/^Only on the page/).check();
  await diner.page.getByRole("button", { name: /Place the order · / }).click();
  await diner.page.waitForURL(/\/order\//);
  await tablet.page.getByRole("button", { name: "Accept" }).click();
  await tablet.page.getByRole("button", { name: /^15 min/ }).click();
  await diner.page.getByText("We are preparing your order.").first().waitFor();
  await tablet.picture("board-shop");
  await tablet.page.getByRole("button", { name: "Ready", exact: true }).click();
  await diner.page.getByText("Your order is ready: come and collect it.").first().waitFor();
  await tablet.page.getByRole("button", { name: "Handed over" }).click();
  await diner.page.getByText("Collected. Enjoy your meal!").first().waitFor();
  t.diagnostic(`from the banner to a fulfilled order: ${((performance.now() - began) / 1_000).toFixed(1)} s`);

  await tablet.page.getByRole("button", { name: "Signed in as Sam Staff" }).click();
  await tablet.assertAccessible();
  assert.equal(await tablet.page.getByRole("link", { name: "Your account" }).getAttribute("href"), "/me");
  await tablet.page.getByRole("button", { name: "Sign out" }).click();
  await tablet.page.waitForURL((url) => url.pathname === "/sign-in");
  assert.equal(new URL(tablet.page.url()).searchParams.get("to"), `/board/${shop.id}`);
  await Promise.all([tablet.finish(), diner.finish()]);
  await browser.close();
  await service.stop();
});
