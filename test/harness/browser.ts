/**
 * Pages in a real browser: the Chromium of the run, driven by playwright-core. One connection per test file
 * (`startBrowser` in `before`, `close` in `after`). Each page has its own context, so no page sees anything of another.
 * Every page is watched: a request to anybody but the service, an error on the console, a violation of the page's policy
 * or an unhandled exception fails the test at `page.finish()`.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type BrowserContextOptions, type Locator, type Page, type Response } from "playwright-core";
import { browserAddress } from "./browser-server.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The widths that every page is tried at, in CSS pixels. */
export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;
export type Screen = keyof typeof screens;

export interface PageOptions {
  readonly screen?: Screen;
  readonly dark?: boolean;
  /** False: as for a visitor whose browser runs no script. */
  readonly script?: boolean;
}

export interface WatchedPage {
  /** Playwright's page, for everything that is not here. */
  readonly page: Page;
  /** Opens a path of the service. */
  open(path: string): Promise<Response>;
  /** axe-core with the rules of WCAG 2.2 AA finds nothing. */
  assertAccessible(): Promise<void>;
  /** Nothing has to be scrolled sideways at 200 % zoom (640 pixels of a 1280 screen) and at 320 pixels. */
  assertReflows(): Promise<void>;
  /** The same on a phone whose owner has set letters twice as large; no button cuts its words, no list or dialog scrolls sideways. */
  assertLargeLetters(): Promise<void>;
  /** Presses Tab until the element of this selector has the focus, and that is visible; fails after `most` presses. */
  tabTo(selector: string, most?: number): Promise<void>;
  /** Saves a picture when MAPLE_SCREENSHOTS names a folder. */
  picture(name: string): Promise<void>;
  /** Says that a console error matching this is meant, for example of a 404 that is looked for. */
  expectComplaint(pattern: RegExp): void;
  /** Closes the page; fails when something was wrong with it. */
  finish(): Promise<void>;
}

export interface TestBrowser {
  newPage(options?: PageOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** Opens the run's browser for the pages of a service at `origin`. */
export async function startBrowser(origin: string): Promise<TestBrowser> {
  const browser = await chromium.connect(browserAddress());
  return {
    newPage: async (options = {}) => {
      const context = await browser.newContext(contextOptions(origin, options));
      context.setDefaultTimeout(60_000);
      const page = await context.newPage();
      waitForOneOfMany(page);
      return watch(page, origin);
    },
    close: () => browser.close(),
  };
}

/**
 * Lets `waitFor` of every locator be content with one of several elements. A dialog that closes and the page behind it may
 * show the same text for a moment: Playwright refuses to wait then, on a slow machine only. Clicks stay strict.
 */
function waitForOneOfMany(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator("html")) as Locator & { readonly waitsForOne?: true };
  if (locators.waitsForOne === true) return;
  const waitFor: Locator["waitFor"] = Reflect.get(locators, "waitFor");
  Object.assign(locators, {
    waitsForOne: true,
    waitFor(this: Locator, options: Parameters<Locator["waitFor"]>[0] = {}): Promise<void> {
      const among =
        options.state === "detached" || options.state === "attached" ? this : this.filter({ visible: true });
      return waitFor.call(among.first(), options);
    },
  });
}

function contextOptions(
  origin: string,
  { screen = "phone", dark = false, script = true }: PageOptions,
): BrowserContextOptions {
  return {
    baseURL: origin,
    viewport: screens[screen],
    hasTouch: screen === "phone",
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    javaScriptEnabled: script,
    locale: "en-GB",
    timezoneId: "Asia/Tokyo",
  };
}

function watch(page: Page, origin: string): WatchedPage {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url)) complaints.push(`a request left for ${url}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  return {
    page,
    async open(path) {
      const response = await page.goto(path);
      assert.ok(response !== null, `${path} gave no answer`);
      return response;
    },
    assertAccessible: () => assertAccessible(page),
    assertReflows: () => assertReflows(page),
    assertLargeLetters: () => assertLargeLetters(page),
    tabTo: (selector, most = 60) => tabTo(page, selector, most),
    picture: (name) => savePicture(page, name),
    expectComplaint: (pattern) => void expected.push(pattern),
    async finish() {
      await page.context().close();
      const meant = (complaint: string): boolean => expected.some((pattern) => pattern.test(complaint));
      assert.deepEqual(
        complaints.filter((complaint) => !meant(complaint)),
        [],
      );
    },
  };
}

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * What axe finds in a page, one text for each. axe runs in the page through the debugger, which the page's policy does not bind. Below a modal dialog nothing can be
 * reached: there the dialog alone is looked at.
 */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const tags = JSON.stringify(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource);
  const violations = await page.evaluate<AxeViolation[]>(
    `axe.run(document.querySelector("dialog:modal") ?? document, {
      runOnly: { type: "tag", values: ${tags} },
      resultTypes: ["violations"],
      selectors: false,
      // What is loaded once more before is read by the rules about sound and films alone.
      preload: document.querySelector("audio, video") !== null,
    }).then((r) => r.violations)`,
  );
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary ?? ""}`).join("\n")}`,
  );
}

async function assertAccessible(page: Page): Promise<void> {
  const found = await axeFindings(page);
  assert.equal(found.length, 0, `axe finds on ${page.url()}:\n${found.join("\n")}`);
}

async function assertReflows(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await assertNotWider(page, `at ${width} pixels`);
  }
  if (before !== null) await page.setViewportSize(before);
}

async function assertNotWider(page: Page, where: string): Promise<void> {
  const wide = await page.evaluate<string[]>(`[...document.querySelectorAll("body *")]
    .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().right > innerWidth + 1
      && !element.closest("[data-scrolls], .unseen"))
    .map((element) => element.outerHTML.slice(0, 120))`);
  const scrolls = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  assert.ok(scrolls <= 0, `${where} ${page.url()} scrolls sideways by ${scrolls}: ${wide.slice(0, 3).join("\n")}`);
}

async function assertLargeLetters(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(screens.phone);
  const debuggee = await page.context().newCDPSession(page);
  await debuggee.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await assertNotWider(page, "with large letters");
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll("button, .button, .chip")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && !each.matches(".unseen"))
    .map((each) => each.outerHTML.slice(0, 120))`);
  assert.deepEqual(cut, [], `with large letters ${page.url()} cuts buttons`);
  const hidden = await page.evaluate<string[]>(`[...document.querySelectorAll("body *")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)
      && each.clientWidth > 0 && !each.matches("textarea") && !each.closest("[data-scrolls], .unseen"))
    .map((each) => each.outerHTML.slice(0, 120))`);
  assert.deepEqual(hidden, [], `with large letters a part of ${page.url()} scrolls sideways`);
  await debuggee.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  await debuggee.detach();
  if (before !== null) await page.setViewportSize(before);
}

async function tabTo(page: Page, selector: string, most: number): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press("Tab");
    const there = await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`);
    if (!there) continue;
    const seen = await page.evaluate<boolean>(`(() => {
      const element = document.activeElement;
      const shown = element.matches("input[type=radio], input[type=checkbox]") ? (element.closest("label") ?? element) : element;
      return [element, shown].some((each) => getComputedStyle(each).outlineStyle !== "none");
    })()`);
    assert.ok(seen, `${selector} has the focus, and nothing shows it`);
    return;
  }
  assert.fail(`${selector} was not reached with ${most} presses of Tab on ${page.url()}`);
}

async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["MAPLE_SCREENSHOTS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
