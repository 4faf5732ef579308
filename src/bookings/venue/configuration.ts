/** The booking configuration of a location (rules/bookings 1), defaults filled in. */

export const slotIntervals = [5, 10, 15, 20, 30, 60] as const;
export const contactRules = ["phone", "email", "either", "none"] as const;

export const configurationLimits = {
  units: 500,
  combinations: 500,
  areas: 20,
  services: 50,
  experiences: 100,
  payments: 50,
  exceptions: 400,
} as const;

/** The texts of an object in other languages, by language (rules/languages 2.4). */
export type Translated<Field extends string> = Readonly<Record<string, { readonly [K in Field]?: string }>>;

/** What guests are shown of an area or an experience beside its name. */
export interface Shown {
  readonly description: string | null;
  readonly photoUrl?: string;
  /** In minor units; what one person pays, as guests are told. */
  readonly pricePerPerson?: { readonly amount: number; readonly currency: string };
  readonly translations?: Translated<"name" | "description">;
}

export interface PartyBounds {
  readonly min: number;
  readonly max: number;
}

export interface TurnTime {
  readonly minPartySize: number;
  readonly maxPartySize: number;
  readonly minutes: number;
}

/** At most so many parties, or guests, per slot start. */
export interface Pacing {
  readonly maxParties: number | null;
  readonly maxCovers: number | null;
}

/** A time of taking parties; `closes` at or before `opens` lies on the next day. Times are local "HH:MM". */
export interface Service {
  readonly serviceId: string;
  readonly name: string;
  readonly translations?: Translated<"name">;
  readonly opens: string;
  readonly closes: string;
  /** The last start; without it the stay ends by `closes`. */
  readonly lastSeating: string | null;
  /** Only these areas; null is all. */
  readonly areas: readonly string[] | null;
  readonly pacing: Pacing | null;
}

/** `days` holds 0 (Sunday) to 6. */
export interface WeeklyService extends Service {
  readonly days: readonly number[];
}

/** The services of one date in place of the weekly ones; none when closed. */
export interface ServiceException {
  readonly date: string;
  readonly closed: boolean;
  readonly services: readonly Service[];
}

export interface Unit {
  readonly unitId: string;
  readonly name: string;
  readonly minSeats: number;
  readonly maxSeats: number;
  /** Offered online; others are for walk-ins and the venue. */
  readonly listed: boolean;
  readonly outOfService: boolean;
}

/** Units of one area that are joined for one party. */
export interface Combination {
  readonly unitIds: readonly string[];
  readonly minSeats: number;
  readonly maxSeats: number;
  /** A lower number comes first; null comes last. */
  readonly priority: number | null;
}

export interface Area extends Omit<Shown, "description"> {
  readonly areaId: string;
  readonly poolId: number;
  readonly name: string;
  readonly description?: string;
  readonly units: readonly Unit[];
  readonly combinations: readonly Combination[];
}

export interface Experience extends Shown {
  readonly experienceId: string;
  readonly name: string;
  readonly prepaymentRequired: boolean;
  readonly minPartySize: number | null;
  readonly maxPartySize: number | null;
  /** In place of the turn time. */
  readonly durationMinutes: number | null;
  /** Only in these services; null is all. */
  readonly services: readonly string[] | null;
  /** Only at these units; null is all. */
  readonly unitIds: readonly string[] | null;
}

/** A deposit, or the price paid ahead, that some starts ask for (rules/bookings 17.1). */
export interface ConfiguredPayment {
  readonly paymentId: string;
  readonly kind: "deposit" | "prepaid";
  /** In minor units, for one person or for the party. */
  readonly amount: { readonly amount: number; readonly currency: string };
  readonly per: "person" | "party";
  readonly minPartySize: number | null;
  /** Service days, 0 (Sunday) to 6; null is all. */
  readonly days: readonly number[] | null;
  /** Only in these services; null is all. */
  readonly services: readonly string[] | null;
  /** Only for these experiences; null is every reservation. */
  readonly experienceIds: readonly string[] | null;
  /** A guest who cancels until so many minutes before the start gets everything back. */
  readonly refundUntilMinutes: number;
  /** What a guest gets back who cancels later, in percent. */
  readonly refundPercentAfter: number;
}

export interface BookingConfiguration {
  readonly slotIntervalMinutes: (typeof slotIntervals)[number];
  readonly partySize: PartyBounds;
  /** Above it the venue is asked directly. */
  readonly largePartyThreshold: number | null;
  readonly leadTime: { readonly minMinutes: number; readonly maxDays: number };
  readonly holdSeconds: number;
  readonly waitlist: {
    readonly enabled: boolean;
    readonly maxPartySize: number;
    readonly notifyExpiryMinutes: number;
    readonly maxEntries: number | null;
  };
  readonly contactRequired: (typeof contactRules)[number];
  readonly cancellation: {
    readonly guestWindowMinutes: number;
    readonly policyText: string | null;
    readonly translations?: Translated<"policyText">;
  };
  /** In ascending order, covering `partySize` without gap or overlap. */
  readonly durations: readonly TurnTime[];
  /** After each stay. */
  readonly bufferMinutes: number;
  readonly services: readonly WeeklyService[];
  readonly exceptions: readonly ServiceException[];
  /** In the order of poolId. */
  readonly areas: readonly Area[];
  readonly experiences: readonly Experience[];
  /** The first that a start matches is what it asks for. */
  readonly payments: readonly ConfiguredPayment[];
  /** Whether guests are told of tables that become free, and how long one is kept for each of them. */
  readonly tableAlerts: { readonly enabled: boolean; readonly offerMinutes: number };
  /** Whether parties that are not yet seated may be moved within their area to make room. */
  readonly repair: boolean;
}
