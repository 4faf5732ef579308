/**
 * Why an object of the menu cannot be ordered at a moment, for the diner's menu: it is out of stock, it is outside its
 * hours (its own or those of a heading), or a required choice cannot be met. Pure. Pricing refuses a basket with such an
 * object by the same codes.
 */
import type { Instant } from "../../kernel/clock.ts";
import { nextOpening, type Availability } from "../../kernel/wall-time.ts";
import {
  isOffered,
  stockKey,
  type OfferedGroup,
  type OrderableOption,
  type OrderableVariation,
  type OrderingMoment,
  type StockedKind,
} from "./orderable-menu.ts";
import { OptionRoom } from "../document/selection-rules.ts";

export type WhyNotCode = "out_of_stock" | "not_available_now" | "selection_rule";

/** One reason; the object is the one at fault, which may be a heading, an option or a group below. */
export interface WhyNot {
  readonly code: WhyNotCode;
  readonly message: string;
  readonly kind: StockedKind | "category" | "modifier_group";
  readonly externalId: string;
  /** When it opens next, for `not_available_now`; null when it never does. */
  readonly availableFrom?: Instant | null;
}

/** Answers for one moment; keeps what it has found out, so asking about the whole menu is linear in its size. */
export class Orderability {
  readonly #moment: OrderingMoment;
  readonly #groups = new Map<OfferedGroup, WhyNot | null>();
  readonly #options = new Map<OrderableOption, readonly WhyNot[]>();
  readonly #closed = new Map<Availability, Instant | null | "open">();

  constructor(moment: OrderingMoment) {
    this.#moment = moment;
  }

  /** Every reason against ordering a variation with the best choice of options; none when it can be ordered. */
  ofVariation({ item, variation, categories, groups }: OrderableVariation): WhyNot[] {
    return [
      ...categories.flatMap((category) => this.#outsideHours("category", category)),
      ...this.#outsideHours("item", item),
      ...this.#outOfStock("item", item),
      ...this.#outOfStock("variation", variation),
      ...this.#unmetGroups(groups),
    ];
  }

  /** Every reason against choosing an option. */
  ofOption(orderable: OrderableOption): readonly WhyNot[] {
    const known = this.#options.get(orderable);
    if (known !== undefined) return known;
    const found = [...this.#outOfStock("modifier_option", orderable.option), ...this.#unmetGroups(orderable.groups)];
    this.#options.set(orderable, found);
    return found;
  }

  /** Why the rules of a group cannot be met by the options that can be chosen now; undefined when they can. */
  ofGroup(group: OfferedGroup): WhyNot | undefined {
    const known = this.#groups.get(group);
    if (known !== undefined) return known ?? undefined;
    const found = this.#judge(group);
    this.#groups.set(group, found ?? null);
    return found;
  }

  #judge({ groupId, name, rules, options }: OfferedGroup): WhyNot | undefined {
    const { minSelections: min = 0, minUniqueSelections: minUnique = 0 } = rules;
    if (min === 0 && minUnique === 0) return undefined;
    const orderables = options.filter((orderable) => this.ofOption(orderable).length === 0);
    const room = new OptionRoom(orderables.map(({ option }) => option));
    const most = Math.min(room.mostOf(rules.maxUniqueSelections ?? Infinity), rules.maxSelections ?? Infinity);
    if (most >= min && room.optionCount >= minUnique) return undefined;
    const message = `${name}: ${Math.max(min, minUnique)} must be chosen, and ${orderables.length} of ${options.length} can be.`;
    return { code: "selection_rule", message, kind: "modifier_group", externalId: groupId };
  }

  #unmetGroups(groups: readonly OfferedGroup[]): WhyNot[] {
    return groups.flatMap((group) => this.ofGroup(group) ?? []);
  }

  #outOfStock(kind: StockedKind, { externalId, name }: Named): WhyNot[] {
    if (!this.#moment.outOfStock.has(stockKey(kind, externalId))) return [];
    return [{ code: "out_of_stock", message: `${name} is out of stock.`, kind, externalId }];
  }

  #outsideHours(kind: "category" | "item", { externalId, name, availability }: Named): WhyNot[] {
    if (availability === undefined) return [];
    const opens = this.#opens(availability);
    if (opens === "open") return [];
    const message = `${name} cannot be ordered for this time.`;
    return [{ code: "not_available_now", message, kind, externalId, availableFrom: opens }];
  }

  #opens(availability: Availability): Instant | null | "open" {
    let opens = this.#closed.get(availability);
    if (opens === undefined) {
      const { menu, timeZone, at } = this.#moment;
      opens = isOffered(availability, this.#moment) ? "open" : nextOpening(availability, menu.timeZone ?? timeZone, at);
      this.#closed.set(availability, opens);
    }
    return opens;
  }
}

interface Named {
  readonly externalId: string;
  readonly name: string;
  readonly availability?: Availability;
}
