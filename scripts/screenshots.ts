/**
 * npm run screenshots: takes the pictures of docs/board.md with example orders and a clock that stands still, so that the
 * pictures change only when the board does. Needs Chromium (`/usr/bin/chromium` or CHROMIUM_PATH).
 */
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { startBoardServer } from "../test/harness/board-server.ts";
import { busyEvening, longNames } from "../test/harness/example-boards.ts";

const boards = { full: busyEvening(), empty: [], long: longNames() };

interface Picture {
  readonly name: string;
  readonly board: keyof typeof boards;
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
];

const folder = fileURLToPath(new URL("../docs/images/", import.meta.url));
const server = await startBoardServer(boards);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const picture of pictures) await take(picture);
await browser.close();
server.close();

async function take({ name, board, size, dark = false, act, isCut = false }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport: size,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  });
  await page.goto(`${server.url}/board/${board}${isCut ? "?cut" : ""}`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await act?.(page);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`docs/images/${name}.png`);
  await page.close();
}
