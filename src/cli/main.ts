/**
 * The commands: those that make one call each, and those that make several: `listen`, `trigger`, `events`, `replay`,
 * `verify`.
 */
import { readFileSync } from "node:fs";
import { chooseCaller } from "./choose-caller.ts";
import { commands } from "./commands.ts";
import { exitCodes } from "./call-operator.ts";
import { commandName } from "./command.ts";
import { commandHelp, groupHelp, overview } from "./help.ts";
import { parseCommand } from "./parse-command.ts";
import { partnerHelp } from "./partner-command.ts";
import { runCommand } from "./run-command.ts";
import { completeWords, completionScript, shells } from "./shell/completion.ts";
import { triggerTypes } from "./trigger.ts";
import { useProxy } from "./reach-service.ts";
import { findPartnerCommand, partnerCommands, runPartnerCommand } from "./run-partner-command.ts";

for (const stream of [process.stdout, process.stderr]) stream.on("error", endUnread);
process.exitCode = await main(process.argv.slice(2));

/** Whoever reads the output and has gone (`maple orders list | head -1`) wants no more; a full disk is told. */
function endUnread({ code, message }: NodeJS.ErrnoException): never {
  if (code === "EPIPE") process.exit(exitCodes.done);
  process.stderr.write(`maple: the output cannot be written: ${message}\n`);
  process.exit(exitCodes.refused);
}

async function main(words: readonly string[]): Promise<number> {
  const problem = useProxy(process.env);
  if (problem !== undefined) process.stderr.write(`maple: ${problem}\n`);
  const command = findPartnerCommand(words[0]);
  if (command !== undefined) return runPartnerCommand(command, words.slice(1), process.env);
  const helped = words[0] === "help" ? findPartnerCommand(words[1]) : undefined;
  if (helped !== undefined) {
    process.stdout.write(`${partnerHelp(helped)}\n`);
    return exitCodes.done;
  }
  if (words[0] === "completion") return complete(words.slice(1));
  if (["version", "--version", "-v"].includes(words[0] ?? "")) return tellVersion();
  const parsed = parseCommand(
    words,
    commands,
    [...partnerCommands.map(({ word }) => word), "help", "completion", "version"],
    chooseCaller(words, process.env),
  );
  switch (parsed.kind) {
    case "help":
      process.stdout.write(
        parsed.command !== undefined
          ? `${commandHelp(parsed.command)}\n`
          : parsed.group !== undefined
            ? groupHelp(parsed.group, commands)
            : `${overview(commands, partnerCommands)}\n`,
      );
      return exitCodes.done;
    case "usage": {
      const more = parsed.command === undefined ? "" : `\nmaple help ${commandName(parsed.command)} tells how`;
      process.stderr.write(`maple: ${parsed.message}${more}\n`);
      return exitCodes.usage;
    }
    case "call":
      return runCommand(parsed, process.env);
  }
}

/** The version of the command, which is that of the service and of the SDK. */
function tellVersion(): number {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  process.stdout.write(`${(JSON.parse(text) as { readonly version: string }).version}\n`);
  return exitCodes.done;
}

/** Prints a shell's script, or the words that it asks for. */
function complete([shell, ...line]: readonly string[]): number {
  const known = { commands, ofOneWord: partnerCommands, values: { trigger: triggerTypes } };
  const text = shell === "words" ? completeWords(line, known).join("\n") : completionScript(shell);
  if (text === undefined) {
    process.stderr.write(`maple: completion takes one of ${shells.join(", ")}\n`);
    return exitCodes.usage;
  }
  process.stdout.write(`${text}\n`);
  return exitCodes.done;
}
