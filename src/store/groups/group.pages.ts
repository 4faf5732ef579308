/**
 * The page of `/book/{locationId}/group`: a group that is too large to book by itself asks the restaurant
 * (rules/bookings 18.1).
 */
import { askForGroup } from "../../bookings/groups/ask-for-group.command.ts";
import { groupLimits, smallestGroup } from "../../bookings/groups/group-request.ts";
import { addDays } from "../../bookings/venue/service-days.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { localDate } from "../../kernel/wall-time.ts";
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
import { speak } from "../../words/speak.ts";
import { findBookingLocation, keptHere, type BookingLocation } from "../book/booking-location.query.ts";
import { bookingWords } from "../book/booking-shared-page.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { groupFields, readGroupForm, type GroupBounds, type GroupWords, type TypedGroup } from "./group-form.ts";
import { groupMain, sentMain, type GroupForm } from "./group-page.ts";

type GroupCall = PageCall<"locationId">;

/** The page of groups. */
export function groupPages(deps: GuestBookingDeps): PageRoute[] {
  const keeps = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps).location(params.locationId);
  return keptBy(keeps, [
    getPage("/book/{locationId}/group", (call) => withLocation(deps, call, async (group) => show(call, group))),
    postPage("/book/{locationId}/group", (call) => withLocation(deps, call, (group) => ask(deps, call, group))),
  ]);
}

/** A restaurant that can be asked. */
interface GroupLocation {
  readonly here: BookingLocation;
  readonly bounds: GroupBounds;
  readonly say: GroupWords;
  readonly reader: Reader;
  readonly path: string;
}

async function withLocation(
  deps: GuestBookingDeps,
  call: GroupCall,
  run: (group: GroupLocation) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const here = await findBookingLocation(deps, call.params.locationId);
  if (here === undefined) {
    const reader = call.reader();
    const say = speak(reader.language, "groups", reader.locale);
    return messagePage(404, say("none.title"), say("none.text"), { reader });
  }
  const { location, state } = here;
  const { country } = location.address;
  const reader = call.reader({ location: { language: location.language, country } });
  const say = speak(reader.language, "groups", reader.locale);
  const { venue } = state;
  const takesRequests = state.location.booking_mode === "native" && venue !== null && location.bookings_enabled;
  if (!takesRequests)
    return messagePage(409, say("closed.title"), say("closed.text"), { reader, venue: venueOf(here, reader) });
  const first = localDate(venue.timeZone, state.now);
  const bounds = { first, last: addDays(first, groupLimits.ahead), smallest: smallestGroup(venue), country };
  return run({ here, bounds, say, reader, path: `/book/${location.id}/group` });
}

function venueOf({ location }: BookingLocation, reader: Reader) {
  return { name: location.name ?? bookingWords(reader)("nameless"), href: `/book/${location.id}`, at: location.id };
}

async function show(call: GroupCall, group: GroupLocation): Promise<PageAnswer> {
  const { here, say, reader } = group;
  if (call.query.get("sent") === "1")
    return showPage({
      title: say("sent.title"),
      venue: venueOf(here, reader),
      reader,
      main: sentMain(say, `/book/${here.location.id}`),
    });
  const asked = { date: call.query.get("date") ?? "", size: call.query.get("party") ?? "" };
  const typed = Object.fromEntries(groupFields.map((name) => [name, ""])) as TypedGroup;
  const size = /^\d{1,3}$/.test(asked.size) ? asked.size : "";
  const date = /^\d{4}-\d\d-\d\d$/.test(asked.date) ? asked.date : "";
  return drawForm(group, { typed: { ...typed, size, date }, mistakes: new Map(), problem: undefined });
}

function drawForm(group: GroupLocation, form: Pick<GroupForm, "typed" | "mistakes" | "problem">): PageAnswer {
  const { here, bounds, say, reader, path } = group;
  const isWrong = form.mistakes.size > 0 || form.problem !== undefined;
  return showPage({
    status: isWrong ? 422 : 200,
    title: say("title"),
    venue: venueOf(here, reader),
    reader,
    modules: ["forms"],
    main: groupMain(say, { ...form, bounds, path }),
  });
}

async function ask(deps: GuestBookingDeps, call: GroupCall, group: GroupLocation): Promise<PageAnswer> {
  const { here, bounds, say, reader, path } = group;
  const { location, database } = here;
  const language = guestLanguageOf(reader.language, location.address.country);
  const { typed, mistakes, wanted } = readGroupForm(call.form, bounds, language, say);
  if (wanted === undefined) return drawForm(group, { typed, mistakes, problem: undefined });
  const asked = await database.transaction((tx) =>
    askForGroup(tx, location.id, wanted, {
      contactEmail: location.profile.contact_email,
      standUrl: `${deps.baseUrl()}/stand/${location.id}`,
    }),
  );
  if (isRefusal(asked)) return drawForm(group, { typed, mistakes, problem: say("mistake.many") });
  return redirectTo(`${path}?sent=1`);
}
