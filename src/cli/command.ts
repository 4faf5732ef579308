/** The type of a command: its words, arguments and options, and the one call of the service that it makes. */
import type { FieldKind, RouteCall } from "./route-calls.ts";

export interface CommandOption {
  /** The name after the two dashes. */
  readonly name: string;
  /** The field of the body or of the query; a dot leads into an object. */
  readonly field: string;
  readonly place: "query" | "body";
  /** How the text becomes a value. An empty text clears a field (null), where the service allows it. */
  readonly kind: FieldKind;
  /** What stands for the value in the help. */
  readonly value: string;
  readonly about: string;
  readonly required?: boolean;
  /** The words that the value, or each of a list, may be. */
  readonly values?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}

export interface CommandArgument {
  readonly name: string;
  readonly about: string;
}

export interface Command {
  /** `app create` in two words, `ledger` in one. */
  readonly words: readonly string[];
  /** Whose credential it needs. */
  readonly by: RouteCall["by"];
  readonly about: string;
  /** What a reader must know beyond that. */
  readonly more?: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  readonly method: RouteCall["method"];
  /** The operator's below /operator/v1/test or /operator/v1/live; `{APP}` is the argument of that name. */
  readonly path: string;
  /** Fields that the options give, or a document of a file; absent: the call has no body. */
  readonly body?: "fields" | "document";
  /** The service asks for the idempotency key as a field of the body too. */
  readonly keyInBody?: true;
  /** Fields that the service replaces as a whole: all options below one, or none. */
  readonly wholeFields?: readonly string[];
  /** Options of which at least one must be given, and `most` at most. */
  readonly oneOf?: readonly { readonly options: readonly string[]; readonly most: number }[];
  /** A pasteable example, without the word maple. */
  readonly example: string;
  /** The columns of a list, and what a person reads first of one object. */
  readonly columns: readonly string[];
  /** Fields of the answer that are lists of objects, each printed as a table under these columns. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** Said after success, to a person. */
  readonly afterwards?: string;
}

/** The words as typed. */
export function commandName(command: Command): string {
  return command.words.join(" ");
}
