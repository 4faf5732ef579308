/** Generated from openapi/partner.json by `npm run openapi`. */

export type AcceptOrderInput = {
  /** Your ticket's id; shown as external_id. */
  pos_ticket_id?: string | undefined;
  /** When it will be ready, in the future. */
  estimated_ready_at?: number | undefined;
};

export type AddToWaitlistInput = {
  party_size: number;
  guest: {
    first_name: string;
    last_name?: string | undefined;
    /** Any spelling; without a country code, as dialled in the location's country. */
    phone?: string | undefined;
    email?: string | undefined;
  };
  notes?: string | undefined;
  /** What the guest reads; absent: the language of the location. */
  language?: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | undefined;
  /** in_person when absent and the key has bookings:manage, else partner. */
  channel?: "in_person" | "partner" | "online" | "phone" | undefined;
  /** What the venue itself told the party; the estimate when absent. */
  quoted_wait?: {
    parties_ahead?: number | undefined;
    wait_minutes: {
      min: number;
      max: number;
    };
  } | undefined;
  /** Needed, here or as the header Idempotency-Key; wins over the header. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
};

export type AdvanceSandboxClockInput = {
  advance_seconds: number;
};

/** Stays the same when the same thing is announced again. */
export type AnnouncementKey = string;

export type AnswerOrderValidationInput = {
  validation_id: string;
  valid: boolean;
  issues?: Array<{
    code: string;
    message?: string | undefined;
    menu_entity_id?: string | undefined;
  }> | undefined;
};

export type AnswerSandboxOrderChangeInput = {
  /** remove: go on without the items; cancel: the whole order, all money back. */
  choice: "remove" | "cancel";
};

export type AppId = string;

/** The fault of the sandbox that the call or the delivery met. */
export type AppliedFault = {
  /** Null for a fault that the header X-Sandbox-Fault asked for. */
  rule_id: string | null;
  kind: string;
};

export type AssignedTable = {
  area_id: string;
  area_name: string;
  /** Several: they are joined. */
  unit_ids: Array<string>;
};

export type BasketCustomer = {
  name: string;
  /** In any spelling; without a country code, as dialled in the country of the location. */
  phone: string;
  email?: string | undefined;
};

export type BasketDeliveryAddress = {
  street: string;
  unit?: string | null | undefined;
  city: string;
  /** Where the country has states. */
  state?: string | undefined;
  /** Where the country has postal codes. */
  postal_code?: string | undefined;
  notes?: string | null | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
};

export type BasketItem = {
  /** The externalId of the variation. */
  menu_entity_id: string;
  quantity: number;
  modifiers?: Array<{
    /** The externalId of the option. */
    menu_entity_id: string;
    quantity?: number | undefined;
    modifiers?: Array<{
      /** The externalId of the option. */
      menu_entity_id: string;
      quantity?: number | undefined;
      modifiers?: Array<{
        /** The externalId of the option. */
        menu_entity_id: string;
        quantity?: number | undefined;
        modifiers?: Array<{
          /** The externalId of the option. */
          menu_entity_id: string;
          quantity?: number | undefined;
          modifiers?: Array<{
            /** The externalId of the option. */
            menu_entity_id: string;
            quantity?: number | undefined;
            modifiers?: Array<{
              /** The externalId of the option. */
              menu_entity_id: string;
              quantity?: number | undefined;
              modifiers?: Array<{
                /** The externalId of the option. */
                menu_entity_id: string;
                quantity?: number | undefined;
                modifiers?: Array<{
                  /** The externalId of the option. */
                  menu_entity_id: string;
                  quantity?: number | undefined;
                }> | undefined;
              }> | undefined;
            }> | undefined;
          }> | undefined;
        }> | undefined;
      }> | undefined;
    }> | undefined;
  }> | undefined;
  notes?: string | undefined;
};

export type BlockTablesInput = {
  unit_ids: Array<string>;
  /** From when on; from now on when absent, or when it is past. */
  from?: string | undefined;
  /** At most 24 hours later. */
  until: string;
  reason?: string | undefined;
};

export type BookedArea = {
  area_id: string;
  name: string;
};

export type BookedExperience = {
  id: string;
  name: string;
};

export type Booking = {
  object: "booking";
  id: BookingId;
  livemode: boolean;
  /** When it was made. */
  created: number;
  /** When it last changed. */
  updated_at: string;
  /** Grows by one with every change; send it as expected_version. */
  version: number;
  location_id: LocationId;
  status: "pending" | "confirmed" | "in_service" | "completed" | "no_show" | "cancelled_by_guest" | "cancelled_by_venue" | "declined";
  /** What a pending booking waits for: its payment, or the provider. */
  pending_reason: "payment" | "provider" | null;
  /** PAYMENT_TIMEOUT: it was not paid in time. */
  decline_reason: "PAYMENT_TIMEOUT" | null;
  source: "partner" | "online" | "phone" | "walk_in" | "waitlist" | "provider";
  /** Eight characters that cannot be mistaken for each other. */
  confirmation_code: string;
  /** When the party is expected; for a walk-in, when it was seated. */
  starts_at: string;
  /** When its stay is to end. */
  ends_at: string;
  /** The location's IANA zone. */
  time_zone: string;
  /** When it begins by the clock on the wall, with the offset. */
  local_start: string;
  /** When it ends by the clock on the wall, with the offset. */
  local_end: string;
  /** How many guests. */
  party_size: number;
  table: AssignedTable | null;
  experience: BookedExperience | null;
  guest: BookingGuest;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  /** The guest's. */
  notes: string | null;
  /** Always null: the restaurant's own notes stay with it. */
  venue_notes: string | null;
  /** Until when the guest may move it. */
  changeable_until: string;
  /** Until when the guest may cancel it. */
  cancellable_until: string;
  /** Until when the party said that it will be late; its table stays. */
  late_until: string | null;
  /** When the party sat down. */
  seated_at: string | null;
  /** When the party left. */
  completed_at: string | null;
  cancellation: BookingCancellationRecord | null;
  waitlist_entry_id: WaitlistEntryId | null;
  payment: PaymentOfBooking | null;
  /** Who made the last change: an app, the restaurant, the guest, or Maple by itself. */
  updated_by: "partner" | "store" | "guest" | "service";
};

export type BookingBlackout = {
  start_date: string;
  end_date: string;
  start_time: string | null;
  end_time: string | null;
  area_id: string | null;
  reason: string | null;
};

export type BookingBlackouts = {
  object: "booking_blackouts";
  location_id: LocationId;
  blackout_dates: Array<BookingBlackout>;
  /** Grows with every replacement; 0 before the first. */
  blackout_dates_revision: number;
};

export type BookingCancellationRecord = {
  actor: "guest" | "venue";
  reason: string | null;
  /** When. */
  cancelled_at: string;
};

export type BookingCancelledEvent = {
  event_id: EventId;
  event_type: "booking.cancelled";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

export type BookingChangedEvent = {
  event_id: EventId;
  event_type: "booking.changed";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: ChangedBookingNews;
};

export type BookingCombination = {
  /** Units of the area. */
  unitIds: Array<string>;
  minSeats: number;
  /** May be more than the units seat apart. */
  maxSeats: number;
  /** A lower number comes first. */
  priority?: number | null | undefined;
};

export type BookingCompletedEvent = {
  event_id: EventId;
  event_type: "booking.completed";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

export type BookingConfiguration = {
  object: "booking_configuration";
  location_id: LocationId;
  livemode: boolean;
  /** Grows by one with every save; null when there is none. */
  revision: number | null;
  /** When this revision was saved. */
  published_at: string | null;
  configuration: BookingSetup | null;
};

export type BookingConfirmedEvent = {
  event_id: EventId;
  event_type: "booking.confirmed";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

export type BookingCreatedEvent = {
  event_id: EventId;
  event_type: "booking.created";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

export type BookingDeclinedEvent = {
  event_id: EventId;
  event_type: "booking.declined";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

export type BookingFloor = {
  object: "booking_floor";
  location_id: LocationId;
  livemode: boolean;
  /** The moment that the floor is drawn for, in the location's clock. */
  as_of: string;
  time_zone: string;
  tables: Array<FloorTable>;
  areas: Array<{
    area_id: string;
    name: string;
    /** Seats of the tables in service. */
    capacity: number;
    /** Guests of the parties that sit. */
    seats_in_use: number;
  }>;
  summary: {
    tables_total: number;
    /** Tables at which a party sits. */
    tables_busy: number;
    tables_out_of_service: number;
    /** Parties that sit at tables which the configuration no longer has. */
    off_plan_parties: number;
  };
};

export type BookingGuest = {
  first_name: string | null;
  last_name: string | null;
  /** E.164; shown with bookings:write or bookings:manage only, else null. */
  phone: string | null;
  phone_last_four: string | null;
  /** Shown with bookings:write or bookings:manage only, else null. */
  email: string | null;
};

export type BookingHold = {
  object: "booking_hold";
  id: BookingHoldId;
  livemode: boolean;
  /** When it was made. */
  created: number;
  location_id: LocationId;
  /** Only a live hold can be booked; pending: a provider has not settled it yet. */
  status: "live" | "pending" | "consumed" | "released" | "expired";
  /** How many guests. */
  party_size: number;
  /** When the stay begins. */
  starts_at: string;
  /** When the stay ends. */
  ends_at: string;
  /** When it begins by the clock on the wall, with the offset. */
  local_start: string;
  /** When it ends by the clock on the wall, with the offset. */
  local_end: string;
  /** From this very moment on the hold is over. */
  expires_at: string;
  area: BookedArea;
  experience: HeldExperience | null;
  payment: BookingPaymentTerms | null;
  booking_id: BookingId | null;
};

export type BookingHoldId = string;

export type BookingHoldList = {
  object: "list";
  data: Array<BookingHold>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type BookingId = string;

export type BookingLeadTime = {
  /** Elapsed time. */
  minMinutes: number;
  /** Venue-local calendar days from today. */
  maxDays: number;
};

export type BookingList = {
  object: "list";
  data: Array<Booking>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type BookingNews = {
  object: "booking";
  id: BookingId;
  livemode: boolean;
  /** When it was made. */
  created: number;
  /** When it last changed. */
  updated_at: string;
  /** Grows by one with every change; send it as expected_version. */
  version: number;
  location_id: LocationId;
  status: "pending" | "confirmed" | "in_service" | "completed" | "no_show" | "cancelled_by_guest" | "cancelled_by_venue" | "declined";
  /** What a pending booking waits for: its payment, or the provider. */
  pending_reason: "payment" | "provider" | null;
  /** PAYMENT_TIMEOUT: it was not paid in time. */
  decline_reason: "PAYMENT_TIMEOUT" | null;
  source: "partner" | "online" | "phone" | "walk_in" | "waitlist" | "provider";
  /** Eight characters that cannot be mistaken for each other. */
  confirmation_code: string;
  /** When the party is expected; for a walk-in, when it was seated. */
  starts_at: string;
  /** When its stay is to end. */
  ends_at: string;
  /** The location's IANA zone. */
  time_zone: string;
  /** When it begins by the clock on the wall, with the offset. */
  local_start: string;
  /** When it ends by the clock on the wall, with the offset. */
  local_end: string;
  /** How many guests. */
  party_size: number;
  table: AssignedTable | null;
  experience: BookedExperience | null;
  guest: BookingGuest;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  /** The guest's. */
  notes: string | null;
  /** Always null: the restaurant's own notes stay with it. */
  venue_notes: string | null;
  /** Until when the guest may move it. */
  changeable_until: string;
  /** Until when the guest may cancel it. */
  cancellable_until: string;
  /** Until when the party said that it will be late; its table stays. */
  late_until: string | null;
  /** When the party sat down. */
  seated_at: string | null;
  /** When the party left. */
  completed_at: string | null;
  cancellation: BookingCancellationRecord | null;
  waitlist_entry_id: WaitlistEntryId | null;
  payment: PaymentOfBooking | null;
  /** Who made the last change: an app, the restaurant, the guest, or Maple by itself. */
  updated_by: "partner" | "store" | "guest" | "service";
  /** Who made the change: an app, the restaurant, the guest, or Maple by itself. */
  actor: "partner" | "store" | "guest" | "service";
};

export type BookingNoShowEvent = {
  event_id: EventId;
  event_type: "booking.no_show";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

/** At most so many parties, or guests, per slot start. */
export type BookingPacing = {
  maxParties?: number | null | undefined;
  maxCovers?: number | null | undefined;
};

export type BookingPaymentTerms = {
  /** deposit: a part ahead; prepaid: the whole price ahead. */
  kind: "deposit" | "prepaid";
  /** For this party, in minor units. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** What the restaurant counts by. */
  per: "person" | "party";
  /** A guest who cancels until then gets everything back. */
  refund_until: string;
  /** What a guest gets back who cancels later, in percent. */
  refund_percent_after: number;
};

export type BookingProfile = {
  object: "booking_profile";
  location_id: LocationId;
  livemode: boolean;
  /** Whether bookings are taken; managers switch it on once a configuration is published. */
  enabled: boolean;
  management: "native" | "provider";
  /** Who manages the reservations, when not this service. */
  provider: string | null;
  /** The IANA name. */
  time_zone: string | null;
  party_size: {
    min: number;
    max: number;
  } | null;
  /** Larger parties ask the venue directly. */
  large_party_threshold: number | null;
  booking_window: {
    min_lead_minutes: number;
    max_days: number;
  } | null;
  cancellation: {
    guest_window_minutes: number;
    policy_text: string | null;
  } | null;
  slot_interval_minutes: number | null;
  areas: Array<BookedArea>;
  experiences: Array<OfferedExperience>;
  capabilities: {
    availability: boolean;
    holds: boolean;
    bookings: boolean;
    change: boolean;
    cancel: boolean;
    experiences: boolean;
    floor: boolean;
    waitlist: boolean;
    walk_ins: boolean;
    venue_cancel: boolean;
    guest_messaging: boolean;
  };
  blackout_dates: Array<BookingBlackout>;
  /** Grows with every replacement; 0 before the first. */
  blackout_dates_revision: number;
  configuration_revision: number | null;
  /** When the configuration was last saved. */
  published_at: string | null;
};

export type BookingSeatedEvent = {
  event_id: EventId;
  event_type: "booking.seated";
  location_id: LocationId;
  resource_id: BookingId;
  resource_type: "booking";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: BookingNews;
};

export type BookingServiceException = {
  /** Venue-local, YYYY-MM-DD. */
  date: string;
  /** No service at all; else `services` are those of the date. */
  closed?: boolean | undefined;
  services?: Array<DatedBookingService> | null | undefined;
};

export type BookingSetup = {
  slotIntervalMinutes: 5 | 10 | 15 | 20 | 30 | 60;
  partySize: PartySizeLimits;
  /** Above it: 422 large_party_inquiry_required. */
  largePartyThreshold?: number | null | undefined;
  leadTime: BookingLeadTime;
  /** 300 without it. */
  holdSeconds?: number | null | undefined;
  waitlist?: WaitlistRules | null | undefined;
  /** What a guest must leave. */
  contactRequired: "phone" | "email" | "either" | "none";
  cancellation: CancellationRules;
  /** How long parties stay; they cover partySize without gap or overlap. */
  durations: Array<TurnTime>;
  /** After each stay. */
  bufferMinutes?: number | null | undefined;
  services: Array<WeeklyBookingService>;
  exceptions?: Array<BookingServiceException> | null | undefined;
  areas: Array<ConfiguredArea>;
  experiences?: Array<ConfiguredExperience> | null | undefined;
  /** Deposits and prepayment: a start asks for the first that it matches, or for none. */
  payments?: Array<PaymentRule> | null | undefined;
  tableAlerts?: TableAlertRules | null | undefined;
  /** Whether parties that are not yet seated may be moved within their area to make room; on without it. */
  repair?: boolean | null | undefined;
};

export type BookingSlot = {
  object: "booking_slot";
  livemode: boolean;
  location_id: LocationId;
  /** When the stay begins. */
  starts_at: string;
  /** When it ends. */
  ends_at: string;
  /** Venue-local, with the offset: it tells the two passes of a repeated hour apart. */
  local_start: string;
  /** The end, written alike. */
  local_end: string;
  duration_minutes: number;
  party_size: number;
  area: BookedArea;
  experience: OfferedExperience | null;
  payment: BookingPaymentTerms | null;
  /** Opaque; hold or book the slot with it. It promises no table. */
  slot_token: string;
  /** Until when the token is good. */
  token_expires_at: string;
};

export type BookingSlotList = {
  object: "list";
  data: Array<BookingSlot>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type BookingUnit = {
  /** Yours, unique in the configuration. */
  unitId: string;
  name: string;
  minSeats: number;
  maxSeats: number;
  /** Offered online; others are for walk-ins and the venue. */
  listed: boolean;
  outOfService?: boolean | null | undefined;
};

export type CancelBookingForVenueInput = {
  reason?: string | undefined;
  /** Refused with 409 stale_version when it is another. */
  expected_version?: number | undefined;
  /** The same as the header Idempotency-Key, and wins over it. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
};

export type CancelBookingInput = {
  reason?: string | undefined;
  /** Refused with 409 stale_version when it is another. */
  expected_version?: number | undefined;
  /** The same as the header Idempotency-Key, and wins over it. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
};

export type CancelOrderInput = {
  /** A code (ITEM_AVAILABILITY, STORE_CLOSED, CAPACITY, PRICE_MISMATCH, ADDRESS_UNDELIVERABLE, POS_UNAVAILABLE, DUPLICATE, OTHER) or your own text, without white space at its ends. */
  reason: string;
};

export type CancelSandboxOrderAsCustomerInput = {
  reason?: string | undefined;
};

export type CancelSandboxOrderAsStoreInput = {
  reason?: string | undefined;
};

export type CancellationRules = {
  /** A guest may change or cancel until this long before the start. */
  guestWindowMinutes: number;
  policyText?: string | null | undefined;
  translations?: VenueTexts | undefined;
};

export type CancelledOrderNews = {
  order_id: OrderId;
  location_id: LocationId;
  status: "PENDING" | "ACCEPTED" | "AUTO_ACCEPTED" | "READY" | "IN_DELIVERY" | "FULFILLED" | "REJECTED" | "STORE_CANCELLED" | "CUSTOMER_CANCELLED";
  payment_status: "unpaid" | "pending" | "paid" | "refund_pending" | "refunded" | "pay_in_store" | "failed";
  /** Grows with every change of the order. */
  sequence: number;
  /** The POS ticket id given with accept. */
  external_id: string | null;
  /** Who made the change: an app, the restaurant, the diner, or Maple by itself. */
  actor: "partner" | "store" | "diner" | "service";
  cancellation: OrderCancellationRecord | null;
};

export type Certification = {
  object: "certification";
  id: CertificationId;
  location_id: LocationId;
  /** When the service judged it. */
  created_at: string;
  profile: "ordering" | "menus" | "bookings" | "waitlist" | "all";
  /** Every scenario that the app needs passed in this run. */
  passed: boolean;
  scenarios: Array<CertifiedScenario>;
};

export type CertificationId = string;

export type CertificationList = {
  object: "list";
  data: Array<Certification>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type CertifiedScenario = {
  id: string;
  outcome: "passed" | "failed" | "not_applicable";
  /** Why it was not judged. */
  reason: string | null;
  expectations: Array<JudgedExpectation>;
};

export type ChangeBookingInput = {
  /** Of an availability search; good for ten minutes. */
  slot_token?: string | undefined;
  notes?: string | null | undefined;
  /** Refused with 409 stale_version when it is another. */
  expected_version?: number | undefined;
  /** The same as the header Idempotency-Key, and wins over it. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
} & ({ slot_token: {} } | { notes: {} });

export type ChangedBookingNews = {
  object: "booking";
  id: BookingId;
  livemode: boolean;
  /** When it was made. */
  created: number;
  /** When it last changed. */
  updated_at: string;
  /** Grows by one with every change; send it as expected_version. */
  version: number;
  location_id: LocationId;
  status: "pending" | "confirmed" | "in_service" | "completed" | "no_show" | "cancelled_by_guest" | "cancelled_by_venue" | "declined";
  /** What a pending booking waits for: its payment, or the provider. */
  pending_reason: "payment" | "provider" | null;
  /** PAYMENT_TIMEOUT: it was not paid in time. */
  decline_reason: "PAYMENT_TIMEOUT" | null;
  source: "partner" | "online" | "phone" | "walk_in" | "waitlist" | "provider";
  /** Eight characters that cannot be mistaken for each other. */
  confirmation_code: string;
  /** When the party is expected; for a walk-in, when it was seated. */
  starts_at: string;
  /** When its stay is to end. */
  ends_at: string;
  /** The location's IANA zone. */
  time_zone: string;
  /** When it begins by the clock on the wall, with the offset. */
  local_start: string;
  /** When it ends by the clock on the wall, with the offset. */
  local_end: string;
  /** How many guests. */
  party_size: number;
  table: AssignedTable | null;
  experience: BookedExperience | null;
  guest: BookingGuest;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  /** The guest's. */
  notes: string | null;
  /** Always null: the restaurant's own notes stay with it. */
  venue_notes: string | null;
  /** Until when the guest may move it. */
  changeable_until: string;
  /** Until when the guest may cancel it. */
  cancellable_until: string;
  /** Until when the party said that it will be late; its table stays. */
  late_until: string | null;
  /** When the party sat down. */
  seated_at: string | null;
  /** When the party left. */
  completed_at: string | null;
  cancellation: BookingCancellationRecord | null;
  waitlist_entry_id: WaitlistEntryId | null;
  payment: PaymentOfBooking | null;
  /** Who made the last change: an app, the restaurant, the guest, or Maple by itself. */
  updated_by: "partner" | "store" | "guest" | "service";
  /** Who made the change: an app, the restaurant, the guest, or Maple by itself. */
  actor: "partner" | "store" | "guest" | "service";
  /** The names of the fields that differ. */
  changed: Array<string>;
  /** What the fields in `changed` were. */
  previous: { [name: string]: unknown };
  /** Why it changed. */
  cause: "partner" | "guest" | "store" | "service" | "repair";
};

export type ChangedOrderNews = {
  order_id: OrderId;
  location_id: LocationId;
  status: "PENDING" | "ACCEPTED" | "AUTO_ACCEPTED" | "READY" | "IN_DELIVERY" | "FULFILLED" | "REJECTED" | "STORE_CANCELLED" | "CUSTOMER_CANCELLED";
  payment_status: "unpaid" | "pending" | "paid" | "refund_pending" | "refunded" | "pay_in_store" | "failed";
  /** Grows with every change of the order. */
  sequence: number;
  /** The POS ticket id given with accept. */
  external_id: string | null;
  /** Who made the change: an app, the restaurant, the diner, or Maple by itself. */
  actor: "partner" | "store" | "diner" | "service";
  /** The names of the fields that differ. */
  changed: Array<string>;
};

export type CheckDeliveryZonesInput = {
  latitude: number;
  longitude: number;
  /** Of the order, as {amount, currency} or just in minor units: it decides on free delivery. */
  subtotal?: number | ZoneMoney | undefined;
};

export type CircleGeometry = {
  type: "Circle";
  radius_meters: number;
  center: ZoneCenter;
};

export type CompleteBookingInput = {
  /** Refused with 409 stale_version when it is another. */
  expected_version?: number | undefined;
};

export type CompleteOrderInput = Record<string, never>;

export type CompletedMenuNews = {
  menu_sync: MenuSync;
  /** The external ids of what the publish changed. */
  changed_external_ids: Array<string>;
};

export type ConfiguredArea = {
  /** Yours, unique in the configuration. */
  areaId: string;
  /** Areas are filled in this order. */
  poolId: number;
  name: string;
  description?: string | null | undefined;
  photoUrl?: string | null | undefined;
  pricePerPerson?: PaymentRuleAmount | undefined;
  translations?: VenueTexts | undefined;
  units: Array<BookingUnit>;
  combinations?: Array<BookingCombination> | null | undefined;
};

export type ConfiguredExperience = {
  /** Yours, unique in the configuration. */
  experienceId: string;
  name: string;
  description?: string | null | undefined;
  photoUrl?: string | null | undefined;
  pricePerPerson?: PaymentRuleAmount | undefined;
  translations?: VenueTexts | undefined;
  prepaymentRequired: boolean;
  minPartySize?: number | null | undefined;
  maxPartySize?: number | null | undefined;
  /** In place of the turn time. */
  durationMinutes?: number | null | undefined;
  /** Only in these services. */
  services?: Array<string> | null | undefined;
  /** Only at these units. */
  unitIds?: Array<string> | null | undefined;
};

export type Connection = {
  object: "connection";
  location_id: LocationId;
  status: "active";
  /** When the app was connected. */
  created_at: string;
  /** When the connection last changed. */
  updated_at: string;
};

export type ConnectionDeleted = {
  object: "connection.deleted";
  location_id: LocationId;
  deleted: true;
};

export type CreateBookingHoldInput = {
  /** Of an availability search; good for ten minutes. */
  slot_token: string;
  /** You pass payment.payment_link_url on to the guest. Without true, a slot with a payment is 422 payment_instrument_required. */
  accepts_payment_link?: boolean | undefined;
  /** The same as the header Idempotency-Key, and wins over it. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
};

/** With either hold_id or slot_token. */
export type CreateBookingInput = {
  hold_id?: BookingHoldId | undefined;
  /** Of an availability search; good for ten minutes. */
  slot_token?: string | undefined;
  guest: {
    first_name: string;
    last_name: string;
    /** Any spelling; without a country code, as dialled in the location's country. */
    phone?: string | undefined;
    email?: string | undefined;
  };
  notes?: string | undefined;
  /** What the guest reads; absent: the language of the location. */
  language?: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | undefined;
  /** You pass payment.payment_link_url on to the guest. Without true, a slot with a payment is 422 payment_instrument_required. */
  accepts_payment_link?: boolean | undefined;
  /** The same as the header Idempotency-Key, and wins over it. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
} & ({ hold_id: {}; slot_token?: undefined } | { slot_token: {}; hold_id?: undefined });

export type CreateDeliveryZoneInput = {
  /** For people. */
  name: string;
  /** A zone that is not enabled delivers nothing. */
  enabled?: boolean | undefined;
  /** Where zones overlap the highest wins, then the lowest fee, then the smallest area, then the id. */
  priority?: number | undefined;
  fee: ZoneMoney;
  minimum_order?: ZoneMoney | null | undefined;
  free_delivery_over?: ZoneMoney | null | undefined;
  estimated_minutes?: MinutesRange | null | undefined;
  hours?: ZoneHours | null | undefined;
  geometry: GivenGeometry;
};

export type CreateFeedbackInput = {
  kind: "bug" | "missing_capability" | "wrong_behavior" | "unclear_error" | "other";
  /** What is wrong or missing, in a sentence. */
  summary: string;
  /** What you did, what you expected, what came instead. */
  description?: string | undefined;
  /** The x-request-id of each answer that this is about. */
  request_ids?: Array<string> | undefined;
};

export type CreateSandboxCertificationInput = {
  profile: "ordering" | "menus" | "bookings" | "waitlist" | "all";
  location_id: LocationId;
  subscription_id: WebhookSubscriptionId;
  /** What was played; what is not named counts as not played. */
  scenarios: Array<PlayedScenario>;
};

export type CreateWalkInInput = {
  party_size: number;
  guest?: WalkInGuest | undefined;
  notes?: string | undefined;
  /** Tables chosen by hand. */
  unit_ids?: Array<string> | undefined;
  /** Tables chosen by hand may run into a later party's time, and the stay ends then; never by itself. */
  allow_overrun?: boolean | undefined;
  /** Tables chosen by hand may have fewer seats than the party needs; never by itself. */
  allow_over_capacity?: boolean | undefined;
  /** Needed, here or as the header Idempotency-Key; wins over the header. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
};

export type CreatedWebhookSubscription = {
  object: "webhook_subscription.created";
  subscription: WebhookSubscription;
  /** Shown once; null when the answer is replayed. */
  signing_secret: string | null;
  /** The secret was shown by the first answer to this Idempotency-Key. */
  secret_shown?: true | undefined;
};

export type DatedBookingService = {
  /** Yours, unique in the configuration. */
  serviceId: string;
  name: string;
  translations?: VenueTexts | undefined;
  /** Venue-local, HH:MM. */
  opens: string;
  /** At or before `opens`: on the next day. Venue-local, HH:MM. */
  closes: string;
  /** The last start; without it the stay ends by `closes`. */
  lastSeating?: string | null | undefined;
  /** Only these areas; all without it. */
  areas?: Array<string> | null | undefined;
  pacing?: BookingPacing | null | undefined;
};

export type DayBook = {
  object: "day_book";
  livemode: boolean;
  location_id: LocationId;
  /** The service day; it ends when its last service closes. */
  date: string;
  /** The location's IANA zone. */
  time_zone: string;
  services: Array<DayBookService>;
  /** Whatever became of them, by their start; at most 1,000. */
  bookings: Array<Booking>;
  /** There are more than 1,000 bookings; read them by GET /v1/bookings. */
  truncated: boolean;
  /** Blocks of tables that reach into the day. */
  blocks: Array<TableBlockOfLocation>;
  totals: DayBookTotals;
  /** False where a reservation provider keeps the book: it may have bookings that were not made here. */
  complete: boolean;
};

export type DayBookService = {
  service_id: string;
  name: string;
  /** Bookings that come or came: not cancelled, declined or missed. */
  parties: number;
  /** Their guests. */
  covers: number;
};

export type DayBookTotals = {
  /** Bookings that come or came: not cancelled, declined or missed. */
  parties: number;
  /** Their guests. */
  covers: number;
};

export type DeletedWebhookSubscription = {
  object: "webhook_subscription.deleted";
  id: WebhookSubscriptionId;
  deleted: true;
};

export type DeliveryAddress = {
  street: string;
  unit: string | null;
  city: string;
  state: string;
  postal_code: string;
  /** The diner's delivery instructions. */
  notes: string | null;
};

export type DeliveryAttempt = {
  object: "delivery_attempt";
  delivery_id: DeliveryId;
  /** From 1; the header X-Service-Attempt. */
  attempt: number;
  /** When the attempt began. */
  started_at: string;
  duration_ms: number;
  /** Null when there was no answer. */
  response_status: number | null;
  error: string | null;
  /** The first 4 KiB of the answer, as text. */
  response_body: string | null;
  /** When the next attempt was set to be made. */
  next_attempt_at: string | null;
};

export type DeliveryAttemptList = {
  object: "list";
  data: Array<DeliveryAttempt>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type DeliveryId = string;

export type DeliveryZone = {
  object: "delivery_zone";
  id: DeliveryZoneId;
  livemode: boolean;
  location_id: LocationId;
  /** For people. */
  name: string;
  /** A zone that is not enabled delivers nothing. */
  enabled: boolean;
  /** Where zones overlap the highest wins, then the lowest fee, then the smallest area, then the id. */
  priority: number;
  fee: ZoneMoney;
  minimum_order: ZoneMoney | null;
  free_delivery_over: ZoneMoney | null;
  estimated_minutes: MinutesRange | null;
  hours: ZoneHours | null;
  /** Unix seconds. */
  created: number;
  /** When it was last changed. */
  updated_at: string;
  /** Grows by one with every change. */
  version: number;
  geometry: PolygonGeometry | MultiPolygonGeometry | CircleGeometry;
};

export type DeliveryZoneCheck = {
  object: "delivery_zone_check";
  location_id: LocationId;
  /** The minimum order is reported and does not change this. */
  deliverable: boolean;
  zone: MatchingDeliveryZone | null;
  fee: ZoneMoney | null;
  minimum_order: ZoneMoney | null;
  /** Null while the subtotal is not known. */
  minimum_reached: boolean | null;
  free_delivery_over: ZoneMoney | null;
  estimated_minutes: MinutesRange | null;
  /** Why there is no delivery. */
  reason: "outside_zones" | "zone_closed" | "disabled" | null;
};

export type DeliveryZoneDeleted = {
  object: "delivery_zone.deleted";
  id: DeliveryZoneId;
  deleted: true;
};

export type DeliveryZoneId = string;

export type DeliveryZoneImport = {
  object: "delivery_zone_import";
  location_id: LocationId;
  dry_run: boolean;
  /** How many zones were stored; 0 in a dry run. */
  created: number;
  /** In the order of the document. */
  zones: Array<{
    id: DeliveryZoneId | null;
    /** Where the zone stands in the request. */
    path: string;
    name: string;
    type: "Polygon" | "MultiPolygon" | "Circle";
    corners: number;
    area_square_meters: number;
  }>;
};

export type DeliveryZoneList = {
  object: "list";
  data: Array<DeliveryZone>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type DenyOrderInput = {
  /** A code (ITEM_AVAILABILITY, STORE_CLOSED, CAPACITY, PRICE_MISMATCH, ADDRESS_UNDELIVERABLE, POS_UNAVAILABLE, DUPLICATE, OTHER) or your own text, without white space at its ends. */
  reason: string;
  /** menu_entity_ids of this order (items, variations, options) that become out_of_stock; others stay as they are. */
  out_of_stock?: Array<string> | undefined;
};

export type DeveloperApiStatus = {
  object: "developer_api_status";
  status: "ok";
  /** The version of the service. */
  version: string;
  /** What a program has to change in time; mostly empty. */
  notices: Array<Notice>;
};

export type DeveloperApp = {
  object: "developer_app";
  id: AppId;
  name: string;
  environment: "test" | "live";
  /** What the keys of the app may do. */
  scopes: Array<"locations:read" | "locations:write" | "connections:read" | "connections:write" | "orders:read" | "orders:write" | "menus:read" | "menus:write" | "webhooks:read" | "webhooks:write" | "bookings:read" | "bookings:write" | "bookings:manage" | "bookings:configure" | "delivery_zones:read" | "delivery_zones:write">;
};

export type EventId = string;

/** Fetch this to read the resource as it is now. */
export type EventResourceHref = string;

/** When it happened, in Unix seconds. */
export type EventTime = number;

export type FailedMenuNews = {
  menu_sync: MenuSync;
  /** What is wrong with a refused document, the first 100. */
  issues?: Array<MenuIssue> | undefined;
};

/** What the rule is for; everything when absent. */
export type FaultMatch = {
  event_types?: Array<string> | undefined;
  location_id?: LocationId | undefined;
  /** operationIds, for the kinds api_… */
  operations?: Array<string> | undefined;
};

export type FaultRule = {
  /** Yours, unique among the rules. */
  id: string;
  kind: "webhook_late" | "webhook_duplicate" | "webhook_out_of_order" | "webhook_dropped" | "webhook_bad_signature" | "webhook_old_timestamp" | "api_error" | "api_unavailable" | "api_slow" | "api_rate_limited" | "api_lost_answer";
  match?: FaultMatch | undefined;
  /** At most; no limit when absent. */
  times?: number | undefined;
  /** Of what it matches, by chance; all when absent. */
  share?: number | undefined;
  /** webhook_late 1 to 600, api_slow 1 to 60, api_rate_limited 1 to 30. */
  delay_seconds?: number | undefined;
  /** Shown; ignored when sent. */
  acted?: number | undefined;
};

export type Feedback = {
  object: "feedback";
  id: FeedbackId;
  kind: "bug" | "missing_capability" | "wrong_behavior" | "unclear_error" | "other";
  summary: string;
  /** As they were sent. */
  request_ids: Array<string>;
  /** Those that are requests of this app in the last seven days. */
  matched_request_ids: Array<string>;
  /** When the feedback was given. */
  created: number;
};

export type FeedbackId = string;

export type FloorParty = {
  kind: "booking" | "walk_in" | "hold";
  booking_id: BookingId | null;
  party_size: number;
  /** When it sat down; for a hold, when its stay begins. */
  started_at: string;
  /** When its stay is to end. */
  ends_at: string;
  guest: {
    first_name: string | null;
    last_name: string | null;
    phone_last_four: string | null;
  } | null;
};

export type FloorTable = {
  unit_id: string;
  area_id: string;
  area_name: string;
  seats: SeatsRange;
  /** Offered online; others are for walk-ins and the venue. */
  listed: boolean;
  /** held and reserved: a hold's or a booking's party is due now or within the next 60 minutes. */
  state: "free" | "held" | "reserved" | "occupied" | "out_of_service";
  /** Until when the restaurant has blocked the table; its state is out_of_service, unless a party sits there. */
  blocked_until: string | null;
  /** The party sits on although the next one's time has begun. */
  overrun: boolean;
  current: FloorParty | null;
  next: {
    booking_id: BookingId | null;
    /** When the next party comes; within 24 hours. */
    starts_at: string;
    party_size: number;
  } | null;
};

/** Of a Circle; absent: where the location is now. */
export type GivenCenter = {
  latitude: number;
  longitude: number;
};

/** At most 10,000 corners, within 300 km of the location. */
export type GivenGeometry = {
  /** Polygon, MultiPolygon (GeoJSON) or Circle. */
  type: string;
  /** Of a Polygon: rings, the outer one first; of a MultiPolygon: polygons. Positions are [longitude, latitude]. Open rings are closed, either winding will do. */
  coordinates?: Array<unknown> | undefined;
  /** Of a Circle: more than 0, at most 300,000. */
  radius_meters?: number | undefined;
  center?: GivenCenter | null | undefined;
};

export type GrantedLocationNews = {
  location: Location;
};

export type HeardEvent = {
  object: "heard_event";
  /** Give the last one when you connect again: nothing of the last hour is missed. */
  cursor: number;
  /** The same when you hear it twice, after connecting again. */
  heard_as: string;
  event_id: EventId;
  event_type: string;
  /** The event was sent again by a replay. */
  replayed: boolean;
  /** The headers that a delivery would have. */
  headers: { [name: string]: string };
  /** The body that a delivery would have, as text: verify its bytes. */
  body: string;
};

export type Heartbeat = {
  object: "heartbeat";
  /** Give the last one when you connect again: nothing of the last hour is missed. */
  cursor: number;
};

export type HeldExperience = {
  id: string;
  name: string;
  description: string | null;
  photo_url: string | null;
  prepayment_required: boolean;
};

/** Exactly one of geojson, wkt and polyline. */
export type ImportDeliveryZonesInput = {
  /** Up to 1,000 features. A feature's properties may have the fields of a zone: name, fee, priority and so on; others are ignored. */
  geojson?: {
    /** FeatureCollection, Feature, Polygon or MultiPolygon. */
    type: string;
    features?: unknown;
    geometry?: unknown;
    properties?: unknown;
    coordinates?: unknown;
  } | undefined;
  /** POLYGON or MULTIPOLYGON, longitude first; SRID=4326 is understood. */
  wkt?: string | undefined;
  /** An encoded polyline: the outline of one zone. */
  polyline?: string | undefined;
  /** Decimals of the polyline; default 5. */
  polyline_precision?: number | undefined;
  /** For what the properties of a feature do not say. A fee is needed in one of the two places. */
  defaults?: {
    /** For people. */
    name?: string | undefined;
    /** A zone that is not enabled delivers nothing. */
    enabled?: boolean | undefined;
    /** Where zones overlap the highest wins, then the lowest fee, then the smallest area, then the id. */
    priority?: number | undefined;
    fee?: ZoneMoney | undefined;
    minimum_order?: ZoneMoney | null | undefined;
    free_delivery_over?: ZoneMoney | null | undefined;
    estimated_minutes?: MinutesRange | null | undefined;
    hours?: ZoneHours | null | undefined;
  } | undefined;
} & ({ geojson: {}; wkt?: undefined; polyline?: undefined } | { wkt: {}; geojson?: undefined; polyline?: undefined } | { polyline: {}; geojson?: undefined; wkt?: undefined });

export type JudgedExpectation = {
  expected: string;
  seen: string;
  met: boolean;
  /** Of what was looked at. */
  ids: Array<string>;
};

export type KeptMenu = {
  object: "menu_version";
  id: MenuVersionId;
  location_id: LocationId;
  /** When it was published, in the location's clock. */
  published_at: string;
  /** Diners order from this one. */
  current: boolean;
  /** Categories, items, variations, modifier groups and options. */
  objects: number;
};

export type KeptMenuList = {
  object: "list";
  data: Array<KeptMenu>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type KeptMenuWithDocument = {
  object: "menu_version";
  id: MenuVersionId;
  location_id: LocationId;
  /** When it was published, in the location's clock. */
  published_at: string;
  /** Diners order from this one. */
  current: boolean;
  /** Categories, items, variations, modifier groups and options. */
  objects: number;
  /** The menu as it was published. */
  document: { [name: string]: unknown };
};

export type LedgerEvent = {
  object: "event";
  event_id: EventId;
  event_type: "webhook.test" | "order.notification" | "order.validation_requested" | "order.created" | "order.paid" | "order.cancelled" | "order.updated" | "menu.sync_completed" | "menu.sync_failed" | "store.provisioned" | "store.deprovisioned" | "store.status.changed" | "store.settings.changed" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.declined" | "booking.seated" | "booking.completed" | "booking.no_show" | "waitlist_entry.created" | "waitlist_entry.notified" | "waitlist_entry.seated" | "waitlist_entry.removed" | "waitlist_entry.expired";
  location_id: LocationId | null;
  resource_id: string;
  resource_type: "order" | "menu_sync" | "location" | "booking" | "waitlist_entry" | "webhook_subscription";
  /** The resource's own address; fetch it to read the resource. */
  resource_href: string;
  /** Stable per change; a resend has a fresh event_id and the same key. */
  idempotency_key: string;
  /** When the change was made, in the location's time. */
  created: number;
  livemode: boolean;
  /** Strictly increasing per resource. */
  sequence: number;
  data: { [name: string]: unknown } | null;
  deliveries: Array<WebhookDelivery>;
  /** Listeners that are open now and hear events of this type (GET /v1/webhook_events/stream). No delivery says what they heard. */
  listeners: number;
};

export type LedgerEventList = {
  object: "list";
  data: Array<LedgerEvent>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type Listening = {
  object: "listening";
  /** Give the last one when you connect again: nothing of the last hour is missed. */
  cursor: number;
  subscription_id: WebhookSubscriptionId;
  /** Signs what this app's listeners receive, with the subscription_id beside it; the same every time. */
  signing_secret: string;
  /** forward_to: part of what is signed. */
  notification_url: string;
  /** The cursor is older than an hour: replay what came before. */
  missed_some: boolean;
};

export type Location = {
  object: "location";
  id: LocationId;
  name: string | null;
  /** Only an active location takes new orders. */
  status: "active" | "inactive" | "paused";
  /** The IANA name. */
  timezone: string | null;
  phone: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    region: string | null;
    postal_code: string | null;
    country: string | null;
  };
};

export type LocationId = string;

export type LocationList = {
  object: "list";
  data: Array<Location>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type LocationStatusNews = {
  location: Location;
  /** Only an active location takes new orders. */
  previous_status: "active" | "inactive" | "paused";
};

export type LoggedRequest = {
  object: "request";
  id: RequestId;
  /** When it was answered. */
  at: string;
  method: string;
  path: string;
  query: { [name: string]: string };
  operation: string | null;
  /** What the path names last, or what was made. */
  resource_id: string | null;
  status: number;
  /** Of the error; null for a success. */
  code: string | null;
  duration_ms: number | null;
  key_last_four: string | null;
  user_agent: string | null;
  idempotency_key: string | null;
  replayed: boolean;
  /** What the call made, at most 100. */
  event_ids: Array<EventId>;
  fault: AppliedFault | null;
  /** Where one request is read. Null in live where the answer is below 400. What is unknown, personal or secret is "[redacted]". */
  request_body?: unknown;
  response_body?: unknown;
};

export type LoggedRequestList = {
  object: "list";
  data: Array<LoggedRequest>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type MadeInScenario = {
  name: string;
  ids: Array<string>;
};

export type MarkBookingNoShowInput = {
  /** Refused with 409 stale_version when it is another. */
  expected_version?: number | undefined;
};

export type MarkOrderReadyInput = Record<string, never>;

/** The zone that decides, without its geometry; null outside of every zone. */
export type MatchingDeliveryZone = {
  object: "delivery_zone";
  id: DeliveryZoneId;
  livemode: boolean;
  location_id: LocationId;
  /** For people. */
  name: string;
  /** A zone that is not enabled delivers nothing. */
  enabled: boolean;
  /** Where zones overlap the highest wins, then the lowest fee, then the smallest area, then the id. */
  priority: number;
  fee: ZoneMoney;
  minimum_order: ZoneMoney | null;
  free_delivery_over: ZoneMoney | null;
  estimated_minutes: MinutesRange | null;
  hours: ZoneHours | null;
  /** Unix seconds. */
  created: number;
  /** When it was last changed. */
  updated_at: string;
  /** Grows by one with every change. */
  version: number;
};

/** The published document; every category, item, variation, group and option also has its stable id, and those that can run out their present stockStatus. */
export type Menu = {
  object: "menu";
  locationId: LocationId;
  catalogId: MenuCatalogId;
  versionId: MenuVersionId;
  /** When this version was published. */
  publishedAt: string;
  currency: string;
  categories: Array<{
    id: MenuCategoryId;
    externalId: string;
  } & { [name: string]: unknown }>;
} & { [name: string]: unknown };

export type MenuAvailability = {
  windows: Array<MenuWindow>;
  /** Each replaces all windows of its date: closed, or other windows. */
  exceptions?: Array<MenuDateException> | undefined;
};

export type MenuBulkTier = {
  minQuantity: number;
  unitPrice: MenuMoney;
};

export type MenuCatalogId = string;

export type MenuCategory = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  description?: string | undefined;
  items: Array<MenuItem>;
  availability?: MenuAvailability | undefined;
  /** Categories of the same shape, at most eight deep in all. */
  categories?: Array<{ [name: string]: unknown }> | undefined;
  /** An http or https address. */
  imageUrl?: string | undefined;
  /** Any JSON object of yours. */
  metadata?: { [name: string]: unknown } | undefined;
};

export type MenuCategoryId = string;

export type MenuChange = {
  /** category, item, variation, modifier_group, modifier_option, tax_rate, … or catalog for the document itself. */
  kind: string;
  external_id: string | null;
  /** As it was, of what is removed. */
  name: string | null;
  change: "created" | "updated" | "removed";
  /** The fields that differ, for an update. */
  fields: Array<string>;
};

export type MenuChangeCounts = {
  created: number;
  updated: number;
  removed: number;
  unchanged: number;
  /** Every change, for a dry run. */
  detail?: Array<MenuChange> | undefined;
};

export type MenuCoupon = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  code: string;
  /** externalId of a promotion of this document. */
  promotionId: string;
  /** At least 1. */
  maxRedemptions?: number | undefined;
  /** At least 1. */
  maxPerCustomer?: number | undefined;
};

export type MenuCurrencyPrice = {
  amount: MenuMoney;
  taxInclusive?: boolean | undefined;
};

export type MenuDateException = {
  date: string;
  closed?: true | undefined;
  windows?: Array<MenuDateWindow> | undefined;
};

export type MenuDateWindow = {
  /** HH:MM, local. */
  startTime: string;
  /** HH:MM; at or before startTime means the next day. */
  endTime: string;
};

export type MenuDiscount = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  benefitType: "percentage" | "amount" | "set_price" | "free_item" | "bxgy";
  /** 0 to 1000 with at most four decimals, best as a decimal string: "8.875". */
  percentage?: string | number | undefined;
  amount?: MenuMoney | undefined;
  setPrice?: MenuMoney | undefined;
  /** For free_item. */
  freeQuantity?: number | undefined;
  /** For bxgy. */
  buyQuantity?: number | undefined;
  /** For bxgy. */
  getQuantity?: number | undefined;
  /** For bxgy: externalId of a product set. */
  buyProductSetId?: string | undefined;
  /** externalId of a product set of this document. */
  benefitTargetProductSetId: string;
};

export type MenuFee = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  calculation: MenuFeeCalculation;
  /** Absent: both. */
  fulfillmentTypes?: Array<"pickup" | "delivery"> | undefined;
  /** externalId of the tax category by which the fee is taxed; absent: not taxed. */
  taxCategoryId?: string | undefined;
  /** externalId of a product set; absent: every order. */
  eligibleProductSetId?: string | undefined;
};

export type MenuFeeCalculation = {
  amount?: MenuMoney | undefined;
  /** 0 to 1000 with at most four decimals, best as a decimal string: "8.875". */
  percentage?: string | number | undefined;
  minimum?: MenuMoney | undefined;
  maximum?: MenuMoney | undefined;
};

export type MenuIssue = {
  /** Where in the document. */
  path: string;
  /** What is wrong, and what to change. */
  message: string;
};

export type MenuItem = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  description?: string | undefined;
  variations: Array<MenuVariation>;
  modifierGroups?: Array<MenuModifierGroup | MenuModifierGroupReference> | undefined;
  availability?: MenuAvailability | undefined;
  /** When given, every publish that changes the menu sets it. */
  stockStatus?: "in_stock" | "low_stock" | "out_of_stock" | undefined;
  /** externalId of a tax category of this document. */
  taxCategoryId?: string | undefined;
  /** An http or https address. */
  imageUrl?: string | undefined;
  dietaryLabels?: Array<string> | undefined;
  allergens?: Array<string> | undefined;
  /** Any JSON object of yours. */
  metadata?: { [name: string]: unknown } | undefined;
};

export type MenuModifierGroup = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  options: Array<MenuOption>;
  /** Least total quantity, for one of what the group hangs on. Default 0. */
  minSelections?: number | undefined;
  /** Most total quantity; absent means unlimited. */
  maxSelections?: number | undefined;
  /** Least number of different options. */
  minUniqueSelections?: number | undefined;
  /** Most number of different options. */
  maxUniqueSelections?: number | undefined;
  /** This many units cost nothing, the cheapest first. */
  freeSelectionCount?: number | undefined;
  /** What a diner's page selects at first; a basket states its options itself. */
  optionDefaults?: Array<MenuOptionDefault> | undefined;
};

/** A group by reference; rules given here hold in this place only. */
export type MenuModifierGroupReference = {
  /** externalId of a modifier group of this document. */
  groupId: string;
  /** Least total quantity, for one of what the group hangs on. Default 0. */
  minSelections?: number | undefined;
  /** Most total quantity; absent means unlimited. */
  maxSelections?: number | undefined;
  /** Least number of different options. */
  minUniqueSelections?: number | undefined;
  /** Most number of different options. */
  maxUniqueSelections?: number | undefined;
  /** This many units cost nothing, the cheapest first. */
  freeSelectionCount?: number | undefined;
  /** What a diner's page selects at first; a basket states its options itself. */
  optionDefaults?: Array<MenuOptionDefault> | undefined;
};

export type MenuMoney = {
  /** Minor units: cents for USD. */
  amountMinor: number;
  /** Upper-case ISO 4217. */
  currency: string;
};

export type MenuOption = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  price?: MenuPrice | undefined;
  /** Most of this option; absent means as many as the group allows. */
  maxQuantity?: number | undefined;
  /** Groups of the same shape, at most eight deep in all. */
  modifierGroups?: Array<{ [name: string]: unknown }> | undefined;
  /** When given, every publish that changes the menu sets it. */
  stockStatus?: "in_stock" | "low_stock" | "out_of_stock" | undefined;
};

export type MenuOptionDefault = {
  /** externalId of a option of the group of this document. */
  optionId: string;
  defaultQuantity: number;
};

export type MenuPrice = {
  amount: MenuMoney;
  /** Whether tax is inside; an option inherits it from what it hangs on. Default false. */
  taxInclusive?: boolean | undefined;
  currencyPrices?: Array<MenuCurrencyPrice> | undefined;
  /** The tier with the highest minQuantity that the line reaches gives the unit price. */
  bulkTiers?: Array<MenuBulkTier> | undefined;
};

/** Exactly one of allProducts, itemIdsAny and categoryIdsAny. */
export type MenuProductSet = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  allProducts?: true | undefined;
  itemIdsAny?: Array<string> | undefined;
  categoryIdsAny?: Array<string> | undefined;
};

export type MenuPromotion = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  /** externalId of a discount of this document. */
  discountId: string;
  applicationMode: "automatic" | "coupon";
  minSubtotal?: MenuMoney | undefined;
  availability?: MenuAvailability | undefined;
  /** When it begins. */
  validFrom?: string | undefined;
  /** When it ends. */
  validUntil?: string | undefined;
  priority?: number | undefined;
  combinable?: boolean | undefined;
};

export type MenuSync = {
  object: "menu_sync";
  id: MenuSyncId;
  location_id: LocationId;
  status: "pending" | "processing" | "completed" | "failed";
  /** When the document was taken. */
  created: number;
  /** When the publish ended. */
  completed_at: string | null;
  version_id: MenuVersionId | null;
  /** The document is the one that was live already. */
  no_op: boolean;
  changes: MenuChangeCounts | null;
  failure: {
    code: "invalid_menu" | "superseded" | "connection_not_found" | "internal";
    message: string;
  } | null;
};

export type MenuSyncCompletedEvent = {
  event_id: EventId;
  event_type: "menu.sync_completed";
  location_id: LocationId;
  resource_id: MenuSyncId;
  resource_type: "menu_sync";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: CompletedMenuNews;
};

export type MenuSyncFailedEvent = {
  event_id: EventId;
  event_type: "menu.sync_failed";
  location_id: LocationId;
  resource_id: MenuSyncId;
  resource_type: "menu_sync";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: FailedMenuNews;
};

export type MenuSyncId = string;

export type MenuTaxCategory = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
};

export type MenuTaxRate = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  /** externalId of a tax category; absent: every item. */
  taxCategoryId?: string | undefined;
  /** 0 to 1000 with at most four decimals, best as a decimal string: "8.875". */
  percentage?: string | number | undefined;
  flatAmount?: MenuMoney | undefined;
  /** This rate is taken of the amount plus these taxes. */
  compoundOnTaxRateIds?: Array<string> | undefined;
  /** Absent: both. */
  fulfillmentTypes?: Array<"pickup" | "delivery"> | undefined;
};

export type MenuTexts = { [name: string]: {
  name?: string | undefined;
  description?: string | undefined;
} };

export type MenuVariation = {
  /** Your own identifier, unique within its kind. */
  externalId: string;
  name: string;
  translations?: MenuTexts | undefined;
  price: MenuPrice;
  /** Your stock-keeping unit. */
  sku?: string | undefined;
  barcodes?: Array<string> | undefined;
  modifierGroups?: Array<MenuModifierGroup | MenuModifierGroupReference> | undefined;
  /** When given, every publish that changes the menu sets it. */
  stockStatus?: "in_stock" | "low_stock" | "out_of_stock" | undefined;
  /** Kilocalories. */
  calorieCount?: number | undefined;
  /** Any JSON object of yours. */
  metadata?: { [name: string]: unknown } | undefined;
};

export type MenuVersionId = string;

export type MenuWindow = {
  /** 0 is Sunday. */
  dayOfWeek: number;
  /** HH:MM, local. */
  startTime: string;
  /** HH:MM; at or before startTime means the next day. */
  endTime: string;
};

export type MinutesRange = {
  min: number;
  max: number;
};

export type MultiPolygonGeometry = {
  type: "MultiPolygon";
  coordinates: Array<Array<Array<Array<number>>>>;
};

export type NewWaitlistEntryNews = {
  object: "waitlist_entry";
  id: WaitlistEntryId;
  livemode: boolean;
  /** When the party joined. */
  created: number;
  location_id: LocationId;
  /** Only waiting and notified parties are in line. */
  status: "waiting" | "notified" | "seated" | "removed" | "cancelled" | "expired";
  party_size: number;
  /** From 1; 0 once the party is no longer in line. */
  position: number;
  quoted_wait: QuotedWait;
  /** When the party joined. */
  joined_at: string;
  /** When it was told that its table is ready. */
  notified_at: string | null;
  /** When it is taken off unless it has come; null until notified. */
  notify_expires_at: string | null;
  /** When the guest said on the page that they are on their way. */
  on_my_way_at: string | null;
  booking_id: BookingId | null;
  /** Who made the last change: an app, the restaurant, the guest, or Maple by itself. */
  updated_by: "partner" | "store" | "guest" | "service";
  channel: "in_person" | "partner" | "online" | "phone";
  guest: WaitlistGuest;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  notes: string | null;
  message: WaitlistMessage | null;
  /** Who made the change: an app, the restaurant, the guest, or Maple by itself. */
  actor: "partner" | "store" | "guest" | "service";
  /** A host took a seat, a removal or an expiry back. */
  restored?: true | undefined;
};

export type NewWebhookSubscription = {
  /** An https address without credentials or fragment; in the sandbox also http and private addresses, when the operator allows them. */
  notification_url: string;
  /** Names from GET /v1/webhook_event_types; the spellings orders.* are accepted for order.*. */
  event_types: Array<string>;
};

export type Notice = {
  /** By when. */
  date: string;
  text: string;
  doc_url: string;
};

export type NotifyWaitlistEntryInput = {
  /** In place of the venue's usual words. */
  message?: string | undefined;
};

export type OfferedExperience = {
  id: string;
  name: string;
  description: string | null;
  photo_url: string | null;
  /** True: holding it answers 422 payment_instrument_required. */
  prepayment_required: boolean;
};

export type OpeningDateException = {
  /** YYYY-MM-DD; replaces the windows of its day. */
  date: string;
  /** True, without windows: closed all day. */
  closed?: boolean | undefined;
  windows?: Array<OpeningDateWindow> | undefined;
};

export type OpeningDateWindow = {
  /** Local time HH:MM. */
  startTime: string;
  /** Local time HH:MM; at or before the start it is of the next day. */
  endTime: string;
};

/** Local times, so a timezone is needed; null: always open. */
export type OpeningHours = {
  windows: Array<OpeningWindow>;
  exceptions?: Array<OpeningDateException> | undefined;
};

export type OpeningWindow = {
  /** 0 is Sunday. */
  dayOfWeek: number;
  /** Local time HH:MM. */
  startTime: string;
  /** Local time HH:MM; at or before the start it is of the next day. */
  endTime: string;
};

export type Order = {
  object: "order";
  id: OrderId;
  livemode: boolean;
  /** When the diner placed it. */
  created: number;
  /** When it last changed. */
  updated_at: string;
  /** The same in real time; `updated_since` compares it. */
  updated: number;
  status: "PENDING" | "ACCEPTED" | "AUTO_ACCEPTED" | "READY" | "IN_DELIVERY" | "FULFILLED" | "REJECTED" | "STORE_CANCELLED" | "CUSTOMER_CANCELLED";
  payment_status: "unpaid" | "pending" | "paid" | "refund_pending" | "refunded" | "pay_in_store" | "failed";
  location_id: LocationId;
  fulfillment_type: "pickup" | "delivery";
  /** Short; unique per location and day. */
  display_number: string;
  /** Eight characters that cannot be mistaken for each other, by which the diner names the order. */
  confirmation_code: string;
  customer: OrderingCustomer;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  line_items: Array<OrderLineItem>;
  totals: OrderTotals;
  delivery_address: DeliveryAddress | null;
  /** When the diner wants it; null is as soon as possible. */
  scheduled_for: number | null;
  notes: string | null;
  /** The POS ticket id given with accept. */
  external_id: string | null;
  /** Given with accept. */
  estimated_ready_at: number | null;
  /** When it became yours to decide. */
  handed_over_at: string | null;
  /** Decide before this; null before the order is handed over. */
  decision_deadline: number | null;
  denial: OrderDenialRecord | null;
  cancellation: OrderCancellationRecord | null;
  payment: PaymentState;
  /** Who decides first: app, the app that was connected at the hand-over; staff, the restaurant at its own board. Null before the hand-over; app becomes staff when the app leaves. */
  receiver: "app" | "staff" | null;
  /** Who made the last change: the connected app, the restaurant, the diner, or Maple by itself. */
  updated_by: "partner" | "store" | "diner" | "service";
  /** Items reported as unavailable, oldest report first. */
  changes: Array<OrderChange>;
  /** Grows with every change of the order. */
  sequence: number;
};

export type OrderCancellationRecord = {
  actor: "customer" | "store";
  reason: string;
};

export type OrderCancelledEvent = {
  event_id: EventId;
  event_type: "order.cancelled";
  location_id: LocationId;
  resource_id: OrderId;
  resource_type: "order";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: CancelledOrderNews;
};

export type OrderChange = {
  object: "order_change";
  id: OrderItemChangeId;
  order_id: OrderId;
  /** offered: the diner is asked; removed: the order goes on without the items; cancelled: it does not go on; replaced: a later report names everything. */
  status: "offered" | "removed" | "cancelled" | "replaced";
  line_items: Array<{
    id: OrderLineId;
    name: string;
    /** How many are unavailable. */
    quantity: number;
  }>;
  reason: string | null;
  /** When it was reported. */
  offered_at: number;
  /** Without an answer until then the items are removed. */
  answer_by: number;
  /** When it was decided. */
  answered_at: number | null;
  /** partner: the order was reported ready first; service: time ran out. */
  answered_by: "diner" | "partner" | "store" | "service" | null;
  /** ISO 4217. */
  currency: string;
  /** What the order costs without the items, in minor units. */
  total: number;
  /** What goes back to a diner who has paid, in minor units. */
  refund: number;
};

export type OrderCreatedEvent = {
  event_id: EventId;
  event_type: "order.created";
  location_id: LocationId;
  resource_id: OrderId;
  resource_type: "order";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: OrderNews;
};

export type OrderDecision = {
  object: "order_decision";
  order_id: OrderId;
  decision: "accept" | "deny" | "ready" | "complete" | "cancel" | "status";
  status: "received";
};

export type OrderDenialRecord = {
  reason: string;
  out_of_stock: Array<string>;
};

export type OrderId = string;

export type OrderItemChangeId = string;

export type OrderLineId = string;

export type OrderLineItem = {
  id: OrderLineId;
  name: string;
  /** The externalId of the variation. */
  menu_entity_id: string;
  /** The externalId of the item. */
  item_menu_entity_id: string;
  quantity: number;
  /** The price of one, before options, in minor units. */
  base_price: number;
  /** Quantity times price with options, before discounts and tax that is added, in minor units. */
  total: number;
  /** What promotions take off the total, in minor units. */
  discount: number;
  /** Tax added on top, in minor units. */
  tax: number;
  /** Tax already inside the total, after the discount, in minor units. */
  tax_included: number;
  notes: string | null;
  modifiers: Array<OrderModifier>;
};

export type OrderList = {
  object: "list";
  data: Array<Order>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type OrderModifier = {
  name: string;
  /** The externalId of the option. */
  menu_entity_id: string;
  /** For one unit of what it hangs on. */
  quantity: number;
  /** The price of one, in minor units. */
  price: number;
  /** How many of the quantity cost nothing. */
  free_quantity: number;
  /** Chosen within this one. */
  modifiers: Array<OrderModifier>;
};

export type OrderNews = {
  order_id: OrderId;
  location_id: LocationId;
  status: "PENDING" | "ACCEPTED" | "AUTO_ACCEPTED" | "READY" | "IN_DELIVERY" | "FULFILLED" | "REJECTED" | "STORE_CANCELLED" | "CUSTOMER_CANCELLED";
  payment_status: "unpaid" | "pending" | "paid" | "refund_pending" | "refunded" | "pay_in_store" | "failed";
  /** Grows with every change of the order. */
  sequence: number;
  /** The POS ticket id given with accept. */
  external_id: string | null;
  /** Who made the change: an app, the restaurant, the diner, or Maple by itself. */
  actor: "partner" | "store" | "diner" | "service";
};

export type OrderNotificationEvent = {
  event_id: EventId;
  event_type: "order.notification";
  location_id: LocationId;
  resource_id: OrderId;
  resource_type: "order";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: OrderNews;
};

export type OrderPaidEvent = {
  event_id: EventId;
  event_type: "order.paid";
  location_id: LocationId;
  resource_id: OrderId;
  resource_type: "order";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: OrderNews;
};

export type OrderQuestion = {
  /** Answer with it. */
  validation_id: string;
  order_id: OrderId;
  /** Answer before it. */
  deadline: number;
  order: Order;
  /** Who made the change: an app, the restaurant, the diner, or Maple by itself. */
  actor: "partner" | "store" | "diner" | "service";
};

export type OrderResend = {
  object: "order_resend";
  order_id: OrderId;
  event_id: EventId;
};

export type OrderTotals = {
  /** ISO 4217. */
  currency: string;
  /** The sum of the lines, in minor units. */
  subtotal: number;
  /** What is taken off, in minor units. */
  discount: number;
  /** Tax added on top, in minor units. */
  tax: number;
  /** Tax inside prices, for information; not added, in minor units. */
  tax_included: number;
  /** Fees, in minor units. */
  surcharge: number;
  /** Tip for the store, in minor units. */
  tip: number;
  /** Delivery fee, in minor units. */
  delivery_fee: number;
  /** Tip for the courier, in minor units. */
  delivery_tip: number;
  /** subtotal - discount + tax + surcharge + tip + delivery_fee + delivery_tip, in minor units. */
  total: number;
};

export type OrderUpdatedEvent = {
  event_id: EventId;
  event_type: "order.updated";
  location_id: LocationId;
  resource_id: OrderId;
  resource_type: "order";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: ChangedOrderNews;
};

export type OrderValidation = {
  object: "order_validation";
  order_id: OrderId;
  validation_id: string;
  status: "valid" | "invalid";
};

export type OrderValidationRequestedEvent = {
  event_id: EventId;
  event_type: "order.validation_requested";
  location_id: LocationId;
  resource_id: OrderId;
  resource_type: "order";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: OrderQuestion;
};

export type OrderingCustomer = {
  name: string;
  /** Four digits; null for an old order whose phone has fewer. */
  phone_last_four: string | null;
};

export type OrderingSettings = {
  object: "ordering_settings";
  location_id: LocationId;
  livemode: boolean;
  /** Of the location; grows with each change of it. */
  version: number;
  /** False: no order is taken, until somebody says otherwise. */
  accepting_orders: boolean;
  /** No order is prepared before it; orders for later are taken. Null: not paused. */
  ordering_paused_until: string | null;
  /** Why ordering is paused; null without a pause. */
  pause_reason: string | null;
  /** Added to the preparation while the kitchen is busy. */
  busy_delay_minutes: number;
  /** When the delay ends by itself; null: it stays. */
  busy_until: string | null;
  /** Minutes from placing to ready on a quiet day. */
  preparation_minutes: number;
  opening_hours: OpeningHours | null;
  /** When the location was last changed. */
  updated_at: string;
  /** Who changed the location last: an app, the restaurant, or Maple and its operator. */
  updated_by: "partner" | "store" | "service";
};

export type OrderingSettingsInput = {
  /** Refuses when it is not the present one. */
  expected_version?: number | undefined;
  accepting_orders?: boolean | undefined;
  /** In the future, at most 7 days ahead; null ends the pause. */
  ordering_paused_until?: string | null | undefined;
  /** Why ordering is paused; null without a pause. */
  pause_reason?: string | null | undefined;
  /** Minutes added to the preparation while the kitchen is busy. */
  busy_delay_minutes?: number | undefined;
  /** In the future, at most 7 days ahead; null: the delay stays. */
  busy_until?: string | null | undefined;
  /** Minutes from placing to ready on a quiet day. */
  preparation_minutes?: number | undefined;
  opening_hours?: OpeningHours | null | undefined;
};

export type OrderingSettingsNews = {
  settings: OrderingSettings;
  /** The names of the fields that differ. */
  changed: Array<string>;
};

export type PartySizeLimits = {
  min: number;
  max: number;
};

export type PaySandboxBookingInput = {
  /** Default 4242424242424242. */
  card_number?: string | undefined;
};

export type PaySandboxOrderInput = {
  /** Default 4242424242424242. */
  card_number?: string | undefined;
};

export type PaymentOfBooking = {
  /** deposit: a part ahead; prepaid: the whole price ahead. */
  kind: "deposit" | "prepaid";
  /** due: not paid yet; part_refunded: a part went back; kept: the restaurant keeps what was paid; void: nothing was taken and nothing can be paid. */
  status: "due" | "paid" | "refund_pending" | "part_refunded" | "refunded" | "kept" | "void";
  /** What is asked for, in minor units. */
  amount: number;
  /** ISO 4217. */
  currency: string;
  /** What has gone back, in minor units. */
  refunded: number;
  /** Until when it can be paid; null where there is no limit, and when nothing is due. */
  due_at: string | null;
  /** Where the guest pays; null when nothing is due. */
  payment_link_url: string | null;
};

export type PaymentRule = {
  /** Yours, unique in the configuration. */
  paymentId: string;
  /** deposit: a part ahead; prepaid: the whole price ahead. */
  kind: "deposit" | "prepaid";
  amount: PaymentRuleAmount;
  /** What the amount is for. */
  per: "person" | "party";
  /** Only for parties of this size and larger. */
  minPartySize?: number | null | undefined;
  /** Only on these service days; 0 is Sunday. */
  days?: Array<number> | null | undefined;
  /** Only in these services. */
  services?: Array<string> | null | undefined;
  /** Only for these experiences. */
  experienceIds?: Array<string> | null | undefined;
  /** A guest who cancels until this long before the start gets everything back. */
  refundUntilMinutes: number;
  /** What a guest gets back who cancels later; 0 without it. */
  refundPercentAfter?: number | null | undefined;
};

export type PaymentRuleAmount = {
  /** Minor units. */
  amount: number;
  /** ISO 4217, upper-case. */
  currency: string;
};

export type PaymentState = {
  provider: "test" | "stripe" | null;
  status: "unpaid" | "pending" | "paid" | "refund_pending" | "refunded" | "pay_in_store" | "failed";
  /** Where the diner pays; null when there is nothing to pay. */
  payment_link_url: string | null;
  /** What has gone back to the diner, in minor units. */
  refunded: number;
};

export type PlaceSandboxOrderInput = {
  location_id: LocationId;
  /** Absent: a plausible basket is drawn from the menu. */
  items?: Array<BasketItem> | undefined;
  customer?: BasketCustomer | undefined;
  /** What the guest reads; absent: the language of the location. */
  language?: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | undefined;
  /** paid (the default): the diner pays as soon as it is asked to. */
  payment?: "paid" | "unpaid" | "pay_in_store" | undefined;
  /** Default pickup. */
  fulfillment_type?: "pickup" | "delivery" | undefined;
  delivery_address?: BasketDeliveryAddress | null | undefined;
  /** In minor units. */
  tip?: number | undefined;
  coupon_codes?: Array<string> | undefined;
  /** ISO 4217; default the menu's. Everything ordered needs a price in it. */
  currency?: string | undefined;
  /** When the diner wants it; absent is as soon as possible. */
  scheduled_for?: number | null | undefined;
  notes?: string | null | undefined;
};

export type PlayedScenario = {
  /** Of a scenario of the profile. */
  id: string;
  /** When it began, in the service's real time. */
  started_at: string;
  /** When it ended. */
  ended_at: string;
  /** What its steps made, by the names that the steps give. */
  made: Array<MadeInScenario>;
};

export type PolygonGeometry = {
  type: "Polygon";
  /** The outer ring, then the holes; positions are [longitude, latitude]. */
  coordinates: Array<Array<Array<number>>>;
};

export type ProfileTranslation = {
  /** A few sentences. */
  description: string;
};

/** The description in other languages; taken whole. */
export type ProfileTranslations = {
  en?: ProfileTranslation | undefined;
  fr?: ProfileTranslation | undefined;
  de?: ProfileTranslation | undefined;
  es?: ProfileTranslation | undefined;
  it?: ProfileTranslation | undefined;
  nl?: ProfileTranslation | undefined;
  pt?: ProfileTranslation | undefined;
};

export type PublishBookingConfigurationInput = {
  configuration: BookingSetup;
  /** The revision that you read; null when there was none. Without it, unconditional. */
  expected_revision?: number | null | undefined;
};

export type PublishBookingConfigurationResult = {
  object: "booking_configuration";
  location_id: LocationId;
  livemode: boolean;
  /** Grows by one with every save; null when there is none. */
  revision: number | null;
  /** When this revision was saved. */
  published_at: string | null;
  configuration: BookingSetup | null;
  /** Coming bookings that the new configuration strands; they stay as they are. */
  warnings: Array<{
    /** table_removed: a table of this booking is no longer configured. */
    code: "table_removed";
    booking_id: BookingId;
  }>;
};

/** The whole menu. Unknown fields are ignored; every issue of an invalid document is listed in one answer. */
export type PublishMenuInput = {
  /** Upper-case ISO 4217; every price of the menu is in it. */
  currency: string;
  /** Default the location's. */
  language?: string | undefined;
  /** IANA name for all availability; default the location's. */
  timezone?: string | undefined;
  categories: Array<MenuCategory>;
  /** Groups to refer to from anywhere. */
  modifierGroups?: Array<MenuModifierGroup> | undefined;
  taxCategories?: Array<MenuTaxCategory> | undefined;
  taxRates?: Array<MenuTaxRate> | undefined;
  fees?: Array<MenuFee> | undefined;
  productSets?: Array<MenuProductSet> | undefined;
  discounts?: Array<MenuDiscount> | undefined;
  promotions?: Array<MenuPromotion> | undefined;
  coupons?: Array<MenuCoupon> | undefined;
  /** Any JSON object of yours. */
  metadata?: { [name: string]: unknown } | undefined;
};

/** What the party was told when it joined. */
export type QuotedWait = {
  /** Parties in front that compete for the same tables. */
  parties_ahead: number;
  wait_minutes: WaitMinutes;
};

/** The last line: connect again. */
export type Reconnect = {
  object: "reconnect";
  /** Give the last one when you connect again: nothing of the last hour is missed. */
  cursor: number;
};

export type RemoveWaitlistEntryInput = {
  reason?: string | undefined;
};

export type ReplaceBookingBlackoutsInput = {
  /** blackout_dates_revision of the profile. */
  expected_revision: number;
  blackout_dates: Array<{
    /** Venue-local; a service that passes midnight belongs to the day on which it opens. */
    start_date: string;
    /** Inclusive. */
    end_date: string;
    /** With end_time, on one-day ranges only: the first blocked time, by the wall clock. */
    start_time?: string | null | undefined;
    /** Exclusive, after start_time. */
    end_time?: string | null | undefined;
    /** Only this area; the whole location without it. */
    area_id?: string | null | undefined;
    /** For the venue; shown to partners, never to guests. */
    reason?: string | null | undefined;
  }>;
};

export type ReplayWebhookEventInput = {
  subscription_id?: WebhookSubscriptionId | undefined;
  /** Also to subscriptions that have received it. */
  force?: boolean | undefined;
};

export type ReplayWebhookEventsInput = {
  /** Only events created at this time or later. */
  since: number;
  /** Only events created at this time or earlier. */
  until?: number | undefined;
  event_types?: Array<string> | undefined;
  location_id?: LocationId | undefined;
  status?: "pending" | "delivered" | "failed" | "held" | "skipped" | undefined;
  /** Count only; nothing is sent. */
  dry_run?: boolean | undefined;
};

export type ReportUnavailableItemsInput = {
  line_items: Array<{
    id: OrderLineId;
    /** How many are unavailable; all when absent. */
    quantity?: number | undefined;
  }>;
  /** Shown to the diner. */
  reason?: string | undefined;
  /** menu_entity_ids of this order (items, variations, options) that become out_of_stock; others stay as they are. */
  out_of_stock?: Array<string> | undefined;
};

export type RequestId = string;

export type ResendOrderInput = Record<string, never>;

/** Grows with every event of one resource. */
export type ResourceSequence = number;

export type RotateWebhookSecretInput = {
  /** How long the previous secret signs too. */
  grace_seconds?: number | undefined;
};

export type RotatedWebhookSecret = {
  object: "webhook_subscription.secret_rotated";
  subscription: WebhookSubscription;
  /** Shown once; null when the answer is replayed. */
  signing_secret: string | null;
  /** The secret was shown by the first answer to this Idempotency-Key. */
  secret_shown?: true | undefined;
  /** Until then deliveries carry a signature of each secret; null without a grace. */
  previous_secret_until: string | null;
};

export type SandboxClock = {
  object: "sandbox_clock";
  location_id: LocationId;
  /** The location's own time. */
  now: string;
  /** How far it is ahead of real time. */
  offset_seconds: number;
};

export type SandboxFaults = {
  object: "sandbox_faults";
  rules: Array<FaultRule>;
  /** Null when there are no rules. */
  seed: number | null;
  /** When the rules end by themselves; null when there are none. */
  expires_at: string | null;
};

export type SandboxTrigger = {
  object: "sandbox_trigger";
  event_type: string;
  resource_id: string;
  event_ids: Array<EventId>;
};

export type SeatBookingInput = {
  /** Tables chosen by hand. */
  unit_ids?: Array<string> | undefined;
  /** Tables chosen by hand may run into a later party's time, and the stay ends then; never by itself. */
  allow_overrun?: boolean | undefined;
  /** Tables chosen by hand may have fewer seats than the party needs; never by itself. */
  allow_over_capacity?: boolean | undefined;
  /** Refused with 409 stale_version when it is another. */
  expected_version?: number | undefined;
};

export type SeatWaitlistEntryInput = {
  /** Tables chosen by hand. */
  unit_ids?: Array<string> | undefined;
  /** Tables chosen by hand may run into a later party's time, and the stay ends then; never by itself. */
  allow_overrun?: boolean | undefined;
  /** Tables chosen by hand may have fewer seats than the party needs; never by itself. */
  allow_over_capacity?: boolean | undefined;
  /** The same as the header Idempotency-Key, and wins over it. 1 to 255 visible ASCII characters. */
  idempotency_key?: string | undefined;
};

export type SeatsRange = {
  min: number;
  max: number;
};

export type SetOrderStatusInput = {
  status: "ACCEPTED" | "READY" | "IN_DELIVERY" | "FULFILLED" | "REJECTED" | "STORE_CANCELLED";
};

export type SetSandboxFaultsInput = {
  /** The first that matches and acts decides. */
  rules: Array<FaultRule>;
  /** Repeats a run; drawn when absent. */
  seed?: number | undefined;
  /** 3600 when absent. */
  expires_in_seconds?: number | undefined;
  /** True: rules of other ids stay, with what they have counted. */
  keep_others?: boolean | undefined;
};

export type StockStatus = {
  object: "stock_status";
  /** The stable id of the item, variation or option. */
  id: string;
  externalId: string;
  kind: "item" | "variation" | "modifier_option";
  name: string;
  stockStatus: "in_stock" | "low_stock" | "out_of_stock";
};

export type StockStatusList = {
  object: "list";
  data: Array<StockStatus>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type StoreDeprovisionedEvent = {
  event_id: EventId;
  event_type: "store.deprovisioned";
  location_id: LocationId;
  resource_id: LocationId;
  resource_type: "location";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: null;
};

export type StoreProvisionedEvent = {
  event_id: EventId;
  event_type: "store.provisioned";
  location_id: LocationId;
  resource_id: LocationId;
  resource_type: "location";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: GrantedLocationNews;
};

export type StoreSettingsChangedEvent = {
  event_id: EventId;
  event_type: "store.settings.changed";
  location_id: LocationId;
  resource_id: LocationId;
  resource_type: "location";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: OrderingSettingsNews;
};

export type StoreStatusChangedEvent = {
  event_id: EventId;
  event_type: "store.status.changed";
  location_id: LocationId;
  resource_id: LocationId;
  resource_type: "location";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: LocationStatusNews;
};

export type Storefront = {
  object: "storefront";
  location_id: LocationId;
  /** A few sentences about the restaurant, in its own language. */
  description: string | null;
  /** For example Italian, in the language of the location. */
  cuisines: Array<string>;
  /** From 1, cheap, to 4. */
  price_level: number | null;
  /** Where guests write to. */
  contact_email: string | null;
  /** Whoever sells, as receipts name it. */
  legal_name: string | null;
  /** As receipts name it. */
  tax_id: string | null;
  /** `/r/{slug}` is the front page: small letters, digits and hyphens. Another slug makes the old one lead to the new one. */
  slug: string | null;
  /** Whether it stands in the directory and in the map for search engines. */
  listed: boolean;
  translations: ProfileTranslations;
  pages: {
    /** The page that a guest begins at. */
    front: string;
    /** The page with the menu. */
    order: string;
    /** The page on which tables are booked. */
    book: string;
    /** The page on which guests join the waitlist. */
    join: string;
    /** The page on which guests find an order or booking again. */
    find: string;
  };
};

export type StreamWebhookEventsLine = Listening | HeardEvent | Heartbeat | Reconnect;

/** Alerts for guests; off without it. */
export type TableAlertRules = {
  /** Whether guests of a full day are told when a table becomes free. */
  enabled: boolean;
  /** How long the table is kept for a guest who is told; 15 without it. */
  offerMinutes?: number | null | undefined;
};

export type TableBlockId = string;

export type TableBlockOfLocation = {
  object: "table_block";
  id: TableBlockId;
  livemode: boolean;
  location_id: LocationId;
  unit_ids: Array<string>;
  /** From when on nobody can have the tables. */
  from: string;
  /** Until when; of a block that was lifted, when that was. */
  until: string;
  /** The beginning by the clock on the wall, with the offset. */
  local_start: string;
  /** The end, written alike. */
  local_end: string;
  reason: string | null;
  /** Who blocked the tables: an app, or the restaurant. */
  created_by: "partner" | "store";
};

export type TableBlockOfLocationList = {
  object: "list";
  data: Array<TableBlockOfLocation>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type TriggerSandboxEventInput = {
  event_type: "order.notification" | "order.validation_requested" | "order.created" | "order.paid" | "order.cancelled" | "order.updated" | "menu.sync_completed" | "menu.sync_failed" | "store.provisioned" | "store.deprovisioned" | "store.status.changed" | "store.settings.changed" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.declined" | "booking.seated" | "booking.completed" | "booking.no_show" | "waitlist_entry.created" | "waitlist_entry.notified" | "waitlist_entry.seated" | "waitlist_entry.removed" | "waitlist_entry.expired" | "webhook.test";
  location_id?: LocationId | undefined;
};

export type TurnTime = {
  minPartySize: number;
  maxPartySize: number;
  minutes: number;
};

export type UpdateDeliveryZoneInput = {
  /** For people. */
  name?: string | undefined;
  /** A zone that is not enabled delivers nothing. */
  enabled?: boolean | undefined;
  /** Where zones overlap the highest wins, then the lowest fee, then the smallest area, then the id. */
  priority?: number | undefined;
  fee?: ZoneMoney | undefined;
  minimum_order?: ZoneMoney | null | undefined;
  free_delivery_over?: ZoneMoney | null | undefined;
  estimated_minutes?: MinutesRange | null | undefined;
  hours?: ZoneHours | null | undefined;
  geometry?: GivenGeometry | undefined;
  /** Refuses with stale_version when the zone is at another one. */
  expected_version?: number | undefined;
};

export type UpdateOrderInput = {
  /** Your ticket's id; shown as external_id. */
  pos_ticket_id?: string | undefined;
  /** When it will be ready, in the future; until it is ready. The diner is told. */
  estimated_ready_at?: number | undefined;
};

/** All rows take effect or none; every bad row is named. */
export type UpdateStockStatusInput = Array<{
  /** The stable id; it counts where both are given. */
  id?: string | undefined;
  /** Your own id, with `kind`. */
  externalId?: string | undefined;
  kind?: "item" | "variation" | "modifier_option" | undefined;
  stockStatus: "in_stock" | "low_stock" | "out_of_stock";
}>;

export type VenueTexts = { [name: string]: {
  name?: string | undefined;
  description?: string | undefined;
  policyText?: string | undefined;
} };

export type WaitMinutes = {
  min: number;
  max: number;
};

export type Waitlist = {
  object: "waitlist";
  location_id: LocationId;
  livemode: boolean;
  /** Whether remote parties may join; the venue can add parties in person anyway. */
  open: boolean;
  /** The parties in line, first in line first. */
  entries: Array<WaitlistEntry>;
};

export type WaitlistEntry = {
  object: "waitlist_entry";
  id: WaitlistEntryId;
  livemode: boolean;
  /** When the party joined. */
  created: number;
  location_id: LocationId;
  /** Only waiting and notified parties are in line. */
  status: "waiting" | "notified" | "seated" | "removed" | "cancelled" | "expired";
  party_size: number;
  /** From 1; 0 once the party is no longer in line. */
  position: number;
  quoted_wait: QuotedWait;
  /** When the party joined. */
  joined_at: string;
  /** When it was told that its table is ready. */
  notified_at: string | null;
  /** When it is taken off unless it has come; null until notified. */
  notify_expires_at: string | null;
  /** When the guest said on the page that they are on their way. */
  on_my_way_at: string | null;
  booking_id: BookingId | null;
  /** Who made the last change: an app, the restaurant, the guest, or Maple by itself. */
  updated_by: "partner" | "store" | "guest" | "service";
  channel: "in_person" | "partner" | "online" | "phone";
  guest: WaitlistGuest;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  notes: string | null;
  message: WaitlistMessage | null;
};

export type WaitlistEntryCreatedEvent = {
  event_id: EventId;
  event_type: "waitlist_entry.created";
  location_id: LocationId;
  resource_id: WaitlistEntryId;
  resource_type: "waitlist_entry";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: NewWaitlistEntryNews;
};

export type WaitlistEntryExpiredEvent = {
  event_id: EventId;
  event_type: "waitlist_entry.expired";
  location_id: LocationId;
  resource_id: WaitlistEntryId;
  resource_type: "waitlist_entry";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: WaitlistEntryNews;
};

export type WaitlistEntryId = string;

export type WaitlistEntryNews = {
  object: "waitlist_entry";
  id: WaitlistEntryId;
  livemode: boolean;
  /** When the party joined. */
  created: number;
  location_id: LocationId;
  /** Only waiting and notified parties are in line. */
  status: "waiting" | "notified" | "seated" | "removed" | "cancelled" | "expired";
  party_size: number;
  /** From 1; 0 once the party is no longer in line. */
  position: number;
  quoted_wait: QuotedWait;
  /** When the party joined. */
  joined_at: string;
  /** When it was told that its table is ready. */
  notified_at: string | null;
  /** When it is taken off unless it has come; null until notified. */
  notify_expires_at: string | null;
  /** When the guest said on the page that they are on their way. */
  on_my_way_at: string | null;
  booking_id: BookingId | null;
  /** Who made the last change: an app, the restaurant, the guest, or Maple by itself. */
  updated_by: "partner" | "store" | "guest" | "service";
  channel: "in_person" | "partner" | "online" | "phone";
  guest: WaitlistGuest;
  /** What the guest reads: pages and messages have it; null: the language of the location. */
  language: "en" | "fr" | "de" | "es" | "it" | "nl" | "pt" | null;
  notes: string | null;
  message: WaitlistMessage | null;
  /** Who made the change: an app, the restaurant, the guest, or Maple by itself. */
  actor: "partner" | "store" | "guest" | "service";
};

export type WaitlistEntryNotifiedEvent = {
  event_id: EventId;
  event_type: "waitlist_entry.notified";
  location_id: LocationId;
  resource_id: WaitlistEntryId;
  resource_type: "waitlist_entry";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: WaitlistEntryNews;
};

export type WaitlistEntryRemovedEvent = {
  event_id: EventId;
  event_type: "waitlist_entry.removed";
  location_id: LocationId;
  resource_id: WaitlistEntryId;
  resource_type: "waitlist_entry";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: WaitlistEntryNews;
};

export type WaitlistEntrySeatedEvent = {
  event_id: EventId;
  event_type: "waitlist_entry.seated";
  location_id: LocationId;
  resource_id: WaitlistEntryId;
  resource_type: "waitlist_entry";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: WaitlistEntryNews;
};

export type WaitlistEstimate = {
  object: "waitlist_estimate";
  location_id: LocationId;
  livemode: boolean;
  party_size: number;
  /** Parties in front that compete for the same tables. */
  parties_ahead: number;
  wait_minutes: WaitMinutes;
};

export type WaitlistGuest = {
  first_name: string | null;
  last_name: string | null;
  /** E.164; shown with bookings:write or bookings:manage only, else null. */
  phone: string | null;
  phone_last_four: string | null;
  /** Shown with bookings:write or bookings:manage only, else null. */
  email: string | null;
};

export type WaitlistMessage = {
  kind: "waitlist_joined" | "table_ready" | "booking_confirmed" | "booking_reminder";
  /** queued, then sent to the provider, then delivered or undelivered; failed: never sent; suppressed: the guest wants none. */
  status: "queued" | "sent" | "delivered" | "undelivered" | "failed" | "suppressed";
  /** Why it did not arrive, in short. */
  error: string | null;
  /** When that became known, in real time. */
  updated_at: string;
};

export type WaitlistRules = {
  enabled: boolean;
  maxPartySize: number;
  /** 10 without it. */
  notifyExpiryMinutes?: number | null | undefined;
  maxEntries?: number | null | undefined;
};

export type WalkInGuest = {
  first_name?: string | undefined;
  last_name?: string | undefined;
  /** Any spelling; without a country code, as dialled in the location's country. */
  phone?: string | undefined;
  email?: string | undefined;
};

export type WebhookDelivery = {
  id: DeliveryId;
  subscription_id: WebhookSubscriptionId;
  status: "pending" | "delivered" | "failed" | "held" | "skipped";
  attempts: number;
  last_response_status: number | null;
  /** A code, a colon and a sentence. */
  last_error: string | null;
  /** When the next attempt is due; null unless pending. */
  next_attempt_at: string | null;
  /** When the delivery was received. */
  delivered_at: string | null;
  fault: AppliedFault | null;
};

export type WebhookEventType = {
  object: "webhook_event_type";
  type: "order.notification" | "order.validation_requested" | "order.created" | "order.paid" | "order.cancelled" | "order.updated" | "menu.sync_completed" | "menu.sync_failed" | "store.provisioned" | "store.deprovisioned" | "store.status.changed" | "store.settings.changed" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.declined" | "booking.seated" | "booking.completed" | "booking.no_show" | "waitlist_entry.created" | "waitlist_entry.notified" | "waitlist_entry.seated" | "waitlist_entry.removed" | "waitlist_entry.expired";
  description: string;
};

export type WebhookEventTypeList = {
  object: "list";
  data: Array<WebhookEventType>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type WebhookReplay = {
  object: "webhook_replay";
  /** The events that were selected, oldest first. */
  event_ids: Array<EventId>;
  /** Deliveries that were queued; in a dry run, that would be. */
  queued: number;
  /** Deliveries left as they are: received already, under way, or of a disabled subscription. */
  skipped: number;
  /** Open listeners that hear at least one of the events again; in a dry run, that would. None when a subscription is named. */
  listeners: number;
  /** More than 10,000 events fit and the oldest were taken; move since on for the rest. */
  has_more: boolean;
};

export type WebhookSubscription = {
  object: "webhook_subscription";
  id: WebhookSubscriptionId;
  environment: "test" | "live";
  /** Part of the signed string, exactly as written. */
  notification_url: string;
  event_types: Array<"order.notification" | "order.validation_requested" | "order.created" | "order.paid" | "order.cancelled" | "order.updated" | "menu.sync_completed" | "menu.sync_failed" | "store.provisioned" | "store.deprovisioned" | "store.status.changed" | "store.settings.changed" | "booking.created" | "booking.confirmed" | "booking.changed" | "booking.cancelled" | "booking.declined" | "booking.seated" | "booking.completed" | "booking.no_show" | "waitlist_entry.created" | "waitlist_entry.notified" | "waitlist_entry.seated" | "waitlist_entry.removed" | "waitlist_entry.expired">;
  /** While disabled, its events are kept and can be delivered later. */
  status: "enabled" | "disabled";
  /** Why it is disabled: by you, by an answer 410, or by 72 hours of failures. */
  disabled_reason: "by_hand" | "gone" | "failures" | null;
  /** When it was created. */
  created_at: string;
  /** When its fields last changed. */
  updated_at: string;
};

export type WebhookSubscriptionChange = {
  /** An https address without credentials or fragment; in the sandbox also http and private addresses, when the operator allows them. */
  notification_url?: string | undefined;
  /** Names from GET /v1/webhook_event_types; the spellings orders.* are accepted for order.*. */
  event_types?: Array<string> | undefined;
  /** enabled delivers what was held in the last 7 days, in order. */
  status?: "enabled" | "disabled" | undefined;
};

export type WebhookSubscriptionId = string;

export type WebhookSubscriptionList = {
  object: "list";
  data: Array<WebhookSubscription>;
  has_more: boolean;
  /** Send it as starting_after; null on the last page. */
  next_cursor: string | null;
};

export type WebhookTestEvent = {
  event_id: EventId;
  event_type: "webhook.test";
  location_id: null;
  resource_id: WebhookSubscriptionId;
  resource_type: "webhook_subscription";
  resource_href: EventResourceHref;
  idempotency_key: AnnouncementKey;
  created: EventTime;
  /** False in the sandbox. */
  livemode: boolean;
  sequence: ResourceSequence;
  data: null;
};

export type WebhookTestResult = {
  object: "webhook_test_result";
  event_id: EventId;
  /** Whether the endpoint answered with a 2xx status within 10 seconds. */
  delivered: boolean;
  /** The status of the answer; 0 when there was none. */
  response_status: number;
};

export type WeeklyBookingService = {
  /** Yours, unique in the configuration. */
  serviceId: string;
  name: string;
  translations?: VenueTexts | undefined;
  /** Venue-local, HH:MM. */
  opens: string;
  /** At or before `opens`: on the next day. Venue-local, HH:MM. */
  closes: string;
  /** The last start; without it the stay ends by `closes`. */
  lastSeating?: string | null | undefined;
  /** Only these areas; all without it. */
  areas?: Array<string> | null | undefined;
  pacing?: BookingPacing | null | undefined;
  /** 0 is Sunday. */
  days: Array<number>;
};

export type ZoneCenter = {
  latitude: number;
  longitude: number;
};

export type ZoneDateException = {
  /** YYYY-MM-DD. */
  date: string;
  closed?: boolean | undefined;
  windows?: Array<ZoneDateWindow> | undefined;
};

export type ZoneDateWindow = {
  /** HH:MM, local time of the location. */
  startTime: string;
  /** HH:MM; at or before the start it is of the next day. */
  endTime: string;
};

/** When the zone is delivered to; null: whenever the location takes orders. */
export type ZoneHours = {
  windows: Array<ZoneWindow>;
  exceptions?: Array<ZoneDateException> | undefined;
};

export type ZoneMoney = {
  /** Minor units: cents for USD. */
  amount: number;
  /** ISO 4217, upper-case; one currency in a zone. */
  currency: string;
};

export type ZoneWindow = {
  /** 0 is Sunday. */
  dayOfWeek: number;
  /** HH:MM, local time of the location. */
  startTime: string;
  /** HH:MM; at or before the start it is of the next day. */
  endTime: string;
};

export type WebhookEvent = OrderNotificationEvent | OrderValidationRequestedEvent | OrderCreatedEvent | OrderPaidEvent | OrderCancelledEvent | OrderUpdatedEvent | MenuSyncCompletedEvent | MenuSyncFailedEvent | StoreProvisionedEvent | StoreDeprovisionedEvent | StoreStatusChangedEvent | StoreSettingsChangedEvent | BookingCreatedEvent | BookingConfirmedEvent | BookingChangedEvent | BookingCancelledEvent | BookingDeclinedEvent | BookingSeatedEvent | BookingCompletedEvent | BookingNoShowEvent | WaitlistEntryCreatedEvent | WaitlistEntryNotifiedEvent | WaitlistEntrySeatedEvent | WaitlistEntryRemovedEvent | WaitlistEntryExpiredEvent | WebhookTestEvent;

/** What every error answers. Branch on `_tag` and `code`, never on `message`. */
export type Error = {
  /** A stable tag for the kind of error. */
  _tag: "DeveloperApiBadRequest" | "DeveloperApiUnauthorized" | "DeveloperApiForbidden" | "DeveloperApiNotFound" | "DeveloperApiConflict" | "DeveloperApiUnprocessable" | "DeveloperApiRateLimited" | "DeveloperApiInternalError" | (string & {});
  /** For a person: what is wrong and what to change. It may change. */
  message: string;
  /** A stable code for the very reason. */
  code: "invalid_request" | "change_required" | "invalid_cursor" | "invalid_menu" | "invalid_geometry" | "invalid_slot_token" | "expired_slot_token" | "invalid_window" | "invalid_phone" | "location_required" | "invalid_blackout_dates" | "unauthorized" | "insufficient_scope" | "wrong_environment" | "not_found" | "connection_not_found" | "menu_not_published" | "not_acceptable" | "idempotency_key_reused" | "operation_in_progress" | "stale_version" | "location_connected" | "subscription_limit" | "stale_configuration" | "trigger_impossible" | "zone_limit" | "illegal_transition" | "order_not_ready" | "order_terminal" | "validation_expired" | "change_closed" | "nothing_left" | "payment_not_open" | "stale_blackout_dates" | "overlapping_booking" | "slot_unavailable" | "hold_expired" | "hold_consumed" | "not_changeable" | "not_cancellable" | "waitlist_closed" | "payload_too_large" | "unsupported_media_type" | "clock_limit" | "configuration_missing" | "capability_unsupported" | "configuration_rejected" | "basket_refused" | "bookings_not_enabled" | "party_size_out_of_bounds" | "large_party_inquiry_required" | "outside_booking_window" | "date_blocked" | "guest_contact_required" | "payment_instrument_required" | "provider_rejected" | "guest_messaging_unavailable" | "rate_limited" | "hold_limit_reached" | "internal" | "unavailable" | (string & {});
  /** A line that says where to report an error that does not say what to change. */
  feedback: string;
  /** The page that says what the code means and what to do. */
  doc_url: string;
  /** The reason as data, for the codes that have some. */
  details?: Record<string, never> | undefined;
  /** Whole seconds to wait before trying again. */
  retry_after?: number | undefined;
};
