/**
 * Puts each example into the published description once. A body that several calls answer, and the data that several
 * types of event have, get their example at their component, where every reader of JSON Schema looks for it. The pages of
 * the site show the recorded answer of each call (rules/http 6.16). Pure.
 */
import type { JsonSchema, MediaType, OpenApiDocument, Operation } from "../platform/http/openapi/openapi-document.ts";

type Schemas = OpenApiDocument["components"]["schemas"];

/** The document with the examples that several bodies have at the components of these bodies. */
export function shareExamples(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const answers = collect(answersOf(document));
  const news = collect(newsOf(document));
  const shared = new Map([...answers, ...news].filter(([name]) => schemas[name]?.["examples"] === undefined));
  return {
    ...document,
    paths: mapValues(document.paths, (methods) => mapValues(methods, (operation) => lean(operation, shared))),
    webhooks: mapValues(document.webhooks, ({ post }) =>
      shared.has(dataOf(eventBody(post), schemas) ?? "") ? { post: withoutEventExample(post) } : { post },
    ),
    components: {
      ...document.components,
      schemas: mapEntries(schemas, (name, schema) =>
        shared.has(name) ? { ...schema, examples: [shared.get(name)] } : schema,
      ),
    },
  };
}

interface Shown {
  /** The component that the example is of. */
  readonly name: string;
  readonly example: unknown;
  /** Of a call that reads: it shows the resource as it mostly is. */
  readonly isRead: boolean;
}

/** The example of each component that is shown more than once. */
function collect(shown: readonly Shown[]): ReadonlyMap<string, unknown> {
  const byName = Map.groupBy(shown, ({ name }) => name);
  return new Map(
    [...byName].flatMap(([name, all]) =>
      all.length < 2 ? [] : [[name, (all.find(({ isRead }) => isRead) ?? all[0])?.example] as const],
    ),
  );
}

function answersOf({ paths }: OpenApiDocument): readonly Shown[] {
  return Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      mediaOf(operation).flatMap(({ schema, example }) => {
        const name = nameOf(schema);
        return name === undefined || example === undefined ? [] : [{ name, example, isRead: method === "get" }];
      }),
    ),
  );
}

function newsOf({ webhooks, components }: OpenApiDocument): readonly Shown[] {
  return Object.values(webhooks).flatMap(({ post }) => {
    const body = eventBody(post);
    const name = dataOf(body, components.schemas);
    const event = body?.example as { readonly data?: unknown } | undefined;
    return name === undefined || event?.data === undefined ? [] : [{ name, example: event.data, isRead: false }];
  });
}

const json = "application/json";

function mediaOf({ responses }: Operation): readonly MediaType[] {
  return Object.values(responses).flatMap((response) =>
    "content" in response && response.content !== undefined ? Object.values(response.content) : [],
  );
}

const eventBody = ({ requestBody }: Operation): MediaType | undefined => requestBody?.content[json];

/** The component of an event's `data`. */
function dataOf(body: MediaType | undefined, schemas: Schemas): string | undefined {
  const name = body === undefined ? undefined : nameOf(body.schema);
  const properties = schemas[name ?? ""]?.["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  return nameOf(properties?.["data"]);
}

const prefix = "#/components/schemas/";

function nameOf(schema: JsonSchema | undefined): string | undefined {
  const reference = schema?.["$ref"];
  return typeof reference === "string" && reference.startsWith(prefix) ? reference.slice(prefix.length) : undefined;
}

function lean(operation: Operation, shared: ReadonlyMap<string, unknown>): Operation {
  const responses = mapValues(operation.responses, (response) => {
    if (!("content" in response) || response.content === undefined) return response;
    return { ...response, content: mapValues(response.content, (media) => withoutShared(media, shared)) };
  });
  return { ...operation, responses };
}

function withoutShared(media: MediaType, shared: ReadonlyMap<string, unknown>): MediaType {
  return shared.has(nameOf(media.schema) ?? "") ? { schema: media.schema } : media;
}

function withoutEventExample(post: Operation): Operation {
  const { requestBody } = post;
  if (requestBody === undefined) return post;
  return {
    ...post,
    requestBody: { ...requestBody, content: mapValues(requestBody.content, ({ schema }) => ({ schema })) },
  };
}

function mapValues<V, W>(values: Readonly<Record<string, V>>, change: (value: V) => W): Readonly<Record<string, W>> {
  return mapEntries(values, (_, value) => change(value));
}

function mapEntries<V, W>(
  values: Readonly<Record<string, V>>,
  change: (name: string, value: V) => W,
): Readonly<Record<string, W>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]));
}
