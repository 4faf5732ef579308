/**
 * Reads the query of a route and judges it. Calls that need a key or the operator's token are made by programs: a field that
 * they misspell would be passed over in silence, a filter with it, so such a field is refused by name. Addresses of guests
 * and of booking channels get decorated on their way; there, what is not known is ignored. Pure.
 */
import Type from "typebox";
import type { Fields, RouteValue } from "../route-value.ts";
import { compileFields, propertiesOf, readTextFields, unstorableFields, type FieldIssue } from "./validate.ts";

export interface ReadQuery {
  readonly query: Readonly<Record<string, unknown>>;
  readonly issues: readonly FieldIssue[];
}

/** Prepares the check once and answers the function that reads the query of a request. */
export function createQueryReader(route: RouteValue): (sent: Readonly<Record<string, unknown>>) => ReadQuery {
  const fields = route.query ?? {};
  const isClosed = takesKnownFieldsOnly(route);
  const check = compileFields("query", { ...ignoredFields(route), ...fields }, isClosed);
  // Most calls send none, and are not to pay for it.
  const none = { query: {}, issues: check({}) };
  return (sent) => {
    if (Object.keys(sent).length === 0) return none;
    const query = readTextFields(fields, sent);
    const judged = isClosed ? { ...sent, ...query } : query;
    return { query, issues: [...check(judged), ...unstorableFields("query", query)] };
  };
}

function takesKnownFieldsOnly({ access }: RouteValue): boolean {
  return access.kind === "app" || access.kind === "operator" || access.kind === "sandbox";
}

/** A list that is always whole ignores a limit (rules/http 7.2). */
function ignoredFields({ success }: RouteValue): Fields {
  const properties = propertiesOf(success[200]);
  const object: unknown = properties !== undefined && "object" in properties ? properties.object : undefined;
  const isList = typeof object === "object" && object !== null && "const" in object && object.const === "list";
  return isList ? { limit: Type.Optional(Type.Unknown()) } : {};
}
