/**
 * Drags a party onto a table: a press of 300 ms takes the party up, and letting go does what the label says. One element
 * moves, once a frame; nothing is drawn again while a finger moves.
 */
import { actOnParty } from "./acts.screen.ts";
import { dropOn, type Dragged, type DragMeaning } from "../state/drag-meaning.ts";
import { draggedStart } from "../state/timeline-layout.ts";
import { failed, isCovered } from "../../screens/screen-store.screen.ts";
import { nameOf, tablesText } from "./names.screen.ts";
import { moveParty, seatParty, seatWaiter, swapParties } from "./seat.screen.ts";
import { searchStarts } from "./starts.screen.ts";
import type { Store } from "./store.screen.ts";

const pressMs = 300;
const tremblePixels = 10;

interface Drag {
  readonly dragged: Dragged;
  /** Whether a bar of the timeline is dragged: sideways it changes its time. */
  readonly isBar: boolean;
  /** What the finger pressed. */
  readonly pressedOn: EventTarget | null;
  readonly pointerId: number;
  readonly from: { readonly x: number; readonly y: number };
  readonly ghost: HTMLElement;
  over: Element | undefined;
  meaning: DragMeaning | undefined;
  startsAt: number | undefined;
  /** Whether the finger has moved: a long press that goes nowhere is a tap. */
  hasMoved: boolean;
}

/** Listens to long presses on everything that carries a party. */
export function listenToDrags(store: Store): void {
  let pressed: { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number } | undefined;
  let drag: Drag | undefined;
  let frame = 0;
  /** Escape ended a drag, and the finger is still down: its click is not meant either. */
  let isLetGo = false;
  let at = { x: 0, y: 0 };

  const release = (): void => {
    if (pressed !== undefined) clearTimeout(pressed.timer);
    pressed = undefined;
  };
  const end = (): void => {
    release();
    if (drag === undefined) return;
    cancelAnimationFrame(frame);
    frame = 0;
    drag.over?.classList.remove("drop", "drop-no");
    drag.ghost.remove();
    document.body.classList.remove("dragging");
    drag = undefined;
  };
  document.addEventListener("pointerdown", (event) => {
    end();
    const source = sourceOf(event);
    if (source === undefined || isCovered(store) || store.stand.peek().settings.readOnly !== null) return;
    const { clientX: x, clientY: y, pointerId } = event;
    at = { x, y };
    const begin = (): void => {
      const dragged = draggedOf(store, source.dataset["drag"] ?? "");
      if (dragged === undefined || store.stale.peek()) return;
      const isBar = source.dataset["drag"]?.startsWith("bar:") === true;
      drag = {
        dragged,
        isBar,
        pressedOn: event.target,
        pointerId,
        from: at,
        ghost: makeGhost(),
        over: undefined,
        meaning: undefined,
        startsAt: undefined,
        hasMoved: false,
      };
      document.body.classList.add("dragging");
      navigator.vibrate?.(20);
      show(store, drag, at);
    };
    pressed = { timer: setTimeout(begin, pressMs), x, y };
  });
  document.addEventListener("pointermove", (event) => {
    if (pressed !== undefined && drag === undefined) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > tremblePixels) release();
      return;
    }
    if (drag === undefined || event.pointerId !== drag.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    drag.hasMoved ||= Math.hypot(at.x - drag.from.x, at.y - drag.from.y) > tremblePixels;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (drag !== undefined) show(store, drag, at);
    });
  });
  document.addEventListener("pointerup", () => {
    const done = drag;
    if (done?.hasMoved === true) show(store, done, at);
    end();
    // A finger that presses long makes no click of its own, a mouse does: one is made, the other swallowed.
    if (done?.hasMoved === false) done.pressedOn?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    if (done !== undefined || isLetGo) swallowClick();
    isLetGo = false;
    if (done?.hasMoved === true) void drop(store, done);
  });
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    isLetGo = drag !== undefined;
    end();
  });
  // Once a party is taken up the finger moves it, and scrolls nothing.
  document.addEventListener("touchmove", (event) => drag !== undefined && event.preventDefault(), { passive: false });
  document.addEventListener("contextmenu", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-drag]") !== null) event.preventDefault();
  });
}

function sourceOf({ target, button, isPrimary }: PointerEvent): HTMLElement | SVGElement | undefined {
  if (!(target instanceof Element) || button !== 0 || !isPrimary) return undefined;
  return target.closest<HTMLElement | SVGElement>("[data-drag]") ?? undefined;
}

/** The click that a browser makes of letting go is not meant. */
function swallowClick(): void {
  const stop = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }), 50);
}

function draggedOf(store: Store, name: string): Dragged | undefined {
  const [kind, id = ""] = name.split(":");
  const { parties, waiters } = store.stand.peek();
  const party = kind === "waiter" ? undefined : parties.get(id);
  const waiter = kind === "waiter" ? waiters.get(id) : undefined;
  if (waiter !== undefined) return { kind: "waiter", waiter };
  const isMovable = party?.status === "confirmed" || party?.status === "in_service";
  return party !== undefined && isMovable ? { kind: "party", party } : undefined;
}

function makeGhost(): HTMLElement {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  document.body.append(ghost);
  return ghost;
}

/** Moves the label to the finger, and says what letting go would do. */
function show(store: Store, drag: Drag, { x, y }: { readonly x: number; readonly y: number }): void {
  // Above the finger, and on the side of it that has room.
  const aside = x > innerWidth / 2 ? "calc(-100% - 1.5rem)" : "0";
  drag.ghost.style.transform = `translate3d(${x}px, ${y}px, 0) translate(${aside}, -100%)`;
  const over = document.elementFromPoint(x, y)?.closest("[data-unit]") ?? undefined;
  const startsAt = drag.isBar ? newStart(drag, x) : undefined;
  if (over === drag.over && startsAt === drag.startsAt && drag.ghost.textContent !== "") return;
  drag.over?.classList.remove("drop", "drop-no");
  drag.over = over;
  drag.startsAt = startsAt;
  const unitId = over instanceof HTMLElement || over instanceof SVGElement ? over.dataset["unit"] : undefined;
  drag.meaning =
    unitId === undefined
      ? undefined
      : dropOn(store.stand.peek(), store.tables.peek(), drag.dragged, unitId, store.minute.peek());
  const isGood = startsAt !== undefined || (drag.meaning !== undefined && drag.meaning.kind !== "none");
  over?.classList.add(isGood ? "drop" : "drop-no");
  drag.ghost.classList.toggle("ghost-good", isGood);
  drag.ghost.textContent = labelOf(store, drag);
}

/** The new start of a bar that was dragged sideways; undefined while it keeps its time. */
function newStart({ dragged, from }: Drag, x: number): number | undefined {
  if (dragged.kind !== "party" || dragged.party.status !== "confirmed") return undefined;
  const turned = document.documentElement.dir === "rtl" ? from.x - x : x - from.x;
  const start = draggedStart(dragged.party.startsAt, turned);
  return start === dragged.party.startsAt ? undefined : start;
}

function labelOf(store: Store, { dragged, meaning, startsAt }: Drag): string {
  const { say, formats } = store;
  const name = nameOf(store, dragged.kind === "party" ? dragged.party : dragged.waiter);
  if (startsAt !== undefined) return `${name} → ${formats.time(startsAt)}`;
  switch (meaning?.kind) {
    case "seat":
      return `${name} → ${say("act.seat_at", { tables: tablesText(store, meaning.unitIds) })}`;
    case "move":
      return `${name} → ${say("act.move_to", { tables: tablesText(store, meaning.unitIds) })}`;
    case "swap":
      return `${name} → ${say("act.swap_with", { name: nameOf(store, meaning.with) })}`;
    case "none":
      return meaning.why === "same" ? name : `${name} · ${say(`drop.${meaning.why}`)}`;
    case undefined:
      return name;
  }
}

async function drop(store: Store, { dragged, meaning, startsAt }: Drag): Promise<void> {
  if (startsAt !== undefined && dragged.kind === "party") return changeTime(store, dragged.party, startsAt);
  if (meaning === undefined || meaning.kind === "none") {
    if (meaning !== undefined && meaning.why !== "same") failed(store, store.say(`drop.${meaning.why}`));
    return;
  }
  if (dragged.kind === "waiter") {
    if (meaning.kind === "seat") await seatWaiter(store, dragged.waiter, meaning);
  } else if (meaning.kind === "swap") await swapParties(store, dragged.party, meaning.with);
  else await (meaning.kind === "seat" ? seatParty : moveParty)(store, dragged.party, meaning);
}

/** Looks for the start that the bar was let go at, and takes it when it is free. */
async function changeTime(store: Store, party: Parameters<typeof actOnParty>[1], startsAt: number): Promise<void> {
  const { date } = store.stand.peek().settings.day;
  const starts = await searchStarts(store, { date, size: party.size, partyId: party.id });
  const found = starts?.find((start) => start.startsAt === startsAt);
  if (found !== undefined) await actOnParty(store, party, "change", { slot_token: found.token });
  else if (starts !== undefined) failed(store, store.say("drop.no_start", { time: store.formats.time(startsAt) }));
}
