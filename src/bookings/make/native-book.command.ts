/** The book that we keep ourselves, behind its port: each write is one command in the caller's transaction, in its permit. */
import type { Way } from "../../platform/http/way.ts";
import type { Tx } from "../../platform/postgres/database.ts";
import type { SlotTokens } from "../search/slot-token.ts";
import type { Book } from "./book.ts";
import { cancelForGuest } from "./cancel-booking.command.ts";
import { changeBooking } from "./change-booking.command.ts";
import { createBooking } from "./create-booking.command.ts";
import { holdSlot } from "./hold-slot.command.ts";

/** Opens the book of one location; `permit` waits for the permit there. */
export function createNativeBook(tokens: SlotTokens, permit: () => Promise<() => void>): Book {
  const withPermit = <Value>(run: (tx: Tx) => Promise<Value>): Way<Value> => ({ kind: "transaction", run, permit });
  return {
    hold: ({ appId, slotToken }) => withPermit((tx) => holdSlot(tx, tokens, appId, slotToken)),
    book: (request) => withPermit((tx) => createBooking(tx, tokens, request)),
    change: (actor, id, change) => withPermit((tx) => changeBooking(tx, tokens, actor, id, change)),
    cancel: (actor, id, request) => withPermit((tx) => cancelForGuest(tx, actor, id, request)),
  };
}
