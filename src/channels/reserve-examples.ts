/** The examples that the documentation of `/reserve/v3` shows. */
const merchant = "str_01k0abcdefghjkmnpqrstvwxyz";
const asked = { service_id: "reservation", start_sec: "1772820000", duration_sec: "5400" };

export const slotExample = { merchant_id: merchant, ...asked, resources: { party_size: 2 } };
const lookedUp = { ...asked, resource_ids: { party_size: 2 } };

export const lookupExample = {
  request: { merchant_id: merchant, slot_time: [lookedUp] },
  response: { slot_time_availability: [{ slot_time: lookedUp, available: true }] },
};

const user = { user_id: "guest-7", given_name: "Ada", family_name: "Byron", telephone: "+33142600143" };

export const bookingExample = {
  booking_id: "bkg_01k0abcdefghjkmnpqrstvwxyz",
  slot: slotExample,
  user_information: user,
  status: "CONFIRMED" as const,
  payment_information: { prepayment_status: "PREPAYMENT_NOT_PROVIDED" as const },
};

export const leaseExample = {
  request: { lease: { slot: slotExample, user_reference: "lease-20260306-7" }, idempotency_token: "lease-20260306-7" },
  response: {
    lease: {
      lease_id: "bkh_01k0abcdefghjkmnpqrstvwxyz",
      slot: slotExample,
      user_reference: "lease-20260306-7",
      lease_expiration_time_sec: "1772733900",
    },
  },
};

export const createExample = {
  request: { slot: slotExample, user_information: user, idempotency_token: "book-20260306-7" },
  response: { booking: bookingExample },
};

export const cancelExample = {
  request: { booking: { booking_id: bookingExample.booking_id, status: "CANCELED" } },
  response: { booking: { ...bookingExample, status: "CANCELED" } },
};
