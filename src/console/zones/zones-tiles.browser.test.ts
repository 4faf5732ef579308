/** The map of delivery zones above the pictures of a tile server (rules/console 3.4). */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { createLocation } from "../../../test/harness/factories.ts";
import { createPerson } from "../../../test/harness/people.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";

const place = { latitude: 48.8638, longitude: 2.3615 };

describe("with a tile server", () => {
  let tiles: Server;
  let asked: string[];
  let mapped: TestService;
  let boxed: TestBrowser;
  before(async () => {
    asked = [];
    const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#cde"/></svg>`;
    tiles = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("content-type", "image/svg+xml").end(ground);
    });
    tiles.listen(0, "127.0.0.1");
    await new Promise((listens) => tiles.once("listening", listens));
    const url = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/{z}/{x}/{y}.svg`;
    mapped = await startService({ settings: { tiles: { url, attribution: "© Example <b>Maps</b>" } } });
    boxed = await startBrowser(mapped.url);
  });
  after(async () => {
    tiles.closeAllConnections();
    tiles.close();
    await boxed.close();
    await mapped.stop();
  });

  test("the page of zones alone loads tiles, and says whose they are", async () => {
    const at = await createLocation(mapped.database, { ...place, timezone: "Europe/Paris" });
    const { token } = await createPerson(mapped.database, [{ role: "manager", at }]);
    const visit = await boxed.newPage({ screen: "desktop" });
    await visit.page.context().addCookies([{ name: "maple_session", value: token, url: mapped.url }]);
    const response = await visit.open(`/console/${at}/zones`);
    const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`;
    assert.ok(response.headers()["content-security-policy"]?.includes(`img-src 'self' data: ${origin};`));
    visit.expectComplaint(/a request left for http:\/\/127\.0\.0\.1:\d+\/\d+\/\d+\/\d+\.svg/);
    await visit.page.locator("img.leaflet-tile-loaded").first().waitFor();
    assert.ok(asked.length > 0 && asked.every((path) => /^\/\d+\/\d+\/\d+\.svg$/.test(path)), asked.join());
    assert.equal(await visit.page.locator(".leaflet-control-attribution").textContent(), "© Example <b>Maps</b>");
    await visit.assertAccessible();
    const other = await visit.open(`/console/${at}/devices`);
    assert.ok(other.headers()["content-security-policy"]?.includes("img-src 'self' data:;"));
    await visit.finish();
  });
});
