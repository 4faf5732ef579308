/** Every state and every dialog of the board at the sizes of tablets, with example orders and without a database. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { newId } from "../../kernel/id.ts";
import { eveningMs, someOrder } from "../state/board.fixture.ts";
import { startBoardServer } from "../../../test/harness/board-server.ts";
import type { ScreenServer } from "../../../test/harness/screen-server.ts";
import { startBrowser, type TestBrowser } from "../../../test/harness/browser.ts";
import { busyEvening, longNames, longOrder } from "../../../test/harness/example-boards.ts";

let server: ScreenServer;
let browser: TestBrowser;
before(async () => {
  const busy = busyEvening();
  const fresh = busy.filter(({ status }) => status === "PENDING");
  const copies = [1, 2, 3, 4, 5].flatMap((copy) =>
    fresh.map((order) => ({ ...order, id: newId("ord"), display_number: `${order.display_number}-${copy}` })),
  );
  server = await startBoardServer({
    busy,
    empty: [],
    yesterday: [someOrder({ status: "ACCEPTED", estimated_ready_at: Math.floor(eveningMs / 1_000) - 90_000 })],
    long: longNames(),
    office: longOrder(),
    under_way: busy.filter((order) => !fresh.includes(order)),
    rush: [...busy, ...copies],
    day: Array.from({ length: 500 }, (_, index) =>
      someOrder({ status: "FULFILLED", display_number: `D-${index + 1000}` }),
    ),
  });
  browser = await startBrowser(server.url);
});
after(async () => {
  await browser.close();
  server.close();
});

const phone = { width: 390, height: 844 };

const tap = (selector: string) => (page: Page) => page.locator(selector).first().click();
const head = (name: string) => (page: Page) => page.locator(".head-acts").getByRole("button", { name }).click();
const more = async (page: Page, name: string): Promise<void> => {
  await tap(".column-preparing .acts .square")(page);
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
};

/** How each dialog is opened. */
const dialogs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  accept: tap(".column-new .acts .go"),
  deny: tap(".column-new .acts button:nth-child(2)"),
  order: tap(".column-preparing .acts .square"),
  "change time": (page) => more(page, "Change time"),
  missing: (page) => more(page, "Something is missing"),
  cancel: (page) => more(page, "Cancel order"),
  later: head("Later"),
  done: head("Done"),
  "sold out": head("Sold out"),
  "extra time": head("Extra time"),
  pause: head("Pause"),
  search: head("Find an order"),
  account: head("Signed in as Rui"),
  keys: head("Keys"),
};

/** Each state and dialog is looked at in one of the two, in turn: the full board is looked at in every size elsewhere. */
const sizes = [
  { width: 1180, height: 820, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
] as const;

test("an order of yesterday is late by hours and not by minutes", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  visit.expectComplaint(/500|404/);
  await visit.open("/board/yesterday");
  await visit.page.locator(".due").getByText("25 h late").waitFor();
  await visit.finish();
});

describe("axe finds nothing, and nothing scrolls sideways", () => {
  for (const [turn, { width, height, colorScheme }] of sizes.entries()) {
    test(`at ${width} by ${height}, ${colorScheme}: each dialog`, async () => {
      const visit = await browser.newPage({ screen: "desktop", dark: colorScheme === "dark" });
      const { page } = visit;
      // The stand-in has no stock and takes no act.
      visit.expectComplaint(/500|404/);
      await page.setViewportSize({ width, height });
      await visit.open("/board/busy");
      await page.getByRole("button", { name: "Start", exact: true }).click();
      for (const [name, open] of Object.entries(dialogs).filter((_, index) => index % sizes.length === turn)) {
        await open(page);
        await page.getByRole("dialog").waitFor();
        await visit.assertAccessible();
        const cut = await page.evaluate(`[...document.querySelectorAll("dialog")]
          .some((dialog) => dialog.scrollWidth > dialog.clientWidth || dialog.getBoundingClientRect().right > innerWidth)`);
        assert.equal(cut, false, `${name} is cut`);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await visit.finish();
    });

    test(`at ${width} by ${height}, ${colorScheme}: empty, long names, lost, an act under Undo, an act that failed`, async () => {
      const visit = await browser.newPage({ screen: "desktop", dark: colorScheme === "dark" });
      const { page } = visit;
      visit.expectComplaint(/500|404/);
      await page.setViewportSize({ width, height });
      const states: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
        ["/board/empty", async () => {}],
        ["/board/long", async () => {}],
        ["/board/busy?cut", (at) => at.locator(".bar.stale").waitFor()],
        ["/board/busy", tap(".column-preparing .acts .go")],
        [
          "/board/busy",
          async (at) => {
            await tap(".column-new .acts .go")(at);
            await tap(".choices-grid button")(at);
            await at.locator(".bar.failed").waitFor();
            await at.keyboard.press("Escape");
          },
        ],
      ];
      for (const [path, act] of states.filter((_, index) => index % sizes.length === turn)) {
        await visit.open(path);
        await page.locator(".columns").waitFor();
        await act(page);
        await visit.assertAccessible();
        assert.equal(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false, path);
      }
      await visit.finish();
    });
  }
});

test("on a telephone and on an upright tablet the head is two lines, in every language", async () => {
  const visit = await browser.newPage({ screen: "phone" });
  const { page } = visit;
  // The stand-in has no signs and no program that works offline.
  visit.expectComplaint(/500|404/);
  for (const language of ["en", "de", "es", "fr", "it", "nl", "pt"]) {
    await visit.open(`/board/busy?lang=${language}`);
    await page.locator(".columns").waitFor();
    for (const size of [{ width: 820, height: 1180 }, { width: 768, height: 1024 }, phone]) {
      await page.setViewportSize(size);
      const { height, cut, lines } = await page.evaluate<{ height: number; cut: string[]; lines: number }>(`(() => {
        const buttons = [...document.querySelectorAll(".head button")];
        const middle = ({ top, bottom }) => Math.round((top + bottom) / 2);
        return {
          height: document.querySelector(".head").getBoundingClientRect().height,
          cut: buttons
            .filter((button) => button.scrollWidth > button.clientWidth || button.getBoundingClientRect().right > innerWidth)
            .map((button) => button.textContent),
          lines: new Set(buttons.map((button) => middle(button.getBoundingClientRect()))).size,
        };
      })()`);
      const most = size === phone ? 116 : 132;
      assert.ok(lines === 2 && height <= most, `${language} at ${size.width}: ${lines} lines, ${height} pixels`);
      assert.deepEqual(cut, [], `${language} at ${size.width}`);
    }
  }
  await visit.assertAccessible();
  await visit.picture("board-phone-head");
  await visit.finish();
});

test("orders that come in move neither the other columns nor what stands in them", async () => {
  const visit = await browser.newPage({ screen: "phone" });
  visit.expectComplaint(/500|404/);
  const { page } = visit;
  for (const size of [phone, { width: 768, height: 1024 }, { width: 820, height: 1180 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size);
    const found: unknown[] = [];
    for (const name of ["under_way", "busy", "rush"]) {
      await visit.open(`/board/${name}`);
      await page.locator(".column-ready .order-card").first().waitFor();
      found.push(
        await page.evaluate(`[".column-preparing", ".column-preparing .go", ".column-ready", ".column-ready .go"]
          .map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON())`),
      );
    }
    assert.deepEqual(found[1], found[0], `two orders at ${size.width}`);
    assert.deepEqual(found[2], found[0], `twelve orders at ${size.width}`);
  }
  await visit.finish();
});

test("an order of many lines is accepted without scrolling, and nothing covers the head of the next one", async () => {
  const visit = await browser.newPage({ screen: "phone" });
  visit.expectComplaint(/500|404/);
  const { page } = visit;
  for (const size of [phone, { width: 360, height: 740 }, { width: 768, height: 1024 }, { width: 1024, height: 768 }]) {
    await page.setViewportSize(size);
    await visit.open("/board/office");
    await page.locator(".order-card").first().waitFor();
    const inReach = (): Promise<boolean[]> =>
      page.evaluate(`[...document.querySelectorAll(".order-card")].map((card) => {
        const button = card.querySelector(".acts .go");
        const { left, top, width, height } = button.getBoundingClientRect();
        return button === document.elementFromPoint(left + width / 2, top + height / 2);
      })`);
    assert.equal((await inReach())[0], true, `Accept at ${size.width}`);
    await page.getByText("78 items").waitFor();
    await tap(".column-new .acts .go")(page);
    await page.getByRole("dialog").getByText("12× Lunch box 12: no nuts").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // Scrolled until the head of the second card alone is in sight.
    await page.evaluate(`(() => {
      const cards = document.querySelector(".column-new .cards");
      const second = document.querySelectorAll(".order-card .card-head")[1].getBoundingClientRect();
      cards.scrollTop += second.bottom - cards.getBoundingClientRect().bottom;
    })()`);
    if (size.width === phone.width) {
      const covered = await page.evaluate(`(() => {
        const { left, top } = document.querySelectorAll(".order-card .number")[1].getBoundingClientRect();
        return document.elementFromPoint(left + 4, top + 4).closest(".acts") !== null;
      })()`);
      assert.equal(covered, false, "the head of the second card");
      assert.deepEqual((await inReach())[1], false, "no order is accepted before its head and kind are seen");
    }
  }
  await visit.finish();
});

test("who is signed out, and whose role was taken away, is told which of both, with the way on", async () => {
  for (const [status, said, link, href] of [
    [401, "You are signed out.", "Sign in", "/sign-in"],
    [404, "You no longer have a role here. Ask your manager.", "Where you work", "/"],
  ] as const) {
    const visit = await browser.newPage({ screen: "desktop" });
    visit.expectComplaint(new RegExp(`${status}|500`));
    await visit.page.route("**/stream?*", (route) => route.fulfill({ status, json: {} }));
    await visit.open("/board/busy");
    await visit.page.getByText(said).waitFor();
    assert.ok((await visit.page.getByRole("link", { name: link }).getAttribute("href"))?.startsWith(href));
    await visit.finish();
  }
});

test("a long day draws a hundred orders at once, says how many more there are, and finds each of them", async () => {
  const visit = await browser.newPage({ screen: "desktop" });
  const { page } = visit;
  visit.expectComplaint(/500/);
  await visit.open("/board/day");
  await page.locator(".head-acts").getByRole("button", { name: "Done" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("400 more. Find them by number or name.").waitFor();
  await dialog.getByText("Of the orders that ended, the newest 500 are here.").waitFor();
  assert.equal(await dialog.getByRole("listitem").count(), 100);
  await visit.assertAccessible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("d-13");
  await dialog.getByRole("listitem").nth(99).waitFor();
  await page.keyboard.type("42");
  await dialog.getByText("D-1342").waitFor();
  assert.equal(await dialog.getByRole("listitem").count(), 1);
  await visit.finish();
});
