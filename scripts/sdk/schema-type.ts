/** The TypeScript type of one schema of the contract, as text. Throws on a form that the contract has not used so far. */

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** The type of a schema; `indent` stands before the lines of an object's fields. */
export function schemaType(schema: Schema, indent = ""): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  const members = schema.oneOf ?? schema.anyOf;
  if (members !== undefined && schema.properties === undefined) {
    return members.map((each) => schemaType(each, indent)).join(" | ");
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return "unknown";
  return types.map((type) => ofType(type, schema, indent)).join(" | ");
}

/** The comment above a declaration, or nothing. */
export function comment(text: string | undefined, indent = ""): string {
  if (text === undefined || text === "") return "";
  const safe = text.replaceAll("*/", "*\u200b/").replaceAll("\n", " ");
  return `${indent}/** ${safe} */\n`;
}

/** The name of a component from a reference to it. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function ofType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case "null":
    case "boolean":
      return type;
    case "integer":
    case "number":
      return "number";
    case "string":
      return textType(schema);
    case "array":
      return `Array<${schema.items === undefined ? "unknown" : schemaType(schema.items, indent)}>`;
    case "object":
      return objectType(schema, indent);
    default:
      throw new Error(`the contract has a type that no rule turns into TypeScript: ${type}`);
  }
}

/** A set that may grow offers its present words and takes every other. */
function textType(schema: Schema): string {
  const words = schema["x-extensible-enum"];
  return words === undefined ? "string" : `${words.map((word) => JSON.stringify(word)).join(" | ")} | (string & {})`;
}

function objectType(schema: Schema, indent: string): string {
  const fields = Object.entries(schema.properties ?? {});
  const open = Object.values(schema.patternProperties ?? {})[0] ?? openValue(schema.additionalProperties);
  const openType = open === undefined ? undefined : `{ [name: string]: ${schemaType(open, indent)} }`;
  if (fields.length === 0) return openType ?? "Record<string, never>";
  const body = `{\n${fields.map(([name, field]) => fieldText(name, field, schema, indent)).join("")}${indent}}`;
  const choice = choiceType(schema);
  return [body, ...(openType === undefined ? [] : [openType]), ...(choice === undefined ? [] : [choice])].join(" & ");
}

function openValue(additional: boolean | Schema | undefined): Schema | undefined {
  if (additional === true) return {};
  return additional === false ? undefined : additional;
}

function fieldText(name: string, field: Schema, { required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  const type = schemaType(field, inner);
  const mayBeAbsent = type === "unknown" ? `${key}?: unknown` : `${key}?: ${type} | undefined`;
  const text = required.includes(name) ? `${key}: ${type}` : mayBeAbsent;
  return `${comment(field.$ref === undefined ? field.description : undefined, inner)}${inner}${text};\n`;
}

/** Rules between fields: `oneOf` and `anyOf` beside properties say which fields are needed together. */
function choiceType(schema: Schema): string | undefined {
  const rules = schema.oneOf ?? schema.anyOf;
  if (rules === undefined) return undefined;
  const names = rules.map(({ required = [] }) => required);
  const some = names.map((needed) => {
    const others = schema.oneOf === undefined ? [] : names.flat().filter((name) => !needed.includes(name));
    return `{ ${[...needed.map((name) => `${name}: {}`), ...others.map((name) => `${name}?: undefined`)].join("; ")} }`;
  });
  return `(${some.join(" | ")})`;
}
