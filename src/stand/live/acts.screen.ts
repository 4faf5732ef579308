/**
 * The acts of hosts at the stand. Every act is sent at once, with the version that the host saw. A stale stand sends
 * nothing. The command on the server decides: when somebody else was first, the stand shows the change.
 */
import { callConsole, type Outcome } from "../../screens/calls.screen.ts";
import { explainOutcome } from "../../screens/explain.screen.ts";
import { failed, forgetFailures, whileBusy } from "../../screens/screen-store.screen.ts";
import { readBlock } from "../state/read-wire.ts";
import type { Party, Waiter } from "../state/stand-model.ts";
import type { Changed } from "../state/what-changed.ts";
import { tellDone, tellPartyDone, tellWaiterDone } from "./done.screen.ts";
import { nameOf, tableLine } from "./names.screen.ts";
import { findParty, takeAnswer } from "./parties.screen.ts";
import type { Store } from "./store.screen.ts";

type Method = "POST" | "PATCH" | "DELETE";
type Failure = Extract<Outcome, { readonly ok: false }>;
/** What an act sends: as it is, or worked out when it is sent. */
type Body = object | (() => object);
type Send<Thing> = (store: Store, thing: Thing, act: string, body: Body, method?: Method) => Promise<boolean>;

/** What acts on parties and on the queue differ in. */
interface Kind<Thing> {
  readonly path: string;
  readonly find: (store: Store, id: string) => Thing | undefined;
  readonly tell: (store: Store, act: string, before: Thing, after: Thing, body: object) => Promise<void> | void;
  /** Reads what somebody else changed; undefined when the thing is gone, a failure when that could not be read. */
  readonly look: (store: Store, seen: Thing, body: object) => Promise<Changed | Failure | undefined>;
}

/** Does something with a party. True when the server took the act; otherwise the stand has said why not. */
export const actOnParty: Send<Party> = actOn({
  path: "bookings",
  find: findParty,
  tell: tellPartyDone,
  look: lookAtParties,
});

/** Does something with a party of the queue. */
export const actOnWaiter: Send<Waiter> = actOn({
  path: "waitlist_entries",
  find: (store, id) => store.stand.peek().waiters.get(id),
  async tell(store, act, before, after) {
    // Another host may have seated the party at other tables: where it sits, its booking says.
    const { bookingId } = after;
    const isShown = bookingId === null || store.stand.peek().parties.has(bookingId);
    if (act === "seat" && !isShown) await readAgain(store, `/bookings/${bookingId}`);
    tellWaiterDone(store, act, before, after);
  },
  async look(store, seen) {
    const failure = await readAgain(store, `/locations/${store.stand.peek().settings.locationId}/waitlist`);
    const now = store.stand.peek().waiters.get(seen.id);
    return failure ?? (now === undefined ? undefined : { kind: "waiter", seen, now });
  },
});

function actOn<Thing extends { readonly id: string; readonly version: number }>(kind: Kind<Thing>): Send<Thing> {
  return async function send(store, thing, act, body, method = "POST") {
    const { id, version } = thing;
    const path = `/${kind.path}/${id}${act === "" ? "" : `/${act}`}`;
    const sent = typeof body === "function" ? (body as () => object)() : body;
    const again = (): Promise<boolean> => send(store, kind.find(store, id) ?? thing, act, body, method);
    const asPerson = (): Promise<boolean> => send(store, thing, act, body, method);
    const outcome = await sendFor(store, id, { method, path, body: { ...sent, expected_version: version } });
    if (outcome === undefined) return false;
    if (outcome.ok) {
      await kind.tell(store, act, thing, kind.find(store, id) ?? thing, sent);
      return true;
    }
    const isStale = outcome.why === "refused" && outcome.code === "stale_version";
    if (!isStale && !isEnded(outcome)) return explain(store, outcome, asPerson);
    const changed = await kind.look(store, thing, sent);
    // Gone from the stand: nothing is left that could be done again.
    if (changed === undefined) return explain(store, outcome);
    if ("ok" in changed) return explain(store, changed, asPerson);
    if (isStale) return askWhose(store, changed, () => void again());
    return changed.now.version === version ? explain(store, outcome) : askWhose(store, changed);
  };
}

/** Whether the act is no longer possible, perhaps since another host has moved the party on. */
function isEnded(outcome: Failure): boolean {
  return outcome.why === "refused" && (outcome.code === "illegal_transition" || outcome.code === "not_cancellable");
}

/** What somebody else changed of a party, or of the party that it was to change tables with. */
async function lookAtParties(store: Store, seen: Party, body: object): Promise<Changed | Failure | undefined> {
  const other = "swap_with" in body ? store.stand.peek().parties.get(String(body.swap_with)) : undefined;
  for (const one of other === undefined ? [seen] : [seen, other]) {
    const failure = await readAgain(store, `/bookings/${one.id}`);
    if (failure !== undefined) return failure;
    const now = findParty(store, one.id);
    if (now !== undefined && now.version !== one.version) return { kind: "party", seen: one, now };
  }
  const now = findParty(store, seen.id);
  return now === undefined ? undefined : { kind: "party", seen, now };
}

/** Puts what the server says now into the stand; a failure when the server says nothing. */
async function readAgain(store: Store, path: string): Promise<Failure | undefined> {
  const answer = await callConsole("GET", path);
  if (!answer.ok) return answer;
  takeAnswer(store, answer.body);
  return undefined;
}

/** Two people changed the same: shows what the other did, and leaves the choice where there is one. Always false. */
export function askWhose(store: Store, changed: Changed, again?: () => void): false {
  store.dialog.value = { kind: "conflict", changed, again };
  return false;
}

/** Does something at the location: a walk-in, a booking, an entry of the queue, a block. */
export async function actAtLocation(store: Store, path: string, body: object): Promise<boolean> {
  const whole = `/locations/${store.stand.peek().settings.locationId}/${path}`;
  const outcome = await sendFor(store, path, { method: "POST", path: whole, body });
  if (outcome === undefined) return false;
  if (!outcome.ok) return explain(store, outcome, () => actAtLocation(store, path, body));
  tellActDone(store, path, outcome.body);
  return true;
}

/** Says what an act at the location did. Opening and closing the queue is seen where it is done. */
function tellActDone(store: Store, path: string, answer: unknown): void {
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
  forgetFailures(store);
  const outcome = await whileBusy(store, id, () => callConsole(method, path, body));
  if (outcome?.ok === true) takeAnswer(store, outcome.body);
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

/** Says why something did not work; false, or what going on answers once the tablet knows who taps. */
export function explain(
  store: Store,
  outcome: Failure,
  goOn?: () => boolean | Promise<boolean>,
): boolean | Promise<boolean> {
  if (outcome.why === "refused" && Object.hasOwn(reasons, outcome.code))
    return failed(store, store.say(reasons[outcome.code as keyof typeof reasons]));
  if (outcome.why === "refused" && isAboutTables(outcome.details)) return failed(store, store.say("fail.no_table"));
  return explainOutcome(store, outcome, goOn);
}

/** Whether a table that was chosen is none of the location: somebody took it away meanwhile. */
function isAboutTables({ issues }: Readonly<Record<string, unknown>>): boolean {
  const list: readonly unknown[] = Array.isArray(issues) ? issues : [];
  return list.some((one) => String((one as { readonly path?: unknown } | null)?.path).startsWith("body.unit_ids["));
}
