/** The calls of a guest before there is a booking: hold a time, and book it. */
import type { Static } from "typebox";
import { findBookingToken, findGuestHold } from "../../bookings/aftercare/guest-bookings.query.ts";
import { findProviderOperation } from "../../bookings/at-provider/settle-by-hand.command.ts";
import { hashGuestToken } from "../../bookings/book/guest-token.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import type { BookingRequest } from "../../bookings/make/create-booking.command.ts";
import type { Id } from "../../kernel/id.ts";
import { wantedLanguage } from "../../kernel/language.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { ChannelChoice } from "../../messaging/queue/choose-channel.command.ts";
import { invalidRequest } from "../../platform/http/reading/invalid-request.ts";
import { slotRefusals } from "../../bookings/search/slot-refusals.ts";
import { programReader } from "../../pages/reader.ts";
import { declaredBy } from "../../platform/http/refusals/declared-refusal.ts";
import { reply } from "../../platform/http/reply.ts";
import { bindChosen, bindRead, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { answeredAfter, answeredAtOnce, onceAllowed, type Way } from "../../platform/http/way.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";
import { venueWords } from "../shared/venue-words.ts";
import type { GuestBookingDeps } from "./guest-booking-deps.ts";
import * as examples from "./booking-guest-examples.ts";
import * as schemas from "./booking-guest.schemas.ts";
import { bookingToGuest, holdToGuest } from "./booking-guest-wire.ts";
import { keptHere, readBookingLocation } from "./booking-location.query.ts";
import { forGuest } from "./booking-words.ts";

const shared = { tag: "Store", access: { kind: "public" } } as const;
const reads = { ...shared, addressLimit: "diner_reads" } as const;
const writes = { ...shared, addressLimit: "diner_writes" } as const;
/** A token stands in the address or in the answer. */
export const secret = { headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" } } as const;
/** What a provider may say of a write besides; the same key later tells what became of it (rules/providers 2.2). */
export const providerRefusals = ["provider_rejected", "operation_in_progress"] as const;

const holdRoute = defineRoute({
  ...writes,
  method: "POST",
  path: "/store/v1/booking_holds",
  operationId: "storeHoldSlot",
  summary: "Hold a time while the guest decides",
  description: "The slot token names the restaurant. At most 20 holds in ten minutes per address and restaurant.",
  body: schemas.holdBody,
  success: { 201: schemas.guestHoldShape },
  refusals: [
    ...slotRefusals,
    ...providerRefusals,
    "payment_instrument_required",
    "hold_limit_reached",
    "overlapping_booking",
    "hold_expired",
  ],
  example: {
    request: { slot_token: examples.guestSlotExample.data[0]?.slot_token },
    response: examples.guestHoldExample,
  },
});

const readHoldRoute = defineRoute({
  ...reads,
  method: "GET",
  path: "/store/v1/booking_holds/{holdToken}",
  operationId: "storeGetHold",
  summary: "Read a hold",
  params: schemas.holdParams,
  success: { 200: schemas.guestHoldShape },
  refusals: ["not_found"],
  example: { response: examples.guestHoldExample },
});

const releaseRoute = defineRoute({
  ...writes,
  method: "DELETE",
  path: "/store/v1/booking_holds/{holdToken}",
  operationId: "storeReleaseHold",
  bodyEmpty: true,
  summary: "Release a hold",
  description: "Frees its table at once. Repeatable.",
  params: schemas.holdParams,
  success: { 200: schemas.guestHoldShape },
  refusals: ["not_found", "hold_consumed"],
  example: { response: { ...examples.guestHoldExample, status: "released" } },
});

const bookRoute = defineRoute({
  ...writes,
  method: "POST",
  path: "/store/v1/bookings",
  operationId: "storeCreateBooking",
  summary: "Book what is held",
  description:
    "A hold becomes one booking: sending it again answers the same one, and with another guest `hold_consumed`. When the hold has run out, the table is booked all the same while it is free; a provider's hold is then `hold_expired`. Where slots cannot be held (`holds` of the profile), a `slot_token` is booked straight: send an Idempotency-Key.",
  body: schemas.bookBody,
  success: { 201: schemas.guestBookingShape },
  refusals: [
    ...slotRefusals,
    ...providerRefusals,
    "invalid_request",
    "hold_limit_reached",
    "hold_expired",
    "hold_consumed",
    "invalid_phone",
    "guest_contact_required",
    "overlapping_booking",
    "payment_instrument_required",
  ],
  example: { request: examples.bookRequestExample, response: examples.guestBookingExample },
});

const noHold = (): Refusal<"not_found"> => refuse("not_found", "there is no hold with this token");

/** The routes by which guests hold and book, bound. */
export function guestBookingRoutes(deps: GuestBookingDeps): BoundRoute[] {
  return [...holdRoutes(deps), bookingRoute(deps)];
}

function holdRoutes(deps: GuestBookingDeps): BoundRoute[] {
  const ofHold = {
    keeps: (call: { readonly params: { readonly holdToken: string } }) => keptHere(deps).hold(call.params.holdToken),
  };
  const show = async (
    db: Db,
    hold: Hold,
    { livemode, token, languages }: { livemode: boolean; token: string; languages: string | undefined },
  ) => {
    const here = await readBookingLocation(db, hold.location_id);
    if (here === undefined) return noHold();
    return holdToGuest(hold, { livemode, token, words: venueWords(here, programReader(languages)) });
  };
  const idOf = (token: string): Id<"bkh"> | undefined => deps.guestTokens.readHoldToken(token);
  return [
    bindChosen(
      holdRoute,
      async ({ livemode, address, body: { slot_token: slotToken }, languages }) => {
        const held = deps.books.ofToken(slotToken, null).hold({ appId: null, slotToken });
        return answeredAfter(ifNotTooMany(deps, address, slotToken, held), deps.database, async (hold, read) => {
          if (isRefusal(hold)) return declaredBy(holdRoute, forGuest(hold));
          const token = deps.guestTokens.holdToken(hold.id);
          const shown = await show(read, hold, { livemode, token, languages });
          return isRefusal(shown) ? shown : reply(201, shown, secret);
        });
      },
      { keeps: ({ body }) => keptHere(deps).slot(body.slot_token) },
    ),
    bindRead(
      readHoldRoute,
      async ({ livemode, params: { holdToken: token }, languages }, _db, snapshot) => {
        const id = idOf(token);
        const shown = await snapshot(async (db) => {
          const found = id === undefined ? undefined : await findGuestHold(db, id);
          return found === undefined ? noHold() : show(db, found.hold, { livemode, token, languages });
        });
        return isRefusal(shown) ? shown : reply(200, shown, secret);
      },
      ofHold,
    ),
    bindChosen(
      releaseRoute,
      async ({ livemode, params: { holdToken: token }, languages }, db) => {
        const id = idOf(token);
        if (id === undefined) return answeredAtOnce(noHold());
        const released = (await deps.books.ofHold(db, id)).release(null, id);
        return answeredAfter(released, deps.database, async (hold, read) => {
          if (isRefusal(hold)) return forGuest(hold);
          const shown = await show(read, hold, { livemode, token, languages });
          return isRefusal(shown) ? shown : reply(200, shown, secret);
        });
      },
      ofHold,
    ),
  ];
}

/** The write, unless the address has asked for many times here. */
function ifNotTooMany<Value>(
  deps: GuestBookingDeps,
  address: string,
  slotToken: string,
  way: Way<Value>,
): Way<Value | Refusal<"invalid_slot_token" | "hold_limit_reached">> {
  const slot = deps.tokens.read(slotToken, null);
  if (isRefusal(slot)) return answeredAtOnce(slot);
  return onceAllowed(way, async (id) => {
    // Whoever asks again what became of a request asks for no other time.
    if (id !== undefined && (await findProviderOperation(deps.database.read, id)) !== undefined) return done;
    const wait = deps.countHold(address, slot.locationId);
    if (wait === undefined) return done;
    return refuse("hold_limit_reached", "this address has made many holds here; wait a while", undefined, wait);
  });
}

function bookingRoute(deps: GuestBookingDeps): BoundRoute {
  const { guestTokens, tokens, books } = deps;
  return bindChosen(
    bookRoute,
    async ({ livemode, address, body, languages }, db) => {
      const by = choiceOf(deps, body);
      if (isRefusal(by)) return answeredAtOnce(by);
      const unreachable = checkToldBy(body);
      if (isRefusal(unreachable)) return answeredAtOnce(unreachable);
      const request = {
        appId: null,
        source: "online",
        by,
        guest: { ...body.guest, ...(body.language === undefined ? {} : { language: body.language }) },
        notes: body.notes ?? null,
        toldBy: toldByOf(body, languages),
        guestTokenHashOf: (id: Id<"bkg">) => hashGuestToken(guestTokens.bookingToken(id)),
      } as const;
      const way = (await books.of(db, request)).book(request);
      const counted = by.kind === "hold" ? way : ifNotTooMany(deps, address, by.slotToken, way);
      return answeredAfter(counted, deps.database, async (booking, read) => {
        if (isRefusal(booking)) return declaredBy(bookRoute, forGuest(booking));
        const here = await readBookingLocation(read, booking.location_id);
        const token = await findBookingToken(read, guestTokens, booking.id);
        if (here === undefined || token === undefined) return noHold();
        const words = venueWords(here, programReader(languages));
        const shown = { token, baseUrl: deps.baseUrl(), words };
        return reply(201, bookingToGuest(booking, { livemode, ...here }, shown), secret);
      });
    },
    {
      keeps: async ({ body: { hold_token: hold, slot_token: slot } }) =>
        hold === undefined
          ? slot !== undefined && !isRefusal(tokens.read(slot, null))
          : guestTokens.readHoldToken(hold) !== undefined,
    },
  );
}

/** Whoever chose a channel can be reached by it. */
function checkToldBy({ told_by: chosen, guest }: Static<typeof schemas.bookBody>): Done | Refusal<"invalid_request"> {
  const missing = chosen === "sms" ? "phone" : chosen === "email" ? "email" : undefined;
  if (missing === undefined || guest[missing] !== undefined) return done;
  return invalidRequest([{ path: `body.guest.${missing}`, message: `is required where told_by is ${chosen}` }]);
}

/** The choice with the sentence that asks for it, in the guest's language. */
function toldByOf(
  { told_by: channel, language }: Static<typeof schemas.bookBody>,
  languages: string | undefined,
): ChannelChoice | undefined {
  if (channel === undefined) return undefined;
  return { channel, sentence: speak(language ?? wantedLanguage(languages) ?? "en", "booking")(`tell.${channel}`) };
}

/** What a guest books: exactly one of the two. */
function choiceOf(
  { guestTokens }: GuestBookingDeps,
  { hold_token: hold, slot_token: slotToken }: Static<typeof schemas.bookBody>,
): BookingRequest["by"] | Refusal<"not_found" | "invalid_request"> {
  if (hold !== undefined && slotToken === undefined) {
    const holdId = guestTokens.readHoldToken(hold);
    return holdId === undefined ? noHold() : { kind: "hold", holdId, byItsGuest: true };
  }
  if (slotToken !== undefined && hold === undefined) return { kind: "token", slotToken };
  return invalidRequest([
    { path: "body.hold_token", message: "is required, or slot_token: one of the two and not both" },
  ]);
}
