/** Takes the pictures of docs/operating.md: the operator's pages of the demonstration, on the day of the run. */
import type { Browser, Page } from "playwright-core";
import { startDemonstration } from "../proofs/rig/demonstration.ts";

interface OperatorPicture {
  readonly name: string;
  /** Below `/operator`. */
  readonly path: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly dark?: boolean;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const pictures: readonly OperatorPicture[] = [
  { name: "operator-health", path: "", size: { width: 1440, height: 1000 } },
  { name: "operator-onboard", path: "/apps/new", size: { width: 1180, height: 1100 } },
  {
    name: "operator-order",
    path: "/find",
    size: { width: 1180, height: 1100 },
    async act(page) {
      await page.goto(page.url().replace("/find", "/money"));
      await page.locator('a[href^="/operator/orders/"]').first().click();
      await page.waitForURL("**/operator/orders/*");
    },
  },
  { name: "operator-phone", path: "", size: { width: 390, height: 844 }, dark: true },
];

/** Takes the pictures whose name begins so, into a folder. */
export async function takeOperatorPictures(browser: Browser, folder: string, wanted: string): Promise<void> {
  const chosen = pictures.filter(({ name }) => name.startsWith(wanted));
  if (chosen.length === 0) return;
  const { baseUrl, signInUrlOf, stop } = await startDemonstration();
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(signInUrlOf("operator_admin"));
  for (const { name, path, size, dark = false, act } of chosen) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    await page.goto(`${baseUrl}/operator${path}`, { waitUntil: "networkidle" });
    await act?.(page);
    await page.screenshot({ path: `${folder}${name}.png` });
    console.log(`docs/images/${name}.png`);
  }
  await context.close();
  await stop();
}
