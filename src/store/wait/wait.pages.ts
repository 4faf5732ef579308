/**
 * The pages of the waitlist: `/wait/{token}` for a party in line, `/join/{locationId}` for guests at the door. The token
 * is the right to the entry. Joining with a phone that is in line already shows no entry here, because the phone may be
 * somebody else's.
 */
import { readGuest } from "../../bookings/book/guest-contact.ts";
import type { BookableState } from "../../bookings/venue/venue.query.ts";
import { visibleOrEmpty } from "../../kernel/blank.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { chosenChannels } from "../../messaging/message/message-kinds.ts";
import { writesToGuests } from "../../messaging/queue/queue-message.command.ts";
import {
  getPage,
  keptBy,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { Reader } from "../../pages/reader.ts";
import { guestLanguageNamed } from "../../kernel/language.ts";
import { networkOf } from "../../platform/limits/address-limits.ts";
import type { RateLimit } from "../../platform/limits/rate-limit.ts";
import { addToWaitlist } from "../../waitlist/line/add-to-waitlist.command.ts";
import { estimateWait, readWaitState, type KnownState } from "../../waitlist/estimate/estimate-wait.query.ts";
import { followEntry, followEntryWith, type FollowedEntry } from "../../waitlist/line/follow-entry.query.ts";
import { guestPageOf } from "../../waitlist/line/guest-page.ts";
import type { MovedEntry } from "../../waitlist/line/lock-entry.command.ts";
import { cancelEntry, markOnMyWay } from "../../waitlist/line/move-entry.command.ts";
import { readLine } from "../../waitlist/line/read-waitlist.query.ts";
import { requireWaitlist } from "../../waitlist/line/require-waitlist.ts";
import { canEverSit } from "../../waitlist/estimate/wait-scene.ts";
import { isInLine, type WaitlistEntry } from "../../waitlist/entry/waitlist-entry.ts";
import type { GuestBookingDeps } from "../book/guest-booking-deps.ts";
import { keptHere, readAtBook, readBookingLocation, type BookingLocation } from "../book/booking-location.query.ts";
import { bookingVenue, noSuchRestaurant, readerAt } from "../book/booking-shared-page.ts";
import { readClosedWays, type ClosedWays } from "./closed-ways.query.ts";
import { joinChoices, joinClosedPage, joinPage, type JoinPageFacts } from "./wait-join-page.ts";
import { readToldBy } from "../shared/told-by.ts";
import { leavePage, lineWords, waitPage, type SayLine } from "./wait-page.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";

export interface WaitPagesDeps {
  readonly guestBooking: GuestBookingDeps;
  /** Of parties that one network puts in line at a location. */
  readonly joins: RateLimit;
}

interface Known {
  readonly followed: FollowedEntry;
  readonly here: BookingLocation;
  readonly reader: Reader;
}

function noSuchLine({ reader: readerOf }: Pick<PageCall, "reader">): PageAnswer {
  const reader = readerOf();
  const say = lineWords(reader);
  return messagePage(404, say("unknown.title"), say("unknown.text"), { reader });
}

/** The pages, for the kit to serve. */
export function waitPages(deps: WaitPagesDeps): PageRoute[] {
  const known = async (call: Call, run: (found: Known) => Promise<PageAnswer> | PageAnswer): Promise<PageAnswer> => {
    const found = await findKnown(deps, call);
    return found === undefined ? noSuchLine(call) : run(found);
  };
  const keepsEntry = async ({ params }: { readonly params: { readonly token: string } }) =>
    (await followEntry(deps.guestBooking.database, params.token)) !== undefined;
  const keepsDoor = ({ params }: { readonly params: { readonly locationId: string } }) =>
    keptHere(deps.guestBooking).location(params.locationId);
  const entryPages = [
    getPage("/wait/{token}", (call) => known(call, (found) => show(found, call.params.token, null))),
    getPage("/wait/{token}/leave", (call) =>
      known(call, ({ followed, here, reader }) => {
        const { token } = call.params;
        if (!isInLine(followed.entry.status)) return redirectTo(`/wait/${token}`);
        return leavePage({ token, followed, venue: bookingVenue(here, reader), reader });
      }),
    ),
    postPage("/wait/{token}/leave", (call) =>
      known(call, (found) => act(deps, found, call, (tx, { entry }) => cancelEntry(tx, null, entry.id))),
    ),
    postPage("/wait/{token}/on_my_way", (call) =>
      known(call, (found) => act(deps, found, call, (tx, { entry }) => markOnMyWay(tx, entry.id))),
    ),
  ];
  const doorPages = [
    getPage("/join/{locationId}", (call) =>
      inLine(deps, call, (door) => showJoin(door, { party: "2", name: "", phone: "", told_by: "sms" }, null)),
    ),
    postPage("/join/{locationId}", (call) => inLine(deps, call, (door) => join(deps, door, call.form, call.address))),
  ];
  return [...keptBy(keepsEntry, entryPages), ...keptBy(keepsDoor, doorPages)];
}

type Call = PageCall<"token">;

async function findKnown({ guestBooking }: WaitPagesDeps, call: Call): Promise<Known | undefined> {
  const { database } = guestBooking;
  const found = await followEntryWith(database, call.params.token, (db, entry) =>
    readBookingLocation(db, entry.location_id),
  );
  if (found?.more === undefined) return undefined;
  const { followed, more } = found;
  const here = { livemode: database.livemode, database, ...more };
  return { followed, here, reader: readerAt(call, here, followed.entry.language) };
}

function show({ followed, here, reader }: Known, token: string, problem: string | null): PageAnswer {
  return waitPage({ followed, token, venue: bookingVenue(here, reader), phone: here.location.phone, problem, reader });
}

/** Does what a guest in line asks for, with a permit of the location; a guest who is too late sees how it stands now. */
async function act(
  deps: WaitPagesDeps,
  { followed, here }: Known,
  call: Call,
  run: (tx: Tx, followed: FollowedEntry) => Promise<MovedEntry | Refusal>,
): Promise<PageAnswer> {
  const { database } = here;
  const releasePermit = await deps.guestBooking.permits.at(followed.entry.location_id);
  try {
    const moved = await database.transaction((tx) => run(tx, followed));
    if (!isRefusal(moved)) return redirectTo(`/wait/${call.params.token}`);
  } finally {
    releasePermit();
  }
  const again = await findKnown(deps, call);
  if (again === undefined) return noSuchLine(call);
  return show(again, call.params.token, lineWords(again.reader)("changed"));
}

/** The door of a restaurant whose waitlist takes remote parties, as of one moment. */
interface Door {
  readonly here: BookingLocation;
  readonly state: BookableState;
  readonly inLine: readonly WaitlistEntry[];
  readonly waiting: KnownState;
  /** Whether guests can be written to. */
  readonly messages: boolean;
  readonly reader: Reader;
}

async function inLine(
  { guestBooking }: WaitPagesDeps,
  call: PageCall<"locationId">,
  run: (door: Door) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const seen = await readAtBook(guestBooking, call.params.locationId, (db, here) => readDoor(guestBooking, db, here));
  if (seen === undefined) return noSuchRestaurant(call);
  const { here } = seen;
  const reader = readerAt(call, here);
  if (!("ways" in seen)) return run({ ...seen, reader });
  return joinClosedPage({ venue: bookingVenue(here, reader), phone: here.location.phone, ways: seen.ways, reader });
}

/** The line with what its parties are told of it; the ways on where it takes nobody now. */
async function readDoor(
  deps: GuestBookingDeps,
  db: Db,
  here: BookingLocation,
): Promise<Omit<Door, "reader"> | { readonly here: BookingLocation; readonly ways: ClosedWays }> {
  const state = requireWaitlist(here.state);
  if (isRefusal(state)) return { here, ways: await readClosedWays(db, deps, here) };
  const { locationId } = state.venue;
  const line = await readLine(db, locationId);
  if (!line.open) return { here, ways: await readClosedWays(db, deps, here) };
  const waiting = await readWaitState(db, state);
  return { here, state, inLine: line.entries, waiting, messages: await writesToGuests(db, locationId) };
}

async function showJoin(
  { here, state, inLine: line, waiting, messages, reader }: Door,
  typed: JoinPageFacts["typed"],
  mistake: JoinPageFacts["mistake"],
): Promise<PageAnswer> {
  const { venue } = state;
  const largest = venue.configuration.waitlist.maxPartySize;
  const waits: JoinPageFacts["waits"][number][] = [];
  for (const size of [2, 4, 6]) {
    if (size > largest || !canEverSit(venue, size)) continue;
    const { band } = await estimateWait(waiting, line, size);
    waits.push({ size, band });
  }
  return joinPage({
    path: `/join/${venue.locationId}`,
    venue: bookingVenue(here, reader),
    reader,
    largest,
    inLine: line.length,
    waits,
    messages,
    typed,
    mistake,
  });
}

async function join(deps: WaitPagesDeps, door: Door, form: URLSearchParams, address: string): Promise<PageAnswer> {
  const { here, state, messages, reader } = door;
  const say = lineWords(reader);
  const { locationId } = state.venue;
  const typed = {
    party: (form.get("party") ?? "").trim(),
    name: visibleOrEmpty(form.get("name") ?? "").slice(0, 200),
    phone: (form.get("phone") ?? "").trim().slice(0, 50),
    told_by: chosenChannels.find((channel) => channel === form.get("told_by")) ?? null,
  };
  const wrong = (field: "party" | "name" | "phone" | null, text: string) => showJoin(door, typed, { field, text });
  if (!/^[1-9]\d?$/.test(typed.party)) return wrong("party", say("mistake.party"));
  // Not storable, so nobody's name.
  if (typed.name === "" || /[\0\p{Cs}]/u.test(typed.name)) return wrong("name", say("mistake.name"));
  const language = guestLanguageNamed(reader.language);
  const given = {
    first_name: typed.name,
    ...(typed.phone === "" ? {} : { phone: typed.phone }),
    ...(language === undefined ? {} : { language }),
  };
  const guest = readGuest(given, state.location.country);
  if (isRefusal(guest)) return wrong("phone", say("mistake.phone"));
  const wait = deps.joins.count(`${networkOf(address)} ${locationId}`);
  if (wait !== undefined) return wrong(null, say("mistake.network"));
  // Without a number there is nothing to choose.
  const toldBy = guest.phone === null ? undefined : readToldBy(form, joinChoices({ messages, reader }));
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
        toldBy,
        linkOf: guestPageOf(deps.guestBooking.baseUrl()),
      }),
    );
    if (isRefusal(joined))
      return await wrong(joined.code === "party_size_out_of_bounds" ? "party" : null, joinProblem(joined, say));
    if (joined.isNew && joined.entry.guest_token !== null) return redirectTo(`/wait/${joined.entry.guest_token}`);
    return await wrong("phone", say("mistake.known"));
  } finally {
    releasePermit();
  }
}

function joinProblem({ code, details }: Refusal, say: SayLine): string {
  if (code === "party_size_out_of_bounds") return say("mistake.large");
  const isFull = (details as { readonly reason?: string } | undefined)?.reason === "full";
  return say(isFull ? "mistake.full" : "mistake.closed");
}
