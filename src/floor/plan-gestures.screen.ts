/**
 * Pan and zoom of the plan. A move changes one attribute of one element, once a frame. Nothing is drawn again while
 * fingers move.
 */
import { fit, pan, reveal, zoom, type Box, type PlanView, type Point, type Size } from "./plan-view.ts";

export interface PlanHandle {
  /** Shows a box of the plan as large as it fits. */
  show(box: Box): void;
  zoom(factor: number): void;
  /** Moves the plan so that a box is seen. */
  reveal(box: Box): void;
  end(): void;
}

/** Lets fingers, a mouse and buttons move the plan; shows all of it to begin with and whenever the view changes its size. */
export function attachPlan(svg: SVGSVGElement, drawn: SVGGElement, boundsOf: () => Box): PlanHandle {
  const sizeOf = (): Size => ({ width: svg.clientWidth, height: svg.clientHeight });
  let view: PlanView = fit(boundsOf(), sizeOf());
  let frame = 0;
  const draw = (next: PlanView): void => {
    view = next;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      drawn.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
    });
  };
  draw(view);
  const sizes = new ResizeObserver(() => draw(fit(boundsOf(), sizeOf())));
  sizes.observe(svg);
  const within = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const listening = new AbortController();
  listenToFingers(svg, within, listening.signal, {
    pan: (by) => draw(pan(view, by, boundsOf(), sizeOf())),
    zoom: (factor, at) => draw(zoom(view, factor, at)),
  });
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    draw(zoom(view, event.deltaY < 0 ? 1.1 : 1 / 1.1, within(event)));
  };
  svg.addEventListener("wheel", onWheel, { signal: listening.signal, passive: false });
  return {
    show: (box) => draw(fit(box, sizeOf())),
    zoom(factor) {
      const { width, height } = sizeOf();
      draw(zoom(view, factor, { x: width / 2, y: height / 2 }));
    },
    reveal: (box) => draw(reveal(view, box, sizeOf())),
    end() {
      listening.abort();
      sizes.disconnect();
      cancelAnimationFrame(frame);
    },
  };
}

interface Moves {
  readonly pan: (by: Point) => void;
  readonly zoom: (factor: number, at: Point) => void;
}

/** So far a finger may tremble before it pans: a tap stays a tap. */
const tremblePixels = 8;

function listenToFingers(
  svg: SVGSVGElement,
  within: (event: MouseEvent) => Point,
  signal: AbortSignal,
  moves: Moves,
): void {
  const fingers = new Map<number, Point>();
  let began: Point | undefined;
  svg.addEventListener(
    "pointerdown",
    (event) => {
      fingers.set(event.pointerId, within(event));
      began = fingers.size === 1 ? within(event) : undefined;
    },
    { signal },
  );
  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    // A party that is being dragged moves, and not the plan.
    if (before === undefined || document.body.classList.contains("dragging")) return;
    const now = within(event);
    if (fingers.size === 1) {
      if (began !== undefined && Math.hypot(now.x - began.x, now.y - began.y) < tremblePixels) return;
      began = undefined;
      moves.pan({ x: now.x - before.x, y: now.y - before.y });
    } else if (fingers.size === 2) pinch(fingers, event.pointerId, now, moves);
    fingers.set(event.pointerId, now);
  };
  const leave = (event: PointerEvent): void => void fingers.delete(event.pointerId);
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", leave, { signal });
  window.addEventListener("pointercancel", leave, { signal });
}

function pinch(fingers: ReadonlyMap<number, Point>, moved: number, now: Point, { pan, zoom }: Moves): void {
  const before = fingers.get(moved);
  const still = [...fingers].find(([id]) => id !== moved)?.[1];
  if (before === undefined || still === undefined) return;
  const far = ({ x, y }: Point): number => Math.max(1, Math.hypot(x - still.x, y - still.y));
  zoom(far(now) / far(before), { x: (now.x + still.x) / 2, y: (now.y + still.y) / 2 });
  pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
}
