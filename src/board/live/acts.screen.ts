/**
 * The acts of people at the board. Decisions are sent at once; moves wait under the Undo bar. A stale board sends
 * nothing. The command on the server decides: when somebody else was first, the board says who.
 */
import type { BoardOrder } from "../../console/board/board-wire.schemas.ts";
import { delay, takeDue, undo, type DelayedAct, type DelayedName } from "../state/delayed-acts.ts";
import { whoChanged } from "../state/order-facts.ts";
import { callConsole, type Outcome } from "../../screens/calls.screen.ts";
import { explainOutcome } from "../../screens/explain.screen.ts";
import { failed, forgetFailures, notify, whileBusy } from "../../screens/screen-store.screen.ts";
import { orderOf, type Store } from "./store.screen.ts";

type Refused = Extract<Outcome, { readonly why: "refused" }>;

/** The orders of acts whose answer was lost. */
const unanswered = new Set<string>();

/** The orders that somebody at this board has acted on and that have not moved since. */
const actedOn = new Set<string>();

/** Of the orders that have moved, those on which somebody at this board has acted: each act stands for one move. */
export function takeActs(hasMoved: (orderId: string) => boolean): ReadonlySet<string> {
  const moved = new Set([...actedOn].filter(hasMoved));
  for (const orderId of moved) actedOn.delete(orderId);
  return moved;
}

/** Acts on an order at once. True when the server took the act; otherwise the board has said why not. */
export async function actNow(store: Store, order: BoardOrder, act: string, body: object): Promise<boolean> {
  if (store.stale.peek()) return failed(store, store.sayScreen("fail.offline"));
  actedOn.add(order.id);
  return sendAct(store, order, act, body);
}

async function sendAct(store: Store, order: BoardOrder, act: string, body: object): Promise<boolean> {
  if (store.stale.peek()) return failed(store, aboutOrder(store, order, store.sayScreen("fail.offline")));
  const outcome = await whileBusy(store, order.id, () => callConsole("POST", `/orders/${order.id}/${act}`, body));
  if (outcome === undefined) return false;
  if (outcome.ok || outcome.why === "refused") unanswered.delete(order.id);
  else if (outcome.mayBeDone) unanswered.add(order.id);
  if (outcome.ok) return true;
  if (outcome.why === "refused" && outcome.status === 409 && outcome.code !== "app_decides_first") {
    await nextChange(store, order);
    const dialog = store.dialog.peek();
    if (dialog !== undefined && "orderId" in dialog && dialog.orderId === order.id) store.dialog.value = undefined;
    return failed(store, whoWon(store, order));
  }
  return explain(store, outcome, order, () => actNow(store, order, act, body));
}

/** Acts on an order after five seconds, unless it is undone. */
export function actLater(store: Store, order: BoardOrder, act: DelayedName): void {
  if (store.stale.peek()) return void failed(store, store.sayScreen("fail.offline"));
  if (store.delayed.peek().some((waiting) => waiting.orderId === order.id && waiting.act === act)) return;
  actedOn.add(order.id);
  store.delayed.value = delay(
    store.delayed.peek(),
    { orderId: order.id, number: order.display_number, act },
    performance.now(),
  );
}

export function undoAct(store: Store, orderId: string): void {
  store.delayed.value = undo(store.delayed.peek(), orderId);
}

/** Sends the acts that are due. */
export function sendDue(store: Store): void {
  const { due, waiting } = takeDue(store.delayed.peek(), performance.now());
  if (due.length === 0) return;
  store.delayed.value = waiting;
  for (const act of due) void sendDelayed(store, act, waiting);
}

/** Sends all that waits, when the page closes or before somebody signs out. */
export async function sendAll(store: Store): Promise<void> {
  const acts = store.delayed.peek();
  store.delayed.value = [];
  await Promise.all(
    acts.map(({ orderId, act }) => callConsole("POST", `/orders/${orderId}/${act}`, {}, { keepalive: true })),
  );
}

async function sendDelayed(store: Store, { orderId, act }: DelayedAct, waiting: readonly DelayedAct[]): Promise<void> {
  const order = orderOf(store, orderId);
  if (order === undefined) return;
  const taken = await sendAct(store, order, act, {});
  // What would come after a step that was not taken is not taken either.
  if (!taken && waiting.some((later) => later.orderId === orderId)) undoAct(store, orderId);
}

/** Changes a setting of the location for all tablets. */
export async function changeLocation(store: Store, path: string, body: object): Promise<boolean> {
  if (store.stale.peek()) return failed(store, store.sayScreen("fail.offline"));
  const whole = `/locations/${store.board.peek().settings.location_id}/${path}`;
  const outcome = await whileBusy(store, path, () => callConsole("POST", whole, body));
  if (outcome === undefined) return false;
  return outcome.ok || explain(store, outcome, undefined, () => changeLocation(store, path, body));
}

/** Says what is sold out, or is there again. */
export async function changeStock(store: Store, rows: readonly object[]): Promise<boolean> {
  if (store.stale.peek()) return failed(store, store.sayScreen("fail.offline"));
  const path = `/locations/${store.board.peek().settings.location_id}/stock_status`;
  const outcome = await whileBusy(store, path, () => callConsole("PATCH", path, rows));
  if (outcome === undefined) return false;
  return outcome.ok || explain(store, outcome, undefined, () => changeStock(store, rows));
}

/**
 * Says why something did not work; false, as the answer of what called. On a shared tablet that does not know who taps,
 * the board asks, and answers what going on answers.
 */
export function explain(
  store: Store,
  outcome: Extract<Outcome, { ok: false }>,
  order: BoardOrder | undefined,
  goOn?: () => boolean | Promise<boolean>,
): boolean | Promise<boolean> {
  if (outcome.why === "refused" && outcome.code === "app_decides_first")
    return failed(store, appDecides(store, outcome, order));
  return explainOutcome(store, outcome, goOn, (text) => (order === undefined ? text : aboutOrder(store, order, text)));
}

/** A failure with the order that it is about: an act under the Undo bar fails when people are at another one. */
function aboutOrder({ say }: Store, { display_number: number }: BoardOrder, text: string): string {
  return say("fail.of_order", { number, text });
}

function appDecides(store: Store, { details }: Refused, order: BoardOrder | undefined): string {
  const from = typeof details["staff_from"] === "number" ? details["staff_from"] : (order?.staff_from ?? 0);
  return store.say("fail.app_first", { time: store.formats.time(from * 1_000) });
}

const changeWithinMs = 2_000;

/** Waits for the change that was first: it may arrive after the answer that refuses ours. */
async function nextChange(store: Store, before: BoardOrder): Promise<void> {
  if (orderOf(store, before.id) !== before) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, changeWithinMs);
    const end = store.board.subscribe(({ orders }) => {
      if (orders.get(before.id) === before) return;
      clearTimeout(timer);
      end();
      resolve();
    });
  });
}

/** Says of an order that is decided now who was first; where the answer to the own act was lost, that the act was done. */
export function tellDecided(store: Store, before: BoardOrder): void {
  const now = orderOf(store, before.id) ?? before;
  const isOwn = unanswered.delete(before.id) && whoChanged(now).name === store.actor.peek().person;
  if (!isOwn || (now.status !== "ACCEPTED" && now.status !== "REJECTED"))
    return void failed(store, whoWon(store, before));
  forgetFailures(store);
  const word = now.status === "ACCEPTED" ? "done.accepted" : "done.denied";
  notify(store, { kind: "told", text: store.say(word, { number: now.display_number }) });
}

/** Says who decided or moved an order before. */
export function whoWon(store: Store, before: BoardOrder): string {
  const now = orderOf(store, before.id) ?? before;
  const { name, word } = whoChanged(now);
  const values = { who: name ?? store.say(now === before ? "who.other" : word), number: before.display_number };
  if (now.status === "REJECTED") return store.say("won.denied", values);
  if (now.status === "ACCEPTED") return store.say("won.accepted", values);
  return store.say("won.moved", values);
}
