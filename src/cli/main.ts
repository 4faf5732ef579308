/** The commands: those of one word for partner developers and `verify`, and the operator's, each one call. */
import { commands } from "./commands.ts";
import { callOperator, exitCodes } from "./call-operator.ts";
import { commandName } from "./command.ts";
import { commandHelp, groupHelp, overview } from "./help.ts";
import { findAccess } from "./operator-access.ts";
import { parseCommand, type OperatorCall } from "./parse-command.ts";
import { partnerHelp } from "./partner-command.ts";
import { printAnswer } from "./print-answer.ts";
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
      return call(parsed);
  }
}

async function call(parsed: OperatorCall): Promise<number> {
  const access = findAccess(parsed, process.env);
  if ("problem" in access) {
    process.stderr.write(`maple: ${access.problem}\n`);
    return exitCodes.usage;
  }
  const result = await callOperator(parsed, access);
  if (result.kind === "failure") {
    process.stderr.write(`maple: ${result.message}\n`);
    return result.exitCode;
  }
  process.stdout.write(
    parsed.json ? `${result.text}\n` : printAnswer(parsed.command, result.answer, parsed.environment),
  );
  return exitCodes.done;
}
