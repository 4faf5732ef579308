/** A finger on a touch screen, for tests where a mouse behaves differently. */
import type { Page } from "playwright-core";

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Puts a finger down, draws it from point to point, and lifts it. */
export async function dragByFinger(page: Page, from: Point, ...through: readonly Point[]): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    debug.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }) => ({ x, y })) });
  await send("touchStart", [from]);
  for (const point of through) await send("touchMove", [point]);
  await send("touchEnd", []);
  await debug.detach();
}
