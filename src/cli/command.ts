/** What a command of the operator is: words, arguments and options, and the call of the operator interface they make. */

export interface CommandOption {
  /** The name after the two dashes. */
  readonly name: string;
  /** The field of the body, or the query parameter of a GET; dots lead into objects. */
  readonly field: string;
  /** How the text becomes a value. An empty text clears a field (null), where the service allows it. */
  readonly kind: "text" | "list" | "scopes" | "whole" | "number" | "switch" | "json";
  /** What stands for the value in the help. */
  readonly value: string;
  readonly about: string;
  readonly required?: boolean;
}

export interface CommandArgument {
  readonly name: string;
  readonly about: string;
}

export interface Command {
  /** "app create". */
  readonly words: readonly [string, string];
  readonly about: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Below /operator/v1/{environment}; `{APP}` is the argument of that name. */
  readonly path: string;
  /** Fields that the service replaces as a whole: all options below one, or none. */
  readonly wholeFields?: readonly string[];
  /** A pasteable example, without the word maple. */
  readonly example: string;
  /** The columns of a list, and what a person reads first of one object. */
  readonly columns: readonly string[];
  /** Said after success, to a person. */
  readonly afterwards?: string;
}

/** The words as typed. */
export function commandName(command: Command): string {
  return command.words.join(" ");
}
