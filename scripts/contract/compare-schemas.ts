/**
 * Two schemas of one value: the differences that a program which sends or reads the value could notice
 * (rules/http 12.2 and 12.4). Pure.
 */
import { compareFields } from "./compare-fields.ts";
import { compareLimits } from "./compare-limits.ts";
import { compareUnions } from "./compare-unions.ts";
import type { Comparison } from "./comparison.ts";
import type { Direction, Report } from "./difference.ts";
import { isJson, readShape, type Json, type Shape } from "./shape.ts";

/** Begins a comparison of two documents; a pair of schemas is compared once in each direction. */
export function beginComparison(before: Json, after: Json, report: Report): Comparison {
  const seen = { request: new Map<Json, Set<Json>>(), answer: new Map<Json, Set<Json>>() };
  const comparison: Comparison = {
    before,
    after,
    report,
    compare(old, now, direction, at) {
      const [from, to] = [readShape(before, old), readShape(after, now)];
      const met = seen[direction].get(from.schema) ?? new Set();
      const isKnown = met.has(to.schema) && (from.name ?? to.name) !== undefined;
      seen[direction].set(from.schema, met.add(to.schema));
      // Null stands beside a reference, not in the component: each place has its own.
      compareNull(from, to, direction, at, report);
      if (!isKnown) compareShapes(comparison, from, to, direction, to.name ?? from.name ?? at);
    },
  };
  return comparison;
}

function compareNull(before: Shape, after: Shape, direction: Direction, place: string, report: Report): void {
  const isRequest = direction === "request";
  if (before.nullable && !after.nullable)
    report({ place, direction, what: isRequest ? "null is refused" : "the value is never null", breaks: isRequest });
  const isNull = after.types.includes("null");
  if (!before.nullable && after.nullable && !isNull && before.types.length + (before.members?.length ?? 0) > 0)
    report({ place, direction, what: isRequest ? "null is taken" : "the value may be null", breaks: !isRequest });
}

function compareShapes(comparison: Comparison, before: Shape, after: Shape, direction: Direction, place: string): void {
  const { report } = comparison;
  if (before.members !== undefined && after.members !== undefined)
    return compareUnions(comparison, before, after, direction, place);
  if (before.members !== undefined || after.members !== undefined)
    return compareWithUnion(comparison, before, after, direction, place);
  if (!compareTypes(before, after, direction, place, report)) return;
  compareSets(before, after, direction, place, report);
  compareLimits(before.schema, after.schema, direction, place, report);
  if (after.types.includes("object")) compareFields(comparison, before.schema, after.schema, direction, place);
  const [items, itemsNow] = [before.schema["items"], after.schema["items"]];
  if (isJson(items) && isJson(itemsNow)) comparison.compare(items, itemsNow, direction, `${place}[]`);
}

/** A value that became a union, or stopped being one: only what a program reads or sends less of does not break. */
function compareWithUnion(
  { report }: Comparison,
  before: Shape,
  after: Shape,
  direction: Direction,
  place: string,
): void {
  const grows = after.members !== undefined;
  const what = grows ? "the value is a union" : "the value is no union";
  const isAny = grows && before.types.length === 0;
  report({ place, direction, what, breaks: isAny ? direction === "request" : grows === (direction === "answer") });
}

/** Reports another type; answers whether the rest can be compared. */
function compareTypes(before: Shape, after: Shape, direction: Direction, place: string, report: Report): boolean {
  const [old, now] = [before.types.join(" or ") || "any", after.types.join(" or ") || "any"];
  if (old === now) return true;
  const takes = (wide: Shape, type: string): boolean =>
    wide.types.includes(type) ||
    (type === "integer" && wide.types.includes("number")) ||
    (type === "null" && wide.nullable);
  const covers = (wide: Shape, narrow: Shape): boolean =>
    wide.types.length === 0 || (narrow.types.length > 0 && narrow.types.every((type) => takes(wide, type)));
  const breaks = direction === "request" ? !covers(after, before) : !covers(before, after);
  report({ place, direction, what: "the type is another", before: old, after: now, breaks });
  return false;
}

/** Closed sets and sets that may grow. */
function compareSets(before: Shape, after: Shape, direction: Direction, place: string, report: Report): void {
  const isRequest = direction === "request";
  const [old, now] = [before.values, after.values];
  const tell = (what: string, breaks: boolean, value?: string): void =>
    report({ place, direction, what, ...(value !== undefined && { after: value }), breaks });
  if (old !== undefined && now === undefined) tell("the set of values is open", !isRequest);
  if (old === undefined && now !== undefined) tell("the set of values is closed", isRequest, now.join(", "));
  if (old !== undefined && now !== undefined) {
    for (const value of now.filter((one) => !old.includes(one))) tell("the value is added", !isRequest, value);
    for (const value of old.filter((one) => !now.includes(one))) tell("the value is removed", isRequest, value);
  }
  const [known, knownNow] = [before.known, after.known];
  if (known === undefined || knownNow === undefined) return;
  for (const value of knownNow.filter((one) => !known.includes(one))) tell("the known value is added", false, value);
  for (const value of known.filter((one) => !knownNow.includes(one)))
    tell("the known value is removed", isRequest, value);
}
