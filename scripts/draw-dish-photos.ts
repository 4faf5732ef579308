/**
 * npm run photos: draws the photos of the demonstration menus into examples/photos, one of about 30 KB for each dish. Needs
 * Chromium (`/usr/bin/chromium` or CHROMIUM_PATH).
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { dishes } from "./dish-pictures.ts";
import { drawDish } from "./dish-shapes.ts";

const quality = 82;
const root = fileURLToPath(new URL("../examples/photos/", import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
for (const [menu, drawings] of Object.entries(dishes)) {
  await mkdir(`${root}${menu}`, { recursive: true });
  for (const [number, [name, draw]] of Object.entries(drawings).entries()) {
    await page.setContent(`<body style="margin:0">${drawDish(draw, number)}</body>`);
    const bytes = await page.screenshot({ type: "jpeg", quality });
    await writeFile(`${root}${menu}/${name}.jpg`, bytes);
    console.log(`examples/photos/${menu}/${name}.jpg ${Math.round(bytes.length / 1_000)} KB`);
  }
}
await browser.close();
