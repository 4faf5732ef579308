/** Two descriptions of one interface, and every difference between them (rules/http 12.2 and 12.4). Pure. */
import { compareAnswers, compareContent } from "./compare-answers.ts";
import { compareOperations } from "./compare-operations.ts";
import { beginComparison } from "./compare-schemas.ts";
import type { Comparison } from "./comparison.ts";
import { fingerprintOf, type Difference } from "./difference.ts";
import { isJson, jsonAt, type Json } from "./shape.ts";

const methods = ["get", "put", "post", "delete", "patch", "head", "options"];

/** The differences from the first document to the second, each once, those that break first, in order of their places. */
export function compareDocuments(before: Json, after: Json): readonly Difference[] {
  const found = new Map<string, Difference>();
  const comparison = beginComparison(before, after, (difference) => {
    const fingerprint = fingerprintOf(difference);
    const known = found.get(fingerprint);
    if (known?.breaks !== true) found.set(fingerprint, difference);
  });
  comparePaths(comparison);
  compareEvents(comparison);
  compareSecuritySchemes(comparison);
  return [...found.values()].toSorted(
    (a, b) => Number(b.breaks) - Number(a.breaks) || (a.place < b.place ? -1 : Number(a.place > b.place)),
  );
}

function comparePaths(comparison: Comparison): void {
  const [old, now] = [operationsOf(comparison.before), operationsOf(comparison.after)];
  for (const [place, operation] of now) {
    const known = old.get(place);
    if (known === undefined) comparison.report({ place, what: "the call is added", breaks: false });
    else compareOperations(comparison, known, operation, place);
  }
  for (const place of [...old.keys()].filter((one) => !now.has(one)))
    comparison.report({ place, what: "the call is removed", breaks: true });
}

/** The operations by method and path; the names of path parameters make no difference on the wire. */
function operationsOf(document: Json): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(jsonAt(document, "paths")).flatMap(([path, item]) =>
      methods.flatMap((method): [string, Json][] => {
        const operation = isJson(item) ? item[method] : undefined;
        return isJson(operation) ? [[`${method.toUpperCase()} ${path}`, operation]] : [];
      }),
    ),
  );
}

/** Events are received: their bodies are answers, and their answers are what a receiver may say. */
function compareEvents(comparison: Comparison): void {
  const [old, now] = [jsonAt(comparison.before, "webhooks"), jsonAt(comparison.after, "webhooks")];
  const { report } = comparison;
  for (const name of Object.keys(now).filter((one) => !(one in old)))
    report({ place: `event ${name}`, what: "the event is added", breaks: false });
  for (const name of Object.keys(old).filter((one) => !(one in now)))
    report({ place: `event ${name}`, what: "the event is removed", breaks: true });
  for (const name of Object.keys(now).filter((one) => one in old)) {
    const [before, after] = [jsonAt(jsonAt(old, name), "post"), jsonAt(jsonAt(now, name), "post")];
    const place = `event ${name}`;
    compareContent(comparison, jsonAt(before, "requestBody"), jsonAt(after, "requestBody"), "answer", place);
    compareAnswers(comparison, before, after, place);
  }
}

function compareSecuritySchemes({ before, after, report }: Comparison): void {
  const schemes = (document: Json): Json => jsonAt(jsonAt(document, "components"), "securitySchemes");
  const [old, now] = [schemes(before), schemes(after)];
  for (const name of Object.keys(old).filter((one) => one in now)) {
    const [from, to] = [formOf(jsonAt(old, name)), formOf(jsonAt(now, name))];
    if (from !== to)
      report({ place: `security ${name}`, what: "the scheme is another", before: from, after: to, breaks: true });
  }
}

const formOf = (scheme: Json): string =>
  ["type", "scheme", "in", "name"]
    .map((key) => (typeof scheme[key] === "string" ? scheme[key] : ""))
    .join(" ")
    .trim();
