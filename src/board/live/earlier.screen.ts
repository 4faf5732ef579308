/** Looks for orders that the board has not, a stretch of days at a time. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { callConsole } from "../../screens/calls.screen.ts";
import { explainOutcome } from "../../screens/explain.screen.ts";
import type { Store } from "./store.screen.ts";

/** What is known of the orders that a text means. */
export interface Earlier {
  readonly orders: readonly BoardOrder[];
  /** `some`: there are older orders that nobody has looked at; `all`: there are none. */
  readonly state: "idle" | "looking" | "some" | "all" | "failed";
  /** So far back was looked, in Unix milliseconds. */
  readonly since: number | undefined;
  /** Looks further back, or again. */
  readonly goOn: (() => void) | undefined;
}

interface Search {
  readonly data: readonly BoardOrder[];
  readonly looked_back_to: number | null;
  readonly next: string | null;
}

interface Known extends Omit<Earlier, "goOn"> {
  readonly next: string | undefined;
}

const nothing: Known = { orders: [], state: "idle", since: undefined, next: undefined };
/** So long nothing is typed before the service is asked. */
const typedMs = 300;

/** The orders of any day that a text means. A tablet that has to ask who taps looks only when somebody says so. */
export function useEarlierOrders(store: Store, text: string): Earlier {
  const [known, setKnown] = useState(nothing);
  const current = useRef(text);
  current.current = text;
  const look = async (from: Known): Promise<boolean> => {
    setKnown({ ...from, state: "looking" });
    const { location_id: at } = store.board.peek().settings;
    const before = from.next === undefined ? "" : `&before=${from.next}`;
    const answer = await callConsole("GET", `/locations/${at}/order_search?q=${encodeURIComponent(text)}${before}`);
    if (current.current !== text) return true;
    if (answer.ok) {
      const found = withFound(from, answer.body as Search);
      setKnown(found);
      // The dialog of an order that the board has not shows what was found.
      store.earlier.value = new Map(found.orders.map((order) => [order.id, order]));
      return true;
    }
    setKnown({ ...from, state: "failed" });
    const isAsked = answer.why === "refused" && (answer.code === "person_required" || answer.status === 401);
    return isAsked && (await explainOutcome(store, answer, () => look(from)));
  };
  const isStale = store.stale.value;
  const mayLook = store.actor.value.person !== null;
  const begun = useRef("");
  useEffect(() => {
    // A connection that comes back changes nothing of what was found.
    if (begun.current !== text) setKnown(nothing);
    if (begun.current === text || isStale || !mayLook) return;
    const timer = setTimeout(() => {
      begun.current = text;
      if (text !== "") void look(nothing);
    }, typedMs);
    return () => clearTimeout(timer);
  }, [text, isStale]);
  const isGoing = known.state === "looking" || known.state === "all" || (known.state === "idle" && mayLook);
  return { ...known, goOn: text === "" || isGoing ? undefined : () => void look(known) };
}

function withFound({ orders }: Known, { data, looked_back_to: back, next }: Search): Known {
  return {
    orders: [...orders, ...data],
    state: next === null ? "all" : "some",
    since: back === null ? undefined : back * 1_000,
    next: next ?? undefined,
  };
}
