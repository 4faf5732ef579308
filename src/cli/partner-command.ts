/** The type of a command of one word: for partner developers with an API key, and `verify` for the operator. */
import { parseArgs } from "node:util";
import type { CallResult, ServiceAccess, ServiceCall } from "./call-operator.ts";
import { optionMistake } from "./shell/option-mistake.ts";

export interface PartnerCommand {
  readonly word: string;
  /** What stands behind the word in the help: `EVENT`, `[EVENT]`. */
  readonly synopsis: string;
  readonly about: string;
  readonly mayHaveArgument: boolean;
  /** A second word may follow the first. */
  readonly mayHaveSecond?: true;
  readonly options: Readonly<Record<string, PartnerOption>>;
  readonly examples: readonly string[];
  /** Whose credential it needs. */
  readonly by: "partner" | "operator";
  /** The option that says where the service is, where `url` says something else. */
  readonly addressOption?: string;
  /** Ctrl-C tells the command, which then ends by itself. */
  readonly endsByItself?: true;
  readonly run: (given: PartnerInput, terminal: Terminal) => Promise<number>;
}

export interface PartnerOption {
  /** What stands for the value in the help; a switch has none. */
  readonly value?: string;
  readonly about: string;
}

export interface PartnerInput {
  readonly argument: string | undefined;
  readonly second?: string | undefined;
  readonly text: (option: string) => string | undefined;
  readonly has: (option: string) => boolean;
  readonly access: ServiceAccess;
}

/** The outside of a command; tests have one of their own. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  readonly call: (call: ServiceCall) => Promise<CallResult>;
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
}

export const everywhere: Readonly<Record<string, PartnerOption>> = {
  url: { value: "ADDRESS", about: "where the service is; else MAPLE_URL, else the sandbox in MAPLE_DATA_DIR" },
  key: { value: "KEY", about: "the API key; better in MAPLE_API_KEY, where other users do not see it" },
  json: { about: "print the service's answers as they are" },
};

export const everywhereForOperators: Readonly<Record<string, PartnerOption>> = {
  env: { value: "test|live", about: "test or live; test without it" },
  url: { value: "ADDRESS", about: "where the service is; else MAPLE_URL, else the sandbox in MAPLE_DATA_DIR" },
  token: { value: "TOKEN", about: "the operator token; better in OPERATOR_TOKEN" },
  json: { about: "print the service's answer as it is" },
};

export type ReadWords =
  | {
      readonly kind: "read";
      readonly argument: string | undefined;
      readonly second: string | undefined;
      readonly values: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "help" }
  | { readonly kind: "usage"; readonly message: string };

/** Reads what stands behind the command's word; a mistake is told in one sentence. */
export function readWords(command: PartnerCommand, words: readonly string[]): ReadWords {
  const known = { ...(command.by === "partner" ? everywhere : everywhereForOperators), ...command.options };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...options, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
    if (values["help"] === true) return { kind: "help" };
    const surplus = positionals[command.mayHaveSecond === true ? 2 : command.mayHaveArgument ? 1 : 0];
    if (surplus !== undefined) {
      return { kind: "usage", message: `${JSON.stringify(surplus)} is one argument too many` };
    }
    return { kind: "read", argument: positionals[0], second: positionals[1], values };
  } catch (error) {
    return { kind: "usage", message: optionMistake(error, Object.keys(known)) };
  }
}

/** The help of one command. */
export function partnerHelp(command: PartnerCommand): string {
  const common = command.by === "partner" ? everywhere : everywhereForOperators;
  const known = { ...command.options, ...common, ...command.options };
  const rows = Object.entries(known).map(([name, { value, about }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    about,
  ]);
  const width = Math.max(...rows.map(([left = ""]) => left.length));
  return [
    `maple ${[command.word, command.synopsis].join(" ").trim()} [options]\n`,
    `${command.about}\n`,
    ...rows.map(([left = "", about = ""]) => `  ${left.padEnd(width)}  ${about}`),
    "",
    ...command.examples.map((example) => `Example: maple ${example}`),
  ].join("\n");
}
