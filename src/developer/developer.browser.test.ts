/** The pages of an app's developers in a real browser: axe, the keyboard, narrow and wide, light and dark. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Id } from "../kernel/id.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../test/harness/browser.ts";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { createPerson, type TestPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { simulatedOrder, smallMenu } from "../../test/harness/small-menu.ts";

let service: TestService;
let browser: TestBrowser;
let app: TestApp;
let here: Id<"str">;
let dana: TestPerson;
let eventId: string;
let requestId: string;

before(async () => {
  service = await startService({ workers: true });
  browser = await startBrowser(service.url);
  app = await createApp(service.database);
  here = await createLocation(service.database);
  await connect(service.database, app, here);
  dana = await createPerson(service.database, [{ role: "developer", app: app.id }], { name: "Dana" });
  const send = (path: string, body: unknown) => service.call("POST", path, { key: app.key, body });
  // Nobody listens there: each attempt fails at once.
  const notification_url = "http://127.0.0.1:9/a-rather-long-path/for-the-webhooks-of-the-point-of-sale/hook";
  const event_types = ["order.notification", "menu.sync_completed"];
  const made = await send("/v1/webhook_subscriptions", { notification_url, event_types });
  await send(`/v1/locations/${here}/menu`, smallMenu);
  await send("/v1/sandbox/orders", simulatedOrder(here));
  const tested = await send(`/v1/webhook_subscriptions/${made.body.subscription.id}/test`, {});
  eventId = tested.body.event_id;
  requestId = tested.headers.get("x-request-id") ?? "";
  // A read of the log writes what waits.
  await service.call("GET", "/v1/requests", { key: app.key });
});
after(async () => {
  await browser.close();
  await service.stop();
});

async function signIn(visit: WatchedPage): Promise<void> {
  const cookie = { name: "maple_session", value: dana.token, url: service.url, httpOnly: true };
  await visit.page.context().addCookies([cookie]);
}

const widths = [390, 1024, 1440] as const;

test(`every page holds at ${widths.join(", ")} pixels, light and dark`, async () => {
  const visit = await browser.newPage();
  const { page } = visit;
  await signIn(visit);
  const paths = ["", "/events", `/events/${eventId}`, "/requests", `/requests/${requestId}`, "/sandbox", "/menu"];
  for (const [index, path] of paths.entries()) {
    await visit.open(`/developer/${app.id}${path}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        // Colours do not depend on the width: the dark ones are looked at in one width, another for each page.
        if (colorScheme === "light" || width === widths[index % widths.length]) await visit.assertAccessible();
        await visit.picture(
          `developer${path.replaceAll("/", "-").replace(eventId, "one").replace(requestId, "one")}-${width}-${colorScheme}`,
        );
      }
      const tooWide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      assert.ok(tooWide <= 0, `${path} scrolls sideways by ${tooWide} at ${width} pixels`);
    }
  }
  await visit.finish();
});

test("from /me by the keyboard to why the webhook did not arrive, without script", async () => {
  const visit = await browser.newPage({ script: false });
  const { page } = visit;
  await signIn(visit);
  await visit.open("/me");
  await visit.tabTo(`a[href="/developer/${app.id}"]`);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/developer/${app.id}`);
  assert.match((await page.locator("article").first().textContent()) ?? "", /Fails since .*connect/s);
  await visit.tabTo('form[action$="/test"] button');
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  assert.match((await page.getByRole("alert").textContent()) ?? "", /did not answer/);
  await page.getByRole("link", { name: "See the attempt" }).click();
  await page.waitForURL("**/events/evt_*");
  await visit.finish();
});

test("the longest names and addresses are seen whole, and no page scrolls sideways", async () => {
  const long = "Kassensystem".repeat(40);
  const other = await createApp(service.database);
  const place = await createLocation(service.database, { name: long.slice(0, 200) });
  await connect(service.database, other, place);
  await service.database.transaction((tx) => tx.rows("UPDATE apps SET name = $2 WHERE id = $1", [other.id, long]));
  const erin = await createPerson(service.database, [{ role: "developer", app: other.id }], { name: "E".repeat(80) });
  const send = (path: string, body: unknown) =>
    service.call("POST", path, { key: other.key, body, headers: { "user-agent": "u".repeat(400) } });
  const notification_url = `http://127.0.0.1:9/${"a".repeat(2_000)}`;
  const made = await send("/v1/webhook_subscriptions", { notification_url, event_types: ["order.notification"] });
  await send(`/v1/locations/${place}/menu`, smallMenu);
  const ordered = await send("/v1/sandbox/orders", simulatedOrder(place));
  await send(`/v1/orders/${ordered.body.id}/accept`, { pos_ticket_id: "T".repeat(255) });
  const tested = await send(`/v1/webhook_subscriptions/${made.body.subscription.id}/test`, {});
  const rules = [{ id: "r".repeat(64), kind: "webhook_out_of_order", times: 10_000 }];
  await service.call("PUT", "/v1/sandbox/faults", { key: other.key, body: { rules } });
  await service.call("GET", "/v1/requests", { key: other.key });
  const request = tested.headers.get("x-request-id") ?? "";
  const visit = await browser.newPage();
  const cookie = { name: "maple_session", value: erin.token, url: service.url, httpOnly: true };
  await visit.page.context().addCookies([cookie]);
  for (const path of [
    "",
    "/events",
    `/events/${tested.body.event_id}`,
    "/requests",
    `/requests/${request}`,
    "/sandbox",
    "/menu",
  ]) {
    await visit.open(`/developer/${other.id}${path}`);
    await visit.assertReflows();
    await visit.picture(`long-names${path.replaceAll("/", "-").slice(0, 12)}`);
  }
  await visit.open("/me");
  await visit.assertReflows();
  await visit.finish();
});
