/** Two saves of the opening hours that meet, where one of them opens always (rules/console 1.4). Pure. */
import type { Fields } from "../shell/merge-three.ts";
import type { Draft, Opposed } from "../shell/merged-save.ts";

/**
 * "Always open" of one side takes away every row of the other, so it is chosen between both: the draft has either the
 * rows of mine, or those of the other side. Undefined where neither side opens always, or the other one left the rows alone.
 */
export function clashOfAlways(base: Fields, theirs: Fields, mine: Fields): Opposed | undefined {
  const ticksAlways = (side: Fields): boolean => side["always"] === true && base["always"] !== true;
  const clashes = [{ name: "always", theirs: theirs["always"] ?? null, mine: mine["always"] ?? null }];
  if (ticksAlways(theirs) && !ticksAlways(mine) && hasOtherRows(base, mine)) return { mine, clashes };
  if (ticksAlways(mine) && !ticksAlways(theirs) && hasOtherRows(base, theirs))
    return { mine: { ...theirs, always: true }, clashes };
  return undefined;
}

/** The draft after the choice: whoever keeps the "always" of the other side has no rows. */
export function afterChoice({ base, version, mine }: Draft, form: URLSearchParams): Draft {
  const isTheirs = base["always"] === true && form.get("choose.always") === "theirs";
  return { base, version, mine: isTheirs ? base : mine };
}

function hasOtherRows(base: Fields, side: Fields): boolean {
  const names = new Set([...Object.keys(base), ...Object.keys(side)].filter((name) => name !== "always"));
  return [...names].some((name) => JSON.stringify(base[name] ?? null) !== JSON.stringify(side[name] ?? null));
}
