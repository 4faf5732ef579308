/** The API descriptions of this service, one for each audience: the routes, with their words and webhooks. */
import { openApiDocument } from "../platform/http/openapi/openapi.ts";
import type { OpenApiDocument } from "../platform/http/openapi/openapi-document.ts";
import type { RouteValue } from "../platform/http/route-value.ts";
import { apiIntroduction, apiSummary, apiTags, apiVersion } from "./api-introduction.ts";
import { audienceOf, audiences, type Audience } from "./audience.ts";
import {
  channelIntroduction,
  channelSummary,
  channelTags,
  consoleIntroduction,
  consoleSummary,
  consoleTags,
  dinerIntroduction,
  dinerSummary,
  dinerTags,
  operatorIntroduction,
  operatorSummary,
  operatorTags,
} from "./audience-introductions.ts";
import recordedExamples from "./recorded-examples.json" with { type: "json" };
import { shareExamples } from "./share-examples.ts";
import { webhookDescriptions } from "./webhook-descriptions.ts";

/** Where the committed copy says it is served: wherever it is read from. */
export const neutralServerUrl = "/";

const anyEnvironment = "Test and live have an address each.";

const words = {
  partner: {
    title: "Maple",
    summary: apiSummary,
    description: apiIntroduction,
    serverDescription: "The key selects the environment: test or live.",
    tags: apiTags,
  },
  diner: {
    title: "Maple for diners and guests",
    summary: dinerSummary,
    description: dinerIntroduction,
    serverDescription: anyEnvironment,
    tags: dinerTags,
  },
  operator: {
    title: "Maple for operators",
    summary: operatorSummary,
    description: operatorIntroduction,
    serverDescription: "The path selects the environment: test or live.",
    tags: operatorTags,
  },
  channel: {
    title: "Maple for booking channels",
    summary: channelSummary,
    description: channelIntroduction,
    serverDescription: "The channel selects the environment: test or live.",
    tags: channelTags,
  },
  console: {
    title: "Maple console",
    summary: consoleSummary,
    description: consoleIntroduction,
    serverDescription: "The host name selects the environment: that of LIVE_BASE_URL is live, any other test.",
    tags: consoleTags,
  },
} as const;

/** Writes the OpenAPI document of the routes that the audience calls; `serverUrl` has no slash at its end. */
export function describeApi(
  routes: readonly RouteValue[],
  serverUrl: string,
  audience: Audience = "partner",
): OpenApiDocument {
  return openApiDocument(routes.filter((route) => audienceOf(route) === audience).map(withExample), {
    ...words[audience],
    version: apiVersion,
    serverUrl,
    webhooks: audience === "partner" ? webhookDescriptions() : [],
  });
}

/** All routes in one document, for tests that go through every call. */
export function describeEverything(routes: readonly RouteValue[]): OpenApiDocument {
  return openApiDocument(routes.map(withExample), {
    ...words.partner,
    version: apiVersion,
    tags: audiences.flatMap((audience) => words[audience].tags),
    serverUrl: neutralServerUrl,
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

/** The text of openapi/{audience}.json. */
export function committedDescription(routes: readonly RouteValue[], audience: Audience): string {
  return `${JSON.stringify(shareExamples(describeApi(routes, neutralServerUrl, audience)), null, 2)}\n`;
}
