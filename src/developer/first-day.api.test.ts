/** What a developer sees who has nothing yet, and what the page says after each thing that is tried. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connect, createApp, createLocation, type TestApp } from "../../test/harness/factories.ts";
import { formBrowser, type FormBrowser } from "../../test/harness/form-browser.ts";
import { createPerson } from "../../test/harness/people.ts";
import { startService, type TestService } from "../../test/harness/service.ts";
import { smallMenu } from "../../test/harness/small-menu.ts";

let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service.stop());

async function openAs(app: TestApp): Promise<{ readonly pages: FormBrowser; readonly path: string }> {
  const dana = await createPerson(service.database, [{ role: "developer", app: app.id }], { name: "Dana" });
  return { pages: formBrowser(service, dana), path: `/developer/${app.id}` };
}

test("an app with nothing says what is missing on every page, and leads to the documentation", async () => {
  const app = await createApp(service.database);
  await service.database.transaction((tx) => tx.rows("DELETE FROM api_keys WHERE app_id = $1", [app.id]));
  const { pages, path } = await openAs(app);
  const first = (await pages.send(path)).text;
  assert.match(first, /<a [^>]*href="\/docs"/);
  assert.match(first, /There is no endpoint yet, so no event is sent\. Make one below\./);
  assert.match(first, /There is no key yet\. Ask the operator\./);
  const menu = (await pages.send(`${path}/menu`)).text;
  assert.match(menu, /No location has been granted to this app\. Ask the operator\./);
  assert.doesNotMatch(menu, /<form [^>]*multipart/);
});

test("the order of a simulated diner leads to its events, and a clock that was moved says so", async () => {
  const app = await createApp(service.database);
  const here = await createLocation(service.database, { name: "Bistro" });
  await connect(service.database, app, here);
  const published = await service.call("POST", `/v1/locations/${here}/menu`, { key: app.key, body: smallMenu });
  assert.ok(published.status < 300, published.text);
  const { pages, path } = await openAs(app);
  const ordered = await pages.send(`${path}/sandbox/order`, [
    ["location", here],
    ["kind", "pickup"],
  ]);
  const news = (await pages.send(ordered.to ?? "")).text;
  assert.match(news, new RegExp(`The diner ordered:[^]*<a href="${path}/events">`));
  const moved = await pages.send(`${path}/sandbox/clock`, [
    ["location", here],
    ["seconds", "600"],
  ]);
  assert.match(
    (await pages.send(moved.to ?? "")).text,
    /role="[^"]*"[^>]*>\s*<p>The clock of Bistro shows \d{4}-\d\d-\d\d/,
  );
});
