/** Whether a reader can tell the members of a choice apart by their schemas alone (rules/http 6.15). Pure. */
export type Schema = Readonly<Record<string, unknown>>;
export type Resolve = (reference: string) => Schema | undefined;

export interface Choice {
  readonly at: string;
  readonly members: readonly Schema[];
  readonly hasDiscriminator: boolean;
}

const data = new Set(["example", "examples", "default", "enum", "const"]);

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every choice of a document; a rule between the fields of one object is none. */
export function choicesOf(value: unknown, at = ""): readonly Choice[] {
  if (Array.isArray(value)) return value.flatMap((inner: unknown, index) => choicesOf(inner, `${at}/${index}`));
  if (!isSchema(value)) return [];
  const own = ["oneOf", "anyOf"].flatMap((key): readonly Choice[] => {
    const members = value[key];
    if (!Array.isArray(members) || "properties" in value) return [];
    return [{ at: `${at}/${key}`, members: members.filter(isSchema), hasDiscriminator: "discriminator" in value }];
  });
  const below = Object.entries(value).filter(([key]) => !data.has(key));
  return [...own, ...below.flatMap(([key, inner]) => choicesOf(inner, `${at}/${key}`))];
}

/** The first two members that one value could both be; undefined when every two are told apart. */
export function alike(members: readonly Schema[], resolve: Resolve): readonly [number, number] | undefined {
  const flat = members.flatMap((member, place) => alternatives(member, resolve).map((schema) => ({ schema, place })));
  for (const [index, one] of flat.entries()) {
    const other = flat.slice(index + 1).find(({ place, schema }) => place !== one.place && !differ(one.schema, schema));
    if (other !== undefined) return [one.place, other.place];
  }
  return undefined;
}

/** A member that is a choice itself stands for each of its own members. */
function alternatives(member: Schema, resolve: Resolve): readonly Schema[] {
  const schema = typeof member["$ref"] === "string" ? resolve(member["$ref"]) : member;
  if (schema === undefined) return [member];
  const inner = schema["oneOf"] ?? schema["anyOf"];
  if (!Array.isArray(inner) || "properties" in schema) return [schema];
  return inner.filter(isSchema).flatMap((one) => alternatives(one, resolve));
}

/** By the type of the value, by its words, by a required word, or each by a required field that the other has not. */
function differ(a: Schema, b: Schema): boolean {
  if (areApart(typesOf(a), typesOf(b)) || areApart(wordsOf(a), wordsOf(b))) return true;
  const [ofA, ofB] = [propertiesOf(a), propertiesOf(b)];
  const both = requiredOf(a).filter((name) => requiredOf(b).includes(name));
  if (both.some((name) => areApart(wordsOf(ofA[name]), wordsOf(ofB[name])))) return true;
  return requiredOf(a).some((name) => !(name in ofB)) && requiredOf(b).some((name) => !(name in ofA));
}

const areApart = (a: readonly unknown[] | undefined, b: readonly unknown[] | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((one) => !b.includes(one));

/** An integer is a number too. */
function typesOf(schema: Schema): readonly unknown[] | undefined {
  const types = [schema["type"] ?? []].flat();
  return types.length === 0 ? undefined : types.map((type) => (type === "integer" ? "number" : type));
}

function wordsOf(schema: Schema | undefined): readonly unknown[] | undefined {
  if (schema === undefined) return undefined;
  return "const" in schema ? [schema["const"]] : (schema["enum"] as readonly unknown[] | undefined);
}

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
const requiredOf = (schema: Schema): readonly string[] => (schema["required"] ?? []) as readonly string[];
