/** Runs a command of one word: reads its arguments, finds its credential, and gives it the terminal. */
import { callService, exitCodes, type ServiceAccess } from "./call-operator.ts";
import { certifyCommand } from "./certify/certify.ts";
import { faultsCommand } from "./faults.ts";
import { listenCommand } from "./listen.ts";
import { findAccess, type AccessProblem } from "./operator-access.ts";
import { findPartnerAccess } from "./partner-access.ts";
import { partnerHelp, readWords, type PartnerCommand, type PartnerInput } from "./partner-command.ts";
import { replayCommand } from "./replay.ts";
import { eventsCommand } from "./show-events.ts";
import { triggerCommand } from "./trigger.ts";
import { verifyCommand } from "./verify.ts";

export const partnerCommands: readonly PartnerCommand[] = [
  listenCommand,
  triggerCommand,
  eventsCommand,
  replayCommand,
  faultsCommand,
  certifyCommand,
  verifyCommand,
];

/** The command of a word, or undefined. */
export function findPartnerCommand(word: string | undefined): PartnerCommand | undefined {
  return partnerCommands.find((command) => command.word === word);
}

/** Runs the command with the words behind its own; answers the exit code. */
export async function runPartnerCommand(
  command: PartnerCommand,
  words: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const read = readWords(command, words);
  if (read.kind === "help") {
    process.stdout.write(`${partnerHelp(command)}\n`);
    return exitCodes.done;
  }
  if (read.kind === "usage") {
    process.stderr.write(`maple: ${read.message}\nmaple help ${command.word} tells how\n`);
    return exitCodes.usage;
  }
  const text = (name: string): string | undefined => {
    const value = read.values[name];
    return typeof value === "string" ? value : undefined;
  };
  const access = accessFor(command, text, variables);
  if ("problem" in access) {
    process.stderr.write(`maple: ${access.problem}\n`);
    return exitCodes.usage;
  }
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  if (command.endsByItself === true)
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  const { argument, second } = read;
  const given: PartnerInput = { argument, second, text, has: (name) => read.values[name] !== undefined, access };
  return command.run(given, {
    out: (line) => process.stdout.write(line.endsWith("\n") ? line : `${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
    call: (call) => callService(call, access),
    interrupted: interrupted.signal,
  });
}

function accessFor(
  command: PartnerCommand,
  text: (name: string) => string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): ServiceAccess | AccessProblem {
  if (command.by === "partner")
    return findPartnerAccess({ url: text(command.addressOption ?? "url"), key: text("key") }, variables);
  const access = findAccess({ url: text("url"), token: text("token") }, variables);
  return "problem" in access ? access : { ...access, name: "operator token" };
}
