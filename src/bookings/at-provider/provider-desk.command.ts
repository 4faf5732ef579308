/**
 * The desk carries one write to a reservation provider (rules/providers 2): judged and stored, then sent, then settled.
 *
 * Guarantees: no transaction and no connection waits for a provider. The caller is answered within two seconds, settled
 * or not. One caller only sends an operation id; a later caller with the same id is told the outcome. A crash leaves the
 * operation in the ledger, and the jobs settle it. Called by the routes of bookings, by the guest's pages and by the
 * workers; one desk for each service and process.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import type { Way } from "../../platform/http/way.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { Overloaded } from "../../platform/postgres/faults.ts";
import { answeredWithin, askAndSettle, type AskProviderDeps } from "./ask-provider.command.ts";
import { beginBook, beginHold, type Already, type BeginRefusal, type Begun } from "./begin-operation.command.ts";
import { beginCancel, beginChange, type UpdateRefusal } from "./begin-update.command.ts";
import type { Booking } from "../book/booking.ts";
import { findBooking, findBookingBook } from "../book/bookings.sql.ts";
import type { Book, HoldRequest } from "../make/book.ts";
import type { Hold } from "../book/hold.ts";
import { releaseHold } from "../make/hold-slot.command.ts";
import { findHold, findHoldBook } from "../book/holds.sql.ts";
import { notSetUp } from "../venue/native-only.ts";
import { bookingNotFound } from "../book/lock-booking.command.ts";
import { answerWithinMs, unfinished, type ProviderOperation } from "../provider/provider-operation.ts";
import { findOperation } from "../provider/provider-operations.sql.ts";
import { lockProvider } from "../provider/provider-records.sql.ts";
import type { ProviderRefusalCode } from "../provider/provider-refusals.ts";
import type { ReservationProvider } from "../provider/reservation-provider.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { providerTerms, searchProvider } from "./search-provider.query.ts";

export interface ProviderDeskDeps extends AskProviderDeps {
  readonly tokens: SlotTokens;
  /** A call whose answer could not be settled: the job will ask. */
  readonly onFault: (error: unknown, operationId: Id<"opn">) => void;
}

export type DeskRefusal = UpdateRefusal | Refusal<ProviderRefusalCode | "operation_in_progress">;

/** The book of every location that a provider manages. */
export interface ProviderDesk extends Book {
  /** Resolves when no call of this process is out. */
  idle(): Promise<void>;
}

/** What is done at the desk goes over the network. */
function staged<Value>(run: (id: Id<"opn">) => Promise<Value>): Way<Value> {
  return { kind: "staged", run };
}

type Offers = Pick<ReservationProvider, "holds" | "changesNotes">;
const offersNothing: Offers = { holds: false, changesNotes: false };

/** Opens the desk of a service. */
export function createProviderDesk(deps: ProviderDeskDeps): ProviderDesk {
  const { database, tokens } = deps;
  const out = new Set<Promise<unknown>>();

  async function run(
    id: Id<"opn">,
    locationId: Id<"str"> | undefined,
    begin: (tx: Tx, offers: Offers) => Promise<Begun | Already | BeginRefusal | UpdateRefusal>,
  ): Promise<ProviderOperation | Already | DeskRefusal> {
    const known = await findOperation(database.read, id);
    if (known !== undefined && known.state !== "unsent") return finished(known);
    const provider = locationId === undefined ? undefined : await deps.find(locationId);
    if (locationId !== undefined && provider === undefined) return notSetUp();
    if (provider?.available() === false) throw new Overloaded("the reservation provider cannot be asked now");
    const begun = await database.transaction(async (tx) => {
      if (locationId !== undefined) await lockProvider(tx, locationId);
      return begin(tx, provider ?? offersNothing);
    });
    if (isRefusal(begun) || "bookingId" in begun) return begun;
    return begun.fresh ? send(begun.operation) : finished(begun.operation);
  }

  async function send(operation: ProviderOperation): Promise<ProviderOperation | DeskRefusal> {
    const settling = askAndSettle(deps, operation, "answer");
    const watched = settling.catch((error: unknown) => deps.onFault(error, operation.id));
    out.add(watched);
    void watched.finally(() => out.delete(watched));
    const settled = await answeredWithin(settling, answerWithinMs);
    return settled === undefined ? unfinished(operation) : finished(settled);
  }

  async function book(by: ProviderOperation | Already | DeskRefusal): Promise<Booking | DeskRefusal> {
    if (isRefusal(by)) return by;
    if ("kind" in by && by.kind === "hold") throw new Error(`operation ${by.id} books nothing`);
    const id = "kind" in by ? by.subject_id : by.bookingId;
    return (await findBooking(database.read, id)) ?? bookingNotFound(id);
  }

  /** Gives up what the same guest held before; what has become a booking stays the booking's. */
  async function giveUp(earlierId: Id<"bkh">, { location_id, app_id }: Hold): Promise<void> {
    const earlier = await findHold(database.read, earlierId, app_id);
    if (earlier?.location_id === location_id) await database.transaction((tx) => releaseHold(tx, app_id, earlierId));
  }

  return {
    terms: (db, state) => providerTerms(db, deps.find, state),
    search: (db, state, request) => searchProvider(db, deps.find, state, request),
    hold: (request) =>
      staged(async (id) => {
        const settled = await run(id, locationOf(tokens, request), (tx, { holds }) =>
          beginHold(tx, tokens, id, { ...request, holds }),
        );
        if (isRefusal(settled)) return settled;
        if ("bookingId" in settled || settled.kind !== "hold") throw new Error(`operation ${id} holds nothing`);
        const hold = await findHold(database.read, settled.subject_id, request.appId);
        if (hold === undefined) throw new Error(`the hold of operation ${id} is gone`);
        if (request.instead !== undefined) await giveUp(request.instead, hold);
        return hold;
      }),
    // The provider is not told: what it keeps for the hold lapses (rules/providers 5.2).
    release: (appId, holdId) => ({ kind: "transaction", run: (tx) => releaseHold(tx, appId, holdId) }),
    book: (request) =>
      staged(async (id) => {
        const { by, appId } = request;
        const locationId =
          by.kind === "hold"
            ? (await findHoldBook(database.read, by.holdId))?.location_id
            : locationOf(tokens, { appId, slotToken: by.slotToken });
        return book(await run(id, locationId, (tx) => beginBook(tx, tokens, id, request)));
      }),
    change: (actor, bookingId, change) =>
      staged(async (id) => {
        const found = await findBookingBook(database.read, bookingId);
        const begin = (tx: Tx, { changesNotes }: Offers) =>
          beginChange(tx, tokens, id, { ...change, actor, bookingId, changesNotes });
        return book(await run(id, found?.location_id, begin));
      }),
    cancel: (actor, bookingId, request) =>
      staged(async (id) => {
        const found = await findBookingBook(database.read, bookingId);
        const begin = (tx: Tx) => beginCancel(tx, id, { ...request, actor, bookingId });
        return book(await run(id, found?.location_id, begin));
      }),
    async idle() {
      while (out.size > 0) await Promise.all(out);
    },
  };
}

/** The operation when it is done; what else it came to otherwise. */
function finished(operation: ProviderOperation): ProviderOperation | DeskRefusal {
  if (operation.state === "done") return operation;
  if (operation.state === "unsent") throw new Overloaded(`the reservation provider: ${operation.last_fault ?? "busy"}`);
  return unfinished(operation);
}

function locationOf(tokens: SlotTokens, { appId, slotToken }: HoldRequest): Id<"str"> | undefined {
  const token = tokens.read(slotToken, appId);
  return isRefusal(token) ? undefined : token.locationId;
}
