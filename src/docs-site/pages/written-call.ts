/** A call as Markdown. Pure. */
import { responsesOf, type Endpoint } from "../../docs-pages/endpoint-section.ts";
import {
  dereference,
  type JsonSchema,
  type OpenApiDocument,
  type Parameter,
} from "../../platform/http/openapi/openapi-document.ts";
import { refusalsOfEveryCall } from "../../docs-pages/error-section.ts";
import { refusalKind } from "../../platform/http/refusals/refusal-catalogue.ts";
import { responseExample } from "./sample-tabs.ts";
import type { Sample } from "./samples.ts";
import { fenced, writtenBody, writtenParameters } from "./written-fields.ts";

/** The same content as the page, without what a program has no use for. */
export function writtenCall(
  document: OpenApiDocument,
  endpoint: Endpoint,
  samples: readonly Sample[],
  budget: string | undefined,
): string {
  const { operation, method, path } = endpoint;
  const parameters = (operation.parameters ?? []).map((one) => dereference<Parameter>(document, one));
  const media = operation.requestBody?.content["application/json"];
  const scope = Object.values(operation.security[0] ?? {})[0]?.[0];
  const [status, example] = responseExample(document, endpoint) ?? [];
  return [
    `# ${operation.summary}\n`,
    `\`${method.toUpperCase()} ${path}\` (\`${operation.operationId}\`)\n`,
    ...(scope === undefined ? [] : [`Scope: \`${scope}\`\n`]),
    ...(budget === undefined ? [] : [`${budget}\n`]),
    ...(operation.description === undefined ? [] : [`${operation.description}\n`]),
    ...(parameters.length === 0 ? [] : ["## Parameters\n", writtenParameters(parameters)]),
    ...(media === undefined ? [] : ["## Body\n", writtenBody(dereference<JsonSchema>(document, media.schema))]),
    "## Responses\n",
    ...responsesOf(document, operation)
      .filter(([each]) => Number(each) < 400)
      .map(([each, { description }]) => `- ${each}: ${description}`),
    "",
    ...(example === undefined ? [] : [`Response ${status}:\n`, fenced(JSON.stringify(example, null, 2), "json")]),
    "## Errors\n",
    ...(operation["x-error-codes"] ?? [])
      .filter((code) => !refusalsOfEveryCall.has(code))
      .map((code) => `- ${refusalKind(code).status} \`${code}\`: ${refusalKind(code).advice}`),
    "- the [errors of every call](/docs/errors)\n",
    "## Samples\n",
    ...samples.map(({ name, language, code }) => `${name}:\n\n${fenced(code, language)}`),
  ].join("\n");
}
