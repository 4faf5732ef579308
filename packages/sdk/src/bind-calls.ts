/** Makes methods from the table of calls: the meaning of each argument, the path, the query, the headers, the answer. */
import type { CallOptions, WriteOptions } from "./call-options.ts";
import { checkKey, checkLimits } from "./check-options.ts";
import { readLines } from "./lines.ts";
import { MapleList, type Page } from "./list.ts";
import { parseAnswer } from "./read-answer.ts";
import type { Outgoing, Transport } from "./transport.ts";

export interface CallRow {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: true;
  readonly query?: readonly string[];
  readonly headers?: readonly string[];
  readonly kind?: "list" | "text" | "lines";
}

export type CallTable = Readonly<Record<string, Readonly<Record<string, CallRow>>>>;

type Fields = Readonly<Record<string, unknown>>;

/** The resources with their methods. */
export function bindCalls(table: CallTable, transport: Transport): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(table).map(([resource, rows]) => [
      resource,
      Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, bindCall(row, transport)])),
    ]),
  );
}

function bindCall(row: CallRow, transport: Transport): (...given: unknown[]) => unknown {
  return (...given) => {
    const { path, fields, body, options } = readArguments(row, given);
    const outgoing = (extra: Fields): Outgoing => makeOutgoing(row, path, { ...fields, ...extra }, body, options);
    switch (row.kind) {
      case "list":
        return new MapleList<unknown, unknown>((cursor) => {
          const asked = outgoing(cursor === undefined ? {} : { starting_after: cursor });
          return sendForObject(transport, asked) as Promise<Page>;
        });
      case "text":
        return transport.send(outgoing({})).then(({ text }) => text);
      case "lines":
        return streamOf(transport, outgoing({}));
      case undefined:
        return sendForObject(transport, outgoing({}));
    }
  };
}

interface Arguments {
  readonly path: string;
  readonly fields: Fields;
  readonly body: unknown;
  readonly options: WriteOptions;
}

/** A read takes ids, its query, options; a write takes ids, its body, and options that hold its query too. */
function readArguments(row: CallRow, given: readonly unknown[]): Arguments {
  const rest = [...given];
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathPart(name, rest.shift()));
  const body = row.body === true ? rest.shift() : undefined;
  const hasQuery = row.method === "GET" && (row.query ?? row.headers) !== undefined;
  const fields = hasQuery ? rest.shift() : rest[0];
  const options: WriteOptions = rest[0] ?? {};
  checkLimits(options);
  checkKey(options);
  return { path, body, fields: (fields ?? {}) as Fields, options };
}

function pathPart(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && value !== "." && value !== "..") return encodeURIComponent(value);
  throw new TypeError(`${name} has to be an id, not ${JSON.stringify(value) ?? "undefined"}`);
}

function makeOutgoing(row: CallRow, path: string, fields: Fields, body: unknown, options: WriteOptions): Outgoing {
  const query = new URLSearchParams();
  for (const name of [...(row.query ?? []), ...(row.kind === "list" ? ["starting_after"] : [])]) {
    const value = fieldText(fields[name]);
    if (value !== undefined) query.set(name, value);
  }
  const headers: Record<string, string> = { accept: acceptOf(row) };
  for (const name of row.headers ?? []) {
    const value = fieldText(fields[name.replaceAll("-", "_")]);
    if (value !== undefined) headers[name] = value;
  }
  if (row.method !== "GET") headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
  if (body !== undefined) headers["content-type"] = "application/json";
  const asked = query.toString();
  return {
    method: row.method,
    path: asked === "" ? path : `${path}?${asked}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    ...limitsOf(options),
  };
}

/** A value as the query spells it; a list has commas between. */
function fieldText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function limitsOf({
  signal,
  timeoutMs,
  maxRetries,
}: CallOptions): Pick<Outgoing, "signal" | "timeoutMs" | "maxRetries"> {
  return { signal, timeoutMs, maxRetries };
}

function acceptOf({ kind }: CallRow): string {
  if (kind === "text") return "*/*";
  return kind === "lines" ? "application/x-ndjson, application/json" : "application/json";
}

async function sendForObject(transport: Transport, call: Outgoing): Promise<object | null> {
  const { text, response } = await transport.send(call);
  // Not changed since the version that the caller has.
  if (response.status === 304) return null;
  const answer = parseAnswer(text);
  Object.defineProperty(answer, "lastResponse", { value: response, enumerable: false });
  return answer;
}

async function* streamOf(transport: Transport, call: Outgoing): AsyncGenerator<unknown, void, undefined> {
  const { body, limit } = await transport.open(call);
  try {
    yield* readLines(body, limit);
  } catch (error) {
    throw limit.reasonFor(error);
  } finally {
    limit.end();
  }
}
