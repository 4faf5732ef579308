/** The request log shows no personal data and no secret, in any body of a partner or of an answer (rules/http 13.4). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createRedactor, redactError } from "../../src/requests/redact.ts";
import { redactName, redactText } from "../../src/requests/redacted-text.ts";
import { servedRoutes } from "../../scripts/served-routes.ts";

type Schema = Readonly<Record<string, unknown>>;

const canary = "zqx-canary";
const phones = ["+49 151 2345678", "0151 23456789", "(217) 555-0100 22"];
const isGone = (text: string): boolean =>
  !text.includes(canary) && !text.includes("@example.com") && phones.every((phone) => !text.includes(phone));

/** Fields that tell of a person or open something by their names, whatever the schema marks. */
const tellingNames = new Set([
  "first_name",
  "last_name",
  "phone",
  "phone_last_four",
  "email",
  "street",
  "postal_code",
  "latitude",
  "longitude",
  "notes",
  "signing_secret",
  "card_number",
  "confirmation_code",
  "payment_link_url",
]);
/** Things whose fields of those names are nobody's: the restaurant's own. */
const ofNobody = (schema: Schema): boolean => {
  const fields = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
  return fields?.["object"]?.["const"] === "location" || fields?.["line1"] !== undefined;
};

const asSchemas = (value: unknown): readonly Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);

/** Values of a schema, with what must not come out wherever it may stand. */
function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const choices = [...asSchemas(schema["anyOf"]), ...asSchemas(schema["oneOf"])];
  if (schema["x-personal"] === true || schema["x-secret"] === true) return fc.constant(canary);
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom<unknown>(...(schema["enum"] as unknown[]));
  if (choices.length > 0 && schema["properties"] === undefined)
    return fc.oneof(...choices.map((choice) => valuesOf(choice, depth + 1)));
  switch (schema["type"]) {
    case "object":
      return objectsOf(schema, depth);
    case "array":
      return depth > 6 || !isSchema(schema["items"])
        ? fc.constant([])
        : fc.array(valuesOf(schema["items"], depth + 1), { maxLength: 2 });
    case "integer":
    case "number":
      return fc.integer({ min: 0, max: 9_999 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fc.oneof(
        fc.constant("Bistro burger"),
        fc.constantFrom(...phones).map((phone) => `call ${phone}, please`),
        fc.constant("ask ada@example.com"),
      );
    default:
      return fc.constant({ anything: canary });
  }
}

function objectsOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const fields = Object.entries((schema["properties"] ?? {}) as Readonly<Record<string, Schema>>);
  const known = fields.map(([name, inner]) => [
    name,
    tellingNames.has(name) && !ofNobody(schema) ? fc.constantFrom(canary, null) : valuesOf(inner, depth + 1),
  ]);
  // Where any field is declared, none is undeclared.
  if (schema["patternProperties"] !== undefined || isSchema(schema["additionalProperties"])) return fc.constant({});
  return fc
    .tuple(
      fc.record(Object.fromEntries(known) as Readonly<Record<string, fc.Arbitrary<unknown>>>, { requiredKeys: [] }),
      fc.constantFrom<object>({}, { undeclared: canary }, { undeclared: { deep: [canary] } }, { [phones[0] ?? ""]: 1 }),
    )
    .map(([declared, undeclared]) => ({ ...undeclared, ...declared }));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe("what the request log shows", () => {
  const routes = servedRoutes().filter(({ access }) => access.kind === "app" || access.kind === "sandbox");

  test("has nothing of a person and no secret in any body of any call of partners", () => {
    assert.ok(routes.length > 60, `${routes.length} calls only`);
    const redactor = createRedactor();
    let looked = 0;
    for (const route of routes) {
      for (const schema of [route.body, ...Object.values(route.success)]) {
        if (schema === undefined) continue;
        looked += 1;
        fc.assert(
          fc.property(valuesOf(schema as Schema), (value) => {
            const shown = JSON.stringify(redactor.redact(value, schema)) ?? "";
            assert.ok(isGone(shown), `${route.operationId} shows ${shown}`);
          }),
          { numRuns: 6 },
        );
      }
    }
    assert.ok(looked > 100, `${looked} bodies only`);
  });

  test("still has what the call is about", () => {
    const accept = routes.find(({ operationId }) => operationId === "acceptOrder");
    const body = { pos_ticket_id: "T-1042", estimated_ready_at: 1_795_279_546, typo_at: 5 };
    assert.deepEqual(createRedactor().redact(body, accept?.body), { ...body, typo_at: "[redacted]" });
  });

  test("of an error has the words, but not what they repeat", () => {
    const error = { code: "invalid_phone", message: `body.guest.phone ${phones[0]} is no phone`, details: { n: 3 } };
    assert.deepEqual(redactError(error), { ...error, message: "body.guest.phone [redacted] is no phone" });
  });
});

describe("text", () => {
  const kept = [
    "2026-11-22T19:42:06.120Z",
    "on 2026-11-22, table 4",
    "ord_01m7zfmt64eads0t9pbhwrr3ek",
    "burger-double",
    "must be at most 500 characters",
    "/v1/orders/ord_01m7zfmt64eads0t9pbhwrr3ek/accept",
  ];
  for (const text of kept) test(`is shown: ${text}`, () => assert.equal(redactText(text), text));

  const gone = [...phones, "ada@example.com", "mpk_test_abcdefghijklmnop", "whsec_V1hJ0mZ8kqU4Qw2sX6eB9rT3yNc="];
  for (const text of gone) {
    test(`is not shown: ${text}`, () => assert.ok(!redactText(`a ${text} b`).includes(text.slice(0, 8))));
  }

  test("names of fields are shown where they are usual names", () => {
    for (const name of ["expectedVersion", "a.b"]) assert.equal(redactName(name), name);
    for (const name of ["+49151", "ada@example.com", "x9999", "a b"]) assert.equal(redactName(name), "[redacted]");
  });
});
