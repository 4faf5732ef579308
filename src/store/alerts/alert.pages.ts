/**
 * The pages of an alert: `/book/{locationId}/alert`, where a guest of a full day asks to be told of a table, and
 * `/alert/{token}`, where they take the table or stop asking (rules/bookings 19). The token of a link is the right to the
 * alert.
 */
import { findBookingToken } from "../../bookings/aftercare/guest-bookings.query.ts";
import { findAlert, findOffer } from "../../bookings/alerts/alerts.query.ts";
import type { Hold } from "../../bookings/book/hold.ts";
import { makeAlert, stopAlert } from "../../bookings/alerts/make-alert.command.ts";
import type { TableAlert } from "../../bookings/alerts/table-alert.ts";
import { isDate } from "../../bookings/venue/blackouts.ts";
import { makeGuestPath } from "../../guest-links/make-guest-link.command.ts";
import { findLinkedThing } from "../../guest-links/find-linked-thing.query.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { listGuestChannels } from "../../messaging/queue/queue-message.command.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { keptHere, readAtBook, readBookingLocation, readGuestVenue } from "../book/booking-location.query.ts";
import type { BookingLocation } from "../book/booking-location.query.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { bookingVenue, noSuchRestaurant, readerAt } from "../book/booking-shared-page.ts";
import { whenOf } from "../book/booking-when.ts";
import { venueWords } from "../shared/venue-words.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import type { GuestVenue } from "../book/guest-venue.ts";
import { readFinder } from "../book/booking-finder.query.ts";
import { waitableStarts } from "../book/booking-days.ts";
import { formKeyOf, requestTokenOf } from "../shared/guest-request.ts";
import { alertWords, emptyAlert, readAlertForm, type AlertScene } from "./alert-form.ts";
import { alertFormMain, alertMain, type AlertFormView } from "./alert-page.ts";

/** The pages of alerts. */
export function alertPages(deps: GuestBookingDeps): PageRoute[] {
  const keepsLocation = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps).location(params.locationId);
  const keepsAlert = async ({ params }: { readonly params: { readonly token: string } }) =>
    ((await findLinkedThing(deps.database.read, params.token))?.alert_id ?? null) !== null;
  return [
    ...keptBy(keepsLocation, [
      getPage("/book/{locationId}/alert", (call) => withForm(deps, call, async (form) => showForm(deps, form))),
      postPage("/book/{locationId}/alert", (call) => withForm(deps, call, (form) => ask(deps, call, form))),
    ]),
    ...keptBy(keepsAlert, [
      getPage("/alert/{token}", (call) => withAlert(deps, call, async (known) => showAlert(deps, call, known))),
      postPage("/alert/{token}/stop", (call) => withAlert(deps, call, (known) => stop(deps, call, known))),
    ]),
  ];
}

/** A restaurant that can be asked, and the day that is asked for. */
interface FormLocation {
  readonly here: BookingLocation;
  readonly venue: GuestVenue;
  readonly reader: Reader;
  readonly scene: AlertScene;
}

async function withForm(
  deps: GuestBookingDeps,
  call: PageCall<"locationId">,
  run: (at: FormLocation) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const seen = await readAtBook(deps, call.params.locationId, async (db, here) => {
    const venue = await readGuestVenue(deps, db, here.state);
    return {
      here,
      venue,
      scene: isRefusal(venue) ? undefined : await readScene(deps, db, here, { venue, query: call.query }),
    };
  });
  if (seen === undefined) return noSuchRestaurant(call);
  const { here, venue, scene } = seen;
  const reader = readerAt(call, here);
  if (scene !== undefined && !isRefusal(venue)) return run({ here, venue, reader, scene });
  const say = alertWords(reader);
  const next = { href: `/book/${here.location.id}`, label: say("back") };
  return messagePage(409, say("closed.title"), say("closed.text"), { reader, venue: bookingVenue(here, reader), next });
}

/** What a guest can wait for on the day that the address names; undefined where nobody is told of tables. */
async function readScene(
  deps: GuestBookingDeps,
  db: Db,
  { location, state }: BookingLocation,
  { venue: guestVenue, query }: { readonly venue: GuestVenue; readonly query: URLSearchParams },
): Promise<AlertScene | undefined> {
  const { days, areas, partySize, largePartyThreshold } = guestVenue;
  const { venue, now } = state;
  const date = query.get("date") ?? "";
  const party = /^\d{1,3}$/.test(query.get("party") ?? "") ? Number(query.get("party")) : 0;
  const most = Math.min(largePartyThreshold ?? partySize.max, partySize.max);
  const isIn = isDate(date) && days.bookable.first <= date && date <= days.bookable.last;
  if (venue?.configuration.tableAlerts.enabled !== true || !isIn || party < partySize.min || party > most)
    return undefined;
  const channels = await listGuestChannels(db, location.id);
  const starts = waitableStarts(venue, date, now);
  if (channels.length === 0 || starts.length === 0) return undefined;
  const areaId = areas.find((area) => area.areaId === query.get("area"))?.areaId ?? null;
  const question = { party: String(party), date, area: areaId ?? "" };
  const { slots } = await readFinder(db, { book: deps.books.at(state.location), state, venue: guestVenue }, question);
  return { date, party, areaId, starts, channels, country: location.address.country, isFree: slots.length > 0 };
}

function finderHrefOf(locationId: string, { party, date, areaId }: Pick<AlertScene, "party" | "date" | "areaId">) {
  const query = new URLSearchParams({ party: String(party), date, ...(areaId === null ? {} : { area: areaId }) });
  return { finder: `/book/${locationId}?${query.toString()}`, form: `/book/${locationId}/alert?${query.toString()}` };
}

function showForm(
  deps: GuestBookingDeps,
  { here, venue, reader, scene }: FormLocation,
  sent: Partial<Pick<AlertFormView, "typed" | "mistakes" | "problem" | "formKey">> = {},
): PageAnswer {
  const { finder, form } = finderHrefOf(here.location.id, scene);
  const { typed = emptyAlert(scene), mistakes = new Map(), problem, formKey = deps.newFormKey() } = sent;
  const isWrong = mistakes.size > 0 || problem !== undefined;
  const { timeZone, areas, days } = venue;
  const kept = areas.find(({ areaId }) => areaId === scene.areaId)?.name ?? null;
  return showPage({
    status: isWrong ? 422 : 200,
    title: alertWords(reader)("title"),
    venue: bookingVenue(here, reader),
    reader,
    modules: ["forms"],
    main: alertFormMain({
      scene,
      typed,
      mistakes,
      problem,
      formKey,
      timeZone,
      today: days.today,
      area: venueWords(here, reader).area(scene.areaId, kept),
      action: form,
      back: finder,
      reader,
    }),
  });
}

async function ask(deps: GuestBookingDeps, call: PageCall<"locationId">, at: FormLocation): Promise<PageAnswer> {
  const { here, reader, scene } = at;
  const say = alertWords(reader);
  const formKey = formKeyOf(call.form, deps.newFormKey);
  const { typed, mistakes, wanted, channel } = readAlertForm(call.form, scene, reader);
  if (wanted === undefined) return showForm(deps, at, { typed, mistakes, formKey });
  const again = (problem: string): PageAnswer => showForm(deps, at, { typed, problem });
  if (deps.countHold(call.address, here.location.id) !== undefined) return again(say("mistake.many"));
  const request_token = requestTokenOf(formKey, ["alert", ...Object.values(typed)]);
  const path = await here.database.transaction(async (tx) => {
    const choice = { channel, sentence: say(`choice.${channel}`) };
    const made = await makeAlert(tx, here.location.id, { ...wanted, request_token }, choice);
    return isRefusal(made) ? made : makeGuestPath(tx, { locationId: here.location.id, alertId: made.id });
  });
  if (isRefusal(path)) return again(say(path.code === "already_waiting" ? "mistake.again" : "mistake.many"));
  return redirectTo(path);
}

type AlertCall = PageCall<"token">;

interface KnownAlert {
  readonly alert: TableAlert;
  /** The table that is kept for its guest now. */
  readonly offer: Hold | undefined;
  /** The key to the booking that it became. */
  readonly bookingKey: string | undefined;
  readonly here: Omit<BookingLocation, "database">;
  readonly reader: Reader;
}

/** The alert that a link opens, and what became of it. */
async function readAlert(
  { database: { livemode }, guestTokens }: GuestBookingDeps,
  db: Db,
  token: string,
): Promise<Omit<KnownAlert, "reader"> | undefined> {
  const id = (await findLinkedThing(db, token))?.alert_id ?? null;
  const alert = id === null ? undefined : await findAlert(db, id);
  const location = alert === undefined ? undefined : await readBookingLocation(db, alert.location_id);
  if (alert === undefined || location === undefined) return undefined;
  const offer = await findOffer(db, alert, location.state.now);
  const bookingKey = alert.booking_id === null ? undefined : await findBookingToken(db, guestTokens, alert.booking_id);
  return { alert, offer, bookingKey, here: { livemode, ...location } };
}

async function withAlert(
  deps: GuestBookingDeps,
  call: AlertCall,
  run: (known: KnownAlert) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const seen = await deps.database.snapshot((db) => readAlert(deps, db, call.params.token));
  if (seen !== undefined) return run({ ...seen, reader: readerAt(call, seen.here, seen.alert.language) });
  const reader = call.reader();
  const say = alertWords(reader);
  return messagePage(404, say("gone.title"), say("gone.text"), { reader });
}

function showAlert(
  deps: GuestBookingDeps,
  { params }: AlertCall,
  { alert, offer: hold, bookingKey: key, here, reader }: KnownAlert,
): PageAnswer {
  const { location, state } = here;
  const timeZone = state.venue?.timeZone ?? "UTC";
  const areaId = hold?.area_id ?? alert.area_id;
  const wanted = state.venue?.areas.find((area) => area.areaId === alert.area_id);
  const { finder } = finderHrefOf(location.id, { party: alert.party_size, date: alert.on_date, areaId: alert.area_id });
  return showPage({
    title: alertWords(reader)(`state.${alert.status}`),
    venue: bookingVenue(here, reader),
    reader,
    modules: ["forms"],
    main: alertMain({
      alert,
      offer:
        hold === undefined
          ? undefined
          : {
              hold,
              when: whenOf(state.venue, hold.starts_at, timeZone, reader, state.now),
              href: `/book/${location.id}/hold/${deps.guestTokens.holdToken(hold.id)}`,
            },
      area: venueWords(here, reader).area(areaId, hold?.area_name ?? wanted?.name ?? null),
      bookingHref: key === undefined ? null : `/booking/${key}`,
      finderHref: finder,
      stopHref: `/alert/${params.token}/stop`,
      timeZone,
      today: alert.on_date,
      phone: location.phone,
      reader,
    }),
  });
}

async function stop({ database }: GuestBookingDeps, { params }: AlertCall, { alert }: KnownAlert): Promise<PageAnswer> {
  await database.transaction((tx) => stopAlert(tx, alert.id));
  return redirectTo(`/alert/${params.token}`);
}
