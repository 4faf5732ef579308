/** Makes a command from a row of the table and the call that it names. The row adds words and columns; the call has all else. */
import type { Command, CommandArgument, CommandOption } from "./command.ts";
import { routeCall, type CallName, type RouteCall, type RouteField } from "./route-calls.ts";

export interface CommandRow {
  /** As typed: "app create". */
  readonly words: string;
  /** The operation id of the call. */
  readonly call: CallName;
  /** The columns of a list, and what a person reads first of one object. */
  readonly columns: readonly string[];
  /** Fields of the answer that are lists of objects, each printed as a table under these columns. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** Instead of the call's summary. */
  readonly about?: string;
  /** What stands behind the words in the example, where the needed arguments and options alone would say little. */
  readonly example?: string;
  /** Said after success, to a person. */
  readonly afterwards?: string;
  /** The fields that have an option; all without it. */
  readonly only?: readonly string[];
  /** Objects whose parts have an option each; other objects are given as JSON. */
  readonly spread?: readonly string[];
  /** Spread objects that the service replaces as a whole: all options of one, or none. */
  readonly whole?: readonly string[];
  /** Fields that the call can do without and the command cannot. */
  readonly required?: readonly string[];
  /** Names and words of single options and arguments, where those of the route do not serve. */
  readonly says?: Readonly<
    Record<string, { readonly name?: string; readonly about?: string; readonly value?: string }>
  >;
}

/** What every list says of these fields, whatever is listed. */
const everyList: Readonly<Record<string, string>> = {
  before: "only what is older than this one",
  starting_after: "only what comes after this one",
};

/** The command that a row describes. */
export function deriveCommand(row: CommandRow): Command {
  const call = routeCall(row.call);
  const names = Object.keys(call.fields).filter((name) => call.fields[name]?.place === "path");
  const options = optionFields(row, call).map((name) => toOption(row, call, name));
  const base = {
    words: row.words.split(" "),
    by: call.by,
    about: row.about ?? `${call.summary}.`,
    ...(call.description === undefined ? {} : { more: call.description }),
    arguments: names.map((name) => toArgument(row, call, name)),
    options,
    method: call.method,
    path: names.reduce(
      (path, name) => path.replace(`{${name}}`, `{${argumentName(name)}}`),
      call.path.replace("/operator/v1/{environment}", ""),
    ),
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.fields["idempotency_key"] === undefined ? {} : { keyInBody: true as const }),
    wholeFields: [...(row.whole ?? []), ...tightObjects(row, call)],
    oneOf: oneOfRules(call, options),
    columns: row.columns,
    ...(row.tables === undefined ? {} : { tables: row.tables }),
    ...(row.afterwards === undefined ? {} : { afterwards: row.afterwards }),
  };
  return { ...base, example: `${row.words} ${row.example ?? plainExample(base)}`.trimEnd() };
}

function optionFields({ only, spread = [] }: CommandRow, { fields }: RouteCall): readonly string[] {
  return Object.keys(fields).filter((name) => {
    const [parent = "", part] = name.split(".");
    // The key of a repeat has an option of its own on every command that writes.
    if (fields[name]?.place === "path" || name === "idempotency_key") return false;
    return spread.includes(parent) === (part !== undefined) && (only === undefined || only.includes(parent));
  });
}

function toOption(row: CommandRow, { fields }: RouteCall, name: string): CommandOption {
  const field = fieldOf(fields, name);
  const parent = name.includes(".") ? fields[name.split(".")[0] ?? ""] : undefined;
  const said = row.says?.[name];
  const isNeeded = field.required === true && (parent === undefined || parent.required === true);
  return {
    name: said?.name ?? optionName(name),
    field: name,
    place: field.place === "query" ? "query" : "body",
    kind: field.kind,
    value: said?.value ?? field.value,
    about: said?.about ?? aboutOption(name, field),
    ...(field.values === undefined ? {} : { values: field.values }),
    ...(field.least === undefined ? {} : { least: field.least }),
    ...(field.most === undefined ? {} : { most: field.most }),
    ...(isNeeded || row.required?.includes(name) === true ? { required: true } : {}),
  };
}

function toArgument(row: CommandRow, { fields }: RouteCall, name: string): CommandArgument {
  const about = row.says?.[name]?.about ?? asClause(fieldOf(fields, name).about ?? `the ${name}`);
  return { name: argumentName(name), about };
}

/** `location_id` as location, `unit_ids` as units, `address.postal_code` as postal-code. */
function optionName(field: string): string {
  const last = field.split(".").at(-1) ?? field;
  return last.replace(/_ids$/, "s").replace(/_id$/, "").replaceAll("_", "-");
}

/** `locationId` as LOCATION. */
function argumentName(param: string): string {
  return param
    .replace(/Id$/, "")
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}

function aboutOption(name: string, field: RouteField): string {
  const ofLists = everyList[name];
  if (ofLists !== undefined) return `${ofLists}${/, \w+_…$/.exec(field.about ?? "")?.[0] ?? ""}`;
  return asClause(field.about ?? `the ${(name.split(".").at(-1) ?? name).replaceAll("_", " ")}`);
}

/** A sentence as it stands behind an option: without its full stop, small unless it begins with a name; null is typed as nothing. */
function asClause(sentence: string): string {
  const text = sentence.replace(/\.$/, "").replaceAll(/\bnull:/gi, "empty:");
  return /^[A-Z][a-z]* ?[a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Spread objects that are given whole or not at all, because the service needs every part. */
function tightObjects({ spread = [], only, whole = [] }: CommandRow, { fields }: RouteCall): string[] {
  return spread.filter((object) => {
    const parts = Object.keys(fields).filter((name) => name.startsWith(`${object}.`));
    const isTight = parts.every((name) => fields[name]?.required === true);
    return isTight && !whole.includes(object) && (only === undefined || only.includes(object));
  });
}

function oneOfRules(call: RouteCall, options: readonly CommandOption[]): NonNullable<Command["oneOf"]> {
  const named = (fields: readonly string[]): string[] =>
    options.filter(({ field }) => fields.includes(field)).map(({ name }) => name);
  return [
    ...(call.exactlyOne === undefined ? [] : [{ options: named(call.exactlyOne), most: 1 }]),
    ...(call.atLeastOne === undefined ? [] : [{ options: named(call.atLeastOne), most: call.atLeastOne.length }]),
  ];
}

/** The needed arguments and options, each with a value that reads well. */
function plainExample(command: Pick<Command, "arguments" | "options" | "oneOf" | "body" | "method">): string {
  const needed = command.options.filter(
    ({ name, required }) => required === true || command.oneOf?.some(({ options }) => options[0] === name) === true,
  );
  return [
    ...command.arguments.map(({ name }) => name),
    ...needed.map((option) => `--${option.name} ${exampleValue(option)}`),
    ...(command.body === "document" ? ["--file FILE"] : []),
  ].join(" ");
}

function exampleValue({ kind, value, values, least = 1 }: CommandOption): string {
  if (kind === "whole" || kind === "number") return String(least);
  if (kind === "switch") return "on";
  return kind === "json" ? "{}" : (values?.[0] ?? value);
}

function fieldOf(fields: RouteCall["fields"], name: string): RouteField {
  const field = fields[name];
  if (field === undefined) throw new Error(`there is no field ${name}`);
  return field;
}
