/** The pin that a diner sets: its position by the fields, and whether that is near the address. Pure. */
import type { FoundAddress } from "../../addresses/geocoder.ts";
import { distanceBetween } from "../../delivery-zones/geometry/geodesy.ts";
import type { Coordinate } from "../../locations/location/location.ts";
import { geoPointAt } from "../../maps/ground-scale.ts";
import { pictureSize, zooms } from "./ground-picture.ts";

/** A pin this far from its address is asked about again, in metres (rules/ordering 14.11). */
const farMeters = 300;

export interface Pinned {
  readonly pin: Coordinate;
  readonly zoom: number;
}

/** Buttons of the map without a script: how many edges of the picture it moves, east and south. */
const moves: Readonly<Record<string, readonly [east: number, south: number]>> = {
  north: [0, -0.25],
  south: [0, 0.25],
  east: [0.25, 0],
  west: [-0.25, 0],
};

/** Where the pin stands before anybody moved it. */
export function firstPin(address: FoundAddress): Pinned {
  const { latitude, longitude, precision } = address;
  return { pin: { latitude, longitude }, zoom: precision === "area" ? zooms.area : zooms.street };
}

/** Where the fields put the pin, and how close the map is. */
export function readPin(fields: URLSearchParams, first: Pinned): Pinned {
  const [latitude, longitude] = [degreesOf(fields.get("latitude"), 90), degreesOf(fields.get("longitude"), 180)];
  const pin = latitude === undefined || longitude === undefined ? first.pin : { latitude, longitude };
  const zoom = readZoom(fields.get("zoom")) ?? first.zoom;
  const act = fields.get("do") ?? "";
  const closer = act === "closer" ? 1 : act === "farther" ? -1 : 0;
  const view = { center: pin, zoom, size: pictureSize };
  const pressed = readPress(fields) ?? shifted(Object.hasOwn(moves, act) ? moves[act] : undefined);
  return {
    pin: pressed === undefined ? pin : geoPointAt(view, pressed),
    zoom: Math.max(zooms.least, Math.min(zooms.most, zoom + closer)),
  };
}

function shifted(move: readonly [east: number, south: number] | undefined) {
  if (move === undefined) return undefined;
  return { x: (0.5 + move[0]) * pictureSize, y: (0.5 + move[1]) * pictureSize };
}

/** Where the picture was pressed; a press by the keyboard says its corner, and means nothing. */
function readPress(fields: URLSearchParams): { readonly x: number; readonly y: number } | undefined {
  const [x, y] = [fields.get("ground.x") ?? "", fields.get("ground.y") ?? ""];
  if (!/^\d{1,4}$/.test(x) || !/^\d{1,4}$/.test(y) || (Number(x) === 0 && Number(y) === 0)) return undefined;
  return { x: Math.min(Number(x), pictureSize), y: Math.min(Number(y), pictureSize) };
}

function degreesOf(text: string | null, most: number): number | undefined {
  if (text === null || !/^-?\d{1,3}(?:\.\d{1,20})?$/.test(text)) return undefined;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? Math.round(degrees * 1e6) / 1e6 : undefined;
}

/** A zoom of the picture; maps in the browser go closer and farther. */
export function readZoom(text: string | null): number | undefined {
  if (text === null || !/^\d{1,2}$/.test(text)) return undefined;
  return Math.max(zooms.least, Math.min(zooms.most, Number(text)));
}

/** A place as one text: what the diner was asked about, and what a picture is of. */
export function positionText({ latitude, longitude }: Coordinate): string {
  return `${latitude},${longitude}`;
}

/** The place of such a text; undefined for what is none. */
export function readPositionText(text: string | null): Coordinate | undefined {
  const [first = "", second = "", ...rest] = (text ?? "").slice(0, 60).split(",");
  const [latitude, longitude] = [degreesOf(first, 90), degreesOf(second, 180)];
  return latitude === undefined || longitude === undefined || rest.length > 0 ? undefined : { latitude, longitude };
}

/** What speaks against the pin: metres from its address, or that nobody moved it from a place that is no address. */
export function doubtOf(
  address: FoundAddress,
  pin: Coordinate,
): { readonly far?: number; readonly isUnmoved?: boolean } | undefined {
  const meters = distanceBetween(address, pin);
  if (address.precision === "area") return meters < 1 ? { isUnmoved: true } : undefined;
  return meters > farMeters ? { far: meters } : undefined;
}

/** The address with the place of the pin, which is exact. */
export function atPin(address: FoundAddress, { latitude, longitude }: Coordinate): FoundAddress {
  return { ...address, latitude, longitude, precision: "house" };
}
