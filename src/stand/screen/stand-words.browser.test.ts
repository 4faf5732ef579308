import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { foreignScreenTexts } from "../../../test/harness/foreign-screen-text.ts";
import { startBrowser, type TestBrowser, type WatchedPage } from "../../../test/harness/browser.ts";
import { deepRoom, longNames, readOnlyStand, rushHour } from "../../../test/harness/example-stands.ts";
import { someStandSnapshot } from "../../../test/harness/example-stand-parts.ts";
import type { ScreenServer } from "../../../test/harness/screen-server.ts";
import { startStandServer } from "../../../test/harness/stand-server.ts";
import { waitUntil } from "../../../test/harness/wait-until.ts";

let server: ScreenServer;
let browser: TestBrowser;
before(async () => {
  server = await startStandServer({
    rush: rushHour(),
    empty: someStandSnapshot(),
    long: longNames(),
    read: readOnlyStand(),
    deep: deepRoom(),
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

/** What guests and tables are called on the plan. */
const names = ".table-who, .table-name, .plan-label";
/** Each thing that lies over the stand: what opens it. */
const openers: readonly (readonly string[])[] = [
  [".card"],
  [".card", ".sheet-acts button:nth-child(1)"],
  [".card", ".sheet-acts button:nth-child(2)"],
  [".card", ".sheet-acts button:nth-child(4)"],
  [".card", ".sheet-acts button:nth-child(5)"],
  [".card", ".sheet-acts button:last-child"],
  ["#tab-queue", ".card"],
  ["#tab-queue", ".card", ".sheet-acts button:nth-child(1)"],
  ["#tab-queue", ".card", ".sheet-acts button:nth-child(3)"],
  ["#tab-queue", ".card", ".sheet-acts button:last-child"],
  ["#tab-seated", ".card", ".sheet-acts button:nth-child(1)"],
  [".table.look-due"],
  [".table.look-blocked"],
  [".door button:nth-child(1)"],
  [".door button:nth-child(2)"],
  [".head-acts button:nth-child(1)"],
  [".head-acts button:nth-child(2)"],
  [".head-acts button:nth-child(3)"],
  ["#tab-book", ".groups-button"],
  ["#tab-book", ".alerts-button"],
];

test("every text of the stand is one of its words, and axe finds nothing in any dialog", async () => {
  const visit = await open("rush?lang=en-XA");
  const { page } = visit;
  assert.deepEqual(await foreignScreenTexts(page, names), []);
  for (const path of openers) {
    for (const opener of path) await page.locator(opener).first().click();
    await page.locator("dialog").waitFor();
    assert.deepEqual(await foreignScreenTexts(page, names), [], path.join(" > "));
    await visit.assertAccessible();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await visit.finish();
});

const sizes = [
  { width: 1024, height: 768 },
  { width: 1180, height: 820 },
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
];

/** The full evening is looked at in every size, the others in the narrowest of each shape. */
const narrowest = sizes.filter(({ width }) => width <= 1024);
/** What has few words fits wherever the full evening does. */
const upright = sizes.filter(({ width }) => width < 1024);

test("axe finds nothing, no target is small and nothing scrolls sideways, at every size, light and dark", async () => {
  for (const name of ["rush", "empty", "long", "read"]) {
    const visit = await open(name);
    const { page } = visit;
    for (const size of name === "rush" ? sizes : name === "long" ? narrowest : upright) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: size.width === 1180 ? "dark" : "light" });
      await visit.assertAccessible();
      const small = await page.evaluate<string[]>(`[...document.querySelectorAll("button, input, a, .table .top")]
        .filter((each) => each.getClientRects().length > 0)
        .filter((each) => each.getBoundingClientRect().height < 43.9 || each.getBoundingClientRect().width < 43.9)
        .map((each) => each.outerHTML)`);
      assert.deepEqual(small, [], `targets under 44 pixels of ${name} at ${size.width}`);
      assert.equal(
        await page.evaluate("document.documentElement.scrollWidth > innerWidth"),
        false,
        `${name} at ${size.width}`,
      );
    }
    await visit.finish();
  }
});

/** The buttons and figures whose words do not lie inside them, and what lies outside the screen at its side. */
const cutWords = `(() => {
  const isOutside = (inner, outer) => inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5;
  const screen = { left: 0, right: innerWidth };
  return [...document.querySelectorAll(".door button, .tab, .pane-switch button, .zooms button, .chips, .figures > div")]
    .filter((each) => each.getClientRects().length > 0)
    .filter((each) => {
      const words = document.createRange();
      words.selectNodeContents(each);
      const box = each.getBoundingClientRect();
      return isOutside(box, screen) || (!each.matches(".chips") && isOutside(words.getBoundingClientRect(), box));
    })
    .map((each) => each.textContent);
})()`;

test("long German words stay inside their buttons, tabs and figures, on tablets and on a telephone", async () => {
  const visit = await open("rush?lang=de");
  for (const size of [...sizes, { width: 390, height: 844 }]) {
    await visit.page.setViewportSize(size);
    assert.deepEqual(await visit.page.evaluate(cutWords), [], `at ${size.width}`);
  }
  await visit.finish();
});

test("Find begins in its field, by key and by button", async () => {
  const visit = await open("rush");
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  for (const start of [
    () => page.keyboard.press("/"),
    () => page.getByRole("button", { name: "Find a party" }).click(),
  ]) {
    await start();
    await dialog.waitFor();
    await page.keyboard.type("Weber");
    await dialog.locator(".row-button", { hasText: "Weber" }).waitFor();
    assert.equal(await dialog.locator("input").inputValue(), "Weber");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  await visit.finish();
});

test("a walk-in is seated by keys alone: a digit, a name and Enter (rules/stand 1.7)", async () => {
  const visit = await open("empty");
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  const sent = page.waitForRequest((request) => request.url().endsWith("/walk_ins"));
  await page.keyboard.press("n");
  await dialog.waitFor();
  await page.keyboard.press("4");
  await dialog.locator(".size-grid button[aria-pressed=true]", { hasText: "4" }).waitFor();
  await page.keyboard.type("Zoe");
  assert.equal(await dialog.locator("#name").inputValue(), "Zoe");
  await page.keyboard.press("Enter");
  const text = (await sent).postData() ?? "";
  assert.match(text, /"party_size":4\b/);
  assert.match(text, /Zoe/);
  await visit.finish();
});

test("a party of the queue is told to come, with own words; two fingers zoom the plan (rules/stand 1.7)", async () => {
  const visit = await open("rush");
  const { page } = visit;
  const dialog = page.getByRole("dialog");
  const sent = page.waitForRequest((request) => request.url().endsWith("/notify"));
  await page.getByRole("tab", { name: /^Queue/ }).click();
  await page.locator(".card", { hasText: "Okafor" }).click();
  await dialog.getByRole("button", { name: "Tell to come" }).click();
  await dialog.locator("#words").fill("The window table");
  await dialog.getByRole("button", { name: "Tell to come" }).click();
  assert.match((await sent).postData() ?? "", /"message":"The window table"/);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const plan = await page.locator(".floor").boundingBox();
  assert.ok(plan !== null);
  const scale = async (): Promise<number> => {
    const drawn = (await page.locator(".floor > g").getAttribute("transform")) ?? "";
    return Number(/scale\(([\d.]+)\)/.exec(drawn)?.[1]);
  };
  const before = await scale();
  const debug = await page.context().newCDPSession(page);
  const y = plan.y + plan.height / 2;
  const fingersApart = (pixels: number) =>
    [-pixels, pixels].map((by, id) => ({ x: plan.x + plan.width / 2 + by / 2, y, id }));
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number; id: number }[]) =>
    debug.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", fingersApart(100));
  for (const pixels of [120, 140, 160]) await touch("touchMove", fingersApart(pixels));
  await touch("touchEnd", []);
  await waitUntil(scale, (now) => now > before * 1.3);
  assert.equal(await dialog.count(), 0, "two fingers are no tap");
  await visit.finish();
});

test("upright, the whole of a wide room is seen below the lists, and of a deep one beside them", async () => {
  const visit = await open("rush");
  const { page } = visit;
  const isInside = `(() => {
    const [floor, ...drawn] = [...document.querySelectorAll(".floor, .floor > g")].map((each) => each.getBoundingClientRect());
    return drawn.every(({ left, right, top, bottom }) =>
      left >= floor.left && right <= floor.right && top >= floor.top && bottom <= floor.bottom);
  })()`;
  for (const size of upright) {
    await page.setViewportSize(size);
    await waitUntil(
      () => page.evaluate<boolean>(isInside),
      (whole) => whole,
    );
    const [lists, floor] = [await page.locator(".lists").boundingBox(), await page.locator(".floor").boundingBox()];
    assert.ok((lists?.y ?? 0) + (lists?.height ?? 0) <= (floor?.y ?? 0), `the lists stand above at ${size.width}`);
  }
  await visit.finish();
  const deep = await open("deep");
  await deep.page.setViewportSize({ width: 768, height: 1024 });
  await waitUntil(
    () => deep.page.evaluate<boolean>(isInside),
    (whole) => whole,
  );
  const [lists, floor] = [
    await deep.page.locator(".lists").boundingBox(),
    await deep.page.locator(".floor").boundingBox(),
  ];
  assert.ok((lists?.x ?? 0) + (lists?.width ?? 0) <= (floor?.x ?? 0), "the lists stand beside");
  await deep.finish();
});

test("at 768 x 1024 lists and plan are seen at once, and the timeline takes the place of the plan", async () => {
  const visit = await open("rush");
  const { page } = visit;
  await page.setViewportSize({ width: 768, height: 1024 });
  assert.equal(await page.locator(".list").isVisible(), true);
  assert.equal(await page.locator(".timeline").isVisible(), false);
  await page.getByRole("button", { name: "Timeline", exact: true }).click();
  assert.equal(await page.locator(".timeline").isVisible(), true);
  assert.ok(
    await page.evaluate<boolean>('document.querySelector(".timeline-scroll").scrollLeft > 0'),
    "begins near now",
  );
  // Of a bar that begins further back, the label stands beside the names of the tables.
  const long = page.locator(".bar-in_service", { hasText: "Bauer" });
  await page.evaluate(`(() => {
    const bar = [...document.querySelectorAll(".bar-in_service")].find((one) => one.textContent.includes("Bauer"));
    const box = bar.closest(".timeline-scroll");
    box.style.maxInlineSize = "20rem";
    box.scrollLeft += bar.getBoundingClientRect().left - box.getBoundingClientRect().left - 60;
  })()`);
  const [name, label] = await Promise.all([
    long.locator("xpath=..").locator(".time-name").boundingBox(),
    long.locator(".time-label").boundingBox(),
  ]);
  const [end, start] = [(name?.x ?? NaN) + (name?.width ?? NaN), label?.x ?? NaN];
  assert.ok(start >= end && start < end + 20, `the names end at ${end}, the label begins at ${start}`);
  assert.equal(await page.locator(".floor").isVisible(), false);
  await visit.finish();
});

test("the stand is read from the right; a book that is only read has no acts, and says why (rules/stand 1.4)", async () => {
  const right = await open("rush?lang=ar-XB");
  const list = await right.page.locator(".aside").boundingBox();
  const plan = await right.page.locator(".floor").boundingBox();
  assert.ok((list?.x ?? 0) > (plan?.x ?? 0), "the lists stand at the right");
  await right.finish();
  const visit = await open("read");
  const { page } = visit;
  await page.getByText(/^Another system keeps this book/).waitFor();
  assert.equal(await page.locator(".door, .next").count(), 0);
  await page.locator(".card").first().click();
  assert.equal(await page.locator("dialog .sheet-acts button, dialog .go").count(), 0);
  await visit.finish();
});
