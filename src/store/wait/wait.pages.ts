/**
 * The pages of the waitlist: `/wait/{token}` for a party in line, `/join/{locationId}` for those at the door. The token is the
 * right to the entry; a phone that is in line already shows nobody's entry here, for whoever types it need not own it.
 */
import { readGuest } from "../../bookings/book/guest-contact.ts";
import type { BookableState } from "../../bookings/venue/venue.query.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { writesToGuests } from "../../messaging/queue-message.command.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageRoute,
} from "../../pages/page.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import type { RateLimit } from "../../platform/limits/rate-limit.ts";
import { addToWaitlist } from "../../waitlist/line/add-to-waitlist.command.ts";
import { estimateWait, readWaitState } from "../../waitlist/estimate/estimate-wait.query.ts";
import { followEntry, type FollowedEntry } from "../../waitlist/line/follow-entry.query.ts";
import { guestPageOf } from "../../waitlist/line/guest-page.ts";
import type { MovedEntry } from "../../waitlist/line/lock-entry.command.ts";
import { cancelEntry, markOnMyWay } from "../../waitlist/line/move-entry.command.ts";
import { readLine } from "../../waitlist/line/read-waitlist.query.ts";
import { requireWaitlist } from "../../waitlist/line/require-waitlist.ts";
import { canEverSit } from "../../waitlist/estimate/wait-scene.ts";
import { isInLine } from "../../waitlist/entry/waitlist-entry.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import {
  findBookingLocation,
  keptHere,
  bookingLocationIn,
  type BookingLocation,
} from "../book/booking-location.query.ts";
import { bookingVenue, noSuchRestaurant } from "../book/booking-shared-page.ts";
import { joinClosedPage, joinPage, type JoinPageFacts } from "./wait-join-page.ts";
import { leavePage, waitPage } from "./wait-page.ts";
import type { Tx } from "../../platform/postgres/database.ts";

export interface WaitPagesDeps {
  readonly guestBooking: GuestBookingDeps;
  /** Of parties that one network puts in line at a location. */
  readonly joins: RateLimit;
}

interface Known {
  readonly followed: FollowedEntry;
  readonly here: BookingLocation;
}

const noSuchLocation = messagePage(
  404,
  "Place in line not found",
  "The address is not complete, or the place is no longer kept. Check the link you were given, or ask at the desk.",
);

/** The pages, for the kit to serve. */
export function waitPages(deps: WaitPagesDeps): PageRoute[] {
  const known = async (token: string, run: (found: Known) => Promise<PageAnswer> | PageAnswer): Promise<PageAnswer> => {
    const found = await findKnown(deps, token);
    return found === undefined ? noSuchLocation : run(found);
  };
  const keepsEntry = async ({ params }: { readonly params: { readonly token: string } }) =>
    (await followEntry(deps.guestBooking.database, params.token)) !== undefined;
  const keepsDoor = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps.guestBooking).location(params.locationId);
  const entryPages = [
    getPage("/wait/{token}", ({ params: { token } }) => known(token, (found) => show(found, token, null))),
    getPage("/wait/{token}/leave", ({ params: { token } }) =>
      known(token, ({ followed, here }) =>
        isInLine(followed.entry.status)
          ? leavePage({ token, followed, venue: bookingVenue(here) })
          : redirectTo(`/wait/${token}`),
      ),
    ),
    postPage("/wait/{token}/leave", ({ params: { token } }) =>
      known(token, (found) => act(deps, found, token, (tx, { entry }) => cancelEntry(tx, null, entry.id))),
    ),
    postPage("/wait/{token}/on_my_way", ({ params: { token } }) =>
      known(token, (found) => act(deps, found, token, (tx, { entry }) => markOnMyWay(tx, entry.id))),
    ),
  ];
  const doorPages = [
    getPage("/join/{locationId}", ({ params }) =>
      inLine(deps, params.locationId, (door) => showJoin(door, { party: "2", name: "", phone: "" }, null)),
    ),
    postPage("/join/{locationId}", ({ params, form, address }) =>
      inLine(deps, params.locationId, (door) => join(deps, door, form, address)),
    ),
  ];
  return [...keptBy(keepsEntry, entryPages), ...keptBy(keepsDoor, doorPages)];
}

async function findKnown({ guestBooking }: WaitPagesDeps, token: string): Promise<Known | undefined> {
  const followed = await followEntry(guestBooking.database, token);
  const here =
    followed === undefined ? undefined : await bookingLocationIn(guestBooking.database, followed.entry.location_id);
  return followed === undefined || here === undefined ? undefined : { followed, here };
}

function show({ followed, here }: Known, token: string, problem: string | null): PageAnswer {
  return waitPage({ followed, token, venue: bookingVenue(here), phone: here.location.phone, problem });
}

/** Does what a guest in line asks for, with a permit of the location; a guest who is too late sees how it stands now. */
async function act(
  deps: WaitPagesDeps,
  { followed, here }: Known,
  token: string,
  run: (tx: Tx, followed: FollowedEntry) => Promise<MovedEntry | Refusal>,
): Promise<PageAnswer> {
  const { database } = here;
  const releasePermit = await deps.guestBooking.permits.at(followed.entry.location_id);
  try {
    const moved = await database.transaction((tx) => run(tx, followed));
    if (!isRefusal(moved)) return redirectTo(`/wait/${token}`);
  } finally {
    releasePermit();
  }
  const again = await findKnown(deps, token);
  const problem = "Something changed in the meantime. This is how it stands now.";
  return again === undefined ? noSuchLocation : show(again, token, problem);
}

/** The door of a restaurant whose waitlist takes remote parties. */
interface Door {
  readonly here: BookingLocation;
  readonly state: BookableState;
  readonly line: Awaited<ReturnType<typeof readLine>>;
}

async function inLine(
  { guestBooking }: WaitPagesDeps,
  locationId: string,
  run: (door: Door) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const here = await findBookingLocation(guestBooking, locationId);
  if (here === undefined) return noSuchRestaurant;
  const state = requireWaitlist(here.state);
  if (isRefusal(state)) return joinClosedPage(bookingVenue(here));
  const line = await readLine(here.database.read, state.venue.locationId);
  return line.open ? run({ here, state, line }) : joinClosedPage(bookingVenue(here));
}

async function showJoin(
  { here, state, line }: Door,
  typed: JoinPageFacts["typed"],
  mistake: JoinPageFacts["mistake"],
): Promise<PageAnswer> {
  const { venue } = state;
  const db = here.database.read;
  const largest = venue.configuration.waitlist.maxPartySize;
  const waiting = await readWaitState(db, state);
  const waits: JoinPageFacts["waits"][number][] = [];
  for (const size of [2, 4, 6]) {
    if (size > largest || !canEverSit(venue, size)) continue;
    const { band } = await estimateWait(waiting, line.entries, size);
    waits.push({ label: `For ${size} people`, band });
  }
  return joinPage({
    path: `/join/${venue.locationId}`,
    venue: bookingVenue(here),
    largest,
    inLine: line.entries.length,
    waits,
    messages: await writesToGuests(db, here.livemode, venue.locationId),
    typed,
    mistake,
  });
}

async function join(deps: WaitPagesDeps, door: Door, form: URLSearchParams, address: string): Promise<PageAnswer> {
  const { here, state } = door;
  const { locationId } = state.venue;
  const typed = {
    party: (form.get("party") ?? "").trim(),
    name: (form.get("name") ?? "").trim().slice(0, 200),
    phone: (form.get("phone") ?? "").trim().slice(0, 50),
  };
  const wrong = (field: "party" | "name" | "phone" | null, text: string) => showJoin(door, typed, { field, text });
  if (!/^[1-9]\d?$/.test(typed.party)) return wrong("party", "Choose how many you are.");
  // Not storable, so nobody's name.
  if (typed.name === "" || /[\0\p{Cs}]/u.test(typed.name)) return wrong("name", "Tell us the name to call.");
  const given = { first_name: typed.name, ...(typed.phone === "" ? {} : { phone: typed.phone }) };
  const guest = readGuest(given, state.location.country);
  if (isRefusal(guest))
    return wrong("phone", "That is not a telephone number. Write it with its country code, or leave it out.");
  const wait = deps.joins.count(`${networkOf(address)} ${locationId}`);
  if (wait !== undefined) return wrong(null, "Many parties joined from your network. Please ask at the desk.");
  const releasePermit = await deps.guestBooking.permits.at(locationId);
  try {
    const joined = await here.database.transaction((tx) =>
      addToWaitlist(tx, {
        appId: null,
        locationId,
        partySize: Number(typed.party),
        guest,
        notes: null,
        channel: "online",
        quoted: null,
        linkOf: guestPageOf(deps.guestBooking.baseUrl()),
      }),
    );
    if (isRefusal(joined))
      return await wrong(joined.code === "party_size_out_of_bounds" ? "party" : null, joinProblem(joined));
    if (joined.isNew && joined.entry.guest_token !== null) return redirectTo(`/wait/${joined.entry.guest_token}`);
    return await wrong(
      "phone",
      "This number is in line already. Open the link in the message that was sent to it, or ask at the desk.",
    );
  } finally {
    releasePermit();
  }
}

function joinProblem({ code, details }: Refusal): string {
  if (code === "party_size_out_of_bounds")
    return "A party of this size is best arranged with the restaurant. Ask at the desk.";
  const isFull = (details as { readonly reason?: string } | undefined)?.reason === "full";
  if (isFull) return "The line is full at the moment. Try again in a while, or ask at the desk.";
  return "No parties are taken here at the moment. Ask at the door.";
}
