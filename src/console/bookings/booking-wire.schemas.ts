/** Wire shapes of bookings as the restaurant's own people see them. All times are of the location's clock. */
import Type, { type Static } from "typebox";
import { bookingSchema } from "../../bookings/api/bookings.schemas.ts";
import { slotShape } from "../../bookings/api/availability.schemas.ts";
import { isoInstant, nullable, oneOf } from "../../platform/http/reading/fields.ts";
import { pageFields, paginated } from "../../platform/http/reading/paging.ts";
import type { DeepReadonly } from "../../platform/http/reading/static-fields.ts";

const {
  livemode: _livemode,
  local_start: _start,
  local_end: _end,
  updated_by: _updatedBy,
  guest: _guest,
  venue_notes: _notes,
  ...shared
} = bookingSchema.properties;
const { livemode: _____, ...sharedSlot } = slotShape.properties;

/** Who changed a booking or a waitlist entry last, as staff see it. */
export const bookPartySchema = Type.Object(
  {
    kind: oneOf(
      ["person", "device", "app", "guest", "service"],
      "A person or shared device of the restaurant, an app, the guest, or Maple by itself.",
    ),
    id: nullable(
      Type.String({ maxLength: 100, description: "Of the person, device or app; null where it is unknown." }),
    ),
    name: nullable(Type.String({ maxLength: 500, description: "Null where the name is unknown or was erased." })),
  },
  { title: "BookParty" },
);

/** A guest with the whole contact. */
export const staffGuestSchema = Type.Object(
  {
    first_name: nullable(Type.String({ maxLength: 200 })),
    last_name: nullable(Type.String({ maxLength: 200 })),
    phone: nullable(Type.String({ maxLength: 50, description: "E.164." })),
    email: nullable(Type.String({ maxLength: 254 })),
  },
  { title: "StaffGuest" },
);

const undoSchema = Type.Object(
  {
    of: oneOf(["seat", "walk_in", "complete", "no_show", "venue_cancel"], "The transition that would be taken back."),
    to: oneOf(
      ["confirmed", "in_service", "cancelled_by_venue", "waiting"],
      "The status after it; waiting: the party is back in line, and this booking is cancelled.",
    ),
    until: isoInstant("From this moment on it is 409 undo_expired."),
  },
  { title: "BookingUndo" },
);

export const staffBookingSchema = Type.Object(
  {
    ...shared,
    guest: staffGuestSchema,
    venue_notes: nullable(
      Type.String({ maxLength: 2000, description: "The restaurant's own; guests and partners never read them." }),
    ),
    managed_by: nullable(
      oneOf(["provider"], "A reservation provider keeps the booking: it is read here, and changed there."),
    ),
    undo: nullable(undoSchema),
    updated_by: bookPartySchema,
  },
  { title: "StaffBooking" },
);

/** GET L/bookings answers this. */
export const staffBookingListSchema = Type.Object(
  {
    object: Type.Literal("list"),
    data: Type.Array(staffBookingSchema),
    ...pageFields,
  },
  { title: "StaffBookingList", ...paginated("cursor") },
);

/** GET L/availability answers a list of these. */
export const staffSlotSchema = Type.Object(sharedSlot, { title: "StaffSlot" });

export type BookParty = DeepReadonly<Static<typeof bookPartySchema>>;
export type StaffBooking = DeepReadonly<Static<typeof staffBookingSchema>>;
