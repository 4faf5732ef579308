/** One operation of the document from one route value. */
import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import { capitalised, responsesOf, type AnswerCollector } from "./openapi-answers.ts";
import type { JsonSchema, Operation, Parameter, Reference } from "./openapi-document.ts";
import { exampleOf } from "./openapi-examples.ts";
import type { Access } from "../callers.ts";
import type { ConsoleNeeds } from "../console/console-caller.ts";
import type { Fields, RouteValue } from "../route-value.ts";
import { isWrite, refusalsOf } from "./openapi-refusals.ts";

/** Writes one route as an operation; schemas and shared answers are collected on the way. */
export function operationOf(route: RouteValue, collector: AnswerCollector): Operation {
  const parameters = [
    ...fieldParameters("path", route.params ?? {}, collector),
    ...fieldParameters("query", route.query ?? {}, collector),
    ...fieldParameters("header", route.headers ?? {}, collector),
    ...idempotencyParameter(route),
  ];
  const description = descriptionOf(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(route.access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(route, collector),
    responses: responsesOf(route, collector),
    "x-error-codes": refusalsOf(route),
    ...paginationOf(route),
    ...(route.deprecated === undefined ? {} : { deprecated: true, "x-sunset": route.deprecated.sunset }),
  };
}

/** What the envelope of a list says of itself (`paging.ts`). */
function paginationOf({ success }: RouteValue): Pick<Operation, "x-pagination"> {
  const envelope = success[200];
  const pagination: unknown =
    envelope !== undefined && "x-pagination" in envelope ? envelope["x-pagination"] : undefined;
  return typeof pagination === "string" ? { "x-pagination": pagination } : {};
}

function securityOf(access: Access): Operation["security"] {
  switch (access.kind) {
    case "public":
      return [];
    case "app":
      return [{ apiKey: access.scope === null ? [] : [access.scope] }];
    case "sandbox":
      return [{ testApiKey: [] }];
    case "operator":
      return [{ operatorToken: [] }];
    case "channel":
      return [{ channelPassword: [] }];
    case "console":
      return consoleSecurity[access.needs];
  }
}

const consoleSecurity: Readonly<Record<ConsoleNeeds, Operation["security"]>> = {
  nobody: [],
  screen: [{ session: [] }, { sharedDevice: [] }],
  actor: [{ session: [] }, { sharedDevice: [] }],
  person: [{ session: [] }],
};

/** What the access says beyond the credential: the roles, and how fresh the sign-in has to be; first of all, that a call ends. */
function descriptionOf({ description: words, access, deprecated }: RouteValue): string | undefined {
  const ends = deprecated === undefined ? undefined : `Ends on ${deprecated.sunset}. ${deprecated.instead}`;
  const description = ends === undefined ? words : [ends, words].filter((said) => said !== undefined).join("\n\n");
  if (access.kind !== "console") return description;
  const roles = access.roles === undefined ? [] : [`Roles: ${access.roles.map((role) => `\`${role}\``).join(", ")}.`];
  const fresh = access.fresh === true ? ["The sign-in must be at most 15 minutes old."] : [];
  const said = [...(description === undefined ? [] : [description]), ...roles, ...fresh].join(" ");
  return said === "" ? undefined : said;
}

function fieldParameters(
  where: Parameter["in"],
  fields: Fields,
  collector: AnswerCollector,
): (Parameter | Reference)[] {
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema } = collector.schemas.toSchema(field);
    const example = exampleOf(schema);
    const parameter: Parameter = {
      name,
      in: where,
      ...(where === "path" || !isOptional(field) ? { required: true as const } : {}),
      ...(typeof description === "string" ? { description } : {}),
      schema,
      ...(example === undefined ? {} : { example }),
    };
    return where === "path" ? shareParameter(parameter, collector.parameters) : parameter;
  });
}

/** Writes a parameter once for all operations that have the same; another one under its name stays where it is. */
export function shareParameter(parameter: Parameter, shared: Map<string, Parameter>): Parameter | Reference {
  const name = parameter.name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const known = shared.get(name) ?? parameter;
  if (!isDeepStrictEqual(known, parameter)) return parameter;
  shared.set(name, parameter);
  return { $ref: `#/components/parameters/${name}` };
}

/** TypeBox marks an optional field with a property that is not enumerable. */
function isOptional(field: TSchema): boolean {
  return "~optional" in field;
}

function idempotencyParameter(route: RouteValue): Reference[] {
  if (!isWrite(route) || route.unkeyed === true || Object.hasOwn(route.headers ?? {}, "idempotency-key")) return [];
  return [{ $ref: "#/components/parameters/IdempotencyKey" }];
}

/** The header that every write honours (rules/http 5.1). */
export const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Makes the call safe to repeat: the same key with the same request answers the first answer again for 24 hours, and the effect happens once.",
  schema: { type: "string", maxLength: 255, pattern: "^[\\x21-\\x7e]{1,255}$" } satisfies JsonSchema,
  example: "6f1c2f3e-9a54-4c0e-8f4b-0d5b8c1a2e77",
};

function requestBodyOf(route: RouteValue, collector: AnswerCollector): Pick<Operation, "requestBody"> {
  if (route.body === undefined) return {};
  const schema = collector.schemas.toBody(route.body, `${capitalised(route.operationId)}Input`);
  const example = route.example?.request;
  return {
    requestBody: {
      required: route.bodyOptional !== true,
      content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
    },
  };
}
