/**
 * npm run screenshots: takes the pictures of docs/board.md, docs/stand.md and docs/developers.md with examples and a
 * clock that does not move, so that the pictures change only when the screens do. Takes those of docs/console.md and
 * docs/operating.md of the demonstration. `npm run screenshots stand` takes those whose name begins so. Needs Chromium
 * (where the tests find it, or CHROMIUM_PATH).
 */
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { startBoardServer } from "../test/harness/board-server.ts";
import { busyEvening, longNames } from "../test/harness/example-boards.ts";
import { longNames as longGuests, nextEvening, readOnlyStand, rushHour } from "../test/harness/example-stands.ts";
import { someStandSnapshot } from "../test/harness/example-stand-parts.ts";
import { startAppServer } from "../test/harness/example-app.ts";
import { startStandServer } from "../test/harness/stand-server.ts";
import { takeConsolePictures } from "./console-pictures.ts";
import { takeOperatorPictures } from "./operator-pictures.ts";
import { findChromium } from "../test/harness/browser-server.ts";

const boards = { full: busyEvening(), empty: [], long: longNames() };
const stands = { full: rushHour(), empty: someStandSnapshot(), long: longGuests(), read: readOnlyStand() };

interface Picture {
  readonly name: string;
  /** The name of an example board, or of an example stand. */
  readonly board?: keyof typeof boards;
  readonly stand?: keyof typeof stands;
  /** A page of an app's developers. */
  readonly app?: "overview" | "event";
  readonly size: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
  readonly isCut?: boolean;
}

const tablet = { width: 1180, height: 820 };

const pictures: readonly Picture[] = [
  { name: "board-full", board: "full", size: tablet },
  { name: "board-dark", board: "full", size: { width: 1024, height: 768 }, dark: true },
  { name: "board-upright", board: "full", size: { width: 768, height: 1024 } },
  { name: "board-phone", board: "full", size: { width: 390, height: 844 } },
  { name: "board-empty", board: "empty", size: { width: 1024, height: 768 } },
  { name: "board-long-names", board: "long", size: { width: 1024, height: 768 } },
  { name: "board-accept", board: "full", size: tablet, act: (page) => page.locator(".acts .go").first().click() },
  {
    name: "board-lost",
    board: "full",
    size: tablet,
    isCut: true,
    act: (page) => page.locator(".bar.stale").waitFor(),
  },
  {
    name: "board-error",
    board: "full",
    size: tablet,
    async act(page) {
      await page.locator(".acts .go").first().click();
      await page.locator(".choices-grid button").first().click();
      await page.locator(".bar.failed").waitFor();
      await page.keyboard.press("Escape");
    },
  },
  { name: "stand-full", stand: "full", size: tablet },
  { name: "stand-dark", stand: "full", size: { width: 1024, height: 768 }, dark: true },
  { name: "stand-upright", stand: "full", size: { width: 768, height: 1024 } },
  { name: "stand-empty", stand: "empty", size: { width: 1024, height: 768 } },
  { name: "stand-long-names", stand: "long", size: { width: 1024, height: 768 } },
  { name: "stand-read-only", stand: "read", size: tablet },
  { name: "stand-party", stand: "full", size: tablet, act: (page) => page.locator(".card").nth(1).click() },
  {
    name: "stand-other-day",
    stand: "full",
    size: tablet,
    async act(page) {
      await page.route("**/bookings?date=*", (route) => route.fulfill({ json: nextEvening() }));
      await page.keyboard.press("d");
      await page.locator(".day-row").first().waitFor();
    },
  },
  {
    name: "stand-lost",
    stand: "full",
    size: tablet,
    isCut: true,
    act: (page) => page.locator(".bar.stale").waitFor(),
  },
  { name: "developer-overview", app: "overview", size: { width: 1024, height: 1100 } },
  { name: "developer-event", app: "event", size: { width: 1024, height: 1400 } },
  { name: "developer-phone", app: "overview", size: { width: 390, height: 1400 }, dark: true },
];

const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));
const [boardServer, standServer] = [await startBoardServer(boards), await startStandServer(stands)];
const appServer = await startAppServer();
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
const wanted = process.argv[2] ?? "";
for (const picture of pictures.filter(({ name }) => name.startsWith(wanted))) await take(picture);
await takeConsolePictures(browser, folder, wanted);
await takeOperatorPictures(browser, folder, wanted);
await browser.close();
boardServer.close();
standServer.close();
appServer.close();

async function take({ name, board, stand, app, size, dark = false, act, isCut = false }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: size,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  const screen = stand === undefined ? `${boardServer.url}/board/${board}` : `${standServer.url}/stand/${stand}`;
  if (app !== undefined) await page.goto(`${appServer.url}/app/${app}`);
  else await openScreen(page, `${screen}${isCut ? "?cut" : ""}`, stand !== undefined);
  await act?.(page);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`docs/images/${name}.png`);
  await page.close();
}

async function openScreen(page: Page, address: string, isStand: boolean): Promise<void> {
  await page.goto(address);
  if (isStand) await page.locator(".floor .table").first().waitFor();
  else await page.getByRole("button", { name: "Start", exact: true }).click();
}
