/** The meaning of each field of `details`, and of the reasons that they name. Pure. */
import type { RefusalCode } from "../../platform/http/refusals/refusal-catalogue.ts";

/** By the name of the field; the same name says the same in every error. */
export const detailWords: Readonly<Record<string, string>> = {
  issues: "A list of `{path, message}`: each place with a mistake, and what to change.",
  reason: "A word for the case, see below where there are several.",
  reasons: "A list of `{code, message, path}`: all reasons at once.",
  required_scope: "The scope that the app lacks.",
  operation_id: "The operation that runs.",
  retry_after: "Seconds to wait; the header `Retry-After` says the same.",
  expected: "The version that you sent.",
  actual: "The version that holds now.",
  updated_by: "Who made the version that holds now.",
  roles: "The roles that may do this.",
  role: "The role that would have nobody.",
  limit: "How many there may be.",
  managed_by: "The system that manages the location.",
  offset_seconds: "How far ahead the clock is.",
  limit_seconds: "How far ahead the clock may be.",
  from_status: "The state that holds now.",
  decision: "What was asked for.",
  to_status: "The state that this would have made.",
  app_id: "The app that decides.",
  staff_from: "From when on staff may decide, as an instant.",
  status: "The state that holds now.",
  payment_status: "The state of the payment.",
  next_possible_time: "The first time that can be ordered for, in Unix seconds; null within two weeks.",
  quote: "The price, where there is one all the same.",
  booking_id: "The booking that overlaps.",
  conflicts: "What stands at the time that was asked for; its times are instants.",
  until: "Until when it could be taken back.",
  min: "The smallest party.",
  max: "The largest party.",
  threshold: "From how many persons on the venue is asked.",
  inquiry_url: "Where the guest of a larger party asks the venue; absent or null where there is no such page.",
  required: "The contact that is missing.",
};

export interface ReasonWords {
  readonly name: string;
  readonly words: string;
}

const early: readonly ReasonWords[] = [
  { name: "inside_min_lead", words: "The time is sooner than the venue books." },
  { name: "beyond_max_days", words: "The time is further ahead than the venue books." },
  { name: "past", words: "The time is over." },
];

/** Why a basket is refused (docs/store.md). */
export const basketReasons: readonly ReasonWords[] = [
  { name: "location_inactive", words: "The location takes no orders." },
  { name: "location_paused", words: "The location is paused, and the order would be prepared before the pause ends." },
  { name: "not_accepting_orders", words: "The location takes no online orders, or not with this payment." },
  { name: "closed_now", words: "The location, or the delivery zone, is closed at that time." },
  { name: "too_soon", words: "The kitchen needs longer than that." },
  { name: "slot_full", words: "The interval of that time has no place left." },
  { name: "unknown_item", words: "The menu does not have the item at `path`." },
  { name: "out_of_stock", words: "The item at `path` is sold out." },
  { name: "not_available_now", words: "The item at `path` is not on offer at that time." },
  { name: "selection_rule", words: "The options at `path` are too few, too many or not of this item." },
  { name: "coupon_invalid", words: "The coupon at `path` does not apply to this basket." },
  { name: "delivery_not_offered", words: "The location does not deliver this order." },
  { name: "address_not_located", words: "The address has no place on the map." },
  { name: "outside_zones", words: "No delivery zone holds the address." },
  {
    name: "below_minimum",
    words:
      "The basket is below the minimum of the delivery zone: `minimum_order` is that minimum, `missing` what is short.",
  },
  { name: "price_changed", words: "The total is not the `expected_total`." },
];

/** The reasons of an error, where its details name one of several. */
export const errorReasons: Readonly<Partial<Record<RefusalCode, readonly ReasonWords[]>>> = {
  basket_refused: basketReasons,
  operation_in_progress: [
    { name: "in_flight", words: "The first request still runs. Repeat with the same key." },
    {
      name: "provider_unsettled",
      words: "The provider has not said whether it took effect. Repeat with the same key.",
    },
    { name: "replay_window_expired", words: "Too late to find out by repeating: contact the operator." },
  ],
  outside_booking_window: early,
  waitlist_closed: [
    { name: "closed", words: "The line is closed for parties that are not at the door." },
    { name: "full", words: "As many parties wait as the venue takes." },
  ],
};

/** The reasons with which an app denies or cancels an order; any other text may be sent too. */
export const denialReasons: readonly ReasonWords[] = [
  { name: "ITEM_AVAILABILITY", words: "An item is sold out; name it in `out_of_stock`." },
  { name: "STORE_CLOSED", words: "The restaurant is closed. The service gives this reason too." },
  { name: "CAPACITY", words: "The kitchen has too much to do." },
  { name: "PRICE_MISMATCH", words: "A price differs from that of the till." },
  { name: "ADDRESS_UNDELIVERABLE", words: "The address cannot be delivered to." },
  { name: "POS_UNAVAILABLE", words: "The till does not work." },
  { name: "DUPLICATE", words: "The order is there already." },
  { name: "OTHER", words: "Anything else." },
];

/** The reasons that the service itself gives. */
export const serviceReasons: readonly ReasonWords[] = [
  { name: "DECISION_TIMEOUT", words: "Nobody decided within six minutes." },
  { name: "VALIDATION_FAILED", words: "The app answered the validation with no." },
  { name: "VALIDATION_TIMEOUT", words: "The app did not answer the validation in time." },
  { name: "PAYMENT_TIMEOUT", words: "The diner did not pay in time." },
];
