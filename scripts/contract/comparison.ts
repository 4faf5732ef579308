/** The deps of every part of a comparison: the two documents, and the receiver of differences. Pure. */
import type { Direction, Report } from "./difference.ts";
import type { Json } from "./shape.ts";

export interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly report: Report;
  /** Compares two schemas of one value at a place. */
  readonly compare: (before: Json, after: Json, direction: Direction, place: string) => void;
}
