/**
 * Reads and judges the query of a route. Programs make the calls of partners and those that need the operator's token. An
 * unknown field there is refused by name: it is most often a filter with a spelling mistake, and would be ignored in
 * silence. Addresses of guests and of booking channels often get fields from other programs; there, unknown fields are
 * ignored. A cursor that is an id is of the kind that its list has. Pure.
 */
import Type, { type TSchema } from "typebox";
import { idPrefixOf } from "../../../kernel/id.ts";
import type { Fields, RouteValue } from "../route-value.ts";
import type { ReadQuery } from "./route-checks.ts";
import { compileFields, propertiesOf, readTextFields, unstorableFields, type FieldIssue } from "./validate.ts";

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
    const found = [...check(judged), ...unstorableFields("query", query)];
    return { query, issues: found.length > 0 ? found : foreignCursors(fields, query) };
  };
}

/** `GET /v1/ping` needs no key, and programs call it all the same. */
function takesKnownFieldsOnly({ access, path }: RouteValue): boolean {
  return access.kind === "app" || access.kind === "operator" || access.kind === "sandbox" || path.startsWith("/v1/");
}

/** The fields that say after which entry a page begins (rules/http 7.5). */
const cursors = ["starting_after", "before"] as const;

/** Every well-formed id passes its field, so that a wrong one in a path is 404; here it is the cursor of another list. */
function foreignCursors(fields: Fields, query: Readonly<Record<string, unknown>>): readonly FieldIssue[] {
  return cursors.flatMap((name) => {
    const wanted = prefixOf(fields[name]);
    const given = query[name];
    if (wanted === undefined || typeof given !== "string" || idPrefixOf(given) === wanted) return [];
    const message = `must be the next_cursor of the page before, which begins with ${wanted}_`;
    return [{ path: `query.${name}`, message }];
  });
}

function prefixOf(schema: (TSchema & { readonly "x-id-prefix"?: string }) | undefined): string | undefined {
  return schema?.["x-id-prefix"];
}

/** What a list that is always whole ignores (rules/http 7.2). */
const anyLimit: Fields = { limit: Type.Optional(Type.Unknown()) };

function isWholeList({ success }: RouteValue): boolean {
  const properties = propertiesOf(success[200]);
  const object: unknown = properties !== undefined && "object" in properties ? properties.object : undefined;
  return typeof object === "object" && object !== null && "const" in object && object.const === "list";
}
