/** One call, before and after: its name, its callers, its fields (rules/http 12.2 and 12.4). Pure. */
import { compareAnswers, compareContent } from "./compare-answers.ts";
import type { Comparison } from "./comparison.ts";
import { isJson, jsonAt, listAt, resolve, type Json } from "./shape.ts";

/** Compares two operations at one method and path. */
export function compareOperations(comparison: Comparison, before: Json, after: Json, place: string): void {
  const { report } = comparison;
  const [old, now] = [textAt(before, "operationId"), textAt(after, "operationId")];
  if (old !== now) report({ place, what: "the operation id is another", before: old, after: now, breaks: true });
  if (before["deprecated"] !== true && after["deprecated"] === true)
    report({ place, what: "deprecated", breaks: false });
  if (before["x-sunset"] !== after["x-sunset"])
    report({ place, what: "the day of the end is another", after: textAt(after, "x-sunset"), breaks: false });
  compareSecurity(comparison, before, after, place);
  compareErrorCodes(comparison, before, after, place);
  compareParameters(comparison, before, after, place);
  compareBody(comparison, before, after, place);
  compareAnswers(comparison, before, after, place);
}

const textAt = (value: Json, key: string): string => {
  const found = value[key];
  return typeof found === "string" ? found : "none";
};

/** Every way in of before must still lead in, with no scope more. */
function compareSecurity(
  { before: document, after: today, report }: Comparison,
  old: Json,
  now: Json,
  place: string,
): void {
  const ways = (whole: Json, operation: Json): readonly Json[] =>
    listAt("security" in operation ? operation : whole, "security").filter(isJson);
  const [had, has] = [ways(document, old), ways(today, now)];
  const [from, to] = [textOfWays(had), textOfWays(has)];
  if (from === to) return;
  const leadsIn = (way: Json): boolean =>
    has.length === 0 ||
    has.some((other) =>
      Object.keys(other).every(
        (scheme) => scheme in way && listAt(other, scheme).every((scope) => listAt(way, scheme).includes(scope)),
      ),
    );
  const breaks = had.length === 0 ? !has.some((way) => Object.keys(way).length === 0) : !had.every(leadsIn);
  report({ place, what: "who may call is another", before: from, after: to, breaks });
}

const textOfWays = (ways: readonly Json[]): string =>
  ways
    .map((way) =>
      Object.keys(way)
        .toSorted()
        .map((scheme) => `${scheme}(${listAt(way, scheme).map(String).toSorted().join(" ")})`)
        .join(" and "),
    )
    .toSorted()
    .join(" or ") || "everybody";

/** Codes of errors may grow; they are compared where both documents list them. */
function compareErrorCodes({ report }: Comparison, before: Json, after: Json, place: string): void {
  if (!("x-error-codes" in before) || !("x-error-codes" in after)) return;
  const [old, now] = [listAt(before, "x-error-codes").map(String), listAt(after, "x-error-codes").map(String)];
  for (const code of now.filter((one) => !old.includes(one)))
    report({ place, what: "the error code is added", after: code, breaks: false });
  for (const code of old.filter((one) => !now.includes(one)))
    report({ place, what: "the error code is removed", after: code, breaks: false });
}

function compareParameters(comparison: Comparison, before: Json, after: Json, place: string): void {
  const { report } = comparison;
  const old = parametersOf(comparison.before, before);
  const now = parametersOf(comparison.after, after);
  for (const [key, parameter] of now) {
    const known = old.get(key);
    const isRequired = parameter.value["required"] === true;
    const at = `${place} ${key}`;
    if (known === undefined) {
      const what = isRequired ? "a required parameter is added" : "the parameter is added";
      report({ place: at, what, breaks: isRequired });
      continue;
    }
    const wasRequired = known.value["required"] === true;
    const named = parameter.name === undefined ? at : `parameter ${parameter.name}`;
    if (!wasRequired && isRequired) report({ place: named, what: "the parameter is required now", breaks: true });
    if (wasRequired && !isRequired) report({ place: named, what: "the parameter is optional now", breaks: false });
    comparison.compare(jsonAt(known.value, "schema"), jsonAt(parameter.value, "schema"), "request", named);
  }
  for (const key of [...old.keys()].filter((one) => !now.has(one)))
    report({ place: `${place} ${key}`, what: "the parameter is removed", breaks: true });
}

/** The parameters by place and name; names of headers are read without their case. */
function parametersOf(document: Json, operation: Json): ReadonlyMap<string, ReturnType<typeof resolve>> {
  const found = listAt(operation, "parameters")
    .filter(isJson)
    .map((parameter) => resolve(document, parameter));
  return new Map(
    found.map((parameter) => {
      const [where, name] = [textAt(parameter.value, "in"), textAt(parameter.value, "name")];
      return [`${where} ${where === "header" ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function compareBody(comparison: Comparison, before: Json, after: Json, place: string): void {
  const { report } = comparison;
  const [old, now] = [
    resolve(comparison.before, jsonAt(before, "requestBody")).value,
    resolve(comparison.after, jsonAt(after, "requestBody")).value,
  ];
  const [had, has] = ["content" in old, "content" in now];
  const [wasRequired, isRequired] = [old["required"] === true, now["required"] === true];
  if (!had && has) return report({ place, what: "a body is taken", breaks: isRequired });
  if (had && !has) return report({ place, what: "the body is removed", breaks: true });
  if (!wasRequired && isRequired) report({ place, what: "the body is required now", breaks: true });
  if (wasRequired && !isRequired) report({ place, what: "the body is optional now", breaks: false });
  compareContent(comparison, old, now, "request", `${place} body`);
}
