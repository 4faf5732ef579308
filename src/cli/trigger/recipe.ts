/** What a recipe of `maple trigger` is, and the steps that several share: each makes calls of the interface, as a partner would. */
import { exitCodes, type CallResult } from "../call-operator.ts";
import type { PartnerInput, Terminal } from "../partner-command.ts";
import { isObject } from "../print-answer.ts";

/** Causes one event; the answer of the last call is shown. */
export type Recipe = (given: PartnerInput, terminal: Terminal) => Promise<CallResult>;

type Fields = Readonly<Record<string, unknown>>;

/** A step that failed: its result is the recipe's. */
export class StepFailed {
  readonly result: CallResult;
  constructor(result: CallResult) {
    this.result = result;
  }
}

/** Runs a recipe whose steps throw StepFailed. */
export async function finish(work: () => Promise<CallResult>): Promise<CallResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StepFailed) return error.result;
    throw error;
  }
}

/** One call whose answer the next step needs. */
export async function step(terminal: Terminal, method: string, path: string, body?: unknown): Promise<Fields> {
  const result = await terminal.call({ method, path, ...(body === undefined ? {} : { body }) });
  if (result.kind === "failure") throw new StepFailed(result);
  return isObject(result.answer) ? result.answer : {};
}

/** The objects of a list. */
export function rowsOf({ data }: Fields): readonly Fields[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** The text of a field; a missing one is a fault of the answer, told as such. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  throw missing(`the answer has no ${name}`);
}

/** A step that cannot be made, told in one sentence. */
export function missing(message: string): StepFailed {
  return new StepFailed({ kind: "failure", message, exitCode: exitCodes.refused });
}

/** The locations to try: the one that was named, or all of the app. */
export async function locationsToTry(given: PartnerInput, terminal: Terminal): Promise<readonly string[]> {
  const named = given.text("location");
  if (named !== undefined) return [encodeURIComponent(named)];
  const ids = rowsOf(await step(terminal, "GET", "/v1/locations")).map((row) => textOf(row, "id"));
  if (ids.length === 0) throw missing("the app has no location; the operator grants one");
  return ids;
}

/** Moves the location's clock to so many seconds behind an instant; a clock that is later already stays. */
export async function moveClockBehind(
  terminal: Terminal,
  location: string,
  instant: string,
  seconds: number,
): Promise<void> {
  const path = `/v1/sandbox/locations/${location}/clock`;
  const now = Date.parse(textOf(await step(terminal, "GET", path), "now"));
  const ahead = Math.ceil((Date.parse(instant) - now) / 1000) + seconds;
  if (ahead > 0) await step(terminal, "POST", path, { advance_seconds: ahead });
}
