/**
 * The handles of the drawn area: corners, the middle between two corners, the centre and the edge of a circle. Each is
 * dragged by pointer and finger, or moved by arrow keys; Insert adds a corner, Delete removes one.
 */
import { effect } from "@preact/signals";
import {
  circle,
  divIcon,
  layerGroup,
  marker,
  polygon,
  type LatLng,
  type Map as LeafletMap,
  type Marker,
} from "leaflet";
import { distanceBetween } from "../../../delivery-zones/geometry/geodesy.ts";
import {
  cornerAt,
  cornersOf,
  countCorners,
  halfway,
  withCornerAfter,
  withCornerMoved,
  withoutCorner,
  type Corner,
  type CornerPosition,
  type Shape,
} from "../shape.ts";
import { pathsOf, toLatLng } from "./paths.screen.ts";
import { draw, type Store } from "./zones-store.screen.ts";

/** More corners than these cannot be told apart by hand. */
export const mostHandles = 300;

interface Handle {
  readonly key: string;
  readonly kind: "corner" | "between" | "middle" | "edge";
  readonly at: Corner;
  readonly name: string;
  /** The shape with the handle at another place. */
  readonly moved: (shape: Shape, to: Corner) => Shape;
  /** Of corners. */
  readonly corner?: CornerPosition;
}

/** Draws the area of the draft with its handles, as long as the map is there. */
export function attachHandles(made: LeafletMap, store: Store): () => void {
  const outline = layerGroup().addTo(made);
  const markers = layerGroup().addTo(made);
  let shown = new Map<string, Marker>();

  const drawOutline = (shape: Shape): void => {
    outline.clearLayers();
    const options = { className: "zone-area zone-drawn", weight: 3, interactive: false };
    if (shape.kind === "circle") circle(toLatLng(shape.center), { ...options, radius: shape.radius }).addTo(outline);
    else polygon(pathsOf(shape), options).addTo(outline);
  };

  const drawHandles = (shape: Shape): void => {
    const handles = handlesOf(store, shape);
    const isSame = handles.length === shown.size && handles.every(({ key }) => shown.has(key));
    if (isSame) {
      for (const { key, at } of handles) shown.get(key)?.setLatLng(toLatLng(at));
      return;
    }
    markers.clearLayers();
    shown = new Map(handles.map((handle) => [handle.key, addHandle(handle)]));
  };

  const addHandle = (handle: Handle): Marker => {
    const isBetween = handle.kind === "between";
    const icon = divIcon({ className: `handle handle-${handle.kind}`, iconSize: [32, 32], html: "<span></span>" });
    const one = marker(toLatLng(handle.at), { icon, draggable: true, keyboard: !isBetween, alt: handle.name });
    const change = (to: LatLng): Shape | undefined => {
      const draft = store.draft.peek();
      const { lat, lng } = to.wrap();
      return draft === undefined ? undefined : handle.moved(draft.shape, cornerAt(lng, lat));
    };
    one.on("drag", () => {
      const shape = change(one.getLatLng());
      if (shape !== undefined) drawOutline(shape);
    });
    one.on("dragend", () => {
      const shape = change(one.getLatLng());
      if (shape !== undefined) draw(store, shape);
    });
    if (isBetween) one.on("click", () => finish(change(one.getLatLng())));
    one.addTo(markers);
    one.getElement()?.setAttribute("aria-label", handle.name);
    if (isBetween) one.getElement()?.setAttribute("aria-hidden", "true");
    else one.getElement()?.addEventListener("keydown", (event) => onKey(event, handle, one));
    return one;
  };

  const finish = (shape: Shape | undefined): void => {
    if (shape !== undefined) draw(store, shape);
  };

  const onKey = (event: KeyboardEvent, handle: Handle, one: Marker): void => {
    const step = stepOf(event);
    const draft = store.draft.peek();
    if (draft === undefined) return;
    if (step !== undefined) {
      const to = made.unproject(made.project(one.getLatLng()).add(step)).wrap();
      draw(store, handle.moved(draft.shape, cornerAt(to.lng, to.lat)));
    } else if (event.key === "Insert" && handle.corner !== undefined) {
      store.focused.value = { ...handle.corner, index: handle.corner.index + 1 };
      draw(store, withCornerAfter(draft.shape, handle.corner));
    } else if ((event.key === "Delete" || event.key === "Backspace") && handle.corner !== undefined) {
      store.focused.value = { ...handle.corner, index: Math.max(0, handle.corner.index - 1) };
      draw(store, withoutCorner(draft.shape, handle.corner));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const end = effect(() => {
    const shape = store.draft.value?.shape;
    if (shape === undefined) {
      outline.clearLayers();
      markers.clearLayers();
      shown = new Map();
      return;
    }
    drawOutline(shape);
    drawHandles(shape);
    const focused = store.focused.peek();
    if (focused !== undefined) shown.get(keyOf(focused))?.getElement()?.focus();
    store.focused.value = undefined;
  });
  return end;
}

const keyOf = ({ polygon: p, ring, index }: CornerPosition): string => `corner ${p} ${ring} ${index}`;

function handlesOf({ say }: Store, shape: Shape): readonly Handle[] {
  if (shape.kind === "circle") return circleHandles(say("corner.middle"), say("corner.edge"), shape);
  if (countCorners(shape) > mostHandles) return [];
  const corners = cornersOf(shape);
  return corners.flatMap((known) => {
    const { polygon: p, ring, index, at, of } = known;
    const position = { polygon: p, ring, index };
    const next = corners.find((one) => one.polygon === p && one.ring === ring && one.index === (index + 1) % of);
    const name = say(ring === 0 ? "corner" : "corner.of_hole", { number: String(index + 1), count: String(of) });
    const own: Handle = {
      key: keyOf(position),
      kind: "corner",
      at,
      name,
      corner: position,
      moved: (now, to) => withCornerMoved(now, position, to),
    };
    if (next === undefined || of < 2) return [own];
    const between: Handle = {
      key: `between ${keyOf(position)}`,
      kind: "between",
      at: halfway(at, next.at),
      name: "",
      moved: (now, to) => withCornerMoved(withCornerAfter(now, position), { ...position, index: index + 1 }, to),
    };
    return [own, between];
  });
}

function circleHandles(middle: string, edge: string, shape: Extract<Shape, { readonly kind: "circle" }>): Handle[] {
  const [longitude, latitude] = shape.center;
  // A degree of longitude is shorter the farther one is from the equator.
  const east = shape.radius / (111_320 * Math.max(0.01, Math.cos((latitude * Math.PI) / 180)));
  return [
    {
      key: "middle",
      kind: "middle",
      at: shape.center,
      name: middle,
      moved: (now, to) => (now.kind === "circle" ? { ...now, center: to } : now),
    },
    {
      key: "edge",
      kind: "edge",
      at: cornerAt(longitude + east, latitude),
      name: edge,
      moved: (now, to) => (now.kind === "circle" ? { ...now, radius: radiusTo(now.center, to) } : now),
    },
  ];
}

function radiusTo(center: Corner, to: Corner): number {
  const point = ([longitude, latitude]: Corner) => ({ latitude, longitude });
  return Math.max(1, Math.min(300_000, Math.round(distanceBetween(point(center), point(to)))));
}

/** By how many pixels an arrow key moves; with Shift ten times as far. */
const stepPixels = 4;

function stepOf({ key, shiftKey }: KeyboardEvent): [number, number] | undefined {
  const step = shiftKey ? stepPixels * 10 : stepPixels;
  const ways: Readonly<Record<string, [number, number]>> = {
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
  };
  return ways[key];
}
