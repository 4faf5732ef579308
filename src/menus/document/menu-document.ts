/**
 * The menu document as a partner publishes it (rules/menus 1): camelCase, only known fields, absent fields absent. Only
 * `parse-menu.ts` makes a value of these types. Such a value has passed every check, references included.
 */
import type { Money } from "../../kernel/money.ts";
import type { Availability } from "../../kernel/wall-time.ts";
import type { Translations } from "./menu-texts.ts";

export type StockStatus = "in_stock" | "low_stock" | "out_of_stock";
export type FulfillmentType = "pickup" | "delivery";
export type Metadata = Readonly<Record<string, unknown>>;
/** A percentage as published: a decimal string or a number, 0 to 1000, at most four decimals. */
export type Percentage = string | number;

export interface BulkTier {
  readonly minQuantity: number;
  readonly unitPrice: Money;
}

export interface CurrencyPrice {
  readonly amount: Money;
  readonly taxInclusive?: boolean;
}

export interface Price extends CurrencyPrice {
  readonly currencyPrices?: readonly CurrencyPrice[];
  readonly bulkTiers?: readonly BulkTier[];
}

export interface OptionDefault {
  readonly optionId: string;
  readonly defaultQuantity: number;
}

/** Limits on one unit of what the group hangs on; an absent maximum is no limit, an absent minimum is 0. */
export interface SelectionRules {
  readonly minSelections?: number;
  readonly maxSelections?: number;
  readonly minUniqueSelections?: number;
  readonly maxUniqueSelections?: number;
  readonly freeSelectionCount?: number;
  readonly optionDefaults?: readonly OptionDefault[];
}

export interface MenuModifierOption {
  readonly externalId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly price?: Price;
  readonly maxQuantity?: number;
  readonly modifierGroups?: readonly GroupAttachment[];
  readonly stockStatus?: StockStatus;
}

export interface DefinedGroup extends SelectionRules {
  readonly externalId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly options: readonly MenuModifierOption[];
}

/** A group defined elsewhere in the document, with overrides of its rules that hold for this attachment only. */
export interface ReferencedGroup extends SelectionRules {
  readonly groupId: string;
}

export type GroupAttachment = DefinedGroup | ReferencedGroup;

export interface MenuVariation {
  readonly externalId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly price: Price;
  readonly sku?: string;
  readonly barcodes?: readonly string[];
  readonly modifierGroups?: readonly GroupAttachment[];
  readonly stockStatus?: StockStatus;
  readonly calorieCount?: number;
  readonly metadata?: Metadata;
}

export interface MenuItem {
  readonly externalId: string;
  readonly name: string;
  readonly description?: string;
  readonly translations?: Translations;
  readonly variations: readonly MenuVariation[];
  readonly modifierGroups?: readonly GroupAttachment[];
  readonly availability?: Availability;
  readonly stockStatus?: StockStatus;
  readonly taxCategoryId?: string;
  readonly imageUrl?: string;
  readonly dietaryLabels?: readonly string[];
  readonly allergens?: readonly string[];
  readonly metadata?: Metadata;
}

export interface MenuCategory {
  readonly externalId: string;
  readonly name: string;
  readonly description?: string;
  readonly translations?: Translations;
  readonly items: readonly MenuItem[];
  readonly availability?: Availability;
  readonly categories?: readonly MenuCategory[];
  readonly imageUrl?: string;
  readonly metadata?: Metadata;
}

export interface TaxCategory {
  readonly externalId: string;
  readonly name: string;
}

/** Exactly one of `percentage` and `flatAmount`. */
export interface TaxRate {
  readonly externalId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly taxCategoryId?: string;
  readonly percentage?: Percentage;
  readonly flatAmount?: Money;
  readonly compoundOnTaxRateIds?: readonly string[];
  readonly fulfillmentTypes?: readonly FulfillmentType[];
}

/** Exactly one of `amount` and `percentage`; the bounds hold for the resulting fee. */
export interface FeeCalculation {
  readonly amount?: Money;
  readonly percentage?: Percentage;
  readonly minimum?: Money;
  readonly maximum?: Money;
}

export interface Fee {
  readonly externalId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly calculation: FeeCalculation;
  readonly fulfillmentTypes?: readonly FulfillmentType[];
  readonly taxCategoryId?: string;
  readonly eligibleProductSetId?: string;
}

/** Exactly one of the three. */
export interface ProductSet {
  readonly externalId: string;
  readonly allProducts?: true;
  readonly itemIdsAny?: readonly string[];
  readonly categoryIdsAny?: readonly string[];
}

export type BenefitType = "percentage" | "amount" | "set_price" | "free_item" | "bxgy";

/** The value fields a benefit type needs are listed in `parse-promotions.ts`. */
export interface Discount {
  readonly externalId: string;
  readonly name: string;
  readonly benefitType: BenefitType;
  readonly percentage?: Percentage;
  readonly amount?: Money;
  readonly setPrice?: Money;
  readonly freeQuantity?: number;
  readonly buyQuantity?: number;
  readonly getQuantity?: number;
  readonly buyProductSetId?: string;
  readonly benefitTargetProductSetId: string;
}

export interface Promotion {
  readonly externalId: string;
  readonly name: string;
  readonly translations?: Translations;
  readonly discountId: string;
  readonly applicationMode: "automatic" | "coupon";
  readonly minSubtotal?: Money;
  readonly availability?: Availability;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly priority?: number;
  readonly combinable?: boolean;
}

export interface Coupon {
  readonly externalId: string;
  readonly code: string;
  readonly promotionId: string;
  readonly maxRedemptions?: number;
  readonly maxPerCustomer?: number;
}

export interface MenuDocument {
  readonly currency: string;
  /** Of every base text, as BCP 47 writes it; absent: the location's. */
  readonly language?: string;
  readonly timezone?: string;
  readonly categories: readonly MenuCategory[];
  readonly modifierGroups?: readonly DefinedGroup[];
  readonly taxCategories?: readonly TaxCategory[];
  readonly taxRates?: readonly TaxRate[];
  readonly fees?: readonly Fee[];
  readonly productSets?: readonly ProductSet[];
  readonly discounts?: readonly Discount[];
  readonly promotions?: readonly Promotion[];
  readonly coupons?: readonly Coupon[];
  readonly metadata?: Metadata;
}

export function isReferencedGroup(attachment: GroupAttachment): attachment is ReferencedGroup {
  return "groupId" in attachment;
}
