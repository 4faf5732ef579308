/**
 * The names of all advisory locks. No two purposes share a name, so no purpose waits for the lock of another. PostgreSQL
 * has three spaces of keys: a pair (class, number), one number, and one text. SQL takes each name from here; functions of
 * the database repeat the value, and `test/house/advisory-locks.test.ts` compares them. A new purpose gets the next free
 * class or number, or its own text. A name that is given up is never used again.
 */

/** First numbers of pairs. What is read back from `pg_locks` needs a class of its own. */
export const lockClasses = {
  /** Orders that are being placed, by the time at which they began (`enter_order_drain`). */
  orderDrain: 19_796,
  /** Bookings that are being written, by the time at which they began (`enter_booking_drain`). */
  bookingDrain: 19_797,
  /** The capacity of a location, while its orders are counted. */
  orderCapacity: 19_798,
  /** A slot of webhook subscriptions, while deliveries of it are leased. */
  deliverySlots: 19_799,
} as const;

/** Single numbers. */
export const lockNumbers = {
  migrations: 7_205_417_331,
  auditChain: 7_205_417_332,
  seed: 7_205_417_333,
} as const;

/** First words of texts that are hashed to 64 bits; what follows says of which thing. */
export const lockTexts = {
  answerDays: "maple answer days",
  bookingDay: "booking-day",
  channelToken: "channel",
  deliveryLeases: "maple claim deliveries",
  holds: "holds",
  listeners: "listeners of",
  ledgerPartitions: "maple ledger partitions",
  requestDays: "maple request days",
  providerBookings: "provider-bookings",
  simulatedBook: "simulated book",
  tableAlerts: "table-alerts",
  subscriptions: "webhook subscriptions of",
} as const;
