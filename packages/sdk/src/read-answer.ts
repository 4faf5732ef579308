/** Reads answers: their text, their headers, and the fields of a refusal. */
import type { LastResponse, RateLimit } from "./call-options.ts";
import { MapleConnectionError, MapleError } from "./errors.ts";

/** No answer of the service is larger; more is not read. */
const longestAnswer = 64 * 1024 * 1024;

/** The whole body as text; a body that breaks off, or has no end, is a connection error. */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  try {
    if (response.body !== null) {
      for await (const chunk of response.body) {
        length += chunk.byteLength;
        if (length > longestAnswer) throw new Error(`the answer is longer than ${longestAnswer} bytes`);
        text += decoder.decode(chunk, { stream: true });
      }
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MapleConnectionError(`the answer broke off: ${message}`, { cause: error });
  }
  return text + decoder.decode();
}

/** The JSON of an answer that succeeded; anything else did not come from the service. */
export function parseAnswer(text: string): object {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null) return value;
  throw new MapleConnectionError(`the answer is not one of Maple; is baseUrl right? It begins: ${text.slice(0, 80)}`);
}

/** The error of a refused call. */
export function refusalOf(response: Response, text: string): MapleError {
  const body = parseJson(text);
  const given: Readonly<Record<string, unknown>> = isRecord(body) ? body : {};
  const word = (name: string): string | undefined => {
    const value = given[name];
    return typeof value === "string" ? value : undefined;
  };
  return new MapleError({
    status: response.status,
    tag: word("_tag") ?? "",
    code: word("code") ?? `http_${response.status}`,
    message: word("message") ?? notMaple(response.status),
    details: isRecord(given["details"]) ? given["details"] : {},
    requestId: response.headers.get("x-request-id"),
    docUrl: word("doc_url") ?? null,
    retryAfter: retryAfterOf(response.headers, given["retry_after"]),
  });
}

/** Who answers instead of the service, as far as the status tells. */
function notMaple(status: number): string {
  if (status === 413) return "a proxy before the service takes no body of this length";
  return status >= 502 && status <= 504
    ? "a proxy answers, and the service behind it does not"
    : "the answer is not one of Maple; is baseUrl right?";
}

/** What stands beside the body of an answer. */
export function lastResponseOf(response: Response): LastResponse {
  const { status, headers } = response;
  return { status, headers, requestId: headers.get("x-request-id"), rateLimit: rateLimitOf(headers) };
}

function retryAfterOf(headers: Headers, said: unknown): number | null {
  const header = headers.get("retry-after");
  if (header !== null && /^\d{1,9}$/.test(header)) return Number(header);
  return typeof said === "number" && said > 0 ? said : null;
}

function rateLimitOf(headers: Headers): RateLimit | null {
  const policy = /^"([^"]{1,100})";q=(\d{1,9});w=(\d{1,9})$/.exec(headers.get("ratelimit-policy") ?? "");
  const left = /^"[^"]{1,100}";r=(\d{1,9});t=(\d{1,9})$/.exec(headers.get("ratelimit") ?? "");
  if (policy === null || left === null) return null;
  const [, name = "", limit, windowSeconds] = policy;
  const [, remaining, resetSeconds] = left;
  return {
    name,
    limit: Number(limit),
    windowSeconds: Number(windowSeconds),
    remaining: Number(remaining),
    resetSeconds: Number(resetSeconds),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
