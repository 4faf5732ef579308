/** The mistakes of a new password, in the words of the page. Pure. */
import type { Refusal } from "../../kernel/refusal.ts";
import type { Say } from "./visit.query.ts";

/** The sentence for a password that was refused. */
export function passwordMistake({ details }: Refusal, say: Say): string {
  const problem = details?.["problem"];
  if (problem === "long" || problem === "popular" || problem === "own") return say(`password.${problem}`);
  return say("password.short");
}
