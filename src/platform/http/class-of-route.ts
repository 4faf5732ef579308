/** The class of a call, from its route: named there, or by these rules. Pure. */
import type { CallClass } from "../admission/call-class.ts";
import type { RouteValue } from "./route-value.ts";

/**
 * Decisions and cancellations are 1, for whoever calls; else the calls of operators and of the sandbox are 4, lists are 4, other reads
 * 3 and other writes 2.
 */
export function classOfRoute(route: RouteValue): CallClass {
  const { callClass, access, method, path } = route;
  if (callClass !== undefined) return callClass;
  if (access.kind === "sandbox") return 4;
  if (isCancellation(path) || isDecision(path)) return 1;
  if (access.kind === "operator") return 4;
  if (method === "GET") return isList(route) ? 4 : 3;
  return 2;
}

/** The class of a page: what a guest cancels is 1, what a guest sends 2, what a guest reads 3. */
export function classOfPage(method: string, path: string): CallClass {
  if (method === "GET") return 3;
  return isCancellation(path) ? 1 : 2;
}

function isCancellation(path: string): boolean {
  return /[/_]cancel$/.test(path);
}

/** What is decided about an order, by whomever: a diner waits for it. */
function isDecision(path: string): boolean {
  return /\/orders\/\{\w+\}\/(accept|deny|ready|out_for_delivery|complete)$/.test(path);
}

/** Answers `{ object: "list" }`. */
export function isList({ success }: RouteValue): boolean {
  const schema: unknown = success[200];
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return false;
  const { properties } = schema;
  if (typeof properties !== "object" || properties === null || !("object" in properties)) return false;
  const { object } = properties;
  return typeof object === "object" && object !== null && "const" in object && object.const === "list";
}
