/**
 * Draws a valid menu document of any size from a source of randomness: nested categories, variations, groups defined in
 * place, groups by reference with overrides, nested options, taxes inside and on top, fees. For tests and benches.
 */
export type Random = () => number;

export interface MenuSize {
  readonly items: number;
  /** Long descriptions and picture addresses, as large real menus have them: twice the bytes for each object. */
  readonly wordy?: boolean;
}

type Json = Record<string, unknown>;

const currency = "USD";

/** A source of randomness that gives the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** About seven objects for each item. */
export function drawMenu(random: Random, { items, wordy = false }: MenuSize): Json {
  const draw = new MenuDrawing(random, wordy);
  const shared = Math.min(5, Math.ceil(items / 3));
  const modifierGroups = Array.from({ length: shared }, (_, index) => draw.group(`shared-${index}`, index));
  const categories = draw.categories(items, shared);
  return {
    currency,
    categories,
    modifierGroups,
    taxCategories: [
      { externalId: "food", name: "Food" },
      { externalId: "drink", name: "Drink" },
    ],
    taxRates: [
      { externalId: "state", name: "State", percentage: draw.oneOf(["8.875", "5", 7.25]) },
      {
        externalId: "food-tax",
        name: "Food tax",
        taxCategoryId: "food",
        percentage: "2.5",
        compoundOnTaxRateIds: ["state"],
      },
      { externalId: "deposit", name: "Deposit", taxCategoryId: "drink", flatAmount: draw.money(25) },
      { externalId: "courier", name: "Courier tax", percentage: "1", fulfillmentTypes: ["delivery"] },
    ],
    productSets: [
      { externalId: "everything", allProducts: true },
      { externalId: "first", categoryIdsAny: ["category-0"] },
    ],
    ...draw.promotions(),
    fees: [
      {
        externalId: "service",
        name: "Service",
        calculation: { percentage: "3.5", minimum: draw.money(50) },
        taxCategoryId: "food",
      },
      {
        externalId: "box",
        name: "Box",
        calculation: { amount: draw.money(75) },
        fulfillmentTypes: ["delivery"],
        eligibleProductSetId: "everything",
      },
    ],
  };
}

class MenuDrawing {
  readonly #random: Random;
  readonly #wordy: boolean;

  constructor(random: Random, wordy: boolean) {
    this.#random = random;
    this.#wordy = wordy;
  }

  oneOf<T>(values: readonly [T, ...T[]]): T {
    return values[this.#below(values.length)] ?? values[0];
  }

  money(amountMinor: number): Json {
    return { amountMinor, currency };
  }

  categories(items: number, shared: number): Json[] {
    const categories: Json[] = [];
    let made = 0;
    while (made < items) {
      const size = Math.min(items - made, 1 + this.#below(24));
      const id = `category-${categories.length}`;
      const first = made;
      const inside = Array.from({ length: size }, (_, index) => this.#item(first + index, shared));
      made += size;
      const nested = this.#chance(0.2);
      const category = {
        externalId: nested ? `${id}-inner` : id,
        name: `Category ${categories.length}`,
        items: inside,
      };
      categories.push(nested ? { externalId: id, name: "Outer", items: [], categories: [category] } : category);
    }
    return categories;
  }

  /** Two automatic promotions of any kind. */
  promotions(): Json {
    const target = () => ({ benefitTargetProductSetId: this.oneOf(["everything", "first"]) });
    const discounts = [0, 1].map((index) => ({
      externalId: `discount-${index}`,
      name: `Discount ${index}`,
      ...target(),
      ...this.oneOf<Json>([
        { benefitType: "percentage", percentage: this.oneOf(["10", "33.3333", 100]) },
        { benefitType: "amount", amount: this.money(this.#below(2000)) },
        { benefitType: "set_price", setPrice: this.money(this.#below(2000)) },
        { benefitType: "free_item", freeQuantity: 1 + this.#below(2) },
        { benefitType: "bxgy", buyQuantity: 1 + this.#below(2), getQuantity: 1 + this.#below(2), percentage: 50 },
      ]),
    }));
    const promotions = discounts.map((_, index) => ({
      externalId: `promotion-${index}`,
      name: `Promotion ${index}`,
      discountId: `discount-${index}`,
      applicationMode: "automatic",
      ...(this.#chance(0.6) && { combinable: true }),
      ...(this.#chance(0.5) && { minSubtotal: this.money(this.#below(2000)) }),
      ...(this.#chance(0.5) && { priority: this.#below(3) }),
    }));
    return { discounts, promotions };
  }

  /** A group whose options lead only to shared groups before `level`, so that no cycle can come about. */
  group(id: string, level: number): Json {
    const count = 2 + this.#below(4);
    const options = Array.from({ length: count }, (_, index) => this.#option(`${id}-${index}`, level));
    const minSelections = this.#below(3);
    return {
      externalId: id,
      name: `Group ${id}`,
      options,
      ...(this.#chance(0.6) && { minSelections }),
      ...(this.#chance(0.6) && { maxSelections: minSelections + 1 + this.#below(3) }),
      ...(this.#chance(0.3) && { minUniqueSelections: Math.min(minSelections, 1) }),
      ...(this.#chance(0.3) && { maxUniqueSelections: count }),
      ...(this.#chance(0.3) && { freeSelectionCount: this.#below(3) }),
    };
  }

  #item(index: number, shared: number): Json {
    const id = `item-${index}`;
    const count = this.#chance(0.7) ? 1 : 2 + this.#below(2);
    const variations = Array.from({ length: count }, (_, position) => this.#variation(`${id}-${position}`));
    const modifierGroups: Json[] = [];
    if (this.#chance(0.3)) modifierGroups.push(this.group(`${id}-group`, Math.min(shared, 2)));
    if (shared > 0 && this.#chance(0.6)) modifierGroups.push(this.#reference(shared));
    return {
      externalId: id,
      name: `Item ${index}`,
      ...(this.#chance(0.5) && { description: `Made with care, number ${this.#below(1000)}.` }),
      ...(this.#wordy && {
        description: `Number ${index}. ${"Slowly cooked, with what the market had today. ".repeat(8)}`,
        imageUrl: `https://images.example.com/menus/${"0123456789abcdef".repeat(4)}/${id}.jpg`,
      }),
      variations,
      ...(modifierGroups.length > 0 && { modifierGroups }),
      ...(this.#chance(0.7) && { taxCategoryId: this.oneOf(["food", "drink"]) }),
      ...(this.#chance(0.1) && { stockStatus: this.oneOf(["in_stock", "low_stock"]) }),
    };
  }

  #variation(id: string): Json {
    const tiers = [{ minQuantity: 2 + this.#below(3), unitPrice: this.money(this.#below(900)) }];
    const price = { ...this.#price(2000), ...(this.#chance(0.1) && { bulkTiers: tiers }) };
    return { externalId: id, name: `Size ${id}`, price };
  }

  #option(id: string, level: number): Json {
    return {
      externalId: id,
      name: `Option ${id}`,
      ...(this.#chance(0.7) && { price: this.#price(300) }),
      ...(this.#chance(0.4) && { maxQuantity: 3 + this.#below(3) }),
      ...(level > 0 && this.#chance(0.2) && { modifierGroups: [this.#reference(level)] }),
    };
  }

  #reference(level: number): Json {
    const groupId = `shared-${this.#below(level)}`;
    return this.#chance(0.3)
      ? { groupId, minSelections: this.#below(2), freeSelectionCount: this.#below(3) }
      : { groupId };
  }

  #price(limit: number): Json {
    return { amount: this.money(this.#below(limit)), ...(this.#chance(0.3) && { taxInclusive: this.#chance(0.5) }) };
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}
