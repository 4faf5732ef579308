/** Bodies that the API description shows. A test checks them against the schemas. */
const locationId = "str_01k0w3gzq4w1d8n5v7j2m6t9ke";

export const entryExample = {
  object: "waitlist_entry",
  id: "bkw_01k0w3hb2x5c8r1t6v9y4m7q0d",
  livemode: false,
  created: 1_772_821_800,
  location_id: locationId,
  status: "waiting",
  party_size: 2,
  position: 3,
  quoted_wait: { parties_ahead: 2, wait_minutes: { min: 20, max: 35 } },
  joined_at: "2026-03-06T18:30:00.000Z",
  notified_at: null,
  notify_expires_at: null,
  on_my_way_at: null,
  booking_id: null,
  updated_by: "partner",
  channel: "in_person",
  guest: {
    first_name: "Ada",
    last_name: "Byron",
    phone: "+33142600143",
    phone_last_four: "0143",
    email: null,
  },
  language: null,
  notes: "High chair, please",
  message: {
    kind: "waitlist_joined",
    status: "queued",
    error: null,
    updated_at: "2026-03-06T18:30:00.000Z",
  },
};

export const notifiedExample = {
  ...entryExample,
  status: "notified",
  position: 1,
  notified_at: "2026-03-06T18:52:00.000Z",
  notify_expires_at: "2026-03-06T19:02:00.000Z",
  message: { kind: "table_ready", status: "queued", error: null, updated_at: "2026-03-06T18:52:00.000Z" },
};

const delivered = { ...notifiedExample.message, status: "delivered", updated_at: "2026-03-06T18:52:03.000Z" };

export const seatedEntryExample = {
  ...notifiedExample,
  status: "seated",
  position: 0,
  booking_id: "bkg_01k0w3h8r6w2f9k4x1p7z5b0da",
  updated_by: "partner",
  message: delivered,
};

export const endedExample = (status: "removed" | "cancelled" | "expired") => ({ ...entryExample, status, position: 0 });

export const waitlistExample = {
  object: "waitlist",
  location_id: locationId,
  livemode: false,
  open: true,
  entries: [{ ...entryExample, position: 1 }],
};

export const estimateExample = {
  object: "waitlist_estimate",
  location_id: locationId,
  livemode: false,
  party_size: 4,
  parties_ahead: 3,
  wait_minutes: { min: 25, max: 45 },
};

export const addExample = {
  party_size: 2,
  guest: { first_name: "Ada", last_name: "Byron", phone: "+33 1 42 60 01 43" },
  notes: "High chair, please",
  idempotency_key: "door-2026-03-06-31",
};
