import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { longQueue, rushHour } from "../../../test/harness/example-stands.ts";
import { seated, someBooking, someStandSnapshot } from "../../../test/harness/example-stand-parts.ts";
import type { ScreenServer } from "../../../test/harness/screen-server.ts";
import { startStandServer } from "../../../test/harness/stand-server.ts";

let server: ScreenServer;
let browser: TestBrowser;
before(async () => {
  server = await startStandServer({
    rush: rushHour(),
    queue: longQueue(),
    // Nobody said yesterday that they left; the one of tonight is late by more than three hours.
    morning: someStandSnapshot({
      bookings: [seated("Weber", 2, ["1"], 1_500), someBooking({ name: "Silva", size: 4 }, ["T2"], -200)],
    }),
  });
  browser = await startBrowser(server.url);
});
after(async () => {
  await browser.close();
  server.close();
});

async function open(name: string): Promise<WatchedPage> {
  const visit = await browser.newPage({ screen: "desktop" });
  // The stand-in answers no call and has no service worker.
  visit.expectComplaint(/500|404/);
  await visit.open(`/stand/${name}`);
  await visit.page.locator(".floor .table").first().waitFor();
  return visit;
}

/** The texts of the cards that are not seen whole, and the figures that take two lines. */
const cutTexts = `[...document.querySelectorAll(".card .who > *, .card .when > b")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2
    || (each.matches("b") && each.getClientRects().length > 0 && each.getBoundingClientRect().height > 30))
  .map((each) => each.textContent)`;

test("a card of the queue shows the whole of what was told and how long the party waits, on a small tablet", async () => {
  for (const language of ["en", "de", "fr", "nl", "pt"]) {
    const visit = await open(`queue?lang=${language}`);
    const { page } = visit;
    await page.getByRole("tab").nth(1).click();
    for (const size of [
      { width: 1024, height: 768 },
      { width: 768, height: 1024 },
    ]) {
      await page.setViewportSize(size);
      assert.deepEqual(await page.evaluate(cutTexts), [], `${language} at ${size.width}`);
    }
    await visit.finish();
  }
});

test("a party that said that it comes late shows that time on the Next card, in the book and on the plan", async () => {
  const visit = await open("rush");
  const { page } = visit;
  const card = page.locator(".card", { hasText: "Silva" });
  assert.equal(await card.locator("s").innerText(), "20:00");
  await card.getByText("Comes at 20:15").waitFor();
  await page.locator('[id="table-T2"]', { hasText: "20:15" }).waitFor();
  await visit.finish();
});

test("who sits since yesterday, or is late by hours, has hours and not minutes", async () => {
  const visit = await open("morning");
  const { page } = visit;
  await page.locator('[id="table-1"]', { hasText: /! \+\d\d h$/ }).waitFor();
  await page.locator(".card", { hasText: "Silva" }).getByText("3 h late").first().waitFor();
  await page.getByRole("tab").nth(2).click();
  await page
    .locator(".card", { hasText: "Weber" })
    .getByText(/^\d\d h over$/)
    .waitFor();
  await visit.finish();
});

test("the timeline begins with a whole hour beside the names of the tables", async () => {
  const visit = await open("rush");
  const { page } = visit;
  await page.setViewportSize({ width: 1024, height: 768 });
  const cut = `(() => {
    const edge = document.querySelector(".time-name").getBoundingClientRect().right;
    return [...document.querySelectorAll(".timeline-hours time")]
      .filter((hour) => hour.getBoundingClientRect().left < edge - 1 && hour.getBoundingClientRect().right > edge + 1)
      .map((hour) => hour.textContent);
  })()`;
  assert.deepEqual(await page.evaluate(cut), []);
  await visit.finish();
});

test("read from the right too, the lines of the rows stand below those of the hours", async () => {
  for (const language of ["en", "ar-XB"]) {
    const visit = await open(`rush?lang=${language}`);
    const line = await visit.page.evaluate<number>(`(() => {
      const row = document.querySelector(".time-row");
      const hour = document.querySelector(".timeline-hours time").getBoundingClientRect();
      const { left, right } = row.getBoundingClientRect();
      const { backgroundImage, backgroundPositionX, direction } = getComputedStyle(row);
      const shift = parseFloat(backgroundPositionX);
      const isFromRight = backgroundImage.includes("to left");
      const drawn = isFromRight ? right + shift : left + shift;
      const wanted = direction === "rtl" ? hour.right : hour.left;
      return Math.abs(drawn - wanted) % 120;
    })()`);
    assert.ok(line <= 1 || line >= 119, `${language}: ${line} pixels apart`);
    await visit.finish();
  }
});

test("the label of a drag is seen whole at either edge of the screen", async () => {
  const visit = await open("rush");
  const { page } = visit;
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.locator(".card", { hasText: "Almeida Santos" }).hover();
  await page.mouse.down();
  await page.locator(".ghost").waitFor();
  for (const [table, words] of [
    ["T1", /Move to T1$/],
    ["1", /Almeida Santos/],
  ] as const) {
    await page.locator(`[id="table-${table}"]`).hover();
    await page.locator(".ghost", { hasText: words }).waitFor();
    const box = await page.locator(".ghost").boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 768, `${table}: ${JSON.stringify(box)}`);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await visit.finish();
});

test("a party with more guests than its tables have seats is marked on its card, its sheet, the plan and the timeline", async () => {
  const visit = await open("rush");
  const { page } = visit;
  await page.locator(".card", { hasText: "Kowalska" }).getByText("only 2 seats").waitFor();
  assert.equal(await page.locator(".card .tag.warn").count(), 1);
  await page.locator('[id="table-T5"] .table-few', { hasText: "7/6" }).waitFor();
  assert.equal(await page.locator('[id="table-T5"] title').textContent(), "T5, taken, only 6 seats, O’Brien");
  assert.match((await page.locator(".time-bar", { hasText: "Kowalska" }).textContent()) ?? "", /3\/2.*only 2 seats/);
  assert.equal(await page.locator('[id="table-11"] .table-few').count(), 0);
  await page.locator('[id="table-T5"]').click();
  await page.getByRole("dialog").getByText("only 6 seats").waitFor();
  await visit.assertAccessible();
  await visit.finish();
});

test("with letters twice as large nothing is cut and nothing scrolls sideways on a telephone", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/500|404/);
  await visit.open("/stand/rush");
  const { page } = visit;
  await page.locator(".floor .table").first().waitFor();
  await visit.assertLargeLetters();
  for (const opener of [
    ".card",
    ".door button:nth-child(1)",
    ".door button:nth-child(2)",
    ".door button:nth-child(3)",
  ]) {
    await page.locator(opener).first().click();
    await page.locator("dialog").waitFor();
    await visit.assertLargeLetters();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await visit.finish();
});

test("with letters twice as large the name of a party on a telephone has the line of its card", async () => {
  const visit = await browser.newPage();
  visit.expectComplaint(/500|404/);
  await visit.open("/stand/rush");
  const { page } = visit;
  const debuggee = await page.context().newCDPSession(page);
  await debuggee.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  const cut = await page
    .locator("#list .card .who b")
    .evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent),
    );
  assert.deepEqual(cut, []);
  await visit.finish();
});

test("with colours of the reader's own the chosen size and the line for now are still told", async () => {
  const visit = await open("rush");
  const { page } = visit;
  await page.emulateMedia({ forcedColors: "active" });
  const styleOf = (selector: string, name: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue("${name}")`,
    );
  const paper = await styleOf("body", "background-color");
  assert.notEqual(await styleOf(".timeline-now", "background-color"), paper);
  await page.locator(".door button").first().click();
  await page.locator(".size-grid [aria-pressed=true]").waitFor();
  assert.notEqual(
    await styleOf(".size-grid [aria-pressed=true]", "border-top-width"),
    await styleOf(".size-grid [aria-pressed=false]", "border-top-width"),
  );
  await visit.finish();
});
