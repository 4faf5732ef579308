/** One difference between two descriptions of the interface (rules/http 12.4). Pure. */
import { createHash } from "node:crypto";

/** Whether a value is sent to the service or received from it. */
export type Direction = "request" | "answer";

export interface Difference {
  /** The call, the event or the component, with the field: `GET /v1/orders`, `Order.totals.tax`. */
  readonly place: string;
  /** Absent where a place is not sent or received: calls, security. */
  readonly direction?: Direction;
  /** What happened, in words that stay: they are a part of the fingerprint. */
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  /** A program that is right with the document before may fail with the one after. */
  readonly breaks: boolean;
}

/** Takes what a comparison finds. */
export type Report = (difference: Difference) => void;

/** Twelve hexadecimal digits that name the difference in a change log entry; the verdict is not a part of them. */
export function fingerprintOf(difference: Difference): string {
  const { place, direction, what, before, after } = difference;
  const text = JSON.stringify([place, direction ?? null, what, before ?? null, after ?? null]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** One line for people: `Order.totals.tax (answer): the field is removed`. */
export function sentenceOf({ place, direction, what, before, after }: Difference): string {
  const values = [before, after].filter((value) => value !== undefined).map(shorten);
  const change = values.length === 0 ? "" : `: ${values.join(" → ")}`;
  return `${place}${direction === undefined ? "" : ` (${direction})`}: ${what}${change}`;
}

const longest = 120;

const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);
