/** Turns the options of a command into the fields of its call: each text into the value that its kind asks for. */
import type { Command, CommandOption } from "./command.ts";
import { scopes } from "../platform/http/scopes.ts";

/** What the person at the terminal has to write differently, in one sentence. */
export class UsageProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The fields that the given options make, dots leading into objects; or what is wrong with them. */
export function readFields(
  command: Command,
  text: (name: string) => string | undefined,
): Record<string, unknown> | UsageProblem {
  const fields: Record<string, unknown> = {};
  for (const option of command.options) {
    const given = text(option.name);
    if (given === undefined) {
      if (option.required === true) return new UsageProblem(`--${option.name} is required: ${option.about}`);
      continue;
    }
    const value = readValue(option, given);
    if (value instanceof UsageProblem) return value;
    place(fields, option.field.split("."), value);
  }
  const torn = tornField(command, text);
  if (torn !== undefined) return torn;
  if (command.method === "PATCH" && Object.keys(fields).length === 0) {
    return new UsageProblem("nothing to change: name at least one option");
  }
  return fields;
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

function place(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const inner = into[first];
  const next: Record<string, unknown> = typeof inner === "object" && inner !== null ? { ...inner } : {};
  place(next, rest, value);
  into[first] = next;
}

function readValue(option: CommandOption, text: string): unknown {
  const problem = (what: string): UsageProblem =>
    new UsageProblem(`--${option.name} must be ${what}, not ${JSON.stringify(text)}`);
  switch (option.kind) {
    case "list":
      return splitList(text);
    case "scopes":
      return text === "all" ? [...scopes] : splitList(text);
    case "switch":
      return text === "on" ? true : text === "off" ? false : problem("on or off");
    case "whole":
      return text === "" ? null : /^\d+$/.test(text) ? Number(text) : problem("a whole number");
    case "number":
      return text === "" ? null : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : problem("a number");
    case "json":
      return text === "" ? null : (parseJson(text)?.value ?? problem("JSON that is not null"));
    case "text":
      return text === "" ? null : text;
  }
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
