/** Calls of the operator for a guest who asks for a copy of their data, or asks to be erased. */
import Type from "typebox";
import { bookingExample } from "../bookings/api/booking-examples.ts";
import { bookingToWire } from "../bookings/book/booking-wire.ts";
import { bookingSchema } from "../bookings/api/bookings.schemas.ts";
import { eraseGuest, listGuestBookings } from "../bookings/aftercare/erase-guest.command.ts";
import { listAlertsOfGuest } from "../bookings/alerts/alerts.query.ts";
import { listGroupsOfGuest } from "../bookings/groups/groups.query.ts";
import { listGuestNotes } from "../bookings/guests/guest-history.query.ts";
import { normalizePhone } from "../kernel/phone.ts";
import { plainAddress } from "../mail/letter.ts";
import { forgetMessagesTo } from "../messaging/forget-messages.command.ts";
import { messageExample, messageShape, messageToWire } from "../messaging/messages.schemas.ts";
import { listMessagesTo } from "../messaging/read-messages.query.ts";
import { eraseGuestEntries, listGuestEntries } from "../waitlist/aftercare/erase-entries.command.ts";
import { entryExample } from "../waitlist/api/waitlist-examples.ts";
import { entryToWire } from "../waitlist/line/waitlist-wire.ts";
import { entrySchema } from "../waitlist/api/waitlist.schemas.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import { idField, nullable, textField, atLeastOneOf, emailField } from "../platform/http/reading/fields.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "../platform/postgres/keyed-semaphore.ts";
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { alertToCopy, groupToCopy, keptAlertSchema, keptGroupSchema } from "./guest-asks.schemas.ts";
import { operatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

const guestBody = Type.Object(
  {
    phone: Type.Optional(textField(50, { description: "With its country code, in any spelling." })),
    email: Type.Optional(emailField()),
  },
  {
    additionalProperties: false,
    ...atLeastOneOf("phone", "email"),
    description: "With phone, email or both; either is enough to match.",
  },
);

const shared = {
  tag: "Operator",
  access: operatorAccess,
  params: operatorParams,
  body: guestBody,
  refusals: ["invalid_phone", "invalid_request"],
} as const;

const found = { phone: nullable(Type.String()), email: nullable(Type.String()) };

const exportRoute = defineRoute({
  ...shared,
  method: "POST",
  path: operatorPath("/guests/export"),
  operationId: "operatorExportGuest",
  summary: "Export what is kept about a guest",
  success: {
    200: Type.Object({
      object: Type.Literal("guest_export"),
      ...found,
      bookings: Type.Array(bookingSchema),
      waitlist_entries: Type.Array(entrySchema),
      messages: Type.Array(messageShape),
      notes: Type.Array(
        Type.Object({ location_id: idField("str"), note: nullable(Type.String()), tags: Type.Array(Type.String()) }),
        { description: "What hosts have noted of the guest, for each location." },
      ),
      group_requests: Type.Array(keptGroupSchema),
      table_alerts: Type.Array(keptAlertSchema),
    }),
  },
  example: {
    request: { phone: "+33 1 42 60 01 43" },
    response: {
      object: "guest_export",
      phone: "+33142600143",
      email: null,
      bookings: [bookingExample],
      waitlist_entries: [entryExample],
      messages: [messageExample],
      notes: [{ location_id: bookingExample.location_id, note: "Likes the window", tags: ["regular"] }],
      group_requests: [],
      table_alerts: [],
    },
  },
});

const eraseRoute = defineRoute({
  ...shared,
  method: "POST",
  path: operatorPath("/guests/erase"),
  operationId: "operatorEraseGuest",
  summary: "Erase a guest's data",
  description:
    "Takes name, phone, e-mail and notes out of the guest's bookings and waitlist entries, of the messages to them, of the events that told of them and of answers kept for replays, and deletes what hosts have noted of the guest, requests for groups and table alerts. The bookings and entries stay, without a name. Cannot be undone.",
  success: {
    200: Type.Object({
      object: Type.Literal("guest_erasure"),
      bookings: Type.Integer({ minimum: 0 }),
      waitlist_entries: Type.Integer({ minimum: 0 }),
    }),
  },
  example: {
    request: { phone: "+33 1 42 60 01 43" },
    response: { object: "guest_erasure", bookings: 3, waitlist_entries: 1 },
  },
});

/** An export reads all that is kept about a guest; more of them wait here, and not on the connections that all share. */
const exportPermits = { atOnce: 2, maxWaiting: 20, maxWaitMs: 2_000 };

/** The operator's routes about guests. An export takes its permit from `exports`. */
export function operatorGuestRoutes(exports: KeyedSemaphore = createKeyedSemaphore(exportPermits)): BoundRoute[] {
  const writeExport = bindWrite(
    exportRoute,
    async (call, tx) => {
      const guest = readGuestKey(call.body);
      if (isRefusal(guest)) return guest;
      const bookings = await listGuestBookings(tx, guest);
      const view = { livemode: call.livemode, showContact: true, showVenueNotes: true } as const;
      const data = bookings.map((booking) => bookingToWire(booking, view));
      const entries = await listGuestEntries(tx, guest);
      const place = { position: 0, message: undefined };
      const messages = await listMessagesTo(tx, guest.phone, mailOf(guest));
      return reply(200, {
        object: "guest_export",
        ...guest,
        bookings: data,
        waitlist_entries: entries.map((entry) => entryToWire(entry, place, view)),
        messages: messages.map(messageToWire),
        notes: await listGuestNotes(tx, guest),
        group_requests: (await listGroupsOfGuest(tx, guest)).map(groupToCopy),
        table_alerts: (await listAlertsOfGuest(tx, guest)).map(alertToCopy),
      });
    },
    { permit: () => exports.take("exports") },
  );
  return [
    writeExport,
    bindWrite(eraseRoute, async (call, tx) => {
      const guest = readGuestKey(call.body);
      if (isRefusal(guest)) return guest;
      const waitlistEntries = await eraseGuestEntries(tx, guest);
      forgetMessagesTo(tx, { phone: guest.phone, email: mailOf(guest) });
      const bookings = await eraseGuest(tx, guest, operatorOf(call));
      return reply(200, { object: "guest_erasure", bookings, waitlist_entries: waitlistEntries });
    }),
  ];
}

/** The address as messages keep it. */
function mailOf({ email }: { readonly email: string | null }): string | null {
  return email === null ? null : plainAddress(email);
}

function readGuestKey(body: { readonly phone?: string; readonly email?: string }) {
  if (body.phone === undefined && body.email === undefined) {
    const message = "is required, or email: name the guest by one of the two";
    return refuse("invalid_request", `body.phone ${message}`, { issues: [{ path: "body.phone", message }] });
  }
  const phone: string | null | Refusal<"invalid_phone"> = body.phone === undefined ? null : readKnownPhone(body.phone);
  return isRefusal(phone) ? phone : { phone, email: body.email ?? null };
}

/** A number as it is stored is taken as it is: a guest is found also by one that is no longer a number of its plan. */
function readKnownPhone(text: string): string | Refusal<"invalid_phone"> {
  return /^\+[0-9]{7,15}$/.test(text) ? text : normalizePhone(text, null, "body.phone");
}
