/** Passes on a refusal in a route that declares fewer refusals than its caller knows. */
import type { Refusal } from "../../../kernel/refusal.ts";
import type { RouteValue } from "../route-value.ts";

/** The refusal, which the route declares; another code is a fault of the program, and is thrown. */
export function declaredBy<R extends Pick<RouteValue, "operationId" | "refusals">>(
  route: R,
  refusal: Refusal,
): Refusal<R["refusals"][number]> {
  if (isAmong<R["refusals"][number]>(route.refusals, refusal)) return refusal;
  throw new Error(`${route.operationId} does not declare ${refusal.code}: ${refusal.message}`);
}

function isAmong<Code extends string>(codes: readonly Code[], refusal: Refusal): refusal is Refusal<Code> {
  return codes.some((code) => code === refusal.code);
}
