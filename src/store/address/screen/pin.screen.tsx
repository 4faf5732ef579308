/**
 * The map of the pin. The pin stays in the middle; the diner moves the map below it, by finger, by arrow keys, or to the
 * position that the browser knows. The fields of the form have the position of the pin.
 */
import "../../../screens/browsers/older-browsers.screen.ts";
import { circle, divIcon, latLng, marker, polygon, type LatLng, type Map as LeafletMap } from "leaflet";
import { createGround } from "../../../maps/ground.screen.ts";
import type { PartStart } from "../../../screens/shell.ts";
import type { PinShown } from "../pin-shown.ts";

const root = document.getElementById("screen");
const { shown } = JSON.parse(document.getElementById("start")?.textContent ?? "") as PartStart<PinShown>;
const { words } = shown;
const zoomHere = 18;
const panPixels = 20;

function made<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(into: HTMLElement): void {
  const map = made("div", { class: "map", "aria-describedby": "pin-help" });
  const said = made("p", { role: "status", class: "soft", id: "pin-said" });
  const here = made("button", { type: "button", class: "quiet full" }, words["pin.here"]);
  into.replaceChildren(
    made("div", { class: "pin-ground" }, map, made("span", { class: "pin-mark", "aria-hidden": "true" })),
    made("p", { class: "hint soft", id: "pin-help" }, words["pin.keys"]),
    here,
    said,
  );
  const ground = createGround(map, {
    tiles: shown.tiles,
    imperial: shown.imperial,
    words: { map: words["pin.map"], zoomIn: words["pin.zoom_in"], zoomOut: words["pin.zoom_out"] },
    panPixels,
  });
  ground.setView([shown.center.latitude, shown.center.longitude], shown.zoom);
  drawZones(ground);
  ground.on("moveend", () => keep(ground));
  ground.on("click", ({ latlng }: { readonly latlng: LatLng }) => ground.panTo(latlng));
  here.addEventListener("click", () => goHere(ground, said));
}

/** The place below the pin, into the form. */
function keep(ground: LeafletMap): void {
  const { lat, lng } = ground.getCenter().wrap();
  for (const [name, degrees] of [
    ["latitude", lat],
    ["longitude", lng],
    ["zoom", ground.getZoom()],
  ] as const) {
    const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input !== null) input.value = name === "zoom" ? String(Math.round(degrees)) : degrees.toFixed(6);
  }
}

function drawZones(ground: LeafletMap): void {
  const look = { className: "pin-zone", weight: 2, interactive: false };
  for (const zone of shown.zones) {
    if (zone.type === "Circle") {
      circle([zone.center.latitude, zone.center.longitude], { ...look, radius: zone.radius_meters }).addTo(ground);
      continue;
    }
    const polygons = zone.type === "Polygon" ? [zone.coordinates] : zone.coordinates;
    const paths = polygons.map((rings) =>
      rings.map((ring) => ring.map(([longitude, latitude]) => latLng(latitude, longitude))),
    );
    polygon(paths, look).addTo(ground);
  }
  const { restaurant } = shown;
  if (restaurant === null) return;
  const icon = divIcon({ className: "pin-restaurant", iconSize: [16, 16], html: "<span></span>" });
  marker([restaurant.latitude, restaurant.longitude], { icon, keyboard: false, interactive: false })
    .bindTooltip(words["pin.restaurant"], { permanent: true, direction: "bottom" })
    .addTo(ground);
}

function goHere(ground: LeafletMap, said: HTMLElement): void {
  said.textContent = words["pin.asking"];
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      ground.setView([coords.latitude, coords.longitude], Math.max(ground.getZoom(), zoomHere));
      said.textContent = words["pin.known"];
    },
    () => {
      said.textContent = words["pin.unknown"];
    },
    { enableHighAccuracy: true, timeout: 10_000 },
  );
}

if (root !== null) draw(root);
