/** How the descriptions write ids: each kind of id is a component, which every field that holds one refers to. */
import { idPrefixes } from "../../../kernel/id.ts";
import type { JsonSchema } from "./openapi-document.ts";

/** An id apart from the words that a field says of it. */
export interface DescribedId {
  readonly component: string;
  readonly shape: JsonSchema;
  readonly description: unknown;
}

const prefixOfComponent: ReadonlyMap<string, string> = new Map(
  Object.entries(idPrefixes).map(([prefix, noun]) => [componentName(noun), prefix]),
);
const componentOfPrefix: ReadonlyMap<string, string> = new Map(
  [...prefixOfComponent].map(([component, prefix]) => [prefix, component]),
);

/**
 * The id that a schema of a route stands for, or undefined. The route's pattern admits ids of every kind, to tell 400 from
 * 404; a reader wants the kind that works here.
 */
export function describedId(schema: JsonSchema): DescribedId | undefined {
  const prefix = schema["x-id-prefix"];
  const component = typeof prefix === "string" ? componentOfPrefix.get(prefix) : undefined;
  if (component === undefined) return undefined;
  const { description, ...rest } = schema;
  const shape = { ...rest, pattern: `^${String(prefix)}_[0-7][0-9a-hjkmnp-tv-z]{25}$` };
  return { component, shape, description: saysPrefix(description) ? undefined : description };
}

/** The prefix of the ids that a schema admits, of a route or of a description; undefined when the schema is no id. */
export function idPrefixOf(schema: JsonSchema): string | undefined {
  const prefix = schema["x-id-prefix"];
  if (typeof prefix === "string") return prefix;
  const reference = schema["$ref"];
  return typeof reference === "string"
    ? prefixOfComponent.get(reference.slice(reference.lastIndexOf("/") + 1))
    : undefined;
}

/** The pattern and the prefix say what `idField` describes in words. */
function saysPrefix(description: unknown): boolean {
  return typeof description === "string" && description.startsWith("An id that begins with ");
}

function componentName(noun: string): string {
  return `${noun.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}
