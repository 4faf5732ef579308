/**
 * The choices of a dish as fields of a form: each group by its position below the size, each option by its position in
 * the group. A group that the form has not shown yet begins with the earlier choice, else with the restaurant's
 * suggestion. Pure.
 */
import type { BasketModifier } from "../../pricing/basket.ts";
import type { StoreChoice, StoreMenu, StoreOption } from "../menu/store-menu.ts";
import type { Say } from "../../words/message-arguments.ts";
import type { Parts } from "../../words/speak.ts";

export interface ShownGroup {
  readonly choice: StoreChoice;
  /** In the names of its fields. */
  readonly path: string;
  readonly isRadio: boolean;
  /** The form has not shown it yet. */
  readonly isNew: boolean;
  readonly rows: readonly ShownRow[];
  /** The rule that the choice breaks, in words. */
  readonly problem: string | undefined;
}

export interface ShownRow {
  readonly option: StoreOption;
  /** The name of its own field; radio buttons have that of the group. */
  readonly field: string;
  readonly index: number;
  readonly most: number;
  readonly count: number;
  /** What has to be chosen with it; empty while it is not chosen. */
  readonly below: readonly ShownGroup[];
}

export interface ChoiceFacts {
  readonly menu: Pick<StoreMenu, "options">;
  /** What was sent; an empty form has shown nothing. */
  readonly fields: URLSearchParams;
  readonly say: Say<Parts["shopping"]>;
}

/** The groups with what is chosen in them. */
export function readGroups(
  facts: ChoiceFacts,
  choices: readonly StoreChoice[],
  above: string,
  before: readonly BasketModifier[] | undefined,
): readonly ShownGroup[] {
  const options = new Map(facts.menu.options.map((option) => [option.menu_entity_id, option]));
  const shown = new Set(facts.fields.getAll("g"));
  const groupOf = (choice: StoreChoice, path: string, earlier: readonly BasketModifier[] | undefined): ShownGroup => {
    const isRadio = choice.max_selections === 1;
    const isNew = !shown.has(path);
    const rows = choice.option_ids.flatMap((id, index): readonly ShownRow[] => {
      const option = options.get(id);
      if (option === undefined) return [];
      const most = Math.min(option.max_quantity ?? 99, choice.max_selections ?? 99);
      const field = `o.${path}.${index}`;
      const start = startOf(choice, id, earlier);
      const asked = isNew ? (start?.quantity ?? 0) : askedFor(facts.fields, { path, index, field, isRadio });
      const count = option.orderable ? Math.min(asked, most) : 0;
      const inner = start?.modifiers;
      const groups = count === 0 ? [] : option.modifier_groups;
      const below = groups.map((each, at) => groupOf(each, `${path}.${index}.${at}`, inner));
      return [{ option, field, index, most, count, below }];
    });
    const counts = rows.map(({ count }) => count);
    return { choice, path, isRadio, isNew, rows, problem: problemOf(choice, counts, facts.say) };
  };
  return choices.map((choice, at) => groupOf(choice, `${above}.${at}`, before));
}

/** Undefined where nothing was chosen before and nothing is suggested. */
function startOf(
  choice: StoreChoice,
  id: string,
  before: readonly BasketModifier[] | undefined,
): BasketModifier | undefined {
  if (before !== undefined) return before.map(countOne).find((each) => each.menu_entity_id === id);
  return choice.defaults.find((each) => each.menu_entity_id === id);
}

function countOne(modifier: BasketModifier): BasketModifier {
  return { ...modifier, quantity: modifier.quantity ?? 1, modifiers: modifier.modifiers ?? [] };
}

interface RowField {
  readonly path: string;
  readonly index: number;
  readonly field: string;
  readonly isRadio: boolean;
}

function askedFor(fields: URLSearchParams, { path, index, field, isRadio }: RowField): number {
  if (isRadio) return fields.get(`c.${path}`) === String(index) ? 1 : 0;
  const typed = fields.get(field) ?? "";
  return /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
}

function problemOf(choice: StoreChoice, counts: readonly number[], say: ChoiceFacts["say"]): string | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const kinds = counts.filter((count) => count > 0).length;
  const { min_selections: min, max_selections: max } = choice;
  const { min_unique_selections: fewest, max_unique_selections: most } = choice;
  if (all < min) return min === 1 && max === 1 ? say("rule.one") : say("rule.min", { min });
  if (max !== null && all > max) return say("rule.max", { max, count: all });
  if (kinds < fewest) return say("rule.min_kinds", { min: fewest });
  if (most !== null && kinds > most) return say("rule.max_kinds", { max: most });
  return undefined;
}

/** Every group, with those below a chosen option. */
export function allGroups(groups: readonly ShownGroup[]): readonly ShownGroup[] {
  return groups.flatMap((group) => [group, ...group.rows.flatMap(({ below }) => allGroups(below))]);
}

/** What is chosen, as a basket has it. */
export function chosenIn(groups: readonly ShownGroup[]): readonly BasketModifier[] {
  return groups.flatMap(({ rows }) =>
    rows.flatMap(({ option, count, below }) =>
      count === 0 ? [] : [{ menu_entity_id: option.menu_entity_id, quantity: count, modifiers: chosenIn(below) }],
    ),
  );
}
