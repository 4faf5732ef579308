/** The forms that hold for the whole contract, read from the generated description. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { tagOf } from "../../src/platform/http/refusals/refusal-catalogue.ts";

type Json = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: unknown, ...keys: readonly string[]): Json =>
  keys.reduce<Json>((found, key) => (isObject(found[key]) ? found[key] : {}), isObject(value) ? value : {});

/** The descriptions of all but the console, whose forms its own tests hold. */
const contracts = ["partner", "diner", "operator", "channel"].map((audience): unknown =>
  JSON.parse(readFileSync(new URL(`../../openapi/${audience}.json`, import.meta.url), "utf8")),
);
const allOf = (...keys: readonly string[]): Json =>
  Object.assign({}, ...contracts.map((contract) => objectAt(contract, ...keys)));
const schemas = allOf("components", "schemas");
const paths = allOf("paths");

interface Field {
  readonly at: string;
  readonly name: string;
  readonly schema: Json;
}

/** Every field of every object below a value, with the way to it; examples are left out. */
function fieldsOf(value: unknown, at: string): readonly Field[] {
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => fieldsOf(entry, at));
  if (!isObject(value)) return [];
  const own = Object.entries(objectAt(value, "properties")).flatMap(([name, schema]) =>
    isObject(schema) ? [{ at, name, schema }] : [],
  );
  const below = Object.entries(value).filter(([key]) => key !== "example" && key !== "examples");
  return [...own, ...below.flatMap(([key, entry]) => fieldsOf(entry, `${at}/${key}`))];
}

/** The types and formats that a field may have; null is left out. */
function kindsOf(schema: Json): readonly string[] {
  if (typeof schema["$ref"] === "string") return kindsOf(objectAt(schemas, schema["$ref"].split("/").at(-1) ?? ""));
  const choices = ["anyOf", "oneOf"].flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as unknown[]) : []));
  if (choices.length > 0) return choices.flatMap((choice) => (isObject(choice) ? kindsOf(choice) : []));
  const types = Array.isArray(schema["type"]) ? (schema["type"] as unknown[]) : [schema["type"]];
  const format = typeof schema["format"] === "string" ? ` ${schema["format"]}` : "";
  return types.filter((type) => type !== "null").map((type) => `${String(type)}${format}`);
}

const fields = [...fieldsOf(schemas, "schemas"), ...fieldsOf(paths, "paths")];
const timesOfOrders = new Set(["estimated_ready_at", "offered_at", "answered_at"]);

test("the contract is really read", () => {
  assert.ok(fields.length > 1_000, `${fields.length} fields`);
  assert.ok(Object.keys(schemas).includes("Booking"));
});

test("created is Unix seconds, other fields in _at are instants, but for the times of orders (rules/http 9.3)", () => {
  const wrong = fields.filter(({ name, schema, at }) => {
    if (name !== "created" && !name.endsWith("_at")) return false;
    if (at.includes("/changes/") || /^schemas\/\w+Input/.test(at)) return false;
    const isInteger = name === "created" || timesOfOrders.has(name);
    return !kindsOf(schema).every((kind) => (isInteger ? kind.startsWith("integer") : kind === "string date-time"));
  });
  assert.deepEqual(
    wrong.map(({ at, name }) => `${at} ${name}`),
    [],
  );
});

test("menus, stock, configuration and hours are camelCase, everything else is snake_case (rules/http 9.4)", () => {
  const camel =
    /schemas\/(?:\w*Menu|\w*StockStatus|\w*BookingConfiguration|BookingSetup|(?:Dated|Weekly)BookingService|Booking(?:Unit|Combination|Pacing|LeadTime|ServiceException)|PaymentRule|Configured|VenueTexts|TurnTime|\w+Rules|(?:Opening|Zone)\w*Window)|\/(?:menu|stock_status|booking_configuration)\/|\/(?:opening_)?hours\b/;
  const wrong = fields.filter(({ at, name }) => {
    if (name === "_tag" || /^[a-z][a-z0-9_]*$/.test(name)) return false;
    return !camel.test(at) || !/^[a-z][A-Za-z0-9]*$/.test(name);
  });
  assert.deepEqual(
    wrong.map(({ at, name }) => `${at} ${name}`),
    [],
  );
});

test("every JSON answer under /v1 names its type in object (rules/http 9.5)", () => {
  const methods = ["get", "post", "put", "patch", "delete"];
  const answers = Object.keys(paths).flatMap((path) =>
    methods.flatMap((method) =>
      ["200", "201", "202"].flatMap((status) => {
        const content = objectAt(paths, path, method, "responses", status, "content", "application/json", "schema");
        return Object.keys(content).length === 0 || !path.startsWith("/v1/") ? [] : [{ path, method, status, content }];
      }),
    ),
  );
  assert.ok(answers.length > 60, `${answers.length} answers`);
  const resolved = (schema: Json): Json =>
    typeof schema["$ref"] === "string" ? objectAt(schemas, schema["$ref"].split("/").at(-1) ?? "") : schema;
  const wrong = answers.filter(
    ({ content }) => objectAt(resolved(content), "properties", "object")["const"] === undefined,
  );
  assert.deepEqual(
    wrong.map(({ path, method, status }) => `${method} ${path} ${status}`),
    [],
  );
});

test("every path is of version 1, and the description of 0.0.1 (rules/http 12.1)", () => {
  for (const contract of contracts) assert.equal(objectAt(contract, "info")["version"], "0.0.1");
  const known = /^\/(?:v1|store\/v1|operator\/v1\/\{environment\}|reserve\/v3)\//;
  assert.deepEqual(
    Object.keys(paths).filter((path) => !known.test(path)),
    [],
  );
});

/** Numbers that may be fractions: places and sizes on the map, food values, rates, and figures of the wait score. */
const fractional = `latitude longitude radius_meters share area_square_meters calories percentage
  coverage late mean_width_minutes winkler_score correction`;

test("no amount of money is a fraction; a currency is an ISO code in capitals (rules/http 9.2)", () => {
  const fractions = fields.filter(({ schema }) => kindsOf(schema).some((kind) => kind.startsWith("number")));
  assert.deepEqual(new Set(fractions.map(({ name }) => name)), new Set(fractional.split(/\s+/)));
  const patterns = fields.filter(({ name, schema }) => name === "currency" && schema["pattern"] !== undefined);
  assert.ok(patterns.length > 0);
  for (const { at, schema } of patterns) assert.equal(schema["pattern"], "^[A-Z]{3}$", at);
});

test("every status has its tag (rules/http 6.4)", () => {
  const tags = {
    BadRequest: [400, 405, 406, 413, 415],
    Unauthorized: [401],
    Forbidden: [403],
    NotFound: [404],
    Conflict: [409],
    Unprocessable: [422],
    RateLimited: [429],
    InternalError: [500, 503],
  };
  for (const [name, statuses] of Object.entries(tags))
    for (const status of statuses) assert.equal(tagOf(status), `DeveloperApi${name}`, String(status));
});

/** Each call with the statuses of its good answers. */
function goodAnswers(): readonly { readonly call: string; readonly method: string; readonly statuses: string }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(objectAt(operations)).flatMap(([method, operation]) => {
      const statuses = Object.keys(objectAt(operation, "responses")).filter((status) => status < "400");
      return statuses.length === 0 ? [] : [{ call: `${method} ${path}`, method, statuses: statuses.join(" ") }];
    }),
  );
}

test("201 answers what was made, 202 a job, 200 everything else (rules/http 6.2)", () => {
  const answers = goodAnswers();
  assert.ok(answers.length > 100, `${answers.length} calls`);
  const allowed: Readonly<Record<string, readonly string[]>> = {
    get: ["200", "200 304"],
    post: ["200", "201", "200 201", "200 202"],
    put: ["200", "200 201"],
    patch: ["200"],
    delete: ["200"],
  };
  const wrong = answers.filter(({ method, statuses }) => allowed[method]?.includes(statuses) !== true);
  assert.deepEqual(
    wrong.map(({ call, statuses }) => `${call}: ${statuses}`),
    [],
  );
  const jobs = answers.filter(({ statuses }) => statuses.includes("202")).map(({ call }) => call);
  assert.deepEqual(jobs, ["post /v1/locations/{locationId}/menu"]);
});

test("every answer may get more fields, but a location (rules/http 12.2)", () => {
  const answered = Object.entries(schemas).filter(([, schema]) => "object" in objectAt(schema, "properties"));
  assert.ok(answered.length > 50, `${answered.length} shapes`);
  const closed = answered.filter(([, schema]) => objectAt(schema)["additionalProperties"] === false);
  assert.deepEqual(
    closed.map(([name]) => name),
    ["Location"],
  );
});

/** What every order of version 1 says; a field may come, none may go. */
const fieldsOfOrders = `object id livemode created updated_at status payment_status location_id fulfillment_type display_number
  confirmation_code customer line_items totals delivery_address scheduled_for notes external_id estimated_ready_at decision_deadline denial
  cancellation payment receiver updated_by changes sequence`;

test("an order keeps every field that it has had (rules/ordering 2.1)", () => {
  const required = objectAt(schemas, "Order")["required"];
  assert.ok(Array.isArray(required));
  const present = new Set<unknown>(required);
  assert.deepEqual(
    fieldsOfOrders.split(/\s+/).filter((field) => !present.has(field)),
    [],
  );
});
