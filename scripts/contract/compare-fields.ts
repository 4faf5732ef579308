/** The fields of an object, before and after (rules/http 12.2 and 12.4). Pure. */
import type { Comparison } from "./comparison.ts";
import type { Direction } from "./difference.ts";
import { isJson, jsonAt, listAt, type Json } from "./shape.ts";

/** Reports fields that came, went, or are needed now, and compares those that stayed. */
export function compareFields(
  comparison: Comparison,
  before: Json,
  after: Json,
  direction: Direction,
  place: string,
): void {
  const { report } = comparison;
  const [old, now] = [jsonAt(before, "properties"), jsonAt(after, "properties")];
  const [needed, needs] = [listAt(before, "required"), listAt(after, "required")];
  const isRequest = direction === "request";
  for (const [name, field] of Object.entries(now)) {
    const at = `${place}.${name}`;
    const known = old[name];
    if (!isJson(field)) continue;
    if (!isJson(known)) {
      const breaks = isRequest ? needs.includes(name) : before["additionalProperties"] === false;
      const what = isRequest && needs.includes(name) ? "a required field is added" : "the field is added";
      report({ place: at, direction, what, breaks });
      continue;
    }
    const [was, is] = [needed.includes(name), needs.includes(name)];
    if (!was && is) report({ place: at, direction, what: "the field is required now", breaks: isRequest });
    if (was && !is) report({ place: at, direction, what: "the field is optional now", breaks: !isRequest });
    comparison.compare(known, field, direction, at);
  }
  for (const name of Object.keys(old).filter((known) => !(known in now)))
    report({ place: `${place}.${name}`, direction, what: "the field is removed", breaks: true });
  compareOthers(comparison, before, after, direction, place);
}

/** Fields that have no name in the description. */
function compareOthers(comparison: Comparison, before: Json, after: Json, direction: Direction, place: string): void {
  const [old, now] = [othersOf(before), othersOf(after)];
  const [wasClosed, isClosed] = [old === false, now === false];
  if (wasClosed !== isClosed) {
    const what = isClosed ? "other fields are refused" : "other fields are allowed";
    comparison.report({ place, direction, what, breaks: isClosed === (direction === "request") });
  }
  if (isJson(old) && isJson(now)) comparison.compare(old, now, direction, `${place}.*`);
}

function othersOf(schema: Json): unknown {
  const byPattern = jsonAt(schema, "patternProperties")["^.*$"];
  return byPattern ?? schema["additionalProperties"];
}
