/** Schema pieces that every feature's wire shapes are made of. */
import Type, { type TSchema, type TString, type TUnion, type TNull, type TUnsafe } from "typebox";
import { idPattern, idPrefixes, type Id, type IdPrefix } from "../../kernel/id.ts";

/** An id of one kind: malformed text is 400; as a path parameter a well-formed id of another kind is 404. */
export function idField<Prefix extends IdPrefix>(prefix: Prefix): TUnsafe<Id<Prefix>> {
  const example = `${prefix}_01k0abcdefghjkmnpqrstvwxyz`;
  return Type.Unsafe<Id<Prefix>>({
    type: "string",
    pattern: idPattern,
    description: `An id that begins with ${prefix}_ (${idPrefixes[prefix]}), for example ${example}.`,
    "x-id-prefix": prefix,
  });
}

/** Free text: 1 to `max` characters, no U+0000 (checked for every string), trimmed when asked. */
export function textField(
  max = 500,
  options: { readonly description?: string; readonly trimmed?: boolean } = {},
): TString {
  return Type.String({
    minLength: 1,
    maxLength: max,
    ...(options.trimmed === true ? { pattern: "^\\S(?:[\\s\\S]*\\S)?$" } : {}),
    ...(options.description === undefined ? {} : { description: options.description }),
  });
}

/** A value or null. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** Whole Unix seconds. */
export function unixSeconds(description: string): ReturnType<typeof Type.Integer> {
  return Type.Integer({ minimum: 0, maximum: 253_402_300_799, description });
}

/** An ISO 8601 instant. */
export function isoInstant(description: string): TString {
  return Type.String({ description, format: "date-time" });
}

/** One of some words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(
  words: Words,
  description?: string,
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({
    type: "string",
    enum: [...words],
    ...(description === undefined ? {} : { description }),
  });
}

/** The list envelope (document 1, section 2.1). */
export function listOf<T extends TSchema>(items: T) {
  return Type.Object({ object: Type.Literal("list"), data: Type.Array(items) });
}
