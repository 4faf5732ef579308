/**
 * A call as code that a person copies and runs: curl, TypeScript with the SDK, Python without a library. Every sample
 * reads MAPLE_URL, MAPLE_API_KEY and LOCATION from the variables of the process, and a write keeps one Idempotency-Key
 * for its retries. Pure.
 */
import type { Endpoint } from "../../docs-pages/endpoint-section.ts";
import { exampleOf } from "../../platform/http/openapi/openapi-examples.ts";
import {
  dereference,
  type JsonSchema,
  type OpenApiDocument,
  type Parameter,
} from "../../platform/http/openapi/openapi-document.ts";
import { literal, shellParts } from "./literals.ts";

/** The method of the SDK by the operation, for example "orders.accept". */
export type SdkMethods = ReadonlyMap<string, string>;

export interface Sample {
  readonly name: "curl" | "TypeScript" | "Python";
  readonly language: "sh" | "ts" | "python";
  readonly code: string;
}

/** What a sample says of a call. */
interface Spoken {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  /** Names of the parameters of the path, in its order. */
  readonly ids: readonly string[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly hasKey: boolean;
  readonly isWrite: boolean;
  /** The SDK answers values one by one: of a list, or of lines that go on. */
  readonly goesOn: boolean;
}

/** The samples of a call, curl first. A call that the SDK does not have has no sample in TypeScript. */
export function samplesOf(document: OpenApiDocument, endpoint: Endpoint, sdk: SdkMethods): readonly Sample[] {
  const spoken = speakOf(document, endpoint);
  const method = sdk.get(spoken.operationId);
  const typescript = method === undefined ? undefined : typescriptSample(spoken, method);
  return [
    { name: "curl", language: "sh", code: curlSample(spoken) },
    ...(typescript === undefined ? [] : [{ name: "TypeScript", language: "ts", code: typescript } as const]),
    { name: "Python", language: "python", code: pythonSample(spoken) },
  ];
}

/** Values for what has to be given in a query and has no example of its own. */
const queryExamples: Readonly<Record<string, unknown>> = {
  start: "2026-12-01T18:00:00Z",
  end: "2026-12-01T21:00:00Z",
  from: "2026-12-01T18:00:00Z",
  to: "2026-12-01T21:00:00Z",
  date: "2026-12-01",
  party_size: 2,
  forward_to: "http://localhost:3000/hooks",
};

/** Bodies that run at any location, where the recorded one names things of a menu that the reader may not have. */
const sampleBodies: Readonly<Record<string, unknown>> = {
  placeSandboxOrder: { location_id: "", payment: "paid" },
};

function speakOf(document: OpenApiDocument, { method, path, operation }: Endpoint): Spoken {
  const parameters = (operation.parameters ?? []).map((one) => dereference<Parameter>(document, one));
  const media = operation.requestBody?.content["application/json"];
  const answer = dereference(document, Object.values(operation.responses)[0] ?? { description: "" });
  const resolve = (schema: JsonSchema): JsonSchema => dereference<JsonSchema>(document, schema);
  return {
    method: method.toUpperCase(),
    path,
    operationId: operation.operationId,
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""),
    query: Object.fromEntries(
      parameters
        .filter(({ in: place, required }) => place === "query" && required)
        .map(({ name, example }) => [name, queryExamples[name] ?? example]),
    ),
    body:
      media === undefined
        ? undefined
        : (sampleBodies[operation.operationId] ?? media.example ?? exampleOf(media.schema, resolve) ?? {}),
    hasKey: operation.security.length > 0 && Object.keys(operation.security[0] ?? {}).length > 0,
    isWrite: parameters.some(({ name }) => name === "Idempotency-Key"),
    goesOn: operation["x-pagination"] !== undefined || "application/x-ndjson" in (answer.content ?? {}),
  };
}

/** The variable of an id: `orderId` is ORDER. */
export function variableOf(parameter: string): string {
  return parameter
    .replace(/Id$/, "")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toUpperCase();
}

function queryText({ query }: Spoken, location: string): string {
  const parts = Object.entries(query).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${name}=${name === "location_id" ? location : encodeURIComponent(text)}`;
  });
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function curlSample(call: Spoken): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${variableOf(name)}`);
  const lines = [
    `curl ${call.isWrite ? "--retry 3 " : ""}${call.method === "GET" ? "" : `-X ${call.method} `}"$MAPLE_URL${path}${queryText(call, "$LOCATION")}"`,
    ...(call.hasKey ? ['-H "Authorization: Bearer $MAPLE_API_KEY"'] : []),
    ...(call.isWrite ? ['-H "Idempotency-Key: $KEY"'] : []),
    ...(call.body === undefined ? [] : ['-H "Content-Type: application/json"', dataOf(call.body)]),
  ];
  const key = call.isWrite ? `KEY=$(date +%s)-$$ # every retry sends the same key\n\n` : "";
  return `${key}${lines.join(" \\\n  ")}`;
}

/** A body without variables stands between quotes; one with the location is a text in which the shell puts it. */
function dataOf(body: unknown): string {
  const text = literal(body, "json");
  if (!shellParts.some((part) => text.includes(part))) return `-d '${text.replaceAll("'", "'\\''")}'`;
  const whole = shellParts.reduce(
    (known, part) => known.replaceAll(part.replaceAll(/[\\$`]/g, String.raw`\$&`), () => part),
    text.replaceAll(/[\\$`]/g, String.raw`\$&`),
  );
  return `-d @- <<JSON\n${whole}\nJSON`;
}

/** Where a program in JavaScript finds its variables. */
const variables = ["process", "env"].join(".");

function typescriptSample(call: Spoken, method: string): string {
  const given = [
    ...call.ids.map(variableOf),
    ...(call.body === undefined ? [] : [literal(call.body, "typescript")]),
    ...(Object.keys(call.query).length === 0 ? [] : [literal(call.query, "typescript")]),
    ...(call.isWrite ? ["{ idempotencyKey: key }"] : []),
  ].join(", ");
  const names = ["MAPLE_API_KEY", "MAPLE_URL", ...variablesOf(call, given)];
  return [
    'import { Maple } from "@maple-partners/sdk";',
    "",
    `const { ${names.map((name) => `${name} = ""`).join(", ")} } = ${variables};`,
    "const maple = new Maple({ apiKey: MAPLE_API_KEY, baseUrl: MAPLE_URL });",
    ...(call.isWrite ? ["const key = crypto.randomUUID(); // every retry sends the same key"] : []),
    "",
    ...(call.goesOn
      ? [`for await (const one of maple.${method}(${given})) {`, "  console.log(one);", "}"]
      : [`const answer = await maple.${method}(${given});`, "console.log(answer);"]),
  ].join("\n");
}

/** The variables of a sample: those of the path, and the location where the text names it. */
function variablesOf({ ids }: Spoken, text: string): readonly string[] {
  return [...new Set([...ids.map(variableOf), ...(/\bLOCATION\b/.test(text) ? ["LOCATION"] : [])])];
}

function pythonSample(call: Spoken): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `{${variableOf(name)}}`);
  const address = `${path}${queryText(call, "{LOCATION}")}`;
  const body = call.body === undefined ? undefined : literal(call.body, "python");
  const variables = variablesOf(call, `${body ?? ""} ${address}`);
  const modules = [
    ...(body === undefined ? [] : ["json"]),
    "os",
    ...(body?.includes("time.time()") === true ? ["time"] : []),
    "urllib.request",
    ...(call.isWrite ? ["uuid"] : []),
  ];
  const headers = [
    ...(call.hasKey ? [`"Authorization": "Bearer " + os.environ["MAPLE_API_KEY"],`] : []),
    ...(body === undefined ? [] : [`"Content-Type": "application/json",`]),
    ...(call.isWrite ? [`"Idempotency-Key": key,`] : []),
  ];
  return [
    `import ${modules.join(", ")}`,
    "",
    ...variables.map((name) => `${name} = os.environ["${name}"]`),
    ...(call.isWrite ? ["key = str(uuid.uuid4())  # every retry sends the same key"] : []),
    ...(body === undefined ? [] : [`body = ${body}`]),
    "request = urllib.request.Request(",
    `    os.environ["MAPLE_URL"] + ${address.includes("{") ? "f" : ""}"${address}",`,
    `    method="${call.method}",`,
    ...(headers.length === 0 ? [] : ["    headers={", ...headers.map((line) => `        ${line}`), "    },"]),
    ...(body === undefined ? [] : ["    data=json.dumps(body).encode(),"]),
    ")",
    "with urllib.request.urlopen(request, timeout=30) as answer:",
    "    print(answer.read().decode())",
  ].join("\n");
}
