/** The message about an option that parseArgs refused. Pure. */
import { nearestName } from "./nearest-command.ts";

/** What is wrong with an option, and what to type instead. */
export function optionMistake(error: unknown, names: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const empty = /^Option '(?:-\w, )?(--[\w-]{1,100}) <value>' argument/.exec(message)?.[1];
  if (empty !== undefined) return `${empty} needs a value behind it`;
  const flag = /^Option '(?:-\w, )?(--[\w-]{1,100})' does not take an argument/.exec(message)?.[1];
  if (flag !== undefined) return `${flag} takes no value`;
  const typed = /^Unknown option '--([\w-]{1,100})'/.exec(message)?.[1];
  // parseArgs adds advice about arguments that look like options; the first sentence is enough.
  if (typed === undefined) return message.split(". ")[0] ?? message;
  const meant = nearestName(typed, names);
  const hint =
    meant === undefined ? `the options are ${names.map((name) => `--${name}`).join(", ")}` : `did you mean --${meant}?`;
  return `there is no option --${typed}; ${hint}`;
}
