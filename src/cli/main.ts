/** The commands: those that make one call each, and those that do more: `listen`, `trigger`, `events`, `replay`, `verify`. */
import { commands } from "./commands.ts";
import { exitCodes } from "./call-operator.ts";
import { commandName } from "./command.ts";
import { commandHelp, groupHelp, overview } from "./help.ts";
import { parseCommand } from "./parse-command.ts";
import { partnerHelp } from "./partner-command.ts";
import { runCommand } from "./run-command.ts";
import { findPartnerCommand, partnerCommands, runPartnerCommand } from "./run-partner-command.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const command = findPartnerCommand(words[0]);
  if (command !== undefined) return runPartnerCommand(command, words.slice(1), process.env);
  const helped = words[0] === "help" ? findPartnerCommand(words[1]) : undefined;
  if (helped !== undefined) {
    process.stdout.write(`${partnerHelp(helped)}\n`);
    return exitCodes.done;
  }
  const parsed = parseCommand(words, commands);
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
