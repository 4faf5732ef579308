/** Our own book behind the port: each write is one command in the caller's transaction, under its permit. */
import { isRefusal } from "../../kernel/refusal.ts";
import type { Way } from "../../platform/http/way.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import { findSlots } from "../search/search-availability.query.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import { requireBookable } from "../venue/venue.query.ts";
import type { Book } from "./book.ts";
import { bookGuestHold } from "./book-guest-hold.command.ts";
import { cancelForGuest } from "./cancel-booking.command.ts";
import { changeBooking } from "./change-booking.command.ts";
import { createBooking } from "./create-booking.command.ts";
import { holdInstead } from "./hold-instead.command.ts";
import { holdSlot, releaseHold } from "./hold-slot.command.ts";

type Writes = "hold" | "release" | "book" | "change" | "cancel";

/** Our own book: all its writes are parts of the caller's transaction. */
export type NativeBook = Omit<Book, Writes> & {
  [Write in Writes]: (...given: Parameters<Book[Write]>) => Extract<ReturnType<Book[Write]>, { kind: "transaction" }>;
};

/** Opens the book of one location; `permit` waits for the permit there. */
export function createNativeBook(tokens: SlotTokens, permit: () => Promise<() => void>): NativeBook {
  const withPermit = <Value>(run: (tx: Tx) => Promise<Value>) =>
    ({ kind: "transaction", run, permit }) satisfies Way<Value>;
  return {
    async terms(_db, state) {
      const ready = requireBookable(state);
      if (isRefusal(ready)) return ready;
      const { timeZone, blackouts, configuration } = ready.venue;
      const { partySize, largePartyThreshold, contactRequired } = configuration;
      const can = { holds: true, changesNotes: true };
      return { timeZone, partySize, largePartyThreshold, contactRequired, blackouts, ...can };
    },
    async search(db, state, request) {
      const found = await findSlots(db, state, request);
      if (isRefusal(found)) return found;
      const { venue, now } = found.state;
      const { locationId, timeZone, revision } = venue;
      return { locationId, timeZone, now, revision, slots: found.slots };
    },
    hold: ({ appId, slotToken, acceptsPaymentLink, instead }) =>
      withPermit((tx) =>
        instead === undefined
          ? holdSlot(tx, tokens, appId, slotToken, acceptsPaymentLink)
          : holdInstead(tx, tokens, slotToken, instead),
      ),
    release: (appId, id) => withPermit((tx) => releaseHold(tx, appId, id)),
    book: (request) =>
      withPermit((tx) =>
        request.by.kind === "hold" && request.by.byItsGuest === true
          ? bookGuestHold(tx, tokens, request.by.holdId, request)
          : createBooking(tx, tokens, request),
      ),
    change: (actor, id, change) => withPermit((tx) => changeBooking(tx, tokens, actor, id, change)),
    cancel: (actor, id, request) => withPermit((tx) => cancelForGuest(tx, actor, id, request)),
  };
}
