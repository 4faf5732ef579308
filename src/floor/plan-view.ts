/** The visible part of the plan: scale and shift, from fingers that pinch and pan. Pure. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of the plan is drawn at `point * scale + shift`, in pixels of the view. */
export interface PlanView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A table of a metre is never drawn smaller than a finger and its letters need. */
const leastScale = 0.5;
const mostScale = 3;

/** Shows a box as large as it fits into the view; what does not fit at the least scale is reached by panning. */
export function fit(box: Box, view: Size): PlanView {
  const wanted = Math.min(view.width / box.width, view.height / box.height);
  const scale = clamp(wanted, leastScale, 1.1);
  const shift = (from: number, length: number, room: number): number =>
    length * scale <= room ? (room - length * scale) / 2 - from * scale : -from * scale;
  return { scale, x: shift(box.x, box.width, view.width), y: shift(box.y, box.height, view.height) };
}

/** Zooms so that the point of the plan under `at` stays there. */
export function zoom(view: PlanView, factor: number, at: Point): PlanView {
  const scale = clamp(view.scale * factor, leastScale, mostScale);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** Pans by pixels; at least a quarter of the view stays covered by the plan. */
export function pan(view: PlanView, by: Point, bounds: Box, size: Size): PlanView {
  const inside = (shift: number, from: number, length: number, room: number): number => {
    const least = room * 0.25 - (from + length) * view.scale;
    const most = room * 0.75 - from * view.scale;
    return clamp(shift, Math.min(least, most), Math.max(least, most));
  };
  return {
    scale: view.scale,
    x: inside(view.x + by.x, bounds.x, bounds.width, size.width),
    y: inside(view.y + by.y, bounds.y, bounds.height, size.height),
  };
}

/** Shifts the view so that a box lies inside, when it does not. */
export function reveal(view: PlanView, box: Box, size: Size): PlanView {
  const into = (shift: number, from: number, length: number, room: number): number => {
    const start = from * view.scale + shift;
    const end = start + length * view.scale;
    if (start < 0) return shift - start + 8;
    return end > room ? shift - (end - room) - 8 : shift;
  };
  return {
    scale: view.scale,
    x: into(view.x, box.x, box.width, size.width),
    y: into(view.y, box.y, box.height, size.height),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
