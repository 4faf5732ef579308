/** The booking configuration on the wire: camelCase, no unknown fields; an optional field may also be null. */
import Type, { type Static } from "typebox";
import { maxTranslations } from "../../kernel/language.ts";
import { maxAmountMinor } from "../../kernel/money.ts";
import {
  currencyPattern,
  idField,
  isoInstant,
  localClockTime,
  localDate,
  nullable,
  oneOf,
  textField,
} from "../../platform/http/reading/fields.ts";
import { configurationLimits as limits, contactRules, slotIntervals, type Translated } from "./configuration.ts";

const closed = { additionalProperties: false } as const;
const key = (description: string) => textField(100, { form: "trimmed", description });
const integer = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description === undefined ? {} : { description }) });
const people = (description?: string) => integer(1, 1000, description);
const time = localClockTime("Venue-local, HH:MM.");
const date = localDate("Venue-local, YYYY-MM-DD.");
const maybe = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));
const keys = (description: string) => Type.Array(textField(100), { minItems: 1, maxItems: 500, description });

/** The texts of an object in other languages, by the code of the language (rules/languages 2.4); each has its own fields of these. */
const translations = Type.Optional(
  Type.Unsafe<Translated<"name" | "description" | "policyText">>({
    type: "object",
    title: "VenueTexts",
    maxProperties: maxTranslations,
    additionalProperties: Type.Object(
      {
        name: Type.Optional(textField(200)),
        description: Type.Optional(textField(2000)),
        policyText: Type.Optional(textField(2000)),
      },
      closed,
    ),
  }),
);
const amount = Type.Object(
  {
    amount: integer(1, maxAmountMinor, "Minor units."),
    currency: Type.String({ maxLength: 3, pattern: currencyPattern, description: "ISO 4217, upper-case." }),
  },
  { ...closed, title: "PaymentRuleAmount" },
);
/** What guests are shown of an area or an experience beside its name. */
const shown = {
  description: maybe(textField(2000)),
  photoUrl: maybe(Type.String({ maxLength: 2048 })),
  pricePerPerson: Type.Optional(amount),
  translations,
};
/** The same, whatever else the object holds. */
export const shownShape = Type.Object(shown);
/** The translations of the rules of cancelling, whatever else these hold. */
export const policyShape = Type.Object({ translations });

const serviceFields = {
  serviceId: key("Yours, unique in the configuration."),
  name: textField(200),
  translations,
  opens: time,
  closes: localClockTime("At or before `opens`: on the next day. Venue-local, HH:MM."),
  lastSeating: maybe(localClockTime("The last start; without it the stay ends by `closes`.")),
  areas: maybe(keys("Only these areas; all without it.")),
  pacing: maybe(
    Type.Object(
      { maxParties: maybe(integer(0, 10_000)), maxCovers: maybe(integer(0, 100_000)) },
      {
        ...closed,
        title: "BookingPacing",
        description: "At most so many parties, or guests, per slot start.",
      },
    ),
  ),
};

const serviceShape = Type.Object(serviceFields, { ...closed, title: "DatedBookingService" });
export const weeklyServiceShape = Type.Object(
  { ...serviceFields, days: Type.Array(integer(0, 6), { minItems: 1, maxItems: 7, description: "0 is Sunday." }) },
  { ...closed, title: "WeeklyBookingService" },
);
export const exceptionShape = Type.Object(
  {
    date,
    closed: Type.Optional(Type.Boolean({ description: "No service at all; else `services` are those of the date." })),
    services: maybe(Type.Array(serviceShape, { maxItems: limits.services })),
  },
  { ...closed, title: "BookingServiceException" },
);

export const unitShape = Type.Object(
  {
    unitId: key("Yours, unique in the configuration."),
    name: textField(200),
    minSeats: people(),
    maxSeats: people(),
    listed: Type.Boolean({ description: "Offered online; others are for walk-ins and the venue." }),
    outOfService: maybe(Type.Boolean()),
  },
  { ...closed, title: "BookingUnit" },
);
export const combinationShape = Type.Object(
  {
    unitIds: Type.Array(textField(100), { minItems: 2, maxItems: 6, description: "Units of the area." }),
    minSeats: people(),
    maxSeats: people("May be more than the units seat apart."),
    priority: maybe(integer(-1_000_000, 1_000_000, "A lower number comes first.")),
  },
  { ...closed, title: "BookingCombination" },
);
const areaHead = {
  areaId: key("Yours, unique in the configuration."),
  poolId: integer(-1_000_000, 1_000_000, "Areas are filled in this order."),
};
/** What an area is known by, whatever else it holds. */
export const areaHeadShape = Type.Object(areaHead);
const areaShape = Type.Object(
  {
    ...areaHead,
    name: textField(200),
    ...shown,
    units: Type.Array(unitShape, { maxItems: limits.units }),
    combinations: maybe(Type.Array(combinationShape, { maxItems: limits.combinations })),
  },
  { ...closed, title: "ConfiguredArea" },
);
export const experienceShape = Type.Object(
  {
    experienceId: key("Yours, unique in the configuration."),
    name: textField(200),
    ...shown,
    prepaymentRequired: Type.Boolean(),
    minPartySize: maybe(people()),
    maxPartySize: maybe(people()),
    durationMinutes: maybe(integer(5, 1440, "In place of the turn time.")),
    services: maybe(keys("Only in these services.")),
    unitIds: maybe(keys("Only at these units.")),
  },
  { ...closed, title: "ConfiguredExperience" },
);

export const paymentShape = Type.Object(
  {
    paymentId: key("Yours, unique in the configuration."),
    kind: oneOf(["deposit", "prepaid"], "deposit: a part ahead; prepaid: the whole price ahead."),
    amount,
    per: oneOf(["person", "party"], "What the amount is for."),
    minPartySize: maybe(people("Only for parties of this size and larger.")),
    days: maybe(
      Type.Array(integer(0, 6), { minItems: 1, maxItems: 7, description: "Only on these service days; 0 is Sunday." }),
    ),
    services: maybe(keys("Only in these services.")),
    experienceIds: maybe(keys("Only for these experiences.")),
    refundUntilMinutes: integer(
      0,
      60 * 24 * 60,
      "A guest who cancels until this long before the start gets everything back.",
    ),
    refundPercentAfter: maybe(integer(0, 100, "What a guest gets back who cancels later; 0 without it.")),
  },
  { ...closed, title: "PaymentRule" },
);

export const partySizeShape = Type.Object({ min: people(), max: people() }, { ...closed, title: "PartySizeLimits" });
export const thresholdShape = people("Above it: 422 large_party_inquiry_required.");
export const turnTimeShape = Type.Object(
  { minPartySize: people(), maxPartySize: people(), minutes: integer(5, 1440) },
  { ...closed, title: "TurnTime" },
);

export const configurationShape = Type.Object(
  {
    slotIntervalMinutes: Type.Unsafe<(typeof slotIntervals)[number]>({ type: "integer", enum: [...slotIntervals] }),
    partySize: partySizeShape,
    largePartyThreshold: maybe(thresholdShape),
    leadTime: Type.Object(
      {
        minMinutes: integer(0, 60 * 24 * 60, "Elapsed time."),
        maxDays: integer(0, 730, "Venue-local calendar days from today."),
      },
      { ...closed, title: "BookingLeadTime" },
    ),
    holdSeconds: maybe(integer(60, 600, "300 without it.")),
    waitlist: maybe(
      Type.Object(
        {
          enabled: Type.Boolean(),
          maxPartySize: people(),
          notifyExpiryMinutes: maybe(integer(1, 240, "10 without it.")),
          maxEntries: maybe(integer(1, 10_000)),
        },
        { ...closed, title: "WaitlistRules" },
      ),
    ),
    contactRequired: oneOf(contactRules, "What a guest must leave."),
    cancellation: Type.Object(
      {
        guestWindowMinutes: integer(0, 60 * 24 * 60, "A guest may change or cancel until this long before the start."),
        policyText: maybe(textField(2000)),
        translations,
      },
      { ...closed, title: "CancellationRules" },
    ),
    durations: Type.Array(turnTimeShape, {
      minItems: 1,
      maxItems: 100,
      description: "How long parties stay; they cover partySize without gap or overlap.",
    }),
    bufferMinutes: maybe(integer(0, 240, "After each stay.")),
    services: Type.Array(weeklyServiceShape, { maxItems: limits.services }),
    exceptions: maybe(Type.Array(exceptionShape, { maxItems: limits.exceptions })),
    areas: Type.Array(areaShape, { maxItems: limits.areas }),
    experiences: maybe(Type.Array(experienceShape, { maxItems: limits.experiences })),
    payments: maybe(
      Type.Array(paymentShape, {
        maxItems: limits.payments,
        description: "Deposits and prepayment: a start asks for the first that it matches, or for none.",
      }),
    ),
    tableAlerts: maybe(
      Type.Object(
        {
          enabled: Type.Boolean({ description: "Whether guests of a full day are told when a table becomes free." }),
          offerMinutes: maybe(integer(5, 60, "How long the table is kept for a guest who is told; 15 without it.")),
        },
        { ...closed, title: "TableAlertRules", description: "Alerts for guests; off without it." },
      ),
    ),
    repair: maybe(
      Type.Boolean({
        description:
          "Whether parties that are not yet seated may be moved within their area to make room; on without it.",
      }),
    ),
  },
  { ...closed, title: "BookingSetup" },
);

/** A configuration as partners send it. */
export type GivenConfiguration = Static<typeof configurationShape>;

export const publishBody = Type.Object(
  {
    configuration: configurationShape,
    expected_revision: Type.Optional(
      nullable(
        integer(1, 2_147_483_647, "The revision that you read; null when there was none. Without it, unconditional."),
      ),
    ),
  },
  closed,
);

export const warningCodes = ["table_removed"] as const;

const answerFields = {
  object: Type.Literal("booking_configuration"),
  location_id: idField("str"),
  livemode: Type.Boolean(),
  revision: nullable(Type.Integer({ description: "Grows by one with every save; null when there is none." })),
  published_at: nullable(isoInstant("When this revision was saved.")),
  configuration: nullable(configurationShape),
};

export const configurationAnswer = Type.Object(answerFields);
export const publishedAnswer = Type.Object({
  ...answerFields,
  warnings: Type.Array(
    Type.Object({
      code: oneOf(warningCodes, "table_removed: a table of this booking is no longer configured."),
      booking_id: idField("bkg"),
    }),
    { description: "Coming bookings that the new configuration strands; they stay as they are." },
  ),
});
