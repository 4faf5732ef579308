/** Runs a command that makes one call: finds its credential and its document, sends it, and prints the answer. */
import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { callService, exitCodes, type ServiceAccess } from "./call-operator.ts";
import { commandName, type Command } from "./command.ts";
import { commands } from "./commands.ts";
import { findAccess, type AccessProblem } from "./operator-access.ts";
import type { ParsedCall } from "./parse-command.ts";
import { findPartnerAccess } from "./partner-access.ts";
import { printAnswer } from "./print-answer.ts";
import { UsageProblem } from "./read-fields.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Makes the call and prints its answer, to standard output where nothing else is given; answers the exit code. */
export async function runCommand(
  parsed: ParsedCall,
  variables: Variables,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const { command } = parsed;
  const access = accessFor(parsed, variables);
  if ("problem" in access) return told(access.problem, exitCodes.usage);
  const document = parsed.file === undefined ? undefined : readDocument(parsed.file);
  if (document instanceof UsageProblem) return told(document.message, exitCodes.usage);
  const idempotencyKey = parsed.idempotencyKey ?? randomUUID();
  const result = await callService(
    {
      method: command.method,
      path: command.by === "operator" ? `/operator/v1/${parsed.service}${parsed.path}` : parsed.path,
      body: command.keyInBody === true ? { ...parsed.body, idempotency_key: idempotencyKey } : parsed.body,
      document,
      idempotencyKey,
    },
    access,
  );
  if (result.kind === "failure") return told(result.message, result.exitCode);
  print(parsed.json ? `${result.text}\n` : printAnswer(parsed.command, result.answer, parsed.service));
  return exitCodes.done;
}

function told(message: string, exitCode: number): number {
  process.stderr.write(`maple: ${message}\n`);
  return exitCode;
}

function accessFor(parsed: ParsedCall, variables: Variables): ServiceAccess | AccessProblem {
  if (parsed.command.by === "partner") return findPartnerAccess(parsed, variables);
  const access = findAccess(parsed, variables);
  if ("problem" in access) return { problem: access.problem + twinSentence(parsed.command) };
  return { ...access, name: "operator token" };
}

/** A developer has a key and no token: `order accept` is the operator's, `orders accept` the app's, `menu restore` both's. */
export function twinSentence(command: Command): string {
  const [group, verb] = command.words;
  if (commands.some(({ by, words }) => by === "partner" && words[0] === group && words[1] === verb))
    return ", or MAPLE_API_KEY to an app's key";
  const twin = commands.find(({ by, words }) => by === "partner" && words[0] === `${group}s` && words[1] === verb);
  return twin === undefined ? "" : `; with an app's key it is maple ${commandName(twin)}`;
}

const largestDocument = 64 * 1024 * 1024;

/** The text of a file that must be JSON; the service says what else it must be. */
function readDocument(file: string): string | UsageProblem {
  try {
    if (statSync(file).size > largestDocument) return new UsageProblem(`${file} is larger than 64 MiB`);
    const text = readFileSync(file, "utf8");
    JSON.parse(text);
    return text;
  } catch (error) {
    const reason = error instanceof SyntaxError ? `not JSON: ${error.message}` : "not a file that can be read";
    return new UsageProblem(`${file} is ${reason}`);
  }
}
