/** Takes the pictures of docs/console.md: the manager's pages of the demonstration, on the day of the run. */
import type { Browser, Page } from "playwright-core";
import { startDemonstration } from "../proofs/rig/demonstration.ts";

interface ConsolePicture {
  readonly name: string;
  /** Of the page, below the restaurant's. */
  readonly path: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  /** What is shown before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const tablet = { width: 1180, height: 820 };

const pictures: readonly ConsolePicture[] = [
  { name: "console-today", path: "today", size: tablet },
  { name: "console-reports", path: "reports", size: { width: 1180, height: 900 } },
  { name: "console-floor", path: "floor", size: tablet },
  { name: "console-zones", path: "zones", size: tablet },
  { name: "console-dark", path: "menu", size: tablet, dark: true },
  { name: "console-phone", path: "today", size: { width: 390, height: 844 } },
  {
    name: "console-mistake",
    path: "ordering",
    size: { width: 820, height: 700 },
    async act(page) {
      await page.getByLabel("Phone to text when nobody looks at an order").fill("12");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator('[aria-invalid="true"]').first().scrollIntoViewIfNeeded();
    },
  },
];

/** Takes the pictures whose name begins so, into a folder. */
export async function takeConsolePictures(browser: Browser, folder: string, wanted: string): Promise<void> {
  const chosen = pictures.filter(({ name }) => name.startsWith(wanted));
  if (chosen.length === 0) return;
  const { baseUrl, locationId, signInUrlOf, stop } = await startDemonstration();
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(signInUrlOf("manager"));
  for (const { name, path, size, dark = false, act } of chosen) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    await page.goto(`${baseUrl}/console/${locationId}/${path}`, { waitUntil: "networkidle" });
    await act?.(page);
    await page.screenshot({ path: `${folder}${name}.png` });
    console.log(`docs/images/${name}.png`);
  }
  await context.close();
  await stop();
}
