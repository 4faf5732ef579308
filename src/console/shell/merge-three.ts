/**
 * Joins two changes of the same fields that began with the same values (rules/console 1.4). A change of one side is
 * taken. Fields that both sides changed to different values are named, and no value is lost. Pure, for the browser too.
 */
export type FieldValue = string | number | boolean | null | readonly string[];
export type Fields = Readonly<Record<string, FieldValue>>;

/** A field that both sides changed, each to another value. */
export interface Clash {
  readonly name: string;
  readonly theirs: FieldValue;
  readonly mine: FieldValue;
}

export interface Merged {
  /** With the other side's value where the two clash. */
  readonly fields: Fields;
  readonly clashes: readonly Clash[];
}

/**
 * `base` is what both sides read, `theirs` what has been saved since, `mine` what is to be saved. A name that one of them has
 * not is null there: a row of a list that was added or taken away.
 */
export function mergeThree(base: Fields, theirs: Fields, mine: Fields): Merged {
  const clashes: Clash[] = [];
  const fields: Record<string, FieldValue> = {};
  for (const name of new Set([base, theirs, mine].flatMap((side) => Object.keys(side)))) {
    const their = theirs[name] ?? null;
    const own = mine[name] ?? null;
    const read = base[name] ?? null;
    const isMine = !isSame(own, read);
    const isTheirs = !isSame(their, read);
    fields[name] = isMine && !isTheirs ? own : their;
    if (isMine && isTheirs && !isSame(own, their)) clashes.push({ name, theirs: their, mine: own });
  }
  return { fields, clashes };
}

function isSame(one: FieldValue, other: FieldValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
