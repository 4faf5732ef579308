/**
 * A real board among the screens of bench:live: Chromium with the page of the board, and the time when each change was
 * painted.
 */
import { chromium } from "playwright-core";
import { findChromium } from "../test/harness/browser-server.ts";

export interface PaintedBoard {
  /** When each change was seen after a paint, in milliseconds of the system's clock, by `order status`. */
  end(): Promise<ReadonlyMap<string, number>>;
}

/** After a frame the next task comes behind its paint: what stands in the document then has been painted. */
const watchPaints = `
  window.painted = new Map();
  const note = () => {
    const at = performance.timeOrigin + performance.now();
    for (const [column, status] of [["new", "PENDING"], ["preparing", "ACCEPTED"]])
      for (const card of document.querySelectorAll(".column-" + column + " [id^=ord_]")) {
        const key = card.id + " " + status;
        if (!window.painted.has(key)) window.painted.set(key, at);
      }
  };
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(note))).observe(document, { childList: true, subtree: true });
`;

/** Opens the board of the location for somebody who is signed in, and starts it. */
export async function openPaintedBoard(url: string, locationId: string, token: string): Promise<PaintedBoard> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox"],
  });
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, reducedMotion: "reduce" });
  await context.addCookies([{ name: "maple_session", value: token, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/board/${locationId}`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.evaluate(watchPaints);
  return {
    async end() {
      const painted = await page.evaluate<[string, number][]>("[...window.painted]");
      await browser.close();
      return new Map(painted);
    },
  };
}
