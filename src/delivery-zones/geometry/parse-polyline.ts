/**
 * Reads an encoded polyline, the form in which map services write the outline of an area: one ring, latitude first inside
 * the code.
 */
import type { Position } from "./geometry.ts";

export type ParsedPolyline =
  | { readonly kind: "ok"; readonly positions: readonly Position[] }
  | { readonly kind: "issue"; readonly message: string };

/** `precision` is the number of decimals, 5 or 6. */
export function parsePolyline(text: string, precision: number): ParsedPolyline {
  const scale = 10 ** precision;
  const positions: Position[] = [];
  const steps = readNumbers(text);
  if (typeof steps === "string") return { kind: "issue", message: steps };
  if (steps.length % 2 !== 0) return { kind: "issue", message: "ends in the middle of a position" };
  let [latitude, longitude] = [0, 0];
  for (let i = 0; i < steps.length; i += 2) {
    latitude += steps[i] ?? 0;
    longitude += steps[i + 1] ?? 0;
    positions.push([longitude / scale, latitude / scale]);
  }
  return { kind: "ok", positions };
}

/** Each character carries five bits, low ones first; 32 says that more follow. The lowest bit of a number is its sign. */
function readNumbers(text: string): number[] | string {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i) - 63;
    if (code < 0 || code > 63) return `has a character that no encoded polyline has, at ${i + 1}`;
    if (shift > 35) return `has a number that is too long, at character ${i + 1}`;
    value += (code % 32) * 2 ** shift;
    shift += 5;
    if (code >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, shift] = [0, 0];
  }
  return shift === 0 ? numbers : "ends in the middle of a number";
}
