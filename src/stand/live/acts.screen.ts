/**
 * What hosts do at the stand. Every act goes at once and carries the version that was seen; on a stale stand nothing is
 * sent. The command on the server decides: when somebody else was first, the stand shows what changed.
 */
import { callConsole, type Outcome } from "../../screens/calls.screen.ts";
import { explainOutcome } from "../../screens/explain.screen.ts";
import { failed, forgetFailures } from "../../screens/screen-store.screen.ts";
import { readBlock, withAnswer } from "../state/read-wire.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import { tellDone, tellPartyDone, tellWaiterDone } from "./done.screen.ts";
import { nameOf, tableLine } from "./names.screen.ts";
import type { Store } from "./store.screen.ts";

type Method = "POST" | "PATCH" | "DELETE";
type Failure = Extract<Outcome, { readonly ok: false }>;

/** Does something with a party. True when the server took the act; otherwise the stand has said why not. */
export async function actOnParty(
  store: Store,
  party: Party,
  act: string,
  body: object,
  method: Method = "POST",
): Promise<boolean> {
  const path = `/bookings/${party.id}${act === "" ? "" : `/${act}`}`;
  const send = (now: Party): Promise<boolean> => actOnParty(store, now, act, body, method);
  const outcome = await sendFor(store, party.id, { method, path, body: { ...body, expected_version: party.version } });
  if (outcome === undefined) return false;
  if (outcome.ok) {
    tellPartyDone(store, act, party, store.stand.peek().parties.get(party.id) ?? party, body);
    return true;
  }
  if (outcome.why === "refused" && outcome.code === "stale_version") {
    await nextVersion(store, party);
    store.dialog.value = { kind: "conflict", seen: party, again: (now) => void send(now) };
    return false;
  }
  return explain(store, outcome, () => void send(store.stand.peek().parties.get(party.id) ?? party));
}

/** Does something with a party of the queue. */
export async function actOnWaiter(
  store: Store,
  waiter: Waiter,
  act: string,
  body: object,
  method: Method = "POST",
): Promise<boolean> {
  const path = `/waitlist_entries/${waiter.id}${act === "" ? "" : `/${act}`}`;
  const versioned = { ...body, expected_version: waiter.version };
  const outcome = await sendFor(store, waiter.id, { method, path, body: versioned });
  if (outcome === undefined) return false;
  const again = (): void => {
    const now = store.stand.peek().waiters.get(waiter.id) ?? waiter;
    void actOnWaiter(store, now, act, body, method);
  };
  if (!outcome.ok) return explain(store, outcome, again);
  tellWaiterDone(store, act, waiter, store.stand.peek().waiters.get(waiter.id) ?? waiter, body);
  return true;
}

/** Does something at the location: a walk-in, a booking, an entry of the queue, a block. */
export async function actAtLocation(store: Store, path: string, body: object): Promise<boolean> {
  const whole = `/locations/${store.stand.peek().settings.locationId}/${path}`;
  const outcome = await sendFor(store, path, { method: "POST", path: whole, body });
  if (outcome === undefined) return false;
  if (!outcome.ok) return explain(store, outcome, () => void actAtLocation(store, path, body));
  tellPlaceDone(store, path, outcome.body);
  return true;
}

/** Says what an act at the location did. Opening and closing the queue is seen where it is done. */
function tellPlaceDone(store: Store, path: string, answer: unknown): void {
  const { say, formats } = store;
  const { parties, waiters } = store.stand.peek();
  const id = String((answer as { readonly id?: unknown }).id);
  const party = parties.get(id);
  const waiter = waiters.get(id);
  const block = readBlock(answer);
  if (path === "walk_ins" && party !== undefined) tellPartyDone(store, "walk_in", undefined, party, {});
  else if (path === "bookings" && party !== undefined) tellPartyDone(store, "book", undefined, party, {});
  else if (waiter !== undefined) tellDone(store, say("say.queued", { name: nameOf(store, waiter) }));
  else if (block !== undefined) {
    const tables = tableLine(store, block.unitIds);
    tellDone(store, say("done.kept_free", { tables, time: formats.time(block.until) }));
  } else if (path === "bookings") tellDone(store, say("done.booked"));
}

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly body: object;
}

/** Sends one call for a thing at a time; undefined when nothing was sent. */
async function sendFor(store: Store, id: string, { method, path, body }: Call): Promise<Outcome | undefined> {
  if (store.stale.peek()) {
    failed(store, store.sayScreen("fail.offline"));
    return undefined;
  }
  if (store.busy.peek().has(id)) return undefined;
  store.busy.value = new Set(store.busy.peek()).add(id);
  forgetFailures(store);
  const outcome = await callConsole(method, path, body);
  const busy = new Set(store.busy.peek());
  busy.delete(id);
  store.busy.value = busy;
  if (outcome.ok) store.stand.value = withAnswer(store.stand.peek(), outcome.body);
  return outcome;
}

const reasons = {
  slot_unavailable: "fail.taken",
  stale_version: "fail.changed",
  undo_expired: "fail.undo_expired",
  overlapping_booking: "fail.overlapping",
  guest_contact_required: "fail.contact",
  outside_booking_window: "fail.rule",
  date_blocked: "fail.rule",
  large_party_inquiry_required: "fail.rule",
  waitlist_closed: "fail.not_now",
  guest_messaging_unavailable: "fail.not_now",
  illegal_transition: "fail.not_now",
  not_cancellable: "fail.not_now",
  capability_unsupported: "fail.read_only",
  party_size_out_of_bounds: "fail.size",
  invalid_phone: "fail.phone",
  role_required: "fail.role",
} as const;

/** Says why something did not work. Always false, as the answer of what called. */
export function explain(store: Store, outcome: Failure, goOn: () => void = () => {}): false {
  if (outcome.why === "refused" && Object.hasOwn(reasons, outcome.code))
    return failed(store, store.say(reasons[outcome.code as keyof typeof reasons]));
  return explainOutcome(store, outcome, goOn);
}

const changeWithinMs = 2_000;

/** Waits for the change that was first: it may arrive after the answer that refuses ours. */
async function nextVersion(store: Store, seen: Party): Promise<void> {
  const isThere = (): boolean => (store.stand.peek().parties.get(seen.id)?.version ?? 0) > seen.version;
  if (isThere()) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, changeWithinMs);
    const end = store.stand.subscribe(() => {
      if (!isThere()) return;
      clearTimeout(timer);
      // The first call comes while this is being made.
      queueMicrotask(() => end());
      resolve();
    });
  });
}
