/** The pin that a diner sets: what it says, and whether it lies where the address is. Pure. */
import type { FoundAddress } from "../../addresses/geocoder.ts";
import { distanceBetween } from "../../delivery-zones/geometry/geodesy.ts";
import type { Coordinate } from "../../locations/location.ts";

/** A pin this far from its address is asked about again, in metres (rules/ordering 14.11). */
export const farMeters = 300;

/** The place of the pin; undefined where the fields name none. */
export function readPin(fields: URLSearchParams): Coordinate | undefined {
  const [latitude, longitude] = [degreesOf(fields.get("latitude"), 90), degreesOf(fields.get("longitude"), 180)];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function degreesOf(text: string | null, most: number): number | undefined {
  if (text === null || !/^-?\d{1,3}(?:\.\d{1,12})?$/.test(text)) return undefined;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? Math.round(degrees * 1e6) / 1e6 : undefined;
}

/** How far the pin lies from the address in metres, where that is too far; an area has no place to measure from. */
export function farFrom(address: FoundAddress, pin: Coordinate): number | undefined {
  if (address.precision === "area") return undefined;
  const meters = distanceBetween(address, pin);
  return meters > farMeters ? meters : undefined;
}

/** The address with the place of the pin, which is exact. */
export function atPin(address: FoundAddress, { latitude, longitude }: Coordinate): FoundAddress {
  return { ...address, latitude, longitude, precision: "house" };
}
