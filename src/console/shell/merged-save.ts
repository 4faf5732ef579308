/**
 * Saves a form that two people may save at once (rules/console 1.4). The write names the version that was read. When that
 * version is stale, the other side's values are read, the two sides are joined, and the joined fields are written with
 * the new version. Only fields that both sides changed are given back for a choice. Pure: reading and writing are given.
 */
import { isRefusal, type Done, type Refusal } from "../../kernel/refusal.ts";
import { mergeThree, type Clash, type Fields } from "./merge-three.ts";

/** What a form was filled in from, and what it says now. */
export interface Draft {
  readonly base: Fields;
  readonly version: number;
  readonly mine: Fields;
}

export interface Present {
  readonly fields: Fields;
  readonly version: number;
}

export interface Saving<Code extends string> {
  /** Undefined: what the form is about has been taken away. */
  readonly read: () => Promise<Present | undefined>;
  /** Refuses with a code that begins with `stale_` when the version is no longer the present one. */
  readonly write: (fields: Fields, version: number) => Promise<Done | Refusal<Code>>;
  /**
   * What one side says, in the words of the other side's values: where a row names others, and a name has changed. `base`
   * is what the side was filled in from.
   */
  readonly retell?: (side: Fields, base: Fields, present: Fields) => Fields;
  /** What both sides together cannot say, although no field clashes: one field of a side takes away others of the other. */
  readonly oppose?: (base: Fields, theirs: Fields, mine: Fields) => Opposed | undefined;
}

/** What is given back for a choice: the fields to choose between, and what mine says until then. */
export interface Opposed {
  readonly mine: Fields;
  readonly clashes: readonly Clash[];
}

export type Gone = { readonly kind: "gone" };
export type Saved = { readonly kind: "saved"; readonly isMerged: boolean };
/** `draft` is what was refused: where another save came between, joined with that save and filled in from it. */
export type Unsaved<Code extends string> = {
  readonly kind: "unsaved";
  readonly refusal: Refusal<Code>;
  readonly draft: Draft;
};
/** `draft` is filled in from the other side's values now; sent again as it is, mine win. */
export type Clashed = { readonly kind: "clashed"; readonly draft: Draft; readonly clashes: readonly Clash[] };

/** More saves of others than this while one form is saved mean that something else is wrong. */
export const mostMeetings = 20;

/** Saves the draft, joined with what others have saved meanwhile; answers a refusal that is not about the version. */
export async function saveMerged<Code extends string>(
  draft: Draft,
  { read, write, retell = (side) => side, oppose }: Saving<Code>,
): Promise<Saved | Clashed | Gone | Unsaved<Code>> {
  let { base, version, mine } = draft;
  for (let met = 0; met < mostMeetings; met++) {
    const written = await write(mine, version);
    if (!isRefusal(written)) return { kind: "saved", isMerged: met > 0 };
    if (!written.code.startsWith("stale_"))
      return { kind: "unsaved", refusal: written, draft: { base, version, mine } };
    const present = await read();
    if (present === undefined) return { kind: "gone" };
    const own = retell(mine, base, present.fields);
    const told = retell(base, base, present.fields);
    const opposed = oppose?.(told, present.fields, own);
    if (opposed !== undefined) {
      const next = { base: present.fields, version: present.version, mine: opposed.mine };
      return { kind: "clashed", draft: next, clashes: opposed.clashes };
    }
    const merged = mergeThree(told, present.fields, own);
    if (merged.clashes.length > 0) {
      const kept = Object.fromEntries(merged.clashes.map((clash) => [clash.name, clash.mine]));
      const next = { base: present.fields, version: present.version, mine: { ...merged.fields, ...kept } };
      return { kind: "clashed", draft: next, clashes: merged.clashes };
    }
    [base, version, mine] = [present.fields, present.version, merged.fields];
  }
  throw new Error(`a form met ${mostMeetings} other saves`);
}
