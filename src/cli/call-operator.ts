/** One call of the service, and its failure in words for a person. */
import { randomUUID } from "node:crypto";
import { harmless, isObject } from "./print-answer.ts";
import { answerWithinSeconds, isLate, reasonOf, unreachable } from "./reach-service.ts";

/** What the shell gets. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3, unauthorized: 4 } as const;

export type CallResult =
  | {
      readonly kind: "answer";
      readonly answer: unknown;
      readonly text: string;
      /** When the service answered, by its own clock, in milliseconds; absent where no `Date` came. */
      readonly answeredAtMs?: number;
    }
  | {
      readonly kind: "failure";
      readonly message: string;
      readonly exitCode: number;
      /** In seconds: what a 503, or a first call that still runs, asked to wait for; one where the answer did not come. */
      readonly retryAfter?: number;
    };

export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** A body that is sent as it is: a document in JSON. */
  readonly document?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface ServiceAccess {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
  /** What the token is called when it is refused. */
  readonly name: "operator token" | "API key";
  /** Sent as the user agent, so that the request log tells these calls from others. */
  readonly program?: string;
}

/** Sends any call; never throws for anything that a network or a service does. */
export async function callService(call: ServiceCall, access: ServiceAccess): Promise<CallResult> {
  const address = access.url + call.path;
  const headers: Record<string, string> = { authorization: `Bearer ${access.token}`, accept: "application/json" };
  if (access.program !== undefined) headers["user-agent"] = access.program;
  if (call.method !== "GET") headers["idempotency-key"] = call.idempotencyKey ?? randomUUID();
  const body = call.document ?? (call.body === undefined ? null : JSON.stringify(call.body));
  if (body !== null) headers["content-type"] = "application/json";
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method: call.method,
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(answerWithinSeconds * 1000),
    });
    text = await readWhole(response);
  } catch (error) {
    const failure = {
      kind: "failure",
      message: unreachable(access.url, error),
      exitCode: exitCodes.unreachable,
    } as const;
    return isPassing(error) ? { ...failure, retryAfter: 1 } : failure;
  }
  const answer = parse(text);
  if (response.ok && answer !== undefined) return { kind: "answer", answer, text, ...answeredAt(response) };
  return refusal(response, answer, access);
}

function answeredAt({ headers }: Response): { readonly answeredAtMs?: number } {
  const answeredAtMs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(answeredAtMs) ? {} : { answeredAtMs };
}

/** No answer of the service is larger; more is not read. */
const largestAnswer = 64 * 1024 * 1024;

/** The text of an answer; throws for one that has no end. */
export async function readWhole(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > largestAnswer) throw new Error("the answer is longer than 64 MiB");
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** The answer did not come in time, or broke off: the same call may be answered when it is sent again. */
function isPassing(error: unknown): boolean {
  return isLate(error) || (error instanceof Error && ["ECONNRESET", "UND_ERR_SOCKET"].includes(reasonOf(error)));
}

/** What a refusal of the service says to a person. */
export function refusal(
  response: Pick<Response, "status" | "headers">,
  answer: unknown,
  { url, name }: ServiceAccess,
): Extract<CallResult, { readonly kind: "failure" }> {
  const said = isObject(answer) && typeof answer["message"] === "string" ? answer["message"] : undefined;
  const request = response.headers.get("x-request-id");
  const trail = request === null ? "" : ` (request ${request})`;
  if (response.status === 401) {
    const message = `${url} does not accept this ${name}${said === undefined ? "" : `: ${said}`}${trail}`;
    return { kind: "failure", message: harmless(message), exitCode: exitCodes.unauthorized };
  }
  const wait = response.headers.get("retry-after") ?? "";
  const saysHowLong = /^\d{1,6}$/.test(wait);
  if (answer === undefined && ofProxies.has(response.status)) {
    const message = `${response.status} a proxy answers, and the service behind it does not: try again in a minute${trail}`;
    const { unreachable: exitCode } = exitCodes;
    return { kind: "failure", message: harmless(message), exitCode, retryAfter: saysHowLong ? Number(wait) : 1 };
  }
  const code = isObject(answer) && typeof answer["code"] === "string" ? ` [${answer["code"]}]` : "";
  const message = `${response.status}${code} ${said ?? notMaple(response.status, name)}${trail}`;
  const failure = { kind: "failure", message: harmless(message), exitCode: exitCodes.refused } as const;
  const asksToWait = response.status === 503 || code === " [operation_in_progress]";
  if (!asksToWait || !saysHowLong) return failure;
  return { ...failure, retryAfter: Number(wait) };
}

/** What proxies answer for a service that is down or starts again; Maple's own refusals are JSON. */
const ofProxies: ReadonlySet<number> = new Set([502, 503, 504]);

/** Proxies that follow docs/operating.md answer 404 to the operator's calls, and some take no long bodies. */
function notMaple(status: number, name: ServiceAccess["name"]): string {
  if (status === 413) return "a proxy before the service takes no body of this length: ask who runs the service";
  const says = "the answer is not one of Maple: is the address right?";
  return status === 404 && name === "operator token"
    ? `${says} Most proxies shut /operator/v1: name a serve process itself, as http://127.0.0.1:8080`
    : says;
}

/** The JSON of a text, or undefined. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
