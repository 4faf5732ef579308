/** The search of the board among orders that the board has not, with a stand-in for the service. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Route } from "playwright-core";
import { startBoardServer } from "../../../test/harness/board-server.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { busyEvening } from "../../../test/harness/example-boards.ts";
import type { ScreenServer } from "../../../test/harness/screen-server.ts";
import { someOrder } from "../state/board.fixture.ts";

let server: ScreenServer;
let browser: TestBrowser;
before(async () => {
  server = await startBoardServer({ busy: busyEvening() });
  browser = await startBrowser(server.url);
});
after(async () => {
  await browser.close();
  server.close();
});

/** 14 September 2026, 19:05 in Lisbon. */
const septemberAt = 1_789_409_100;
const old = someOrder({
  status: "FULFILLED",
  display_number: "77",
  created: septemberAt,
  customer: { name: "Sofia of September", phone_last_four: "5678" },
});

const answerOf = (data: readonly object[], next: string | null) => ({
  json: { object: "order_search", data, looked_back_to: septemberAt, next },
});

for (const [width, dark] of [
  [390, false],
  [820, true],
  [1280, false],
] as const)
  test(`at ${width}: an older order is found, with what was looked at, and an error is said`, async () => {
    const visit = await browser.newPage({ screen: width === 390 ? "phone" : "desktop", dark });
    const { page } = visit;
    visit.expectComplaint(/500|404/);
    await page.setViewportSize({ width, height: 844 });
    const asked: (string | null)[] = [];
    let answer: (route: Route) => Promise<void> = (route) => route.fulfill(answerOf([], old.id));
    await page.route("**/order_search?*", async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(`${searchParams.get("q")} ${searchParams.get("before")}`);
      await answer(route);
    });
    await visit.open("/board/busy");
    await page.locator(".head-acts").getByRole("button", { name: "Find an order" }).click();
    const dialog = page.getByRole("dialog");
    await page.keyboard.type(" sofia ");
    // What the board has is there before the service has answered.
    await dialog.getByRole("button", { name: "Sofia Almeida" }).waitFor();
    await dialog.getByText("Looked back to 14 September 2026.").waitFor();
    assert.deepEqual(asked, ["sofia null"]);
    answer = (route) => route.fulfill({ status: 500, json: {} });
    await dialog.getByRole("button", { name: "Look further back" }).click();
    await dialog.getByText("Earlier orders could not be looked for.").waitFor();
    await visit.assertAccessible();
    const late = Promise.withResolvers<void>();
    answer = async (route) => {
      await late.promise;
      await route.fulfill(answerOf([old], null));
    };
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("Looking for earlier orders…").waitFor();
    late.resolve();
    const found = dialog.getByRole("button", { name: "Sofia of September" });
    await found.getByText("14 September 2026, 19:05").waitFor();
    assert.deepEqual(asked.slice(1), [`sofia ${old.id}`, `sofia ${old.id}`]);
    assert.equal(await dialog.getByRole("button", { name: "Look further back" }).count(), 0);
    await visit.assertAccessible();
    assert.equal(await page.evaluate("document.querySelector('dialog').scrollWidth > innerWidth"), false);
    await visit.picture(`board-search-${width}`);
    await found.click();
    await dialog.getByRole("heading", { name: "77 · Sofia of September" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    answer = (route) => route.fulfill(answerOf([], null));
    await page.keyboard.press("/");
    await page.keyboard.type("zzz");
    await dialog.getByText("No order matches.").waitFor();
    await visit.finish();
  });

test("a tablet that does not know who taps looks further back only when somebody wants it", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  visit.expectComplaint(/500|404|401/);
  let isKnown = false;
  await page.route("**/order_search?*", (route) =>
    isKnown
      ? route.fulfill(answerOf([old], null))
      : route.fulfill({ status: 401, json: { object: "error", code: "person_required", details: {} } }),
  );
  await page.route("**/device/people", (route) =>
    route.fulfill({ json: { object: "list", data: [{ id: "usr_1", name: "Mia", has_pin: true }] } }),
  );
  await page.route("**/sign_in/pin", (route) => {
    isKnown = true;
    return route.fulfill({ json: {} });
  });
  await page.route("**/board/busy", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"person":"Rui","tablet":null', '"person":null,"tablet":"Pass"');
    await route.fulfill({ response: answer, body });
  });
  await visit.open("/board/busy");
  await page.keyboard.press("/");
  const dialog = page.getByRole("dialog", { name: "Find an order" });
  await page.keyboard.type("september");
  await dialog.getByRole("button", { name: "Look further back" }).click();
  await page.getByRole("button", { name: "Mia" }).click();
  await page.keyboard.type("1234");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Sofia of September" }).waitFor();
  assert.equal(await page.getByLabel("Number or name").inputValue(), "september");
  await visit.finish();
});
