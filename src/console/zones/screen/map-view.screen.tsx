/** The map of the zones: the saved zones, the drawn one, and the effect of a tap. */
import { effect } from "@preact/signals";
import {
  circle,
  divIcon,
  latLngBounds,
  layerGroup,
  marker,
  polygon,
  type FitBoundsOptions,
  type Map as LeafletMap,
  type Path,
} from "leaflet";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { createGround } from "../../../maps/ground.screen.ts";
import { cornerAt, shapeOf, withCorner, type Shape } from "../shape.ts";
import { attachHandles } from "./handles.screen.ts";
import { pathsOf, toLatLng } from "./paths.screen.ts";
import { changeZone, checkPoint } from "./save-zone.screen.ts";
import { draw, type Store } from "./zones-store.screen.ts";

interface StoreProps {
  readonly store: Store;
}

export function MapView({ store }: StoreProps): JSX.Element {
  const { say } = store;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (frame.current === null ? undefined : attachMap(frame.current, store)), []);
  return (
    <div class="zones-map">
      {store.shown.coordinate === null && (
        <p class="notice warn">
          {say("map.no_place")} <a href={`/console/${store.shown.locationId}/profile#place`}>{say("map.set_place")}</a>
        </p>
      )}
      <div class="zones-ground" data-taps={store.taps.value}>
        <div ref={frame} class="map" aria-describedby="map-help" />
        <span class="crosshair" aria-hidden="true" />
      </div>
      <p class="hint soft key-words" id="map-help">
        {say("map.help")}
      </p>
    </div>
  );
}

/** How many looks zones have; they differ in colour and in the dashes of the edge. */
const looks = 6;

function attachMap(element: HTMLElement, store: Store): () => void {
  const { say, shown } = store;
  const words = { map: say("map"), zoomIn: say("map.zoom_in"), zoomOut: say("map.zoom_out") };
  const made = createGround(element, { tiles: shown.tiles, imperial: shown.imperial, words });
  begin(made, store);
  store.middle = () => {
    const { lat, lng } = made.getCenter().wrap();
    return cornerAt(lng, lat);
  };
  store.reveal = (shape) => reveal(made, shape);
  made.on("click", ({ latlng }) => {
    const { lat, lng } = latlng.wrap();
    const at = cornerAt(lng, lat);
    const draft = store.draft.peek();
    if (store.taps.peek() === "check") void checkPoint(store, at);
    else if (store.taps.peek() === "draw" && draft !== undefined) draw(store, withCorner(draft.shape, at));
  });
  const ends = [drawZones(made, store), drawChecked(made, store), attachHandles(made, store)];
  // The page lays itself out after the map is made.
  const watch = new ResizeObserver(() => made.invalidateSize({ animate: false }));
  watch.observe(element);
  return () => {
    watch.disconnect();
    for (const end of ends) end();
    made.remove();
  };
}

/** Room for the controls of the map, in pixels: no corner lies under one. */
const clear = { paddingTopLeft: [72, 32], paddingBottomRight: [32, 72], maxZoom: 16 } satisfies FitBoundsOptions;

/** Shows all zones and the restaurant. */
function begin(made: LeafletMap, { zones, shown, say }: Store): void {
  const { coordinate } = shown;
  const bounds = latLngBounds([]);
  for (const { geometry } of zones.peek()) bounds.extend(boundsOf(shapeOf(geometry)));
  if (coordinate !== null) bounds.extend([coordinate.latitude, coordinate.longitude]);
  if (!bounds.isValid()) made.setView([20, 0], 2);
  else if (zones.peek().length === 0) made.setView(bounds.getCenter(), 13);
  else made.fitBounds(bounds, clear);
  if (coordinate === null) return;
  const icon = divIcon({ className: "zones-house", iconSize: [28, 28], html: "<span></span>" });
  marker([coordinate.latitude, coordinate.longitude], { icon, keyboard: false, interactive: false })
    .bindTooltip(say("map.restaurant"))
    .addTo(made);
}

function boundsOf(shape: Shape) {
  if (shape.kind === "circle") return toLatLng(shape.center).toBounds(shape.radius * 2);
  return latLngBounds(shape.polygons.flat(2).map(toLatLng));
}

function reveal(made: LeafletMap, shape: Shape): void {
  const bounds = boundsOf(shape);
  if (bounds.isValid()) made.fitBounds(bounds, clear);
}

/** All zones but the one that is being changed. */
function drawZones(made: LeafletMap, store: Store): () => void {
  const group = layerGroup().addTo(made);
  const end = effect(() => {
    const drawnId = store.draft.value?.zoneId;
    group.clearLayers();
    for (const [index, zone] of store.zones.value.entries()) {
      if (zone.id === drawnId) continue;
      const shape = shapeOf(zone.geometry);
      const look = index % looks;
      const options = { className: `zone-area zone-look-${look}${zone.enabled ? "" : " zone-off"}`, weight: 3 };
      const path: Path =
        shape.kind === "circle"
          ? circle(toLatLng(shape.center), { ...options, radius: shape.radius })
          : polygon(pathsOf(shape), options);
      const name = document.createElement("bdi");
      name.textContent = zone.name;
      path.bindTooltip(name, { sticky: true, className: "zone-name" });
      path.on("click", () => {
        if (store.taps.peek() === "look" && store.draft.peek() === undefined) changeZone(store, zone);
      });
      path.addTo(group);
    }
  });
  return end;
}

function drawChecked(made: LeafletMap, store: Store): () => void {
  const group = layerGroup().addTo(made);
  const end = effect(() => {
    group.clearLayers();
    const checked = store.checked.value;
    if (checked === undefined) return;
    const icon = divIcon({
      className: `zones-checked ${checked.delivers ? "good" : "bad"}`,
      iconSize: [28, 28],
      html: `<span>${checked.delivers ? "✓" : "✕"}</span>`,
    });
    marker(toLatLng(checked.at), { icon, keyboard: false, interactive: false }).addTo(group);
  });
  return end;
}
