/**
 * Reads and judges the query of a route. Programs make the calls that need a key or the operator's token. An unknown
 * field there is refused by name: it is most often a filter with a spelling mistake, and would be ignored in silence.
 * Addresses of guests and of booking channels often get fields from other programs; there, unknown fields are ignored.
 * Pure.
 */
import Type from "typebox";
import type { Fields, RouteValue } from "../route-value.ts";
import type { ReadQuery } from "./route-checks.ts";
import { compileFields, propertiesOf, readTextFields, unstorableFields } from "./validate.ts";

/** Prepares the check once and answers the function that reads the query of a request. */
export function createQueryReader(route: RouteValue): (sent: Readonly<Record<string, unknown>>) => ReadQuery {
  const fields = route.query ?? {};
  const isClosed = takesKnownFieldsOnly(route);
  const check = compileFields("query", isWholeList(route) ? { ...anyLimit, ...fields } : fields, isClosed);
  // Most calls send none, and are not to pay for it; most routes are never called, and are not to be compiled for it.
  let none: ReadQuery | undefined;
  return (sent) => {
    if (Object.keys(sent).length === 0) return (none ??= { query: {}, issues: check({}) });
    const query = readTextFields(fields, sent);
    const judged = isClosed ? { ...sent, ...query } : query;
    return { query, issues: [...check(judged), ...unstorableFields("query", query)] };
  };
}

function takesKnownFieldsOnly({ access }: RouteValue): boolean {
  return access.kind === "app" || access.kind === "operator" || access.kind === "sandbox";
}

/** What a list that is always whole ignores (rules/http 7.2). */
const anyLimit: Fields = { limit: Type.Optional(Type.Unknown()) };

function isWholeList({ success }: RouteValue): boolean {
  const properties = propertiesOf(success[200]);
  const object: unknown = properties !== undefined && "object" in properties ? properties.object : undefined;
  return typeof object === "object" && object !== null && "const" in object && object.const === "list";
}
