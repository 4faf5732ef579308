/**
 * Names that are written from right to left, inside sentences that run from left to right. Without this a name takes the
 * figures and signs beside it to its other side: "19:30" before a name stands behind it. Pure.
 */

/** Hebrew, Arabic and their like. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The text, with the marks of Unicode around it that keep its direction to itself where it may run from the right. */
export function isolate<Value>(value: Value): Value | string {
  return typeof value === "string" && rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}

/** The same for each value of a message. */
export function isolateEach<Value>(
  values: Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value | string>> | undefined {
  if (values === undefined) return undefined;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
}
