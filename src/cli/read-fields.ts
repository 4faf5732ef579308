/** Turns the options of a command into the fields of its call: each text into a value of the field's kind. */
import type { Command, CommandOption } from "./command.ts";

/** What the person at the terminal has to write differently, in one sentence. */
export class UsageProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export interface GivenFields {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The fields that the given options make, dots leading into objects; or the mistake in them. */
export function readFields(command: Command, text: (name: string) => string | undefined): GivenFields | UsageProblem {
  const fields = { query: {}, body: {} };
  for (const option of command.options) {
    const given = text(option.name);
    if (given === undefined) {
      if (option.required === true) return new UsageProblem(`--${option.name} is required: ${option.about}`);
      continue;
    }
    const value = readValue(option, given);
    if (value instanceof UsageProblem) return value;
    setAt(fields[option.place], option.field.split("."), value);
  }
  const wrong = tornField(command, text) ?? brokenChoice(command, text);
  if (wrong !== undefined) return wrong;
  if (command.method === "PATCH" && command.body === "fields" && Object.keys(fields.body).length === 0) {
    return new UsageProblem("nothing to change: name at least one option");
  }
  return fields;
}

/** Too few or too many of the options of which the service wants one. */
function brokenChoice(command: Command, text: (name: string) => string | undefined): UsageProblem | undefined {
  const broken = command.oneOf?.find(({ options, most }) => {
    const given = options.filter((name) => text(name) !== undefined).length;
    return given < 1 || given > most;
  });
  return broken === undefined ? undefined : new UsageProblem(choiceSentence(broken));
}

/** Says which options a call wants one of. */
export function choiceSentence({ options, most }: NonNullable<Command["oneOf"]>[number]): string {
  const names = options.map((name) => `--${name}`).join(" or ");
  return most === 1 ? `give ${names}, one of them` : `give ${names}, one or more of them`;
}

/** A part of a field that is replaced as a whole would wipe the rest of it. */
function tornField(command: Command, text: (name: string) => string | undefined): UsageProblem | undefined {
  for (const whole of command.wholeFields ?? []) {
    const parts = command.options.filter((option) => option.field.startsWith(`${whole}.`));
    const missing = parts.filter((option) => text(option.name) === undefined).map((option) => `--${option.name}`);
    if (missing.length === 0 || missing.length === parts.length) continue;
    return new UsageProblem(`the ${whole} is set as a whole: give ${missing.join(", ")} too`);
  }
  return undefined;
}

function setAt(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = into[first];
  const next: Record<string, unknown> = typeof inner === "object" && inner !== null ? { ...inner } : {};
  setAt(next, rest, value);
  into[first] = next;
}

function readValue(option: CommandOption, text: string): unknown {
  const problem = (needed: string): UsageProblem =>
    new UsageProblem(`--${option.name} must be ${needed}, not ${JSON.stringify(text)}`);
  switch (option.kind) {
    case "list":
      return readList(option, text);
    case "switch":
      return text === "on" ? true : text === "off" ? false : problem("on or off");
    case "whole":
      return text === ""
        ? null
        : /^-?\d+$/.test(text)
          ? within(option, Number(text), problem)
          : problem("a whole number");
    case "number":
      return text === ""
        ? null
        : /^-?\d+(\.\d+)?$/.test(text)
          ? within(option, Number(text), problem)
          : problem("a number");
    case "json":
      return text === "" ? null : (parseJson(text)?.value ?? problem("JSON that is not null"));
    case "text":
      if (text === "") return null;
      return option.values?.includes(text) === false ? problem(inWords(option.values)) : text;
  }
}

function readList({ name, values }: CommandOption, text: string): readonly string[] | UsageProblem {
  if (values === undefined) return splitList(text);
  if (text === "all") return values;
  const unknown = splitList(text).find((word) => !values.includes(word));
  return unknown === undefined
    ? splitList(text)
    : new UsageProblem(`--${name} takes ${inWords(values)}, with commas between, not ${JSON.stringify(unknown)}`);
}

function within(
  { least = -Infinity, most = Infinity }: CommandOption,
  value: number,
  problem: (needed: string) => UsageProblem,
): number | UsageProblem {
  if (value >= least && value <= most) return value;
  if (most === Infinity) return problem(`${least} or more`);
  return problem(least === -Infinity ? `${most} or less` : `${least} to ${most}`);
}

/** "a, b or c". */
function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
