/**
 * A menu version arranged for ordering: every variation and option by externalId, with its groups resolved to their
 * definitions and the rules that hold there. Immutable; built once per version and shared.
 */
import { isOpenAt, type Availability } from "../../kernel/wall-time.ts";
import type { Instant } from "../../kernel/clock.ts";
import {
  isReferencedGroup,
  type Coupon,
  type DefinedGroup,
  type Discount,
  type Fee,
  type FulfillmentType,
  type GroupAttachment,
  type MenuCategory,
  type MenuDocument,
  type MenuItem,
  type MenuModifierOption,
  type MenuVariation,
  type ProductSet,
  type Promotion,
  type SelectionRules,
  type TaxRate,
} from "../document/menu-document.ts";
import { objectKey } from "../document/menu-objects.ts";
import type { Translations } from "../document/menu-texts.ts";
import { languagesOf } from "./menu-languages.ts";
import { effectiveRules } from "../document/selection-rules.ts";
import { inComputingOrder } from "../document/tax-compounding.ts";

export interface OrderableOption {
  readonly option: MenuModifierOption;
  readonly groupId: string;
  readonly groups: readonly OfferedGroup[];
}

/** A group where it is offered, with the rules that hold there. */
export interface OfferedGroup {
  readonly groupId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly rules: SelectionRules;
  readonly options: readonly OrderableOption[];
}

export interface OrderableVariation {
  readonly variation: MenuVariation;
  readonly item: MenuItem;
  /** Outermost first. */
  readonly categories: readonly MenuCategory[];
  readonly groups: readonly OfferedGroup[];
}

/** A product set for asking whether something is in it. */
export interface OrderableSet {
  readonly everything: boolean;
  readonly items: ReadonlySet<string>;
  /** Everything below these, at any depth. */
  readonly categories: ReadonlySet<string>;
}

/** A promotion with the discount it gives. */
export interface OrderablePromotion {
  readonly promotion: Promotion;
  readonly discount: Discount;
  /** What is discounted. */
  readonly target: OrderableSet;
  /** What is to be bought for a buy-x-get-y; null means the target itself. */
  readonly buy: OrderableSet | null;
  /** Inclusive; null is no bound. */
  readonly validFrom: Instant | null;
  /** Exclusive; null is no bound. */
  readonly validUntil: Instant | null;
}

export interface OrderableMenu {
  readonly currency: string;
  /** The zone the document names; null means the location's. */
  readonly timeZone: string | null;
  /** The language that the document names for its base texts; null means the location's. */
  readonly language: string | null;
  /** The languages of its translations. */
  readonly languages: ReadonlySet<string>;
  readonly variations: ReadonlyMap<string, OrderableVariation>;
  readonly options: ReadonlyMap<string, OrderableOption>;
  /** Each after all the rates it compounds on. */
  readonly taxRates: readonly TaxRate[];
  readonly fees: readonly Fee[];
  readonly productSets: ReadonlyMap<string, OrderableSet>;
  /** Highest priority first, then as in the document. */
  readonly promotions: readonly OrderablePromotion[];
  /** By `foldCouponCode`. */
  readonly coupons: ReadonlyMap<string, Coupon>;
}

/** Everything besides the basket that decides what can be ordered at a moment. */
export interface OrderingMoment {
  readonly menu: OrderableMenu;
  /** Keys by `stockKey` of what is out of stock now. */
  readonly outOfStock: ReadonlySet<string>;
  /** The location's zone, used where the menu names none. */
  readonly timeZone: string;
  /** When the order is for: now, or the scheduled time. */
  readonly at: Instant;
  readonly fulfillmentType: FulfillmentType;
  /** The currency to price in; absent is the menu's. */
  readonly currency?: string;
  /**
   * Set when an order that was placed is priced again: what it has stays offered, and it has these promotions (by
   * externalId) and no others, also where their hours or minimum no longer hold.
   */
  readonly placedWith?: ReadonlySet<string>;
}

export type StockedKind = "item" | "variation" | "modifier_option";

/** How an out-of-stock set names an object. */
export function stockKey(kind: StockedKind, externalId: string): string {
  return objectKey(kind, externalId);
}

/** How coupon codes are compared: diners type them in any case. */
export function foldCouponCode(code: string): string {
  return code.toUpperCase();
}

/** Whether an availability (absent: always) allows ordering at the moment. */
export function isOffered(availability: Availability | undefined, moment: OrderingMoment): boolean {
  if (moment.placedWith !== undefined) return true;
  return availability === undefined || isOpenAt(availability, moment.menu.timeZone ?? moment.timeZone, moment.at);
}

/** Arranges a parsed document; linear in its size. */
export function arrangeMenu(document: MenuDocument): OrderableMenu {
  const groups = new GroupIndex();
  const variations = new Map<string, OrderableVariation>();
  const visit = (category: MenuCategory, above: readonly MenuCategory[]): void => {
    const categories = [...above, category];
    for (const item of category.items) {
      for (const variation of item.variations) {
        const offered = groups.offered(attachedTo(item, variation));
        variations.set(variation.externalId, { variation, item, categories, groups: offered });
      }
    }
    for (const inner of category.categories ?? []) visit(inner, categories);
  };
  groups.collect(document);
  for (const category of document.categories) visit(category, []);
  const productSets = new Map((document.productSets ?? []).map((set) => [set.externalId, arrangeSet(set)]));
  return {
    currency: document.currency,
    timeZone: document.timezone ?? null,
    language: document.language ?? null,
    languages: languagesOf(document),
    variations,
    options: groups.options,
    taxRates: inComputingOrder(document.taxRates ?? []),
    fees: document.fees ?? [],
    productSets,
    promotions: arrangePromotions(document, productSets),
    coupons: new Map((document.coupons ?? []).map((coupon) => [foldCouponCode(coupon.code), coupon])),
  };
}

function arrangePromotions(document: MenuDocument, sets: ReadonlyMap<string, OrderableSet>): OrderablePromotion[] {
  const discounts = new Map((document.discounts ?? []).map((discount) => [discount.externalId, discount]));
  const inOrder = (document.promotions ?? []).toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
  return inOrder.flatMap((promotion) => {
    const discount = discounts.get(promotion.discountId);
    const target = discount === undefined ? undefined : sets.get(discount.benefitTargetProductSetId);
    if (discount === undefined || target === undefined) return [];
    const buy = discount.buyProductSetId === undefined ? null : (sets.get(discount.buyProductSetId) ?? null);
    const [validFrom, validUntil] = [instantOf(promotion.validFrom), instantOf(promotion.validUntil)];
    return [{ promotion, discount, target, buy, validFrom, validUntil }];
  });
}

function instantOf(text: string | undefined): Instant | null {
  return text === undefined ? null : Temporal.Instant.from(text).epochMilliseconds;
}

function arrangeSet({ allProducts, itemIdsAny, categoryIdsAny }: ProductSet): OrderableSet {
  return { everything: allProducts ?? false, items: new Set(itemIdsAny), categories: new Set(categoryIdsAny) };
}

function groupIdOf(attachment: GroupAttachment): string {
  return isReferencedGroup(attachment) ? attachment.groupId : attachment.externalId;
}

/** The item's groups and then the variation's; a group attached to both follows the variation's rules. */
function attachedTo(item: MenuItem, variation: MenuVariation): readonly GroupAttachment[] {
  const own = variation.modifierGroups ?? [];
  const ids = new Set(own.map(groupIdOf));
  return [...(item.modifierGroups ?? []).filter((attachment) => !ids.has(groupIdOf(attachment))), ...own];
}

class GroupIndex {
  readonly options = new Map<string, OrderableOption>();
  readonly #defined = new Map<string, DefinedGroup>();
  readonly #optionsOf = new Map<string, OrderableOption[]>();

  /** Finds every definition first, wherever it stands; then links each option to the groups below it. */
  collect(document: MenuDocument): void {
    this.#define(document.modifierGroups);
    const visit = (category: MenuCategory): void => {
      for (const item of category.items) {
        this.#define(item.modifierGroups);
        for (const variation of item.variations) this.#define(variation.modifierGroups);
      }
      category.categories?.forEach(visit);
    };
    document.categories.forEach(visit);
    // The lists exist before any option is linked, because a reference may point forward.
    for (const groupId of this.#defined.keys()) this.#optionsOf.set(groupId, []);
    for (const [groupId, group] of this.#defined) {
      for (const option of group.options) {
        const orderable = { option, groupId, groups: this.offered(option.modifierGroups ?? []) };
        this.#optionsOf.get(groupId)?.push(orderable);
        this.options.set(option.externalId, orderable);
      }
    }
  }

  offered(attachments: readonly GroupAttachment[]): OfferedGroup[] {
    return attachments.flatMap((attachment) => {
      const groupId = groupIdOf(attachment);
      const group = this.#defined.get(groupId);
      if (group === undefined) return [];
      const rules = effectiveRules(group, attachment);
      const { name, translations } = group;
      const texts = translations === undefined ? { name } : { name, translations };
      return [{ groupId, ...texts, rules, options: this.#optionsOf.get(groupId) ?? [] }];
    });
  }

  #define(attachments: readonly GroupAttachment[] | undefined): void {
    for (const attachment of attachments ?? []) {
      if (isReferencedGroup(attachment)) continue;
      this.#defined.set(attachment.externalId, attachment);
      for (const option of attachment.options) this.#define(option.modifierGroups);
    }
  }
}
