/** The help texts, made from the table of commands. */
import { commandName, type Command } from "./command.ts";
import { choiceSentence } from "./read-fields.ts";
import type { PartnerCommand } from "./partner-command.ts";

const service = [
  ["dev", "run everything in one process, with a PostgreSQL of its own: npm start"],
  ["serve", "answer HTTP"],
  ["work", "do the work in the background: deliveries, timers, refunds"],
  ["migrate", "bring the databases to this version's schema, and end"],
  ["archive", "copy ended orders of long ago into files, and delete them"],
  ["doctor", "look whether this machine, the configuration and the databases can run the service"],
] as const;

const ofOperator = [
  ["--env test|live", "test or live; test without it"],
  ["--token TOKEN", "the operator token; better in OPERATOR_TOKEN, where other users do not see it"],
] as const;

const everywhere = [
  ["--url ADDRESS", "where the service is; else MAPLE_URL, else the sandbox in MAPLE_DATA_DIR"],
  ["--idempotency-key KEY", "for scripts: a repeat with the same key has no second effect"],
  ["--json", "print the service's answer as it is"],
] as const;

const exits = "Exit: 0 done, 1 refused by the service, 2 wrong use, 3 service not reached, 4 token refused.";

/** The help of the whole program. */
export function overview(commands: readonly Command[], partnerCommands: readonly PartnerCommand[]): string {
  const ofOneWord = (by: PartnerCommand["by"]): string =>
    columns(
      partnerCommands
        .filter((command) => command.by === by)
        .map(({ word, synopsis, about }) => [["maple", word, synopsis].join(" ").trim(), about]),
    );
  const calls = (by: Command["by"]): string =>
    columns(commands.filter((command) => command.by === by).map((each) => [synopsis(each, "short"), each.about]));
  return [
    "maple: run the service, develop against it, and operate it\n",
    "Run\n" + columns(service.map(([name, about]) => [`maple ${name}`, about])),
    "Develop (with the API key of an app: --key, MAPLE_API_KEY, or the sandbox's)\n" + ofOneWord("partner"),
    calls("partner"),
    "Operate (each is one call of the operator interface of a running service)\n" + calls("operator"),
    ofOneWord("operator"),
    "Options of every operating command\n" + columns([...ofOperator, ...everywhere]),
    `maple help COMMAND tells more: maple help location create\nmaple completion bash|zsh|fish prints what the shell runs to complete commands\nmaple version prints the version\n${exits}`,
  ].join("\n");
}

/** The help of the commands that begin with one word: app, key, location. */
export function groupHelp(group: string, commands: readonly Command[]): string {
  const members = commands.filter((command) => command.words[0] === group);
  const told = new Map(members.map((command) => [synopsis(command, "short"), command.about]));
  return columns([...told]);
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const parts = [`${synopsis(command, "long")}\n\n${command.about}\n`];
  if (command.more !== undefined) parts.push(`${command.more}\n`);
  if (command.arguments.length > 0) {
    parts.push(columns(command.arguments.map(({ name, about }) => [name, about])));
  }
  if (command.options.length > 0) {
    parts.push(
      columns(
        command.options.map((option) => [
          `--${option.name} ${option.value}`,
          option.required === true ? `${option.about} (required)` : option.about,
        ]),
      ),
    );
  }
  if (command.body === "document") parts.push(columns([["--file FILE", "the JSON to send (required)"]]));
  for (const { name, value, values } of command.options) {
    const isTold = values === undefined || value === values.join("|") || value === values.join(",");
    if (!isTold) parts.push(`${capital(name)}: ${values.join(", ")}\n`);
  }
  for (const choice of command.oneOf ?? []) parts.push(`${capital(choiceSentence(choice))}.\n`);
  if (command.method === "PATCH") parts.push('An empty value clears a field: --phone ""\n');
  parts.push(`Example: maple ${command.example}`);
  return parts.join("\n");
}

function synopsis(command: Command, length: "short" | "long"): string {
  const words = ["maple", commandName(command), ...command.arguments.map(({ name }) => name)];
  if (length === "short") return words.join(" ");
  for (const option of command.options) {
    if (option.required === true) words.push(`--${option.name} ${option.value}`);
  }
  if (command.body === "document") words.push("--file FILE");
  if (command.options.some((option) => option.required !== true)) words.push("[options]");
  return words.join(" ");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}
