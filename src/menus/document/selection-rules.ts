/** Whether any selection can meet the rules of a modifier group, in its definition and in overrides of it. */
import type { SelectionRules } from "./menu-document.ts";
import type { MenuIssueCode } from "./menu-issues.ts";

export interface SelectableOption {
  readonly externalId: string;
  readonly maxQuantity?: number;
}

/** What the options of one group allow in all; made once per group, however many attachments refer to it. */
export class OptionRoom {
  readonly #byId: ReadonlyMap<string, SelectableOption>;
  /** At index n the largest total quantity of at most n different options. */
  readonly #most: readonly number[];

  constructor(options: readonly SelectableOption[]) {
    this.#byId = new Map(options.map((option) => [option.externalId, option]));
    const most = [0];
    const largestFirst = options.map(quantityLimit).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
    for (const quantity of largestFirst) most.push((most.at(-1) ?? 0) + quantity);
    this.#most = most;
  }

  get optionCount(): number {
    return this.#most.length - 1;
  }

  mostOf(different: number): number {
    return this.#most[Math.min(different, this.optionCount)] ?? 0;
  }

  option(externalId: string): SelectableOption | undefined {
    return this.#byId.get(externalId);
  }
}

function quantityLimit(option: SelectableOption): number {
  return option.maxQuantity ?? Infinity;
}

export interface RuleFault {
  /** Where below the group: the field at fault. */
  readonly keys: readonly (string | number)[];
  readonly code: MenuIssueCode;
  readonly message: string;
}

/** The selection rules alone, of a definition or of a reference. */
export function rulesOf(group: SelectionRules): SelectionRules {
  return {
    ...(group.minSelections !== undefined && { minSelections: group.minSelections }),
    ...(group.maxSelections !== undefined && { maxSelections: group.maxSelections }),
    ...(group.minUniqueSelections !== undefined && { minUniqueSelections: group.minUniqueSelections }),
    ...(group.maxUniqueSelections !== undefined && { maxUniqueSelections: group.maxUniqueSelections }),
    ...(group.freeSelectionCount !== undefined && { freeSelectionCount: group.freeSelectionCount }),
    ...(group.optionDefaults !== undefined && { optionDefaults: group.optionDefaults }),
  };
}

/** The rules that hold where a group is attached: what the attachment overrides, else what the definition says. */
export function effectiveRules(defined: SelectionRules, overrides: SelectionRules): SelectionRules {
  return { ...rulesOf(defined), ...rulesOf(overrides) };
}

/** Every contradiction in the rules; `stated` says which fields stand in the node being judged (only those are blamed). */
export function faultsOfRules(rules: SelectionRules, room: OptionRoom, stated: SelectionRules = rules): RuleFault[] {
  const blame = (...fields: (keyof SelectionRules)[]) =>
    fields.filter((field) => stated[field] !== undefined).slice(0, 1);
  const min = rules.minSelections ?? 0;
  const max = rules.maxSelections ?? Infinity;
  const minUnique = rules.minUniqueSelections ?? 0;
  const maxUnique = rules.maxUniqueSelections ?? Infinity;
  const faults: RuleFault[] = [];
  const contradicts = (fails: boolean, keys: readonly string[], message: string) => {
    if (fails && keys.length > 0) faults.push({ keys, code: "range", message });
  };
  contradicts(min > max, blame("minSelections", "maxSelections"), "minSelections is above maxSelections");
  contradicts(
    minUnique > maxUnique,
    blame("minUniqueSelections", "maxUniqueSelections"),
    "minUniqueSelections is above maxUniqueSelections",
  );
  contradicts(
    minUnique > max,
    blame("minUniqueSelections", "maxSelections"),
    "minUniqueSelections is above maxSelections",
  );
  contradicts(
    minUnique > room.optionCount,
    blame("minUniqueSelections"),
    `minUniqueSelections is above the number of options (${room.optionCount})`,
  );
  const reachable = room.mostOf(maxUnique);
  contradicts(
    min > reachable,
    blame("minSelections", "maxUniqueSelections"),
    `minSelections cannot be reached: the options allow ${reachable} in all`,
  );
  if (stated.optionDefaults !== undefined) faults.push(...faultsOfDefaults(stated.optionDefaults, room, max));
  return faults;
}

function faultsOfDefaults(
  defaults: NonNullable<SelectionRules["optionDefaults"]>,
  room: OptionRoom,
  maxSelections: number,
): RuleFault[] {
  const seen = new Set<string>();
  const faults: RuleFault[] = [];
  let total = 0;
  defaults.forEach(({ optionId, defaultQuantity }, index) => {
    const option = room.option(optionId);
    const at = (field: string) => ["optionDefaults", index, field];
    total += defaultQuantity;
    if (option === undefined) {
      faults.push({ keys: at("optionId"), code: "unknown_reference", message: `the group has no option ${optionId}` });
    } else if (defaultQuantity > quantityLimit(option)) {
      faults.push({ keys: at("defaultQuantity"), code: "range", message: "is above the option's maxQuantity" });
    }
    if (seen.has(optionId)) {
      faults.push({ keys: at("optionId"), code: "duplicate_value", message: "has a default already" });
    }
    seen.add(optionId);
  });
  if (total > maxSelections) {
    faults.push({ keys: ["optionDefaults"], code: "range", message: "the defaults together are above maxSelections" });
  }
  return faults;
}
