/** The answers of a call, before and after: statuses, headers, bodies (rules/http 12.2 and 12.4). Pure. */
import type { Comparison } from "./comparison.ts";
import type { Direction } from "./difference.ts";
import { isJson, jsonAt, resolve, type Json } from "./shape.ts";

const isSuccess = (status: string): boolean => status.startsWith("2");

/** Reports statuses, headers and media types that came or went, and compares the bodies that stayed. */
export function compareAnswers(comparison: Comparison, before: Json, after: Json, place: string): void {
  const { report } = comparison;
  const [old, now] = [jsonAt(before, "responses"), jsonAt(after, "responses")];
  for (const status of Object.keys(now).filter((one) => !(one in old)))
    report({ place, what: "the status is added", after: status, breaks: isSuccess(status) });
  for (const status of Object.keys(old).filter((one) => !(one in now)))
    report({ place, what: "the status is removed", after: status, breaks: isSuccess(status) });
  for (const [status, given] of Object.entries(now)) {
    const known = old[status];
    if (!isJson(given) || !isJson(known)) continue;
    const [from, to] = [resolve(comparison.before, known), resolve(comparison.after, given)];
    const at = to.name ?? `${place} ${status}`;
    compareHeaders(comparison, from.value, to.value, at);
    compareContent(comparison, from.value, to.value, "answer", at);
  }
}

/** A header that is new is told once for the whole document: it is named, and the same everywhere. */
function compareHeaders({ report }: Comparison, before: Json, after: Json, place: string): void {
  const [old, now] = [jsonAt(before, "headers"), jsonAt(after, "headers")];
  for (const name of Object.keys(now).filter((one) => !(one in old)))
    report({ place: `header ${name}`, what: "the header is sent with more answers", breaks: false });
  for (const name of Object.keys(old).filter((one) => !(one in now)))
    report({ place, what: "the header is removed", after: name, breaks: true });
}

/** Compares the bodies of each media type. */
export function compareContent(
  comparison: Comparison,
  before: Json,
  after: Json,
  direction: Direction,
  place: string,
): void {
  const [old, now] = [jsonAt(before, "content"), jsonAt(after, "content")];
  for (const media of Object.keys(now).filter((one) => !(one in old)))
    comparison.report({ place, direction, what: "the media type is added", after: media, breaks: false });
  for (const media of Object.keys(old).filter((one) => !(one in now)))
    comparison.report({ place, direction, what: "the media type is removed", after: media, breaks: true });
  for (const [media, body] of Object.entries(now)) {
    const known = old[media];
    if (isJson(known) && isJson(body))
      comparison.compare(jsonAt(known, "schema"), jsonAt(body, "schema"), direction, place);
  }
}
