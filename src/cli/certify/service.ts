/**
 * The calls of a certification, with the key of its app. A 503 that names a wait, the 409 of a first call that still runs,
 * and a call without an answer are tried again with the same key, so a restart or a slow moment of the service does not end
 * a long run. A call that has not succeeded after waits of 30 seconds together, or after four without an answer, is a
 * failure.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { callService, exitCodes, type CallResult, type ServiceAccess } from "../call-operator.ts";
import { isObject } from "../print-answer.ts";
import type { Fields } from "../../certification/evidence.ts";

/** A call that failed; `exitCode` is the command's when nothing can go on. */
export class CallFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The service was not reached, or does not take the key: no other call would do better. */
  get isFinal(): boolean {
    return this.exitCode === exitCodes.unreachable || this.exitCode === exitCodes.unauthorized;
  }
}

export interface Service {
  /** Makes a call and answers its body; throws CallFailed. */
  call(method: string, path: string, body?: unknown): Promise<Fields>;
  /** The objects of one page of a list. */
  list(path: string): Promise<readonly Fields[]>;
}

/** The user agent of the certification's own calls. */
export const certifyProgram = "maple-certify";

/** In seconds, of all waits of one call together. */
const longestWait = 30;
/** Each may last as long as a call may. */
const mostWithoutAnswer = 4;

/** The calls with this key, told from the partner's own by their user agent. */
export function serviceAt(access: ServiceAccess, wait: (ms: number) => Promise<unknown> = sleep): Service {
  const call: Service["call"] = async (method, path, body) => {
    const sent = { method, path, idempotencyKey: randomUUID(), ...(body === undefined ? {} : { body }) };
    const again = (): ReturnType<typeof callService> => callService(sent, { ...access, program: certifyProgram });
    let result = await again();
    let [waited, unanswered] = [0, 0];
    while (asksToWait(result)) {
      if (result.exitCode === exitCodes.unreachable && ++unanswered === mostWithoutAnswer) break;
      // A wait of none counts, so that the end comes.
      waited += Math.max(1, result.retryAfter);
      if (waited > longestWait) break;
      await wait(result.retryAfter * 1000);
      result = await again();
    }
    if (result.kind === "failure") throw new CallFailed(result.message, result.exitCode);
    return isObject(result.answer) ? result.answer : {};
  };
  return {
    call,
    async list(path) {
      const { data } = await call("GET", path);
      return Array.isArray(data) ? data.filter(isObject) : [];
    },
  };
}

type Failure = Extract<CallResult, { readonly kind: "failure" }>;

function asksToWait(result: CallResult): result is Failure & { readonly retryAfter: number } {
  return result.kind === "failure" && result.retryAfter !== undefined;
}

/** The text of a field; throws when the answer has none. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw new CallFailed(`the answer of the service has no ${name}`, exitCodes.refused);
}

/** The texts of a list in a field. */
export function textsOf(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
