/** The API description of this service: the routes it serves, with the words and webhooks that go with them. */
import { openApiDocument } from "../platform/http/openapi/openapi.ts";
import type { OpenApiDocument } from "../platform/http/openapi/openapi-document.ts";
import type { RouteValue } from "../platform/http/route.ts";
import { apiIntroduction, apiSummary, apiTags, apiVersion } from "./api-introduction.ts";
import recordedExamples from "./recorded-examples.json" with { type: "json" };
import { webhookDescriptions } from "./webhook-descriptions.ts";

/** Where the committed copy says it is served: wherever it is read from. */
export const neutralServerUrl = "/";

/** Writes the OpenAPI document of the routes; `serverUrl` has no slash at its end. */
export function describeApi(routes: readonly RouteValue[], serverUrl: string): OpenApiDocument {
  return openApiDocument(routes.map(withExample), {
    title: "Maple",
    summary: apiSummary,
    description: apiIntroduction,
    version: apiVersion,
    serverUrl,
    tags: apiTags,
    webhooks: webhookDescriptions(),
  });
}

/** A route without an example of its own has the one that was recorded from a sandbox (scripts/record-examples.ts). */
function withExample(route: RouteValue): RouteValue {
  const recorded = (recordedExamples as Readonly<Record<string, NonNullable<RouteValue["example"]>>>)[
    route.operationId
  ];
  return route.example === undefined && recorded !== undefined ? { ...route, example: recorded } : route;
}

/** The text of openapi/v1.json. */
export function committedDescription(routes: readonly RouteValue[]): string {
  return `${JSON.stringify(describeApi(routes, neutralServerUrl), null, 2)}\n`;
}
