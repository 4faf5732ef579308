/** The pages of `/booking/{token}`: read and cancel a booking, write a note, add the booking to a calendar. */
import { unfinished } from "../../bookings/provider/provider-operation.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import {
  getPage,
  keptBy,
  postPage,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageRoute,
  type PageCall,
} from "../../pages/page.ts";
import { formKeyOf, requestPath, requestTokenOf } from "../shared/guest-request.ts";
import { isUnanswered, writeInBook } from "../shared/write-in-book.command.ts";
import { bookingCalendar, bookingGoogleLink } from "./booking-calendar.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { guestMay } from "../book/booking-guest-wire.ts";
import { cancelMain, visitWords, manageMain, type ManageView } from "./booking-manage-page.ts";
import {
  keptHere,
  findBookingAndLocation,
  readGuestVenue,
  type BookingLocation,
} from "../book/booking-location.query.ts";
import { bookingVenue, noSuchBooking, readerAt } from "../book/booking-shared-page.ts";
import { problemWords } from "../book/booking-words.ts";
import { findRefusedRequest } from "./guest-request.query.ts";
import type { BookingChange } from "../../bookings/make/change-booking.command.ts";
import type { Booking } from "../../bookings/book/booking.ts";
import type { Reader } from "../../pages/reader.ts";
import { dayTimeWords, whenOf } from "../book/booking-when.ts";
import { venueWords } from "../shared/venue-words.ts";
import { servicesOf } from "../book/guest-venue.ts";

/** The pages on which a booking is managed. */
export function managePages(deps: GuestBookingDeps): PageRoute[] {
  const known = (run: (here: KnownBooking, token: string) => Promise<PageAnswer>) => (call: BookingCall) =>
    atBooking(deps, call, run);
  const keeps = ({ params }: { readonly params: { readonly token: string } }) => keptHere(deps).booking(params.token);
  return keptBy(keeps, [
    getPage("/booking/{token}", (call) =>
      known(async (here, token) => {
        const refused = await findRefusedRequest(here, call.query.get("request"));
        const problem = refused === undefined ? null : problemWords(unfinished(refused), here.reader);
        return showBooking(deps, here, token, { done: call.query.get("done"), problem });
      })(call),
    ),
    getPage("/booking/{token}/calendar.ics", (call) =>
      known(async (here, token) => ({
        kind: "file",
        contentType: "text/calendar; charset=utf-8",
        fileName: "booking.ics",
        body: bookingCalendar(here.booking, here, `${deps.baseUrl()}/booking/${token}`, here.reader),
      }))(call),
    ),
    postPage("/booking/{token}/note", (call) => known((here) => writeNote(deps, here, call))(call)),
    getPage("/booking/{token}/cancel", (call) =>
      known(async (here, token) =>
        guestMay(here.booking, here.state).cancel
          ? showPage({
              title: visitWords(here.reader)("cancel.page"),
              reader: here.reader,
              venue: bookingVenue(here, here.reader),
              modules: ["forms"],
              main: cancelMain(await bookingView(deps, here, token)),
            })
          : redirectTo(`/booking/${token}`),
      )(call),
    ),
    postPage("/booking/{token}/cancel", (call) => known((here) => cancel(deps, here, call))(call)),
  ]);
}

async function writeNote(deps: GuestBookingDeps, here: KnownBooking, call: BookingCall): Promise<PageAnswer> {
  const { form } = call;
  const { token } = call.params;
  const typed = (form.get("note") ?? "").replaceAll("\r\n", "\n").replaceAll("\0", "").trim();
  if (typed === (here.booking.notes ?? "")) return redirectTo(`/booking/${token}?done=same`);
  if (typed.length > 2000)
    return showBooking(deps, here, token, {
      problem: visitWords(here.reader)("note.long", { max: 2000 }),
      typedNote: typed,
    });
  const notes = typed === "" ? null : typed;
  const changed = await commitChange(deps, here, form, { slotToken: undefined, notes, expectedVersion: undefined });
  if ("kind" in changed) return changed;
  if (isRefusal(changed)) return showAgain(deps, call, changed, typed);
  return redirectTo(`/booking/${token}?done=noted`);
}

async function cancel(deps: GuestBookingDeps, here: KnownBooking, call: BookingCall): Promise<PageAnswer> {
  const { form } = call;
  const { database, booking, location } = here;
  const typed = (form.get("reason") ?? "").replaceAll("\0", "").trim().slice(0, 500);
  const reason = typed === "" ? null : typed;
  const request = requestTokenOf(formKeyOf(form, deps.newFormKey), [booking.id, "cancel", typed]);
  const book = await deps.books.ofBooking(database.read, booking.id);
  const way = book.cancel(null, booking.id, { reason, expectedVersion: undefined });
  const cancelled = await writeInBook(database, way, request);
  if (!isRefusal(cancelled)) return redirectTo(`/booking/${call.params.token}`);
  if (isUnanswered(cancelled, request)) return redirectTo(requestPath(location.id, request));
  return showAgain(deps, call, cancelled);
}

export type KnownBooking = BookingLocation & { readonly booking: Booking; readonly reader: Reader };

export type BookingCall = PageCall<"token">;

/** Runs with the booking of the address, as of one moment. */
export async function atBooking(
  deps: GuestBookingDeps,
  call: BookingCall,
  run: (here: KnownBooking, token: string) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { token } = call.params;
  const found = await findBookingAndLocation(deps, token);
  if (found === undefined) return noSuchBooking(call);
  return run({ ...found, reader: readerAt(call, found, found.booking.language) }, token);
}

/** The booking as it is after a step that was refused, and why. */
export function showAgain(
  deps: GuestBookingDeps,
  call: BookingCall,
  refused: Refusal,
  typedNote?: string,
): Promise<PageAnswer> {
  return atBooking(deps, call, (here, token) => {
    const problem = problemWords(refused, here.reader);
    return showBooking(deps, here, token, { problem, ...(typedNote === undefined ? {} : { typedNote }) });
  });
}

type Told = Partial<Pick<ManageView, "done" | "problem" | "typedNote">>;

/** What the pages of a booking show of it. */
export async function bookingView(
  deps: GuestBookingDeps,
  here: KnownBooking,
  token: string,
  more: Told = {},
): Promise<ManageView> {
  const { booking, location, state, database, reader } = here;
  const services = servicesOf(state, booking);
  const venue = await readGuestVenue(deps, database.read, state);
  const words = venueWords(here, reader);
  return {
    booking,
    when: whenOf(services, booking.starts_at, booking.time_zone, reader, state.now),
    may: guestMay(booking, state),
    // While the restaurant decides, what was sent with the request is the note.
    takesNotes: (isRefusal(venue) ? booking.kept_by === "native" : venue.changesNotes) && booking.status !== "pending",
    isLeft: booking.kept_by !== location.booking_mode,
    formKey: deps.newFormKey(),
    reader,
    now: state.now,
    path: `/booking/${token}`,
    policy: services === null ? null : words.policy,
    area: words.area(booking.area_id, booking.area_name),
    experience: words.experience(booking.experience_id, booking.experience_name),
    phone: location.phone,
    bookHref: `/book/${location.id}`,
    googleHref: bookingGoogleLink(booking, here, reader),
    venueName: bookingVenue(here, reader).name,
    done: null,
    problem: null,
    ...more,
  };
}

/** The page of a booking, with what a step has come to. */
export async function showBooking(
  deps: GuestBookingDeps,
  here: KnownBooking,
  token: string,
  more: Told,
): Promise<PageAnswer> {
  const view = await bookingView(deps, here, token, more);
  const isPending = view.booking.status === "pending";
  return showPage({
    status: view.problem === null ? 200 : 409,
    title: visitWords(here.reader)("title", { when: dayTimeWords(view.when) }),
    reader: here.reader,
    venue: bookingVenue(here, here.reader),
    modules: [...(isPending ? ["forms", "await-answer"] : ["forms"]), "remember", "pay-link"],
    ...(isPending ? { reloadSeconds: 15 } : {}),
    main: manageMain(view),
  });
}

/** Changes the booking; leads to the page of the request where its provider has yet to answer. */
export async function commitChange(
  deps: GuestBookingDeps,
  { database, location, booking }: KnownBooking,
  form: URLSearchParams,
  change: BookingChange,
): Promise<Booking | Refusal | ReturnType<typeof redirectTo>> {
  const content = JSON.stringify([change.slotToken, change.notes, change.expectedVersion]);
  const request = requestTokenOf(formKeyOf(form, deps.newFormKey), [booking.id, "change", content]);
  const book = await deps.books.ofBooking(database.read, booking.id);
  const changed = await writeInBook(database, book.change(null, booking.id, change), request);
  return isRefusal(changed) && isUnanswered(changed, request) ? redirectTo(requestPath(location.id, request)) : changed;
}
