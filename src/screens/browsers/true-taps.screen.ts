/**
 * A tap is for what lay under the finger when the finger came down. Lists move while people tap: browsers give the click of a
 * finger to whatever lies there when the finger leaves, and a person sees a list move only a moment after it has.
 */

/** Sooner after a row came to its place nobody can have meant that row. */
const surpriseMs = 300;
const tremblePixels = 10;
const actable = "button, a[href], input, select, textarea, label, summary, [data-unit], .over-inside, dialog";

/** What people tap in, and what comes and goes by itself. */
const rows = "li:not(li li), .bar";

interface Press {
  readonly on: Element | undefined;
  readonly x: number;
  readonly y: number;
  /** The finger came down on a row that had just come there. */
  readonly isSurprised: boolean;
}

/** Keeps the taps of a screen true, in its lists and its dialogs. */
export function keepTapsTrue(root: HTMLElement): void {
  const hasJustMoved = watchRows(root);
  let press: Press | undefined;
  const listen = (name: "pointerdown" | "pointercancel", take: (event: PointerEvent) => Press | undefined): void =>
    document.addEventListener(name, (event) => event.isPrimary && (press = take(event)), { capture: true });
  listen("pointercancel", () => undefined);
  listen("pointerdown", ({ target, clientX: x, clientY: y, pointerType }) => ({
    on: actableOf(target),
    x,
    y,
    // A mouse hides nothing of the list that it points to.
    isSurprised: pointerType !== "mouse" && hasJustMoved(target),
  }));
  document.addEventListener(
    "click",
    (event) => {
      // Clicks of keys and of the program have no place.
      if (press === undefined || !event.isTrusted || event.detail === 0) return;
      const { on, x, y, isSurprised } = press;
      press = undefined;
      if (!isSurprised && on === actableOf(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const isStill = Math.hypot(event.clientX - x, event.clientY - y) <= tremblePixels;
      if (!isSurprised && isStill) clickOn(on);
    },
    { capture: true },
  );
}

function actableOf(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(actable) ?? undefined) : undefined;
}

/** What was pressed and has moved away is still what was meant. */
function clickOn(element: Element | undefined): void {
  if (element?.isConnected !== true || element.matches(".over-inside, dialog, :disabled")) return;
  if (element instanceof HTMLElement) element.click();
  else element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** Follows where the rows of all lists and the bars lie; answers whether something is in a row that came to its place just now. */
function watchRows(root: HTMLElement): (target: EventTarget | null) => boolean {
  let corners = new Map<Element, DOMRect>();
  const movedAt = new WeakMap<Element, number>();
  let waits: "for a change" | "for a scroll" | undefined;
  const measure = (): void => {
    const isChange = waits === "for a change";
    waits = undefined;
    const now = performance.now();
    const measured = new Map<Element, DOMRect>();
    for (const row of root.querySelectorAll(rows)) {
      const [is, was] = [row.getBoundingClientRect(), corners.get(row)];
      measured.set(row, is);
      if (isChange && (was === undefined || Math.hypot(is.x - was.x, is.y - was.y) > tremblePixels)) {
        movedAt.set(row, now);
      }
    }
    corners = measured;
  };
  const measureAfter = (what: "for a change" | "for a scroll"): void => {
    const isAsked = waits !== undefined;
    if (waits !== "for a change") waits = what;
    if (isAsked) return;
    // After the browser has laid out and scrolled: reading them costs nothing then.
    requestAnimationFrame(() => setTimeout(() => waits !== undefined && measure()));
  };
  new MutationObserver(() => measureAfter("for a change")).observe(root, { childList: true, subtree: true });
  document.addEventListener("scroll", () => measureAfter("for a scroll"), { capture: true, passive: true });
  measureAfter("for a change");
  return (target) => {
    if (waits !== undefined) measure();
    const row = target instanceof Element ? target.closest(rows) : null;
    return row !== null && performance.now() - (movedAt.get(row) ?? -Infinity) < surpriseMs;
  };
}
