/**
 * The calls of a certification, with the key of its app. A 503 that names a wait, and the 409 of a first call that still
 * runs, are tried again with the same key, so a restart of the service does not end a long run. A call that asks for more
 * than 30 seconds of wait, or fails four times, is a failure.
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

const mostTries = 4;
/** In seconds. */
const longestWait = 30;

/** The calls with this key, told from the partner's own by their user agent. */
export function serviceAt(access: ServiceAccess, wait: (ms: number) => Promise<unknown> = sleep): Service {
  const call: Service["call"] = async (method, path, body) => {
    const sent = { method, path, idempotencyKey: randomUUID(), ...(body === undefined ? {} : { body }) };
    const again = (): ReturnType<typeof callService> => callService(sent, { ...access, program: certifyProgram });
    let result = await again();
    for (let tries = 1; tries < mostTries && asksToWait(result); tries += 1) {
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

function asksToWait(result: CallResult): result is CallResult & { readonly retryAfter: number } {
  return result.kind === "failure" && result.retryAfter !== undefined && result.retryAfter <= longestWait;
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
