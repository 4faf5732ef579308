/** The types of what the checks of a route have read. */
import type { Static, TObject, TSchema } from "typebox";

/** A value as a schema describes it, which nobody changes. */
export type DeepReadonly<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Element)[]
    ? readonly DeepReadonly<Element>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

/** The fields of a path, a query or the headers. */
export type StaticFields<F> =
  F extends Readonly<Record<string, TSchema>> ? DeepReadonly<Static<TObject<F>>> : Readonly<Record<never, never>>;

interface WithBody {
  readonly body?: TSchema;
  readonly bodyRaw?: boolean;
  readonly bodyUnchecked?: boolean;
  readonly bodyOptional?: boolean;
}

/** The body as its handler sees it. */
export type StaticBody<R extends WithBody> = R["body"] extends TSchema
  ? R["bodyRaw"] extends true
    ? Uint8Array<ArrayBuffer>
    : R["bodyUnchecked"] extends true
      ? unknown
      : R["bodyOptional"] extends true
        ? Static<R["body"]> | undefined
        : Static<R["body"]>
  : undefined;
