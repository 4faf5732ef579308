/** Reads the words of a command line: the command, and the call that it makes. Uses the table, never the network. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { commandName, type Command } from "./command.ts";
import { optionMistake } from "./shell/option-mistake.ts";
import { readFields, UsageProblem } from "./read-fields.ts";
import { commandsNear } from "./shell/near-words.ts";
import { nearestCommand, nearestName } from "./shell/nearest-command.ts";

export interface ParsedCall {
  readonly kind: "call";
  readonly command: Command;
  readonly service: "test" | "live";
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The file whose document is the body. */
  readonly file: string | undefined;
  readonly json: boolean;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export type ParsedCommand =
  | ParsedCall
  | { readonly kind: "help"; readonly command: Command | undefined; readonly group: string | undefined }
  | { readonly kind: "usage"; readonly message: string; readonly command: Command | undefined };

const everywhere = {
  url: { type: "string" },
  "idempotency-key": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const credentials = {
  operator: { env: { type: "string" }, token: { type: "string" } },
  partner: { key: { type: "string" } },
} as const;

/**
 * Reads the words after `maple`; a mistake is told in one sentence. `others` are commands that are read elsewhere; `caller`
 * says whose command is meant where two have the same words.
 */
export function parseCommand(
  words: readonly string[],
  commands: readonly Command[],
  others: readonly string[] = [],
  caller: Command["by"] = "operator",
): ParsedCommand {
  const names = [...commands.map(commandName), ...others];
  const [first, second] = words;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    return helpFor(words.slice(1), commands, names, caller);
  }
  const command = findCommand(words, commands, caller);
  if (command !== undefined) return parseOptions(command, words.slice(command.words.length));
  const group = commands.filter((one) => one.words[0] === first);
  if (group.length === 0) return unknownCommand(words, names);
  if (second === undefined || second === "--help" || second === "-h")
    return { kind: "help", command: undefined, group: first };
  if (second.startsWith("-")) {
    return usage(`${first} takes one more word before its options: maple ${group.map(commandName).join(", maple ")}`);
  }
  const meant = nearestName(`${first} ${second}`, names);
  const hint =
    meant === undefined
      ? `there is ${[...new Set(group.map(commandName))].join(", ")}`
      : `did you mean maple ${meant}?`;
  return usage(`there is no ${first} ${second}; ${hint}`);
}

/** The command whose words the line begins with. */
function findCommand(
  line: readonly string[],
  commands: readonly Command[],
  caller: Command["by"],
): Command | undefined {
  const found = commands.filter(({ words }) => words.every((word, index) => line[index] === word));
  return found.find(({ by }) => by === caller) ?? found[0];
}

function unknownCommand(words: readonly string[], names: readonly string[]): ParsedCommand {
  const nearest = nearestCommand(words, names);
  const meant = nearest === undefined ? commandsNear(words[0] ?? "") : [nearest];
  const said = meant.map((name) => `maple ${name}`).join(" or ");
  const hint = said === "" ? "maple help lists them" : `did you mean ${said}? maple help lists all`;
  return usage(`there is no command ${words[0]}; ${hint}`);
}

function helpFor(
  topic: readonly string[],
  commands: readonly Command[],
  names: readonly string[],
  caller: Command["by"],
): ParsedCommand {
  const [first] = topic;
  if (first === undefined) return { kind: "help", command: undefined, group: undefined };
  const group = commands.filter((one) => one.words[0] === first);
  if (group.length === 0) return unknownCommand(topic, names);
  return { kind: "help", command: findCommand(topic, group, caller), group: first };
}

function parseOptions(command: Command, rest: readonly string[]): ParsedCommand {
  const options: NonNullable<ParseArgsConfig["options"]> = { ...everywhere, ...credentials[command.by] };
  if (command.body === "document") options["file"] = { type: "string" };
  for (const { name } of command.options) options[name] = { type: "string" };
  let parsed;
  try {
    parsed = parseArgs({ args: [...rest], options, allowPositionals: true, strict: true });
  } catch (error) {
    return usage(optionMistake(error, Object.keys(options)), command);
  }
  const { values, positionals } = parsed;
  if (values["help"] === true) return { kind: "help", command, group: command.words[0] };
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const service = text("env") ?? "test";
  if (service !== "test" && service !== "live") return usage("--env is test or live", command);
  const key = text("idempotency-key");
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key))
    return usage("--idempotency-key is 1 to 255 visible ASCII characters without blanks", command);
  const path = fillPath(command, positionals);
  if (path instanceof UsageProblem) return usage(path.message, command);
  const fields = readFields(command, text);
  if (fields instanceof UsageProblem) return usage(fields.message, command);
  const file = text("file");
  if (command.body === "document" && file === undefined) return usage("--file is required: the JSON to send", command);
  return {
    kind: "call",
    command,
    service,
    path: path + queryText(fields.query),
    body: command.body === "fields" ? fields.body : undefined,
    file,
    json: values["json"] === true,
    url: text("url"),
    token: text("token"),
    key: text("key"),
    idempotencyKey: key,
  };
}

function usage(message: string, command?: Command): ParsedCommand {
  return { kind: "usage", message, command };
}

function surplusSentence(command: Command, surplus: string): string {
  const taken = command.arguments.map(({ name }) => name).join(" ");
  const file = command.body === "document" ? `; the JSON to send is --file ${surplus}` : "";
  return `${JSON.stringify(surplus)} is one argument too many: maple ${commandName(command)} takes ${taken === "" ? "options only" : taken}${file}`;
}

function fillPath(command: Command, given: readonly string[]): string | UsageProblem {
  const missing = command.arguments[given.length];
  if (missing !== undefined) return new UsageProblem(`${missing.name} is missing: ${missing.about}`);
  const surplus = given[command.arguments.length];
  if (surplus !== undefined) return new UsageProblem(surplusSentence(command, surplus));
  return command.arguments.reduce(
    (path, { name }, index) => path.replace(`{${name}}`, encodeURIComponent(given[index] ?? "")),
    command.path,
  );
}

function queryText(fields: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query.toString()}`;
}
