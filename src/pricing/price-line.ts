/**
 * The price of one basket line: its parts, the cost of each, and every reason against the line. A line costs `quantity x
 * (price of the variation at that quantity + options beyond the free ones)`, in whole minor units.
 */
import { maxAmountMinor } from "../kernel/money.ts";
import type { Price } from "../menus/document/menu-document.ts";
import {
  isOffered,
  stockKey,
  type OfferedGroup,
  type OrderableVariation,
  type OrderingMoment,
  type StockedKind,
} from "../menus/read/orderable-menu.ts";
import type { BasketItem, BasketModifier } from "./basket.ts";
import type { PricedModifier, RefusalReason, RefusalReasonCode } from "./priced-basket.ts";
import { brokenRules, freeQuantities, type ChosenOption } from "./selection.ts";

export const maxQuantity = 999;

/** What a variation or an option adds to its line. */
export interface Charge {
  readonly kind: "price" | "option";
  readonly menuEntityId: string;
  readonly label: string;
  readonly amount: number;
  readonly taxInclusive: boolean;
}

export interface ComposedLine {
  readonly path: string;
  readonly ordered: OrderableVariation;
  readonly quantity: number;
  readonly basePrice: number;
  readonly notes: string | null;
  readonly modifiers: readonly PricedModifier[];
  readonly charges: readonly Charge[];
  readonly total: number;
}

/** Composes a line, adding whatever stands against it to `reasons`; undefined when its variation does not exist. */
export function composeLine(
  item: BasketItem,
  path: string,
  moment: OrderingMoment,
  reasons: RefusalReason[],
): ComposedLine | undefined {
  const ordered = moment.menu.variations.get(item.menu_entity_id);
  if (ordered === undefined) {
    const message = `The menu has no variation ${item.menu_entity_id}.`;
    reasons.push({
      code: "unknown_item",
      message,
      path: `${path}/menu_entity_id`,
      menu_entity_id: item.menu_entity_id,
    });
    return undefined;
  }
  const line = new LineComposer(moment, reasons);
  line.checkOffered(ordered, path);
  const quantity = line.soundQuantity(item.quantity, path, item.menu_entity_id);
  const price = line.priceOf(ordered.variation, lineName(ordered), path);
  const basePrice = unitPriceAt(price, quantity);
  const taxInclusive = price?.taxInclusive ?? false;
  line.charge(
    "price",
    item.menu_entity_id,
    `${quantity} x ${lineName(ordered)}`,
    quantity * basePrice,
    taxInclusive,
    path,
  );
  const modifiers = line.choose(item.modifiers ?? [], ordered.groups, {
    path,
    owner: item.menu_entity_id,
    times: quantity,
    taxInclusive,
  });
  const total = line.charges.reduce((sum, { amount }) => sum + amount, 0);
  return { path, ordered, quantity, basePrice, notes: item.notes ?? null, modifiers, charges: line.charges, total };
}

/** The item's name, and the variation's where there are several. */
export function lineName({ item, variation }: OrderableVariation): string {
  return item.variations.length === 1 ? item.name : `${item.name} (${variation.name})`;
}

/** The price of one at a quantity: the bulk tier with the highest minimum that is reached, else the amount. */
export function unitPriceAt(price: Price | undefined, quantity: number): number {
  let best = { minQuantity: 0, amount: price?.amount.amountMinor ?? 0 };
  for (const { minQuantity, unitPrice } of price?.bulkTiers ?? []) {
    if (minQuantity <= quantity && minQuantity > best.minQuantity)
      best = { minQuantity, amount: unitPrice.amountMinor };
  }
  return best.amount;
}

/** Where options are being chosen: below which object, and how many of that object the line has in all. */
interface ChoicePath {
  readonly path: string;
  readonly owner: string;
  readonly times: number;
  readonly taxInclusive: boolean;
}

class LineComposer {
  readonly charges: Charge[] = [];
  readonly #moment: OrderingMoment;
  readonly #reasons: RefusalReason[];

  constructor(moment: OrderingMoment, reasons: RefusalReason[]) {
    this.#moment = moment;
    this.#reasons = reasons;
  }

  /** The price in the currency that is asked for; a thing without any price costs nothing. */
  priceOf(
    { externalId, price }: { readonly externalId: string; readonly price?: Price },
    name: string,
    path: string,
  ): Price | undefined {
    const currency = this.#moment.currency ?? this.#moment.menu.currency;
    if (price === undefined || price.amount.currency === currency) return price;
    const stated = price.currencyPrices?.find(({ amount }) => amount.currency === currency);
    if (stated === undefined) {
      this.#refuse("not_available_now", `${name} has no price in ${currency}.`, path, externalId);
    }
    return stated;
  }

  checkOffered(ordered: OrderableVariation, path: string): void {
    const { item, variation, categories } = ordered;
    const outside = [...categories, item].find((object) => !isOffered(object.availability, this.#moment));
    if (outside !== undefined) {
      this.#refuse("not_available_now", `${outside.name} cannot be ordered for this time.`, path, variation.externalId);
    }
    if (this.#isOut("item", item.externalId)) this.#refuseOut(item.name, path, item.externalId);
    else if (this.#isOut("variation", variation.externalId))
      this.#refuseOut(lineName(ordered), path, variation.externalId);
  }

  soundQuantity(quantity: number, path: string, menuEntityId: string): number {
    if (Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity) return quantity;
    this.#refuse("selection_rule", `The quantity must be 1 to ${maxQuantity}.`, `${path}/quantity`, menuEntityId);
    return 1;
  }

  charge(
    kind: Charge["kind"],
    menuEntityId: string,
    label: string,
    amount: number,
    taxInclusive: boolean,
    path: string,
  ): void {
    if (amount > maxAmountMinor) {
      this.#refuse("selection_rule", "This is more than one order can be charged.", path, menuEntityId);
    } else this.charges.push({ kind, menuEntityId, label, amount, taxInclusive });
  }

  /** Depth ends by itself: an option is followed only where its group is offered, and groups nest at most eight deep. */
  choose(modifiers: readonly BasketModifier[], offered: readonly OfferedGroup[], at: ChoicePath): PricedModifier[] {
    const chosen = modifiers.flatMap((modifier, index) => this.#recognise(modifier, offered, at, index));
    const free = new Map<ChosenModifier, number>();
    for (const group of offered) {
      const ofGroup = chosen.filter(({ orderable }) => orderable.groupId === group.groupId);
      for (const message of brokenRules(group, ofGroup)) {
        this.#refuse("selection_rule", `${message}.`, `${at.path}/modifiers`, at.owner);
      }
      freeQuantities(group, ofGroup).forEach((count, index) => {
        const choice = ofGroup[index];
        if (choice !== undefined) free.set(choice, count);
      });
    }
    return chosen.map((choice) => this.#price(choice, free.get(choice) ?? 0, at));
  }

  #recognise(
    modifier: BasketModifier,
    offered: readonly OfferedGroup[],
    at: ChoicePath,
    index: number,
  ): ChosenModifier[] {
    const path = `${at.path}/modifiers/${index}`;
    const id = modifier.menu_entity_id;
    const orderable = this.#moment.menu.options.get(id);
    if (orderable === undefined || !offered.some(({ groupId }) => groupId === orderable.groupId)) {
      this.#refuse("unknown_item", `The option ${id} is not offered here.`, `${path}/menu_entity_id`, id);
      return [];
    }
    if (this.#isOut("modifier_option", id)) this.#refuseOut(orderable.option.name, path, id);
    const quantity = this.soundQuantity(modifier.quantity ?? 1, path, id);
    const price = this.priceOf(orderable.option, orderable.option.name, path);
    const unitPrice = unitPriceAt(price, quantity * at.times);
    const taxInclusive = price?.taxInclusive ?? at.taxInclusive;
    return [{ orderable, quantity, unitPrice, taxInclusive, path, modifiers: modifier.modifiers ?? [] }];
  }

  #price(choice: ChosenModifier, free: number, at: ChoicePath): PricedModifier {
    const { orderable, quantity, unitPrice, taxInclusive, path } = choice;
    const { externalId, name } = orderable.option;
    const charged = at.times * (quantity - free);
    const label = free === 0 ? `${charged} x ${name}` : `${charged} x ${name}, ${at.times * free} free`;
    this.charge("option", externalId, label, charged * unitPrice, taxInclusive, path);
    const below = { path, owner: externalId, times: at.times * quantity, taxInclusive };
    const modifiers = this.choose(choice.modifiers, orderable.groups, below);
    return { name, menu_entity_id: externalId, quantity, price: unitPrice, free_quantity: free, modifiers };
  }

  #isOut(kind: StockedKind, externalId: string): boolean {
    return this.#moment.outOfStock.has(stockKey(kind, externalId));
  }

  #refuseOut(name: string, path: string, menuEntityId: string): void {
    this.#refuse("out_of_stock", `${name} is out of stock.`, path, menuEntityId);
  }

  #refuse(code: RefusalReasonCode, message: string, path: string, menuEntityId: string): void {
    this.#reasons.push({ code, message, path, menu_entity_id: menuEntityId });
  }
}

interface ChosenModifier extends ChosenOption {
  readonly taxInclusive: boolean;
  readonly path: string;
  readonly modifiers: readonly BasketModifier[];
}
