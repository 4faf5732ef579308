/** Address and pin in a real browser: the list while one types, the map, and both without a script. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { createOrderPartner } from "../../../test/harness/order-calls.ts";
import { waitUntilTrue } from "../../../test/harness/wait-until.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { formatBasket } from "../shared/basket-field.ts";
import { invented, openChezAda } from "./chez-ada.fixture.ts";

let service: TestService;
let browser: TestBrowser;
let path: string;

before(async () => {
  service = await startService({ settings: { geocoder: invented } });
  path = `/store/${await openChezAda(await createOrderPartner(service))}`;
  browser = await startBrowser(service.url);
});
after(async () => {
  await browser.close();
  await service.stop();
});

const look = async (visit: WatchedPage, name: string): Promise<void> => {
  await visit.assertAccessible();
  await visit.picture(name);
};

test("a misspelt address is picked from the list by keys; the menu shows fee, minimum and minutes", async () => {
  const visit = await browser.newPage({ screen: "phone", dark: true });
  const { page } = visit;
  await visit.open(path);
  await page.getByText("Delivery: see fee and time").click();
  const field = page.getByRole("combobox", { name: "Your address" });
  await page.locator("#typed-address").focus();
  await field.pressSequentially("1 rue de lillas");
  const options = page.locator("#typed-address-found [role=option]");
  const first = options.first();
  await first.waitFor();
  await page.keyboard.press("ArrowDown");
  assert.equal(await field.getAttribute("aria-activedescendant"), await first.getAttribute("id"));
  assert.equal(await page.locator("#typed-address-said").textContent(), "Choose your address with the arrow keys.");
  await look(visit, "address-list-phone-dark");
  await page.keyboard.press("Escape");
  assert.equal(await options.count(), 0);
  await field.press("s");
  await first.waitFor();
  await first.click();
  await page.getByText("minimum order €15.00").waitFor();
  assert.match(await page.locator(".delivery-to").innerText(), /1 Rue des Lilas, 75003 Paris/);
  await look(visit, "address-set-phone-dark");
  await visit.assertReflows();
  await visit.assertLargeLetters();
  await visit.finish();
});

test("at the checkout an address from the list is priced with its fee; below the minimum the page says so", async () => {
  const visit = await browser.newPage({ screen: "phone" });
  const { page } = visit;
  const salads = (quantity: number) => formatBasket([{ menu_entity_id: "salad-large", quantity }]) ?? "";
  await visit.open(`${path}/checkout?b=${salads(2)}`);
  const go = page.locator("#place");
  await go.filter({ hasText: /^\s*Place the order · €/ }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Dana Diner");
  await page.getByText("Delivery", { exact: true }).click();
  await go.filter({ hasText: "Enter your address" }).waitFor();
  const field = page.getByRole("combobox", { name: "Your address" });
  await page.locator("#typed-address").focus();
  await field.pressSequentially("1 rue de lillas");
  await page.locator("#typed-address-found [role=option]").first().click();
  await page.locator(".delivery-to", { hasText: "1 Rue des Lilas, 75003 Paris" }).waitFor();
  const row = (label: RegExp) => page.locator("#sum").getByRole("row", { name: label });
  await row(/^Delivery €3\.50/).waitFor();
  const total = await row(/^Total/)
    .getByRole("cell")
    .textContent();
  await go.filter({ hasText: `Place the order · ${total ?? "?"}` }).waitFor();
  assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Dana Diner");
  await look(visit, "checkout-address-phone");
  await page.locator("#line-0-less").click();
  await page
    .locator("#trouble")
    .getByText(/starts at .*15\.00/)
    .waitFor();
  await page.locator(".delivery-to", { hasText: "1 Rue des Lilas" }).waitFor();
  await visit.finish();
});

test("the pin: moved by arrow keys, by a press and to where the diner is; its page is loaded with 60 KB", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 48.865, longitude: 2.36 });
  await visit.open(`${path}/address`);
  await page.getByText("Write the address in full").click();
  await page.getByLabel("Street and number").fill("5 Impasse Neuve");
  await page.getByLabel("Town").fill("Paris");
  assert.equal(await page.getByLabel("State").count(), 0);
  await look(visit, "address-full-desktop");
  await page.getByRole("button", { name: "Set the pin on the map" }).click();
  const map = page.getByRole("group", { name: "Map" });
  await map.waitFor();
  const bytes = await page.evaluate(() =>
    performance
      .getEntries()
      .reduce((sum, entry) => sum + ("encodedBodySize" in entry ? Number(entry.encodedBodySize) : 0), 0),
  );
  assert.ok(bytes > 10_000 && bytes < 60 * 1024, `${bytes} bytes`);
  const latitude = () => page.locator('input[name="latitude"]').inputValue();
  const start = await latitude();
  await map.focus();
  await page.keyboard.press("ArrowUp");
  await waitUntilTrue(async () => (await latitude()) !== start);
  assert.ok(Number(await latitude()) > Number(start));
  await page.getByRole("button", { name: "Use where I am now" }).click();
  await page.getByText("The pin is where you are now.").waitFor();
  assert.ok(Math.abs(Number(await latitude()) - 48.865) < 0.0001);
  await look(visit, "address-pin-desktop");
  await visit.assertReflows();
  await visit.assertLargeLetters();
  await page.getByRole("button", { name: "Deliver to the pin" }).click();
  await page.getByText("minimum order €15.00").waitFor();
  assert.match(await page.locator(".delivery-to").innerText(), /5 Impasse Neuve, Paris/);
  await visit.finish();
});

test("without a script: radio buttons, what is outside of every zone, and a picture that is pressed", async () => {
  const visit = await browser.newPage({ screen: "phone", script: false });
  visit.expectComplaint(/422/);
  const { page } = visit;
  await visit.open(path);
  await page.getByText("Delivery: see fee and time").click();
  await page.getByLabel("Your address").fill("39 allee des cerisiers");
  await page.getByRole("button", { name: "Find address" }).click();
  await page.getByRole("radio").first().waitFor();
  await visit.picture("address-radios-phone");
  await page.getByRole("button", { name: "Deliver here" }).click();
  await page.getByText(/We do not deliver to/).waitFor();
  await visit.picture("address-outside-phone");
  await page.getByText("Write the address in full").click();
  await page.getByLabel("Street and number").fill("5 Impasse Neuve");
  await page.getByLabel("Town").fill("Paris");
  await page.getByRole("button", { name: "Set the pin on the map" }).click();
  const picture = page.locator(".pin-picture");
  const before = await page.locator('input[name="longitude"]').inputValue();
  await picture.click({ position: { x: 150, y: 140 } });
  await page.waitForURL(/\/address$/);
  assert.notEqual(await page.locator('input[name="longitude"]').inputValue(), before);
  await visit.picture("address-picture-phone");
  await page.getByRole("button", { name: "Deliver to the pin" }).click();
  await page.getByText("minimum order €15.00").waitFor();
  await visit.finish();
});
