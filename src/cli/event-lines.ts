/**
 * One connection to the stream of events: its lines, until it ends. Guarantees: a connection without a line for half a
 * minute is ended, because a broken stream cannot be told from one without news. A connection that ends before its first
 * line is a fault, and so is a line without an end.
 */
import { exitCodes, parse, readWhole, refusal, type ServiceAccess } from "./call-operator.ts";
import { isObject } from "./print-answer.ts";
import { unreachable } from "./reach-service.ts";

export interface HeardLine {
  readonly object: string;
  readonly cursor: number;
  readonly [field: string]: unknown;
}

/** The connection could not be made or broke; `final` when another try cannot help. */
export class StreamFault extends Error {
  readonly final: boolean;
  readonly exitCode: number;

  constructor(message: string, outcome: { readonly final: boolean; readonly exitCode: number }) {
    super(message);
    this.final = outcome.final;
    this.exitCode = outcome.exitCode;
  }
}

const passing = new Set([429, 500, 502, 503, 504]);

/** Opens the stream at a path and yields its lines; throws a StreamFault when it breaks, and ends when the service ends it. */
export async function* readEventLines(
  path: string,
  access: ServiceAccess,
  options: { readonly interrupted: AbortSignal; readonly silenceMs: number },
): AsyncGenerator<HeardLine> {
  const silent = new AbortController();
  const watchdog = setTimeout(() => silent.abort(), options.silenceMs);
  const signal = AbortSignal.any([options.interrupted, silent.signal]);
  try {
    const response = await fetch(access.url + path, {
      headers: { authorization: `Bearer ${access.token}`, accept: "application/x-ndjson, application/json" },
      redirect: "error",
      signal,
    });
    if (!response.ok) {
      const { message, exitCode } = refusal(response, parse(await readWhole(response)), access);
      throw new StreamFault(message, { final: !passing.has(response.status), exitCode });
    }
    if ((response.headers.get("content-type") ?? "").includes("html")) {
      await response.body?.cancel();
      throw broken(
        `${access.url} answers with a page and no events: does a sign-in page of the network, or a proxy, answer?`,
      );
    }
    let isHeard = false;
    for await (const text of response.body === null ? [] : linesOf(response.body)) {
      const line = parse(text);
      if (!isLine(line)) continue;
      watchdog.refresh();
      isHeard = true;
      yield line;
    }
    if (!isHeard) throw broken("the connection ended before anything was heard");
  } catch (error) {
    if (error instanceof StreamFault || options.interrupted.aborted) throw error;
    const message = silent.signal.aborted
      ? `nothing was heard for ${options.silenceMs / 1000} s`
      : unreachable(access.url, error);
    throw broken(message);
  } finally {
    clearTimeout(watchdog);
  }
}

function broken(message: string): StreamFault {
  return new StreamFault(message, { final: false, exitCode: exitCodes.unreachable });
}

/** A line of the service is shorter. */
const longestLine = 4 * 1024 * 1024;

function isLine(value: unknown): value is HeardLine {
  return isObject(value) && typeof value["object"] === "string" && typeof value["cursor"] === "number";
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let [parts, length]: [string[], number] = [[], 0];
  for await (const chunk of body) {
    const [more = "", ...next] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(more);
    length += more.length;
    if (length > longestLine) throw broken("a line has no end");
    for (const begun of next) {
      yield parts.join("");
      [parts, length] = [[begun], begun.length];
    }
  }
}
