/** A finger on a touch screen, for tests where a mouse behaves differently. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

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

/** Puts a finger down in the middle of an element; what is answered lifts it there, whatever lies below it by then. */
export async function pressByFinger(page: Page, target: Locator): Promise<() => Promise<void>> {
  const at = await middleOf(target);
  const debug = await page.context().newCDPSession(page);
  await debug.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  return async () => {
    await debug.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await debug.detach();
  };
}

/** What taps at the place where the middle of an element is now, whatever lies there later. */
export async function tapsAt(page: Page, target: Locator): Promise<() => Promise<void>> {
  const { x, y } = await middleOf(target);
  return () => page.touchscreen.tap(x, y);
}

async function middleOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  assert.ok(box !== null);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
