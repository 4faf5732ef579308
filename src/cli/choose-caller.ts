/**
 * Whose call is made where the operator and the apps have a command of the same words: `menu versions`, `menu restore`.
 * What is typed decides first, then whose credential is there; where both are, as in a sandbox, the operator's reads more.
 */
import type { Command } from "./command.ts";
import { findAccess } from "./operator-access.ts";
import { findPartnerAccess } from "./partner-access.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** The caller, by the words of a line and the variables of the shell. */
export function chooseCaller(words: readonly string[], variables: Variables): Command["by"] {
  const isTyped = (name: string): boolean => words.some((word) => word === name || word.startsWith(`${name}=`));
  if (isTyped("--key")) return "partner";
  if (isTyped("--token") || isTyped("--env")) return "operator";
  const url = valueOf("--url", words);
  if (!("problem" in findAccess({ url, token: undefined }, variables))) return "operator";
  return "problem" in findPartnerAccess({ url, key: undefined }, variables) ? "operator" : "partner";
}

function valueOf(name: string, words: readonly string[]): string | undefined {
  const at = words.indexOf(name);
  return at === -1 ? words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1) : words[at + 1];
}
