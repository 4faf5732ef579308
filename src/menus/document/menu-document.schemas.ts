/**
 * The menu document as the OpenAPI description shows it. `parse-menu.ts` reads the published body and collects every
 * issue; these shapes describe the same document to people and to generators of clients.
 */
import Type, { type TSchema } from "typebox";
import { maxLanguageLength, maxTranslations } from "../../kernel/language.ts";
import { isoInstant, oneOf } from "../../platform/http/reading/fields.ts";

const reference = (kind: string) =>
  Type.String({ maxLength: 255, description: `externalId of a ${kind} of this document.` });
const identified = {
  externalId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: "Your own identifier, unique within its kind.",
  }),
};
const named = { ...identified, name: Type.String({ minLength: 1, maxLength: 255 }) };
const bounded = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const translations = Type.Optional(
  Type.Unsafe<Readonly<Record<string, { readonly name?: string; readonly description?: string }>>>({
    type: "object",
    title: "MenuTexts",
    maxProperties: maxTranslations,
    additionalProperties: Type.Object({ name: bounded(255), description: bounded(500) }),
  }),
);
const translated = { ...named, translations };
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const text = (description: string, maxLength = 255) => Type.Optional(Type.String({ maxLength, description }));
const listed = <T extends TSchema>(items: T, description?: string) =>
  Type.Optional(Type.Array(items, description === undefined ? {} : { description }));
const words = Type.String({ maxLength: 255 });
const metadata = Type.Optional(
  Type.Object({}, { additionalProperties: true, description: "Any JSON object of yours." }),
);
const stockStatus = Type.Optional(
  oneOf(["in_stock", "low_stock", "out_of_stock"], "When given, every publish that changes the menu sets it."),
);
const fulfillmentTypes = listed(oneOf(["pickup", "delivery"]), "Absent: both.");

export const moneyShape = Type.Object(
  {
    amountMinor: Type.Integer({ minimum: 0, description: "Minor units: cents for USD." }),
    currency: Type.String({ maxLength: 3, description: "Upper-case ISO 4217." }),
  },
  { title: "MenuMoney" },
);
const percentage = Type.Optional(
  Type.Unsafe<string | number>({
    type: ["string", "number"],
    maxLength: 20,
    description: '0 to 1000 with at most four decimals, best as a decimal string: "8.875".',
  }),
);

export const priceShape = Type.Object(
  {
    amount: moneyShape,
    taxInclusive: Type.Optional(
      Type.Boolean({
        description: "Whether tax is inside; an option inherits it from what it hangs on. Default false.",
      }),
    ),
    currencyPrices: listed(
      Type.Object({ amount: moneyShape, taxInclusive: Type.Optional(Type.Boolean()) }, { title: "MenuCurrencyPrice" }),
    ),
    bulkTiers: listed(
      Type.Object({ minQuantity: Type.Integer({ minimum: 1 }), unitPrice: moneyShape }, { title: "MenuBulkTier" }),
      "The tier with the highest minQuantity that the line reaches gives the unit price.",
    ),
  },
  { title: "MenuPrice" },
);

const window = {
  startTime: Type.String({ maxLength: 5, description: "HH:MM, local." }),
  endTime: Type.String({ maxLength: 5, description: "HH:MM; at or before startTime means the next day." }),
};
export const availabilityShape = Type.Object(
  {
    windows: Type.Array(
      Type.Object(
        { dayOfWeek: Type.Integer({ minimum: 0, maximum: 6, description: "0 is Sunday." }), ...window },
        { title: "MenuWindow" },
      ),
    ),
    exceptions: listed(
      Type.Object(
        {
          date: Type.String({ format: "date", maxLength: 10 }),
          closed: Type.Optional(Type.Literal(true)),
          windows: listed(Type.Object(window, { title: "MenuDateWindow" })),
        },
        { title: "MenuDateException" },
      ),
      "Each replaces all windows of its date: closed, or other windows.",
    ),
  },
  { title: "MenuAvailability" },
);

const rules = {
  minSelections: count("Least total quantity, for one of what the group hangs on. Default 0."),
  maxSelections: count("Most total quantity; absent means unlimited."),
  minUniqueSelections: count("Least number of different options."),
  maxUniqueSelections: count("Most number of different options."),
  freeSelectionCount: count("This many units cost nothing, the cheapest first."),
  optionDefaults: listed(
    Type.Object(
      { optionId: reference("option of the group"), defaultQuantity: Type.Integer({ minimum: 0 }) },
      { title: "MenuOptionDefault" },
    ),
    "What a diner's page selects at first; a basket states its options itself.",
  ),
};
const nested = (what: string) =>
  listed(Type.Object({}, { additionalProperties: true }), `${what} of the same shape, at most eight deep in all.`);

const option = Type.Object(
  {
    ...translated,
    price: Type.Optional(priceShape),
    maxQuantity: Type.Optional(
      Type.Integer({ minimum: 1, description: "Most of this option; absent means as many as the group allows." }),
    ),
    modifierGroups: nested("Groups"),
    stockStatus,
  },
  { title: "MenuOption" },
);
const definedGroup = Type.Object(
  { ...translated, options: Type.Array(option), ...rules },
  { title: "MenuModifierGroup" },
);
const referencedGroup = Type.Object(
  { groupId: reference("modifier group"), ...rules },
  {
    title: "MenuModifierGroupReference",
    description: "A group by reference; rules given here hold in this place only.",
  },
);
const modifierGroups = listed(Type.Union([definedGroup, referencedGroup]));

const variation = Type.Object(
  {
    ...translated,
    price: priceShape,
    sku: text("Your stock-keeping unit."),
    barcodes: listed(words),
    modifierGroups,
    stockStatus,
    calorieCount: count("Kilocalories."),
    metadata,
  },
  { title: "MenuVariation" },
);
const item = Type.Object(
  {
    ...translated,
    description: bounded(500),
    variations: Type.Array(variation, { minItems: 1 }),
    modifierGroups,
    availability: Type.Optional(availabilityShape),
    stockStatus,
    taxCategoryId: Type.Optional(reference("tax category")),
    imageUrl: text("An http or https address.", 2048),
    dietaryLabels: listed(words),
    allergens: listed(words),
    metadata,
  },
  { title: "MenuItem" },
);
const category = Type.Object(
  {
    ...translated,
    description: bounded(500),
    items: Type.Array(item),
    availability: Type.Optional(availabilityShape),
    categories: nested("Categories"),
    imageUrl: text("An http or https address.", 2048),
    metadata,
  },
  { title: "MenuCategory" },
);

const taxRate = Type.Object(
  {
    ...translated,
    taxCategoryId: text("externalId of a tax category; absent: every item."),
    percentage,
    flatAmount: Type.Optional(moneyShape),
    compoundOnTaxRateIds: listed(reference("tax rate"), "This rate is taken of the amount plus these taxes."),
    fulfillmentTypes,
  },
  { title: "MenuTaxRate" },
);
const fee = Type.Object(
  {
    ...translated,
    calculation: Type.Object(
      {
        amount: Type.Optional(moneyShape),
        percentage,
        minimum: Type.Optional(moneyShape),
        maximum: Type.Optional(moneyShape),
      },
      { title: "MenuFeeCalculation" },
    ),
    fulfillmentTypes,
    taxCategoryId: text("externalId of the tax category by which the fee is taxed; absent: not taxed."),
    eligibleProductSetId: text("externalId of a product set; absent: every order."),
  },
  { title: "MenuFee" },
);
const productSet = Type.Object(
  {
    ...identified,
    allProducts: Type.Optional(Type.Literal(true)),
    itemIdsAny: listed(words),
    categoryIdsAny: listed(words),
  },
  { title: "MenuProductSet", description: "Exactly one of allProducts, itemIdsAny and categoryIdsAny." },
);
const discount = Type.Object(
  {
    ...named,
    benefitType: oneOf(["percentage", "amount", "set_price", "free_item", "bxgy"]),
    percentage,
    amount: Type.Optional(moneyShape),
    setPrice: Type.Optional(moneyShape),
    freeQuantity: count("For free_item."),
    buyQuantity: count("For bxgy."),
    getQuantity: count("For bxgy."),
    buyProductSetId: text("For bxgy: externalId of a product set."),
    benefitTargetProductSetId: reference("product set"),
  },
  { title: "MenuDiscount" },
);
const promotion = Type.Object(
  {
    ...translated,
    discountId: reference("discount"),
    applicationMode: oneOf(["automatic", "coupon"]),
    minSubtotal: Type.Optional(moneyShape),
    availability: Type.Optional(availabilityShape),
    validFrom: Type.Optional(isoInstant("When it begins.")),
    validUntil: Type.Optional(isoInstant("When it ends.")),
    priority: Type.Optional(Type.Integer()),
    combinable: Type.Optional(Type.Boolean()),
  },
  { title: "MenuPromotion" },
);
const coupon = Type.Object(
  {
    ...identified,
    code: Type.String({ minLength: 1, maxLength: 64 }),
    promotionId: reference("promotion"),
    maxRedemptions: count("At least 1."),
    maxPerCustomer: count("At least 1."),
  },
  { title: "MenuCoupon" },
);

/** The fields of the document. */
export const menuDocumentFields = {
  currency: Type.String({ maxLength: 3, description: "Upper-case ISO 4217; every price of the menu is in it." }),
  language: text("Default the location's.", maxLanguageLength),
  timezone: text("IANA name for all availability; default the location's."),
  categories: Type.Array(category),
  modifierGroups: listed(definedGroup, "Groups to refer to from anywhere."),
  taxCategories: listed(Type.Object(named, { title: "MenuTaxCategory" })),
  taxRates: listed(taxRate),
  fees: listed(fee),
  productSets: listed(productSet),
  discounts: listed(discount),
  promotions: listed(promotion),
  coupons: listed(coupon),
  metadata,
};
