/** The events that a call makes. Every command notes them where it records them; they are read when the call is answered. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Id } from "../../../kernel/id.ts";
import type { Tx } from "../../postgres/database.ts";

/** More are not kept: a clock that moves may make thousands. */
const mostEvents = 100;

const current = new AsyncLocalStorage<Id<"evt">[]>();

/** Runs the work of a call; the events that it makes are added to the list once they are committed. */
export function collectEvents<T>(made: Id<"evt">[], work: () => Promise<T>): Promise<T> {
  return current.run(made, work);
}

/** Notes an event that the transaction records; nothing is noted when it is rolled back, or when no call is under way. */
export function noteEvent(tx: Tx, eventId: Id<"evt">): void {
  const made = current.getStore();
  if (made === undefined) return;
  tx.afterCommit(() => {
    if (made.length < mostEvents) made.push(eventId);
  });
}
