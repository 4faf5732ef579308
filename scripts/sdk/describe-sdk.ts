/**
 * The generated half of the SDK, from the partner contract and `packages/sdk/call-names.json`: the types of every
 * schema, the typed methods, and the table of calls that the runtime reads. `npm run openapi` writes the files.
 */
import { comment, refName, schemaType, type Schema } from "./schema-type.ts";

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly content?: Media }>>;
}

type Media = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** Resource by resource, the operation id behind each method. */
export type CallNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly ids: readonly Parameter[];
  /** What stands in the query or in a header of this call only. */
  readonly fields: readonly Parameter[];
  readonly kind: "one" | "list" | "text" | "lines";
  readonly answer: Schema;
}

const head = "/** Generated from openapi/partner.json by `npm run openapi`. */\n";

/** The generated files by their name. */
export function describeSdk(contract: Contract, names: CallNames, version: string): ReadonlyMap<string, string> {
  const calls = readCalls(contract);
  checkNames(calls, names);
  return new Map([
    ["schemas.ts", schemasFile(contract)],
    ["resources.ts", resourcesFile(contract, calls, names)],
    ["calls.ts", callsFile(calls, names)],
    [
      "event-types.ts",
      `${head}export const eventTypes = ${JSON.stringify(Object.keys(contract.webhooks))} as const;\n`,
    ],
    ["version.ts", `${head}export const version = ${JSON.stringify(version)};\n`],
  ]);
}

function readCalls(contract: Contract): ReadonlyMap<string, Call> {
  const calls = new Map<string, Call>();
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const parameters = (operation.parameters ?? []).map((given) =>
        given.$ref === undefined ? given : parameterOf(contract, given.$ref),
      );
      const own = parameters.filter((each) => each.in !== "path" && each.name !== "Idempotency-Key");
      const ids = parameters.filter((each) => each.in === "path");
      const answered = answerOf(contract, operation, method);
      calls.set(operation.operationId, {
        method: method.toUpperCase(),
        path,
        operation,
        ids,
        fields: own,
        ...answered,
      });
    }
  }
  return calls;
}

function parameterOf({ components }: Contract, ref: string): Parameter {
  const found = components.parameters[refName(ref)];
  if (found === undefined) throw new Error(`the contract has no ${ref}`);
  return found;
}

function answerOf(
  contract: Contract,
  { operationId, responses }: Operation,
  method: string,
): Pick<Call, "kind" | "answer"> {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [type, media] = Object.entries(success?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) throw new Error(`${operationId} answers nothing that the SDK reads`);
  if (type === "application/x-ndjson") return { kind: "lines", answer: media.schema };
  if (type !== "application/json") return { kind: "text", answer: media.schema };
  const { $ref } = media.schema;
  const object = $ref === undefined ? media.schema : contract.components.schemas[refName($ref)];
  const isList = object?.properties?.["object"]?.const === "list" && object.properties["data"] !== undefined;
  return { kind: isList && method === "get" ? "list" : "one", answer: media.schema };
}

function checkNames(calls: ReadonlyMap<string, Call>, names: CallNames): void {
  const named = Object.values(names).flatMap((methods) => Object.values(methods));
  const unnamed = [...calls.keys()].filter((id) => !named.includes(id));
  if (unnamed.length > 0) {
    throw new Error(`packages/sdk/call-names.json names no method for ${unnamed.join(", ")}: add one to its resource`);
  }
  const gone = named.filter((id, place) => !calls.has(id) || named.indexOf(id) !== place);
  if (gone.length > 0)
    throw new Error(`packages/sdk/call-names.json: ${gone.join(", ")} twice, or not in the contract`);
}

function schemasFile({ components }: Contract): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${schemaType(schema)};\n`,
  );
  return [head, ...types].join("\n");
}

function callsFile(calls: ReadonlyMap<string, Call>, names: CallNames): string {
  const rows = Object.entries(names).map(([resource, methods]) => {
    const inner = Object.entries(methods).map(([name, id]) => `    ${name}: ${callText(callNamed(calls, id))},\n`);
    return `  ${resource}: {\n${inner.join("")}  },\n`;
  });
  const type = 'import type { CallTable } from "../bind-calls.ts";\n';
  return `${head}${type}\nexport const calls: CallTable = {\n${rows.join("")}};\n`;
}

function callText({ method, path, operation, fields, kind }: Call): string {
  const query = fields.filter((each) => each.in === "query").map(({ name }) => name);
  const headers = fields.filter((each) => each.in === "header").map(({ name }) => name);
  return JSON.stringify({
    method,
    path,
    ...(operation.requestBody === undefined ? {} : { body: true }),
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(kind === "one" ? {} : { kind }),
  });
}

function resourcesFile(contract: Contract, calls: ReadonlyMap<string, Call>, names: CallNames): string {
  const used = new Set<string>();
  const interfaces = Object.entries(names).map(([resource, methods]) => {
    const lines = Object.entries(methods).map(([name, id]) => methodText(contract, name, callNamed(calls, id), used));
    return `export interface ${interfaceName(resource)} {\n${lines.join("")}}\n`;
  });
  const resources = Object.keys(names).map((resource) => `  readonly ${resource}: ${interfaceName(resource)};\n`);
  const imports = [
    'import type { Answered, CallOptions, WriteOptions } from "../call-options.ts";',
    'import type { MapleList } from "../list.ts";',
    `import type {\n${[...used]
      .toSorted()
      .map((name) => `  ${name},\n`)
      .join("")}} from "./schemas.ts";`,
  ];
  return [
    `${head}${imports.join("\n")}\n`,
    ...interfaces,
    `export interface Resources {\n${resources.join("")}}\n`,
  ].join("\n");
}

function methodText(contract: Contract, name: string, call: Call, used: Set<string>): string {
  const { operation, ids, fields, method } = call;
  const about = [`${operation.summary}.`, operation.description].filter(Boolean).join(" ");
  const given = ids.map((id) => `${id.name}: string`);
  const body = operation.requestBody;
  if (body !== undefined) {
    const type = noted(schemaType(mediaSchema(body.content), "  "), used);
    given.push(`body${body.required === true ? "" : "?"}: ${type}`);
  }
  const own = fieldsType(fields, used);
  const needed = fields.some(({ required }) => required === true);
  if (method === "GET") {
    if (own !== undefined) given.push(`query${needed ? "" : "?"}: ${own}`);
    given.push("options?: CallOptions");
  } else given.push(`options?: WriteOptions${own === undefined ? "" : ` & ${own}`}`);
  const answer = answerType(contract, call, used);
  const text = comment(`${about} (\`${operation.operationId}\`)`, "  ");
  return `${text}  ${name}(${given.join(", ")}): ${answer};\n`;
}

function answerType(contract: Contract, { kind, answer, operation }: Call, used: Set<string>): string {
  if (kind === "text") return "Promise<string>";
  const type = noted(schemaType(answer, "  "), used);
  if (kind === "lines") return `AsyncIterable<${type}>`;
  if (kind === "one") return `Promise<Answered<${type}>${operation.responses["304"] === undefined ? "" : " | null"}>`;
  const list = answer.$ref === undefined ? answer : contract.components.schemas[refName(answer.$ref)];
  const items = list?.properties?.["data"]?.items ?? {};
  return `MapleList<${noted(schemaType(items, "  "), used)}, ${type}>`;
}

/** Query and header fields as one object; a header is spelled like a field: if_none_match. */
function fieldsType(fields: readonly Parameter[], used: Set<string>): string | undefined {
  if (fields.length === 0) return undefined;
  const lines = fields.map(({ name, required, description, schema }) => {
    const type = noted(schemaType(schema, "    "), used);
    const text = required === true ? `${fieldName(name)}: ${type}` : `${fieldName(name)}?: ${type} | undefined`;
    return `${comment(description, "    ")}    ${text};\n`;
  });
  return `{\n${lines.join("")}  }`;
}

function fieldName(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** Remembers the components that a type names, for the import. */
function noted(type: string, used: Set<string>): string {
  for (const [name] of type.replaceAll(/"[^"]*"|\/\*\*.*?\*\//g, "").matchAll(/\b[A-Z]\w+\b/g)) {
    if (name !== "Array" && name !== "Record") used.add(name);
  }
  return type;
}

function mediaSchema(media: Media): Schema {
  const schema = media["application/json"]?.schema;
  if (schema === undefined) throw new Error("a body of the contract is not JSON");
  return schema;
}

function callNamed(calls: ReadonlyMap<string, Call>, id: string): Call {
  const call = calls.get(id);
  if (call === undefined) throw new Error(`the contract has no ${id}`);
  return call;
}

function interfaceName(resource: string): string {
  return `${resource.charAt(0).toUpperCase()}${resource.slice(1)}Calls`;
}
