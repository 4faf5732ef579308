/**
 * Redacts bodies by the contract (rules/http 13.4). Guarantees: a value is shown only when a schema has its field, the
 * type is that of the schema, and the schema marks neither `x-personal` nor `x-secret`. Text is shown without personal
 * details. Where a value may have several shapes, every shape that fits its type is asked, and one mark is enough. Pure.
 */
import type { TSchema } from "typebox";
import { redacted, redactName, redactText } from "./redacted-text.ts";

type Schema = Readonly<Record<string, unknown>>;
type Definitions = Schema;

/** Deeper than any contract. */
const deepest = 64;
/** Fields of an object that are looked at. */
const mostFields = 2_000;

export interface Redactor {
  /** The value as it may be shown; a schema that is undefined knows nothing. */
  redact(value: unknown, schema: TSchema | undefined): unknown;
}

/** The body of an error as it may be shown: its words and numbers are ours, but may repeat what was sent. */
export function redactError(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) return redacted;
  if (Array.isArray(value)) return value.map((each: unknown) => redactError(each, depth + 1));
  const fields = Object.entries(value).slice(0, mostFields);
  return Object.fromEntries(fields.map(([name, inner]) => [redactName(name), redactError(inner, depth + 1)]));
}

/** Makes a redactor, which remembers the shapes of the schemas that it has met. */
export function createRedactor(): Redactor {
  const shapes = new WeakMap<object, readonly Shape[]>();
  const fields = new WeakMap<Shape, Map<string, Field>>();
  const shapesOf = (schema: Schema, definitions: Definitions): readonly Shape[] => {
    const known = shapes.get(schema);
    if (known !== undefined) return known;
    const found = flatten(schema, definitions, 0);
    shapes.set(schema, found);
    return found;
  };

  const walk = (value: unknown, candidates: readonly Shape[], depth: number): unknown => {
    if (value === null) return null;
    if (depth > deepest || candidates.some(({ isMarked }) => isMarked)) return redacted;
    const fitting = candidates.filter((shape) => fits(shape.schema, value));
    if (fitting.length === 0) return redacted;
    if (typeof value === "string") return redactText(value);
    if (typeof value !== "object") return value;
    if (Array.isArray(value))
      return value.map((each: unknown, index) => walk(each, itemsAt(fitting, index), depth + 1));
    const shown: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(value).slice(0, mostFields)) {
      const own = fieldsOf(fitting, name);
      shown[own.isDeclared ? name : redactName(name)] = walk(inner, own.shapes, depth + 1);
    }
    return shown;
  };

  const itemsAt = (fitting: readonly Shape[], index: number): readonly Shape[] =>
    fitting.flatMap(({ schema, definitions }) => {
      const { items, prefixItems } = schema;
      const itemSchemas = Array.isArray(items) ? items : prefixItems;
      const own: unknown = Array.isArray(itemSchemas) ? itemSchemas[index] : items;
      return isSchema(own) ? shapesOf(own, definitions) : [];
    });

  /** A field of a known name at a value of one shape is found once: most fields of most bodies are. */
  const fieldsOf = (fitting: readonly Shape[], name: string): Field => {
    const [shape] = fitting;
    if (shape === undefined || fitting.length > 1) return findField(fitting, name);
    const known = fields.get(shape) ?? new Map<string, Field>();
    const found = known.get(name) ?? findField(fitting, name);
    if (found.isDeclared) fields.set(shape, known.set(name, found));
    return found;
  };

  const findField = (fitting: readonly Shape[], name: string): Field => {
    let isDeclared = false;
    const found = fitting.flatMap(({ schema, definitions }) => {
      const { properties, patternProperties, additionalProperties } = schema;
      const declared: unknown = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      isDeclared ||= declared !== undefined;
      const others = declared === undefined ? [...valuesOf(patternProperties), additionalProperties] : [declared];
      return others.filter(isSchema).flatMap((own) => shapesOf(own, definitions));
    });
    return { isDeclared, shapes: found };
  };

  return { redact: (value, schema) => walk(value, isSchema(schema) ? shapesOf(schema, {}) : [], 0) };
}

/** One shape that a value may have. */
interface Shape {
  readonly schema: Schema;
  /** What references of the schema name. */
  readonly definitions: Definitions;
  readonly isMarked: boolean;
}

/** What the shapes of an object know of one of its fields. */
interface Field {
  readonly isDeclared: boolean;
  readonly shapes: readonly Shape[];
}

const choices = ["anyOf", "oneOf", "allOf"] as const;

/** The shapes of a schema without choices and references; a mark above them holds for all of them. */
function flatten(schema: Schema, outer: Definitions, depth: number): readonly Shape[] {
  const definitions = isSchema(schema["$defs"]) ? { ...outer, ...schema["$defs"] } : outer;
  const isMarked = schema["x-personal"] === true || schema["x-secret"] === true;
  const named: unknown =
    typeof schema["$ref"] === "string"
      ? definitions[schema["$ref"].slice(schema["$ref"].lastIndexOf("/") + 1)]
      : undefined;
  const inner = [named, ...choices.flatMap((choice): readonly unknown[] => asList(schema[choice]))].filter(isSchema);
  if (depth > deepest) return [];
  const own: readonly Shape[] = inner.length === 0 || "properties" in schema ? [{ schema, definitions, isMarked }] : [];
  const found = [...own, ...inner.flatMap((each) => flatten(each, definitions, depth + 1))];
  return isMarked ? found.map((shape) => ({ ...shape, isMarked })) : found;
}

/** Whether the value is of the type that the schema says. A schema that says no type knows nothing of its value. */
function fits(schema: Schema, value: unknown): boolean {
  if ("const" in schema) return schema["const"] === value;
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  const types = typeof schema["type"] === "string" ? [schema["type"]] : asList(schema["type"]);
  return types.some((type) => typeOf(value) === (type === "integer" ? "number" : type));
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function valuesOf(value: unknown): readonly unknown[] {
  return isSchema(value) ? Object.values(value) : [];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
