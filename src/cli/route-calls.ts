/** The calls of the service for the commands: read from the route values by `npm run openapi`, kept in routes.json. */
import calls from "./routes.json" with { type: "json" };

/** How the text of an option becomes a value. */
export type FieldKind = "text" | "list" | "whole" | "number" | "switch" | "json";

export interface RouteField {
  /** `path` is an argument, the others are options. */
  readonly place: "path" | "query" | "body";
  readonly kind: FieldKind;
  readonly required?: true;
  /** What the field is, in the words of the route. */
  readonly about?: string;
  /** What stands for the value in the help. */
  readonly value: string;
  /** The words that the field, or each entry of the list, may be. */
  readonly values?: readonly string[];
  readonly least?: number;
  readonly most?: number;
}

export interface RouteCall {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Whose credential it needs. */
  readonly by: "operator" | "partner";
  readonly summary: string;
  readonly description?: string;
  /** `fields`: an object of fields; `document`: too large or too deep for options, so it comes from a file. */
  readonly body?: "fields" | "document";
  /** By name; `address.line1` is a part of `address`. */
  readonly fields: Readonly<Record<string, RouteField>>;
  /** Fields of which one must be given, and no second one. */
  readonly exactlyOne?: readonly string[];
  /** Fields of which one or more must be given. */
  readonly atLeastOne?: readonly string[];
}

export type CallName = keyof typeof calls;

/** JSON has no narrower type than text for the words of kind, place and method; the script that writes the file has. */
const routeCalls = calls as Readonly<Record<CallName, RouteCall>>;

/** The call of an operation id. */
export function routeCall(name: CallName): RouteCall {
  return routeCalls[name];
}
