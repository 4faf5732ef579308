/**
 * The shared parts of the tests of bad input: the routes and their document, a service with one of everything in it, and
 * the answers that a wrong call may not get.
 */
import { servedRoutes } from "../../scripts/served-routes.ts";
import { describeEverything } from "../../src/docs-pages/api-description.ts";
import { readDatabaseTime } from "../../src/platform/clock/database-time.sql.ts";
import { compileCheck, type Check } from "../../src/platform/http/reading/validate.ts";
import { dereference, type JsonSchema, type Operation } from "../../src/platform/http/openapi/openapi-document.ts";
import { refusalCodes, refusalKind } from "../../src/platform/http/refusals/refusal-catalogue.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import { startService, type CallAnswer, type CallOptions, type TestService } from "../harness/service.ts";
import { credentialFor, neededHeaders } from "./known-calls.ts";
import { makeKnownResources, type KnownResources } from "./known-resources.ts";

export const routes = servedRoutes();
const document = describeEverything(routes);
const declaredSchemas = closed(document.components.schemas);
const checks = new Map<JsonSchema, Check>();

/** The schema itself instead of a reference to it. */
export const resolve = (schema: JsonSchema): JsonSchema => dereference<JsonSchema>(document, schema);

export interface BentCalls {
  readonly service: TestService;
  readonly known: KnownResources;
  /** Reads the database's clock, as a process does every ten seconds: nothing is signed by an old reading. */
  readClock(): Promise<void>;
  /** The credential that the route asks for. */
  keyOf(route: RouteValue): CallOptions;
}

/** Starts the service and makes one of everything that a call can name. */
export async function startBentCalls(): Promise<BentCalls> {
  const service = await startService();
  const known = await makeKnownResources(service);
  return {
    service,
    known,
    async readClock() {
      const { clock, read } = service.database;
      const sentAtMs = performance.now();
      const databaseMs = await readDatabaseTime(read);
      clock.take({ databaseMs, sentAtMs, receivedAtMs: performance.now() });
    },
    keyOf(route) {
      const key = credentialFor(known, route);
      return { ...neededHeaders(route), ...(key === undefined ? {} : { key }) };
    },
  };
}

/** The route in the OpenAPI document. */
export function operationOf(route: RouteValue): Operation {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${route.operationId} is not in the document`);
  return operation;
}

/** What the OpenAPI document has against the answer: nothing, when all is well. */
export function outsideDocument(route: RouteValue, answer: CallAnswer): string | undefined {
  const operation = operationOf(route);
  const declared = operation.responses[String(answer.status)];
  if (declared === undefined) return `the status ${answer.status} is not declared`;
  const response = dereference(document, declared);
  const { media } = route;
  if (media !== undefined && answer.status < 300) {
    return answer.headers.get("content-type") === media ? undefined : `not ${media}`;
  }
  const schema = response.content?.["application/json"]?.schema;
  if (answer.status >= 400 && !isOfCode(answer, operation)) return `the code ${answer.body.code} is not declared`;
  if (schema === undefined) return answer.text === "" ? undefined : "a body where none is declared";
  const issues = checkOf(schema)(answer.body);
  return issues.length === 0 ? undefined : JSON.stringify(issues);
}

/** The schema with each open list of values closed: a client must expect others later, the service answers these. */
function closed<T extends object>(schema: T): T {
  return JSON.parse(JSON.stringify(schema).replaceAll('"x-extensible-enum":', '"enum":')) as T;
}

/** Whether the operation names the code of a refusal, and the refusal has the status of its code. */
function isOfCode({ status, body }: CallAnswer, operation: Operation): boolean {
  const code = refusalCodes.find((each) => each === body.code);
  if (code === undefined || operation["x-error-codes"]?.includes(code) !== true) return false;
  return refusalKind(code).status === status;
}

function checkOf(schema: JsonSchema): Check {
  const made = checks.get(schema);
  if (made !== undefined) return made;
  const check = compileCheck("answer", { ...closed(schema), components: { schemas: declaredSchemas } });
  checks.set(schema, check);
  return check;
}

/** Words of JSON Schema and regular expressions, which say nothing to somebody who reads the documentation only. */
const jargon = /must match|has none of|\b(anyOf|oneOf|minLength|uniqueItems)\b|format "|[<>]= |\\[dSsxw]|\[\^|\(\?/;

/** Whether a refusal speaks of the schema instead of the value. */
export function isUnclear({ status, body }: CallAnswer): boolean {
  return status === 400 && jargon.test(body.message);
}
