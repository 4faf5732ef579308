/** Reads from the route values the part of each call that the command line needs: `src/cli/routes.json`. */
import { lastInstant, toUnixSeconds } from "../src/kernel/clock.ts";
import Type from "typebox";
import type { FieldKind, RouteCall, RouteField } from "../src/cli/route-calls.ts";
import { idPrefixes } from "../src/kernel/id.ts";
import type { RouteValue } from "../src/platform/http/route-value.ts";

/** The parts of a JSON schema that are looked at. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly "x-id-prefix"?: keyof typeof idPrefixes;
  readonly "x-exactly-one-of"?: readonly string[];
  readonly "x-at-least-one-of"?: readonly string[];
}

/** The text of routes.json: each call of the operator and of partners that answers JSON, by its operation id, one a line. */
export function describedCalls(routes: readonly RouteValue[]): string {
  const entries = routes
    .filter(({ access, media }) => media === undefined && isOfPrograms(access))
    .map((route) => `${JSON.stringify(route.operationId)}: ${JSON.stringify(describe(route))}`);
  return `{\n${entries.join(",\n")}\n}\n`;
}

/** Whether programs call it with a key or the operator's token. */
function isOfPrograms({ kind }: RouteValue["access"]): boolean {
  return kind === "app" || kind === "sandbox" || kind === "operator";
}

function describe(route: RouteValue): RouteCall {
  const body = route.body === undefined ? undefined : plain(route.body);
  const isDocument = body !== undefined && (route.bodyLimit !== undefined || body.type !== "object");
  const { "x-exactly-one-of": exactlyOne, "x-at-least-one-of": atLeastOne } = body ?? {};
  return {
    method: route.method,
    path: route.path,
    by: route.access.kind === "operator" ? "operator" : "partner",
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(body === undefined ? {} : { body: isDocument ? ("document" as const) : ("fields" as const) }),
    fields: {
      ...inPath(route),
      ...ofObject({ properties: plain(route.query ?? {}) }, "query", requiredIn(route)),
      ...(body === undefined || isDocument ? {} : ofObject(body, "body", body.required ?? [])),
    },
    ...(exactlyOne === undefined || isDocument ? {} : { exactlyOne }),
    ...(atLeastOne === undefined || isDocument ? {} : { atLeastOne }),
  };
}

function inPath({ path, params = {} }: RouteValue): Record<string, RouteField> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const own = names.filter((name) => name !== "environment");
  return Object.fromEntries(
    own.map((name) => [name, { ...toField(plain(params[name] ?? {}), "path"), required: true }]),
  );
}

function requiredIn({ query = {} }: RouteValue): readonly string[] {
  return Object.entries(query)
    .filter(([, schema]) => !Type.IsOptional(schema))
    .map(([name]) => name);
}

/** The fields of an object, and the parts of those that are objects themselves. */
function ofObject(
  { properties = {} }: Schema,
  place: RouteField["place"],
  required: readonly string[],
): Record<string, RouteField> {
  const found: Record<string, RouteField> = {};
  for (const [name, schema] of Object.entries(properties)) {
    found[name] = { ...toField(schema, place), ...(required.includes(name) ? { required: true } : {}) };
    const inner = withoutNull(schema);
    for (const [part, field] of Object.entries(inner.properties ?? {})) {
      const isNeeded = inner.required?.includes(part) === true;
      found[`${name}.${part}`] = { ...toField(field, place), ...(isNeeded ? { required: true } : {}) };
    }
  }
  return found;
}

function toField(given: Schema, place: RouteField["place"]): RouteField {
  const schema = withoutNull(given);
  const kind = kindOf(schema);
  const words = (schema.items ?? schema).enum ?? [];
  const values = words.filter((word) => typeof word === "string");
  const about = aboutOf(schema, given);
  return {
    place,
    kind,
    value: valueOf(schema, kind, values),
    ...(about === undefined ? {} : { about }),
    ...(values.length === 0 ? {} : { values }),
    ...(schema.minimum === undefined ? {} : { least: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { most: schema.maximum }),
  };
}

function kindOf(schema: Schema): FieldKind {
  if (schema.type === "string" || typeof schema.const === "string") return "text";
  if (schema.type === "integer") return "whole";
  if (schema.type === "number") return "number";
  if (schema.type === "boolean") return "switch";
  return schema.type === "array" && schema.items?.type === "string" ? "list" : "json";
}

const lastUnixSecond = toUnixSeconds(lastInstant);

function valueOf(schema: Schema, kind: FieldKind, values: readonly string[]): string {
  const noun = nounOf(schema);
  if (noun !== undefined) return noun.toUpperCase().split(" ").at(-1) ?? "ID";
  if (kind === "list") return values.length > 0 && values.join().length <= 30 ? values.join() : "A,B";
  if (values.length > 0) return values.join("|").length <= 60 ? values.join("|") : "WORD";
  const forms: Readonly<Record<FieldKind, string>> = {
    text: schema.format === "date-time" ? "INSTANT" : schema.format === "email" ? "ADDRESS" : "TEXT",
    list: "A,B",
    whole: schema.maximum === lastUnixSecond ? "UNIX-SECONDS" : "N",
    number: "N",
    switch: "on|off",
    json: "JSON",
  };
  return forms[kind];
}

function nounOf(schema: Schema): string | undefined {
  const prefix = schema["x-id-prefix"];
  return prefix === undefined ? undefined : idPrefixes[prefix];
}

function aboutOf(schema: Schema, given: Schema): string | undefined {
  const noun = nounOf(schema);
  const said = given.description ?? schema.description;
  if (noun === undefined || said?.startsWith("An id that begins with") === false) return said;
  return `The ${noun}'s id, ${schema["x-id-prefix"] ?? ""}_…`;
}

function withoutNull(schema: Schema): Schema {
  const others = schema.anyOf?.filter(({ type }) => type !== "null");
  const [only, second] = others ?? [];
  return only === undefined || second !== undefined ? schema : only;
}

/** The schema as JSON has it. */
function plain(schema: object): Schema & Readonly<Record<string, Schema>> {
  return JSON.parse(JSON.stringify(schema));
}
