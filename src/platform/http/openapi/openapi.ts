/**
 * The OpenAPI 3.1 document of a list of routes: the same route values that validate the requests. Deterministic: the
 * same routes and options give the same document, key by key, so that the committed copy can be compared.
 */
import type { TSchema } from "typebox";
import { answerHeaders, errorSchema, type AnswerCollector } from "./openapi-answers.ts";
import type { JsonSchema, OpenApiDocument, OpenApiTag, Operation, Parameter, Response } from "./openapi-document.ts";
import { idempotencyKey, operationOf, shareParameter } from "./openapi-operations.ts";
import { createSchemaCollector } from "./openapi-schemas.ts";
import { refusalCodes, type RefusalCode } from "../refusals/refusal-catalogue.ts";
import type { RouteValue } from "../route-value.ts";
import { refusalsOf } from "./openapi-refusals.ts";

export interface OpenApiOptions {
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly version: string;
  /** Without a slash at the end, or "/" for the address that the document is served from. */
  readonly serverUrl: string;
  /** How a caller gets to one environment. */
  readonly serverDescription: string;
  /** The tags that routes use, in the order of the page; a route with another tag is a mistake and throws. */
  readonly tags: readonly OpenApiTag[];
  readonly webhooks: readonly WebhookDescription[];
}

/** A request that the service makes to the app's address. */
export interface WebhookDescription {
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly headers: readonly Parameter[];
  readonly body: TSchema | JsonSchema;
  readonly example: unknown;
}

/** Writes the document; throws when operation ids repeat, a tag is unknown or two schemas share a title. */
export function openApiDocument(routes: readonly RouteValue[], options: OpenApiOptions): OpenApiDocument {
  const collector: AnswerCollector = { schemas: createSchemaCollector(), responses: new Map(), parameters: new Map() };
  checkNames(routes, options);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route, collector);
  }
  const webhooks = Object.fromEntries(
    options.webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook, collector) }]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: options.title,
      version: options.version,
      summary: options.summary,
      description: options.description,
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: options.serverUrl, description: options.serverDescription }],
    tags: usedTags(routes, options),
    paths,
    webhooks,
    components: {
      securitySchemes: usedSchemes(paths),
      schemas: {
        ...collector.schemas.components(),
        ...anyEvent(webhooks),
        Error: errorSchema(codesOf(routes)),
      },
      parameters: { IdempotencyKey: idempotencyKey, ...sorted(collector.parameters) },
      headers: usedHeaders(paths, collector.responses),
      responses: sorted(collector.responses),
    },
  };
}

const securitySchemes: OpenApiDocument["components"]["securitySchemes"] = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "mpk_test_… or mpk_live_…",
    description:
      "The API key of an app. Its prefix selects the environment; the scopes that a call needs are listed with it.",
  },
  testApiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "mpk_test_…",
    description: "The API key of an app, of the test environment only.",
  },
  channelPassword: {
    type: "http",
    scheme: "basic",
    description: "The name and password of a booking channel, which the operator made.",
  },
  operatorToken: {
    type: "http",
    scheme: "bearer",
    description: "The token of whoever operates this service; apps never have it.",
  },
  session: {
    type: "http",
    scheme: "bearer",
    description:
      "The session of a person who signed in. Browsers send it as the cookie `__Host-maple` (over http `maple_session`), programs as Bearer.",
  },
  sharedDevice: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-maple-device",
    description: "The token of a paired tablet (over http the cookie `maple_device`).",
  },
};

function usedHeaders(paths: object, responses: ReadonlyMap<string, Response>): typeof answerHeaders {
  const text = JSON.stringify([paths, [...responses.values()]]);
  const names = Object.keys(answerHeaders).filter((name) => text.includes(`"#/components/headers/${name}"`));
  return Object.fromEntries(names.flatMap((name) => (answerHeaders[name] ? [[name, answerHeaders[name]]] : [])));
}

function usedSchemes(paths: OpenApiDocument["paths"]): OpenApiDocument["components"]["securitySchemes"] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const used = new Set(operations.flatMap(({ security }) => security.flatMap((needed) => Object.keys(needed))));
  return Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name)));
}

/** Any webhook, told apart by its type; more types may come, so a receiver ignores what it does not know. */
function anyEvent(webhooks: Readonly<Record<string, { readonly post: Operation }>>): Record<string, JsonSchema> {
  const references = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody?.content["application/json"]?.schema;
    return [type, String(schema?.["$ref"])] as const;
  });
  if (references.length === 0) return {};
  const oneOf = references.map(([, $ref]) => ({ $ref }));
  const discriminator = { propertyName: "event_type", mapping: Object.fromEntries(references) };
  return { WebhookEvent: { oneOf, discriminator } };
}

function codesOf(routes: readonly RouteValue[]): readonly RefusalCode[] {
  const codes = new Set(routes.flatMap((route) => refusalsOf(route)));
  return refusalCodes.filter((code) => codes.has(code));
}

function checkNames(routes: readonly RouteValue[], options: OpenApiOptions): void {
  const tags = new Set(options.tags.map((tag) => tag.name));
  const operationIds = new Set<string>();
  for (const route of routes) {
    if (operationIds.has(route.operationId)) throw new Error(`two routes have the operation id ${route.operationId}`);
    operationIds.add(route.operationId);
    if (!tags.has(route.tag))
      throw new Error(`${route.operationId} has the tag ${route.tag}, which has no description`);
  }
}

function usedTags(routes: readonly RouteValue[], options: OpenApiOptions): readonly OpenApiTag[] {
  const used = new Set([...routes.map((route) => route.tag), ...options.webhooks.map((webhook) => webhook.tag)]);
  return options.tags.filter((tag) => used.has(tag.name));
}

/** What a receiver may answer to a delivery. */
const webhookAnswers = {
  "2XX": { name: "DeliveryReceived", description: "Received. Answer within 10 seconds; the body is not read." },
  "410": { name: "DeliveryAddressGone", description: "The address is gone: the subscription is disabled." },
  default: {
    name: "DeliveryFailed",
    description: "Anything else is a failure; the delivery is tried again, up to nine times.",
  },
};

function webhookOperation(webhook: WebhookDescription, { schemas, parameters, responses }: AnswerCollector): Operation {
  return {
    operationId: `webhook_${webhook.name.replaceAll(".", "_")}`,
    tags: [webhook.tag],
    summary: webhook.summary,
    description: webhook.description,
    security: [],
    parameters: webhook.headers.map((header) => shareParameter(header, parameters)),
    requestBody: {
      required: true,
      content: { "application/json": { schema: schemas.toSchema(webhook.body), example: webhook.example } },
    },
    responses: Object.fromEntries(
      Object.entries(webhookAnswers).map(([status, { name, ...answer }]) => {
        responses.set(name, answer);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    ),
  };
}

function sorted<T>(shared: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...shared].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
