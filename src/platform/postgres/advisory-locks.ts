/**
 * The names of all advisory locks: no two purposes share one, so nobody waits for, or reads, the lock of somebody else.
 * A pair (class, number), one number and one text are three spaces of keys in PostgreSQL. SQL takes each name from here;
 * functions of the database repeat the value. `test/house/advisory-locks.test.ts` keeps both so. A new purpose gets the
 * next free class or number, or a text of its own; a name that is given up is never given to something else.
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
  ledgerPartitions: "maple ledger partitions",
  requestDays: "maple request days",
  providerBookings: "provider-bookings",
  simulatedBook: "simulated book",
  tableAlerts: "table-alerts",
  subscriptions: "webhook subscriptions of",
} as const;
