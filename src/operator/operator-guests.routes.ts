/** Calls of the operator for a guest who asks for a copy of their data, or asks to be erased. */
import Type from "typebox";
import { bookingExample } from "../bookings/api/booking-examples.ts";
import { bookingSchema } from "../bookings/api/bookings.schemas.ts";
import { messageExample, messageShape } from "../messaging/message/messages.schemas.ts";
import { entryExample } from "../waitlist/api/waitlist-examples.ts";
import { entrySchema } from "../waitlist/api/waitlist.schemas.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { idField, nullable, textField, atLeastOneOf, emailField } from "../platform/http/reading/fields.ts";
import { createKeyedSemaphore, type KeyedSemaphore } from "../platform/postgres/keyed-semaphore.ts";
import { reply } from "../platform/http/reply.ts";
import { bindWrite, defineRoute, type BoundRoute } from "../platform/http/route.ts";
import { keptAlertSchema, keptGroupSchema } from "./guest-asks.schemas.ts";
import { copyGuest, eraseEverywhere } from "./guests/answer-guest.command.ts";
import { readGuestKey } from "./guests/guest-key.ts";
import { freshOperatorAccess, operatorOf, operatorParams, operatorPath } from "./operator-call.ts";

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
  access: freshOperatorAccess,
  params: operatorParams,
  body: guestBody,
  refusals: ["invalid_phone", "invalid_request"],
} as const;

const found = { phone: nullable(Type.String({ maxLength: 50 })), email: nullable(Type.String({ maxLength: 254 })) };

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
        Type.Object({
          location_id: idField("str"),
          note: nullable(Type.String({ maxLength: 500 })),
          tags: Type.Array(Type.String({ maxLength: 100 })),
        }),
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
    "Takes name, phone, e-mail and notes out of the guest's bookings and waitlist entries, of the messages to them, of the events that told of them, of what endpoints answered to these, and of answers kept for replays, and deletes what hosts have noted of the guest, requests for groups and table alerts. The bookings and entries stay, without a name. Cannot be undone.",
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
      return isRefusal(guest) ? guest : reply(200, await copyGuest(tx, guest, operatorOf(call)));
    },
    { permit: () => exports.take("exports") },
  );
  return [
    writeExport,
    bindWrite(eraseRoute, async (call, tx) => {
      const guest = readGuestKey(call.body);
      if (isRefusal(guest)) return guest;
      const { bookings, entries } = await eraseEverywhere(tx, guest, operatorOf(call));
      return reply(200, { object: "guest_erasure", bookings, waitlist_entries: entries });
    }),
  ];
}
