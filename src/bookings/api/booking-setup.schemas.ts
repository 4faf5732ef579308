/** The booking profile and the blackout dates on the wire (rules/bookings 2). */
import Type, { type Static } from "typebox";
import { toIso } from "../../kernel/clock.ts";
import type { Id } from "../../kernel/id.ts";
import {
  idField,
  isoInstant,
  localClockTime,
  localDate,
  nullable,
  oneOf,
  textField,
} from "../../platform/http/reading/fields.ts";
import { isPrepaidSomewhere } from "../venue/payment-terms.ts";
import { maxBlackouts, type Blackout } from "../venue/blackouts.ts";
import type { Experience } from "../venue/configuration.ts";
import type { BookingSetup } from "../setup/read-setup.query.ts";
import type { ReservationProvider } from "../provider/reservation-provider.ts";

const closed = { additionalProperties: false } as const;
const maybe = <T extends Parameters<typeof nullable>[0]>(schema: T) => Type.Optional(nullable(schema));

const revisionField = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: "Grows with every replacement; 0 before the first.",
});

/** An element as partners send it. */
export const givenBlackoutShape = Type.Object(
  {
    start_date: localDate("Venue-local; a service that passes midnight belongs to the day on which it opens."),
    end_date: localDate("Inclusive."),
    start_time: maybe(
      localClockTime("With end_time, on one-day ranges only: the first blocked time, by the wall clock."),
    ),
    end_time: maybe(localClockTime("Exclusive, after start_time.")),
    area_id: maybe(textField(100, { description: "Only this area; the whole location without it." })),
    reason: maybe(textField(500, { description: "For the venue; shown to partners, never to guests." })),
  },
  closed,
);

const blackoutShape = Type.Object(
  {
    start_date: Type.String({ maxLength: 10 }),
    end_date: Type.String({ maxLength: 10 }),
    start_time: nullable(Type.String({ maxLength: 5 })),
    end_time: nullable(Type.String({ maxLength: 5 })),
    area_id: nullable(Type.String({ maxLength: 100 })),
    reason: nullable(Type.String({ maxLength: 500 })),
  },
  { title: "BookingBlackout" },
);

export const blackoutsBody = Type.Object(
  {
    expected_revision: Type.Integer({ ...revisionField, description: "blackout_dates_revision of the profile." }),
    blackout_dates: Type.Array(givenBlackoutShape, { maxItems: maxBlackouts }),
  },
  closed,
);

export const blackoutsAnswer = Type.Object({
  object: Type.Literal("booking_blackouts"),
  location_id: idField("str"),
  blackout_dates: Type.Array(blackoutShape),
  blackout_dates_revision: revisionField,
});

/** The blackout dates as partners read them. */
export function blackoutsToWire(
  locationId: Id<"str">,
  blackouts: readonly Blackout[],
  revision: number,
): Static<typeof blackoutsAnswer> {
  return {
    object: "booking_blackouts",
    location_id: locationId,
    blackout_dates: blackouts.map((blackout) => ({ ...blackout })),
    blackout_dates_revision: revision,
  };
}

export const experienceWireShape = Type.Object(
  {
    id: Type.String({ maxLength: 100 }),
    name: Type.String({ maxLength: 200 }),
    description: nullable(Type.String({ maxLength: 2000 })),
    photo_url: nullable(Type.String({ maxLength: 2048 })),
    prepayment_required: Type.Boolean({ description: "True: holding it answers 422 payment_instrument_required." }),
  },
  { title: "OfferedExperience" },
);

/** An experience as partners read it in the booking profile. */
export function experienceToWire(
  { experienceId, name, description, photoUrl, prepaymentRequired }: Experience,
  isPrepaid: boolean,
): Static<typeof experienceWireShape> {
  const photo_url = photoUrl ?? null;
  return { id: experienceId, name, description, photo_url, prepayment_required: prepaymentRequired || isPrepaid };
}

const capabilityNames = [
  "availability",
  "holds",
  "bookings",
  "change",
  "cancel",
  "experiences",
  "floor",
  "waitlist",
  "walk_ins",
  "venue_cancel",
  "guest_messaging",
] as const;
type Capability = (typeof capabilityNames)[number];

export const profileShape = Type.Object({
  object: Type.Literal("booking_profile"),
  location_id: idField("str"),
  livemode: Type.Boolean(),
  enabled: Type.Boolean({
    description: "Whether bookings are taken; managers switch it on once a configuration is published.",
  }),
  management: oneOf(["native", "provider"]),
  provider: nullable(
    Type.String({ maxLength: 100, description: "Who manages the reservations, when not this service." }),
  ),
  time_zone: nullable(Type.String({ maxLength: 255, description: "The IANA name." })),
  party_size: nullable(Type.Object({ min: Type.Integer(), max: Type.Integer() })),
  large_party_threshold: nullable(Type.Integer({ description: "Larger parties ask the venue directly." })),
  booking_window: nullable(Type.Object({ min_lead_minutes: Type.Integer(), max_days: Type.Integer() })),
  cancellation: nullable(
    Type.Object({ guest_window_minutes: Type.Integer(), policy_text: nullable(Type.String({ maxLength: 2000 })) }),
  ),
  slot_interval_minutes: nullable(Type.Integer()),
  areas: Type.Array(
    Type.Object(
      { area_id: Type.String({ maxLength: 100 }), name: Type.String({ maxLength: 200 }) },
      { title: "BookedArea" },
    ),
  ),
  experiences: Type.Array(experienceWireShape),
  capabilities: Type.Object(
    Object.fromEntries(capabilityNames.map((name) => [name, Type.Boolean()])) as Record<
      Capability,
      ReturnType<typeof Type.Boolean>
    >,
  ),
  blackout_dates: Type.Array(blackoutShape),
  blackout_dates_revision: revisionField,
  configuration_revision: nullable(Type.Integer()),
  published_at: nullable(isoInstant("When the configuration was last saved.")),
});

/** The profile of a location, configured or not. */
export function profileToWire(
  { location, configuration, blackouts, blackoutsRevision }: BookingSetup,
  livemode: boolean,
  provider: ReservationProvider | undefined,
): Static<typeof profileShape> {
  const isProviders = location.booking_mode === "provider";
  const configured = configuration === null || isProviders ? unconfigured : termsOf(configuration);
  return {
    object: "booking_profile",
    location_id: location.id,
    livemode,
    enabled: location.bookings_enabled && (isProviders ? provider !== undefined : configuration !== null),
    management: location.booking_mode,
    provider: isProviders ? (provider?.name ?? null) : null,
    time_zone: location.timezone,
    ...configured,
    ...(isProviders && provider !== undefined ? { party_size: { ...provider.partySize } } : {}),
    capabilities: isProviders
      ? capabilitiesAt(provider, location.timezone !== null)
      : capabilitiesOf({ location, configuration }),
    blackout_dates: blackouts.map((blackout) => ({ ...blackout })),
    blackout_dates_revision: blackoutsRevision,
    configuration_revision: location.revision,
    published_at: location.published_at === null ? null : toIso(location.published_at),
  };
}

const unconfigured = {
  party_size: null,
  large_party_threshold: null,
  booking_window: null,
  cancellation: null,
  slot_interval_minutes: null,
  areas: [],
  experiences: [],
};

function termsOf(configuration: NonNullable<BookingSetup["configuration"]>) {
  const { partySize, leadTime, cancellation, areas, experiences } = configuration;
  return {
    party_size: { min: partySize.min, max: partySize.max },
    large_party_threshold: configuration.largePartyThreshold,
    booking_window: { min_lead_minutes: leadTime.minMinutes, max_days: leadTime.maxDays },
    cancellation: {
      guest_window_minutes: cancellation.guestWindowMinutes,
      policy_text: cancellation.policyText,
    },
    slot_interval_minutes: configuration.slotIntervalMinutes,
    areas: areas.map(({ areaId, name }) => ({ area_id: areaId, name })),
    experiences: experiences.map((each) =>
      experienceToWire(each, isPrepaidSomewhere(configuration, each.experienceId)),
    ),
  };
}

/** What a provider offers of it: nothing that needs our own tables. */
function capabilitiesAt(provider: ReservationProvider | undefined, hasZone: boolean): Record<Capability, boolean> {
  const ready = provider !== undefined && hasZone;
  return {
    availability: ready,
    holds: ready && provider.holds,
    bookings: ready,
    change: ready,
    cancel: ready,
    experiences: false,
    floor: false,
    waitlist: false,
    walk_ins: false,
    venue_cancel: false,
    guest_messaging: false,
  };
}

function capabilitiesOf({
  location,
  configuration,
}: Pick<BookingSetup, "location" | "configuration">): Record<Capability, boolean> {
  const native = location.booking_mode === "native";
  const ready = native && configuration !== null && location.timezone !== null;
  return {
    availability: ready,
    holds: ready,
    bookings: ready,
    change: ready,
    cancel: ready,
    experiences: ready && configuration.experiences.length > 0,
    floor: ready,
    waitlist: ready && configuration.waitlist.enabled,
    walk_ins: ready,
    venue_cancel: ready,
    guest_messaging: native && location.messaging,
  };
}
