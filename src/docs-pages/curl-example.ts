/** A call as a command that a person can paste. */
import { exampleOf } from "../platform/http/openapi/openapi-examples.ts";
import {
  dereference,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
} from "../platform/http/openapi/openapi-document.ts";

/** The curl command of an operation, with example values for what is required. */
export function curlExample(document: OpenApiDocument, method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(document, parameter));
  const address = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(textOf(example ?? name))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(textOf(example ?? ""))}`);
  const url = `${serverOf(document)}${address}${query.length === 0 ? "" : `?${query.join("&")}`}`;
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoteUrl(url)}`,
    ...authorization(operation),
    ...(method === "get" ? [] : ['-H "Idempotency-Key: $KEY"']),
    ...bodyLines(document, operation),
  ];
  const key = method === "get" ? "" : "KEY=$(date +%s)-$$ # every retry sends the same key\n\n";
  return `${key}${lines.join(" \\\n  ")}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function serverOf(document: OpenApiDocument): string {
  const url = document.servers[0]?.url ?? "/";
  return url === "/" ? "$MAPLE_URL" : url;
}

function quoteUrl(url: string): string {
  return url.includes("?") || url.startsWith("$") ? `"${url}"` : url;
}

/** The names of variables that hold what is not an API key. */
const tokens: Readonly<Record<string, string>> = { operatorToken: "OPERATOR_TOKEN", session: "MAPLE_SESSION" };

function authorization(operation: Operation): string[] {
  const scheme = Object.keys(operation.security[0] ?? {})[0];
  if (scheme === undefined) return [];
  if (scheme === "channelPassword") return [`-u "$CHANNEL_NAME:$CHANNEL_PASSWORD"`];
  return [`-H "Authorization: Bearer $${tokens[scheme] ?? "MAPLE_API_KEY"}"`];
}

function bodyLines(document: OpenApiDocument, operation: Operation): string[] {
  const media = operation.requestBody?.content["application/json"];
  if (media === undefined) return [];
  const resolve = (schema: JsonSchema): JsonSchema => dereference<JsonSchema>(document, schema);
  const body = media.example ?? exampleOf(media.schema, resolve);
  if (body === undefined || (operation.requestBody?.required === false && media.example === undefined)) return [];
  const text = JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll("\n", "\n  ");
  return ['-H "Content-Type: application/json"', `-d '${text}'`];
}
