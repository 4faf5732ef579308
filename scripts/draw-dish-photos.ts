/**
 * npm run photos: draws the photos of the demonstration menus into examples/photos, one of about 10 KB for each dish, and
 * the logos and large pictures of the two locations into examples/pictures. They are WebP, because the package contains
 * them. Needs Chromium (where the tests find it, or CHROMIUM_PATH).
 */
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { dishes } from "./dish-pictures.ts";
import { drawDish, drawing } from "./dish-shapes.ts";
import { placePictures } from "./place-pictures.ts";
import { findChromium } from "../test/harness/browser-server.ts";

/** Of a hundred; what is drawn has soft edges, and a grain that nobody misses. */
const quality = 72;
const root = fileURLToPath(new URL("../examples/", import.meta.url));
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
const session = await page.context().newCDPSession(page);
for (const [menu, drawings] of Object.entries(dishes)) {
  await mkdir(`${root}photos/${menu}`, { recursive: true });
  for (const [number, [name, draw]] of Object.entries(drawings).entries()) {
    await write(`photos/${menu}/${name}.webp`, drawDish(draw, number));
  }
}
for (const [place, pictures] of Object.entries(placePictures)) {
  await mkdir(`${root}pictures/${place}`, { recursive: true });
  for (const [name, { width, height, draw }] of Object.entries(pictures)) {
    await page.setViewportSize({ width, height });
    await write(`pictures/${place}/${name}.webp`, drawing({ width, height, seed: 3 }, draw()));
  }
}
await browser.close();

async function write(file: string, svg: string): Promise<void> {
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
  const bytes = Buffer.from(data, "base64");
  await writeFile(`${root}${file}`, bytes);
  console.log(`examples/${file} ${Math.round(bytes.length / 1_000)} KB`);
}
