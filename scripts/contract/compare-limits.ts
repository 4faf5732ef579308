/** Limits, forms and defaults of one value, before and after (rules/http 12.2 and 12.4). Pure. */
import type { Direction, Report } from "./difference.ts";
import { longestText } from "./longest-text.ts";
import type { Json } from "./shape.ts";

const upper = ["maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"];
const lower = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"];
const forms = ["pattern", "format", "multipleOf", "uniqueItems", "contentMediaType", "contentEncoding"];
const rules = ["anyOf", "oneOf", "not", "dependentRequired", "x-exactly-one-of", "x-at-least-one-of"];

interface Change {
  readonly keyword: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Reports every limit that changed; a stricter one breaks what is sent, and a form that is not kept breaks what is received. */
export function compareLimits(before: Json, after: Json, direction: Direction, place: string, report: Report): void {
  const tell = ({ keyword, before, after }: Change, breaks: boolean): void =>
    report({ place, direction, what: `${keyword} is ${verb(before, after)}`, ...shown(before, after), breaks });
  const changes = (keywords: readonly string[]): readonly Change[] =>
    keywords
      .map((keyword) => ({ keyword, before: before[keyword], after: after[keyword] }))
      .filter((change) => textOf(change.before) !== textOf(change.after));
  const isRequest = direction === "request";
  const isBounded = longestText(before) <= longestText(after);
  for (const change of changes(upper)) {
    const isKept = change.keyword === "maxLength" && isBounded;
    tell(change, isRequest && !isKept && isStricter(change.after, change.before, Infinity));
  }
  for (const change of changes(lower)) tell(change, isRequest && isStricter(change.before, change.after, -Infinity));
  for (const change of changes(forms)) tell(change, (isRequest ? change.after : change.before) !== undefined);
  for (const change of changes(rulesOf(before, after))) tell(change, isRequest && change.after !== undefined);
  for (const change of changes(["default"])) tell(change, change.before !== undefined);
  if (before["deprecated"] !== true && after["deprecated"] === true)
    report({ place, direction, what: "deprecated", breaks: false });
}

/** `anyOf` and `oneOf` are rules only beside fields; elsewhere they are unions. */
function rulesOf(before: Json, after: Json): readonly string[] {
  const areFields = "properties" in before && "properties" in after;
  return rules.filter((rule) => areFields || (rule !== "anyOf" && rule !== "oneOf"));
}

function isStricter(smaller: unknown, larger: unknown, none: number): boolean {
  const number = (value: unknown): number => (typeof value === "number" ? value : none);
  return number(smaller) < number(larger);
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

function verb(before: unknown, after: unknown): string {
  if (before === undefined) return "added";
  return after === undefined ? "removed" : "changed";
}

function shown(before: unknown, after: unknown): { before?: string; after?: string } {
  const [from, to] = [textOf(before), textOf(after)];
  return { ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) };
}
