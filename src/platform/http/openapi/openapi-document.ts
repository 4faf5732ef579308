/** The parts of an OpenAPI 3.1 document that this service writes, as its documentation page reads them again. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export type Reference = { readonly $ref: string };

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly OpenApiTag[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export interface OpenApiTag {
  readonly name: string;
  readonly description: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The names are scheme to scopes; an empty list is a call that anybody may make. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description?: string;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** The codes of errors that the call may answer, in the order of the catalogue. */
  readonly "x-error-codes"?: readonly string[];
  readonly deprecated?: true;
  /** The day on which a deprecated call ends at the earliest. */
  readonly "x-sunset"?: string;
  /** Of a list: whether it is whole, or `next_cursor` leads on. */
  readonly "x-pagination"?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** Left out of what is optional. */
  readonly required?: true;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** Looks up a local reference (`#/components/…`) of the document. */
export function dereference<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as T;
  let found: unknown = document;
  for (const part of value.$ref.split("/").slice(1)) found = (found as Readonly<Record<string, unknown>>)[part];
  if (typeof found !== "object" || found === null) throw new Error(`dangling reference: ${value.$ref}`);
  return found as T;
}
