/** The API description of this service: the routes it serves, with the words and webhooks that go with them. */
import { openApiDocument } from "../platform/http/openapi/openapi.ts";
import type { OpenApiDocument } from "../platform/http/openapi/openapi-document.ts";
import { audienceOf, type Audience } from "../platform/http/console/audience.ts";
import type { RouteValue } from "../platform/http/route-value.ts";
import { apiIntroduction, apiSummary, apiTags, apiVersion } from "./api-introduction.ts";
import { consoleIntroduction, consoleSummary, consoleTags } from "./console-introduction.ts";
import recordedExamples from "./recorded-examples.json" with { type: "json" };
import { webhookDescriptions } from "./webhook-descriptions.ts";

/** Where the committed copy says it is served: wherever it is read from. */
export const neutralServerUrl = "/";

/** Writes the OpenAPI document of the routes that partners, operators, diners and channels call; `serverUrl` has no slash at its end. */
export function describeApi(routes: readonly RouteValue[], serverUrl: string): OpenApiDocument {
  return openApiDocument(ofAudience(routes, "partner"), {
    ...partnerWords,
    serverUrl,
    webhooks: webhookDescriptions(),
  });
}

/** The same for the console: the calls of the people of restaurants and of their screens. */
export function describeConsole(routes: readonly RouteValue[], serverUrl: string): OpenApiDocument {
  return openApiDocument(ofAudience(routes, "console"), { ...consoleWords, serverUrl, webhooks: [] });
}

/** All routes in one document, for tests that go through every call. */
export function describeEverything(routes: readonly RouteValue[]): OpenApiDocument {
  const tags = [...apiTags, ...consoleTags];
  return openApiDocument(routes.map(withExample), {
    ...partnerWords,
    tags,
    serverUrl: neutralServerUrl,
    webhooks: webhookDescriptions(),
  });
}

const partnerWords = {
  title: "Maple",
  summary: apiSummary,
  description: apiIntroduction,
  version: apiVersion,
  serverDescription: "The key selects the environment: test or live.",
  tags: apiTags,
};

const consoleWords = {
  title: "Maple console",
  summary: consoleSummary,
  description: consoleIntroduction,
  version: apiVersion,
  serverDescription: "The host name selects the environment: that of LIVE_BASE_URL is live, any other test.",
  tags: consoleTags,
};

function ofAudience(routes: readonly RouteValue[], audience: Audience): readonly RouteValue[] {
  return routes.filter((route) => audienceOf(route) === audience).map(withExample);
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

/** The text of openapi/console.json. */
export function committedConsoleDescription(routes: readonly RouteValue[]): string {
  return `${JSON.stringify(describeConsole(routes, neutralServerUrl), null, 2)}\n`;
}
