/** Unions, before and after (rules/http 12.2 and 12.4). Pure. */
import type { Comparison } from "./comparison.ts";
import type { Direction } from "./difference.ts";
import { isJson, jsonAt, resolve, type Json, type Shape } from "./shape.ts";

/** Compares the members of two unions by their name: the value of the discriminator, else the component, else the place. */
export function compareUnions(
  comparison: Comparison,
  before: Shape,
  after: Shape,
  direction: Direction,
  place: string,
): void {
  const { report } = comparison;
  const [was, is] = [discriminatorOf(before), discriminatorOf(after)];
  if (was !== undefined && was !== is)
    report({ place, direction, what: "the discriminator is another", before: was, after: is ?? "none", breaks: true });
  const by = is ?? was;
  const old = new Map(membersOf(comparison.before, before, by));
  const now = membersOf(comparison.after, after, by);
  pairTheRest(comparison, old, now);
  const mayGrow = by !== undefined && after.schema["x-extensible-enum"] !== undefined;
  for (const [name, member] of now) {
    const known = old.get(name);
    if (known !== undefined) comparison.compare(known, member, direction, `${place}<${name}>`);
    else
      report({
        place: `${place}<${name}>`,
        direction,
        what: "the member of the union is added",
        breaks: direction === "answer" && !mayGrow,
      });
  }
  for (const name of [...old.keys()].filter((known) => !now.has(known)))
    report({
      place: `${place}<${name}>`,
      direction,
      what: "the member of the union is removed",
      breaks: direction === "request",
    });
}

/** Members whose names differ are the same when each is the only one left of its type: one got a name of its own. */
function pairTheRest({ before, after }: Comparison, old: Map<string, Json>, now: ReadonlyMap<string, Json>): void {
  for (const form of [fieldsOf, typeOf]) {
    const formBefore = (member: Json): string => form(resolve(before, member).value);
    const formAfter = (member: Json): string => form(resolve(after, member).value);
    for (const [name, member] of [...now].filter(([known]) => !old.has(known))) {
      const rivals = [...now].filter(([other, one]) => !old.has(other) && formAfter(one) === formAfter(member));
      const alike = [...old].filter(([known, one]) => !now.has(known) && formBefore(one) === formAfter(member));
      const [first] = alike;
      if (first === undefined || alike.length > 1 || rivals.length > 1) continue;
      old.delete(first[0]);
      old.set(name, first[1]);
    }
  }
}

const typeOf = ({ type }: Json): string => (typeof type === "string" ? type : "any");

const fieldsOf = (schema: Json): string =>
  `${typeOf(schema)} ${Object.keys(jsonAt(schema, "properties")).toSorted().join(" ")}`;

function discriminatorOf({ schema }: Shape): string | undefined {
  const name = jsonAt(schema, "discriminator")["propertyName"];
  return typeof name === "string" ? name : undefined;
}

function membersOf(document: Json, shape: Shape, by: string | undefined): ReadonlyMap<string, Json> {
  const members = shape.members ?? [];
  return new Map(members.map((member, index) => [nameOf(document, member, by) ?? String(index), member]));
}

function nameOf(document: Json, member: Json, by: string | undefined): string | undefined {
  const { name, value } = resolve(document, member);
  const field = jsonAt(value, "properties")[by ?? constantField(value) ?? ""];
  const constant: unknown = isJson(field) ? (field["const"] ?? field["enum"]) : undefined;
  if (constant !== undefined) return JSON.stringify(constant).replaceAll(/[[\]"]/g, "");
  return name ?? fieldsOf(value).trim();
}

/** A field that tells members apart also where no discriminator says so. */
function constantField(schema: Json): string | undefined {
  const fields = Object.entries(jsonAt(schema, "properties"));
  return fields.find(([, field]) => isJson(field) && "const" in field)?.[0];
}
