/** Finds the idempotency key of a write, and the scope within which the key counts. */
import type { Refusal } from "../../../kernel/refusal.ts";
import type { Authorized } from "../authorize.ts";
import { scopeOfAddress, type KeyedRequest } from "./idempotency.ts";
import { invalidRequest } from "../reading/invalid-request.ts";
import type { RouteValue } from "../route-value.ts";
import { propertiesOf } from "../reading/validate.ts";

const writes = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** What of a request is looked at. */
interface KeyableRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Uint8Array | undefined;
}

type GivenKey = Pick<KeyedRequest, "key" | "keyField">;

/** The key of a write: a body field named `idempotency_key` wins over the header (rules/http 5.10). */
export function idempotencyKeyOf(
  route: RouteValue,
  request: KeyableRequest,
  body: unknown,
): GivenKey | Refusal | undefined {
  if (!writes.has(route.method)) return undefined;
  const header = request.headers["idempotency-key"];
  if (header !== undefined && (typeof header !== "string" || !/^[\x21-\x7e]{1,255}$/.test(header))) {
    return invalidRequest([{ path: "header.idempotency-key", message: "must have 1 to 255 visible ASCII characters" }]);
  }
  const fields = propertiesOf(route.body);
  const { keyField = "idempotency_key" } = route;
  if (fields !== undefined && keyField in fields && typeof body === "object" && body !== null) {
    const own = (body as Readonly<Record<string, unknown>>)[keyField];
    if (typeof own === "string" && own !== "") return { key: own, keyField: `body.${keyField}` };
  }
  if (route.unkeyed === true) return undefined;
  return header === undefined ? undefined : { key: header, keyField: "header.idempotency-key" };
}

/** The request under its key, as it is looked up and kept. */
export function keyedRequest(
  route: RouteValue,
  request: KeyableRequest,
  caller: Authorized,
  key: GivenKey,
): KeyedRequest {
  const surface = route.access.kind === "operator" ? "operator" : route.path.split("/")[1];
  const { access } = route;
  const isPublic = access.kind === "public" || (access.kind === "console" && access.needs === "nobody");
  return {
    scope:
      caller.app?.id ??
      caller.channel?.id ??
      caller.console?.person?.id ??
      caller.console?.device?.id ??
      (isPublic ? scopeOfAddress(surface, request.url) : `surface:${surface}`),
    ...key,
    method: route.method,
    path: request.url,
    // The address of a call without a credential may carry a token, which is not stored.
    storedPath: isPublic ? route.path : request.url,
    rawBody: request.rawBody,
  };
}
