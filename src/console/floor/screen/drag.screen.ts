/**
 * Drags of the editor: things, the corner of a table, the ends of a wall, and the rectangle that chooses. Mouse and
 * finger share the code. During a drag the plan is drawn once a frame. A second finger ends the drag and begins a zoom.
 */
import type { ItemKey } from "../draft.ts";
import { move, pullCorner, pullEnd, snappedShift, type Shift } from "../edits.ts";
import { boxBetween, keysWithin } from "../plan-geometry.ts";
import { sayMoved } from "./items.screen.ts";
import { choose, edit, type Store } from "./store.screen.ts";

/** So far a pointer may tremble before it drags: a tap stays a tap. */
const tremblePixels = 5;

interface Grip {
  readonly pointer: number;
  readonly from: Shift;
  /** Whether it has moved far enough to be a drag. */
  isDrag: boolean;
  /** Draws what the drag would do with the pointer at a point of the plan. */
  readonly show: (to: Shift) => void;
  /** The pointer is lifted; `isDrag` says whether it was moved. */
  readonly end: (isDrag: boolean) => void;
}

/** Lets pointers drag on the plan. Answers what ends it. */
export function attachDrags(svg: SVGSVGElement, drawn: SVGGElement, store: Store): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let grip: Grip | undefined;
  let frame = 0;
  const toPlan = ({ clientX, clientY }: MouseEvent): Shift => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(drawn.getScreenCTM()?.inverse());
    return { x: point.x, y: point.y };
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    grip = undefined;
    store.preview.value = undefined;
    store.band.value = undefined;
    document.body.classList.remove("dragging");
  };
  svg.addEventListener(
    "pointerdown",
    (event) => {
      if (grip !== undefined || event.button !== 0) return stop();
      grip = gripAt(event, store, toPlan(event));
      // The gestures of the plan pan and pinch only while nothing is dragged.
      if (grip !== undefined) document.body.classList.add("dragging");
    },
    { signal, capture: true },
  );
  window.addEventListener(
    "pointermove",
    (event) => {
      const held = grip;
      if (held === undefined || event.pointerId !== held.pointer) return;
      const to = toPlan(event);
      const far = Math.hypot(to.x - held.from.x, to.y - held.from.y) * (drawn.getScreenCTM()?.a ?? 1);
      if (!held.isDrag && far < tremblePixels) return;
      held.isDrag = true;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => held.show(to));
    },
    { signal },
  );
  const lift = (event: PointerEvent): void => {
    const held = grip;
    if (held === undefined || event.pointerId !== held.pointer) return;
    if (held.isDrag) held.show(toPlan(event));
    held.end(held.isDrag);
    stop();
  };
  window.addEventListener("pointerup", lift, { signal });
  window.addEventListener("pointercancel", () => grip !== undefined && stop(), { signal });
  window.addEventListener("keydown", ({ key }) => key === "Escape" && grip !== undefined && stop(), { signal });
  return () => {
    stop();
    listening.abort();
  };
}

function gripAt(event: PointerEvent, store: Store, from: Shift): Grip | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const handle = event.target.closest("[data-handle]")?.getAttribute("data-handle");
  const base = { pointer: event.pointerId, from, isDrag: false };
  const [only] = store.chosen.peek();
  if (handle !== undefined && handle !== null && only !== undefined)
    return { ...base, ...handleGrip(store, only, handle) };
  const item = event.target.closest("[data-item]")?.getAttribute("data-item");
  const more = event.shiftKey || event.ctrlKey || event.metaKey || store.several.peek();
  if (item !== undefined && item !== null) return { ...base, ...itemGrip(store, item as ItemKey, from, more) };
  if (event.shiftKey || (store.several.peek() && event.pointerType === "mouse"))
    return { ...base, ...bandGrip(store, from) };
  if (!more) store.chosen.value = new Set();
  return undefined;
}

type Held = Pick<Grip, "show" | "end">;

/** A thing that is not chosen is dragged alone; one that is takes all that are chosen with it. */
function itemGrip(store: Store, key: ItemKey, from: Shift, more: boolean): Held {
  const { present } = store.history.peek();
  return {
    show(to) {
      if (!store.chosen.peek().has(key)) choose(store, key, more);
      const chosen = store.chosen.peek();
      const wanted = snappedShift(present, key, { x: to.x - from.x, y: to.y - from.y });
      store.preview.value = move(present, chosen, wanted);
    },
    end(isDrag) {
      if (!isDrag) choose(store, key, more);
      else drop(store, key);
    },
  };
}

function handleGrip(store: Store, key: ItemKey, handle: string): Held {
  const { present } = store.history.peek();
  return {
    show(to) {
      store.preview.value =
        handle === "corner" ? pullCorner(present, key, to) : pullEnd(present, key, handle === "end-1" ? 1 : 2, to);
    },
    end: (isDrag) => isDrag && drop(store, key),
  };
}

function drop(store: Store, key: ItemKey): void {
  const draft = store.preview.peek();
  if (draft === undefined) return;
  edit(store, draft);
  sayMoved(store, key);
}

function bandGrip(store: Store, from: Shift): Held {
  const before = store.chosen.peek();
  return {
    show(to) {
      const box = boxBetween(from, to);
      store.band.value = box;
      store.chosen.value = new Set([...before, ...keysWithin(store.history.peek().present, box)]);
    },
    end: () => {},
  };
}
