/** What every part of a comparison is given: the two documents, and who is told. Pure. */
import type { Direction, Report } from "./difference.ts";
import type { Json } from "./shape.ts";

export interface Comparison {
  readonly before: Json;
  readonly after: Json;
  readonly report: Report;
  /** Compares two schemas of one value at a place. */
  readonly compare: (before: Json, after: Json, direction: Direction, place: string) => void;
}
