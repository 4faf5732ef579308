/** Saves the plan; where somebody else saved first, joins both and asks about the tables that both moved (rules/console 1.4). */
import type { FloorPlanWire } from "../../../floor/floor-plan.schemas.ts";
import { callConsole, type Outcome } from "../../../screens/calls.screen.ts";
import { bodyOf, draftOf, type Draft } from "../draft.ts";
import { record } from "../edit-history.ts";
import { choosePositions, mergePlans } from "../merge-plans.ts";
import { boundsOf } from "../plan-geometry.ts";
import { nameOf, type Store } from "./store.screen.ts";

/** So often another save may come between before the manager is told. */
const mostTries = 4;

/** Saves what is drawn; while a choice is asked for, leads back to it. */
export async function save(store: Store): Promise<void> {
  if (store.isSaving.peek()) return;
  if (store.clashes.peek().length > 0) {
    store.clashes.value = [...store.clashes.peek()];
    return;
  }
  store.isSaving.value = true;
  try {
    await saveWhileStale(store);
  } finally {
    store.isSaving.value = false;
  }
}

async function saveWhileStale(store: Store): Promise<void> {
  let text = store.say("save.done");
  for (let tries = 0; tries < mostTries; tries++) {
    const sent = store.history.peek().present;
    const outcome = await callConsole("PUT", pathOf(store), bodyOf(sent, store.revision.peek()));
    if (outcome.ok) {
      adopt(store, sent, outcome.body as FloorPlanWire);
      store.message.value = { kind: "good", text };
      return;
    }
    if (!isOutdated(outcome)) return explain(store, outcome);
    const merged = await join(store);
    if (merged === undefined) return;
    text = merged;
  }
  store.message.value = { kind: "bad", text: store.sayScreen("fail.other") };
}

const pathOf = ({ shown }: Store): string => `/locations/${shown.locationId}/floor_plan`;

/** Somebody else saved the plan, or a table that is drawn is not configured any more. */
function isOutdated(outcome: Exclude<Outcome, { readonly ok: true }>): boolean {
  return outcome.why === "refused" && (outcome.code === "stale_version" || outcome.code === "invalid_request");
}

/** The answer of a save is what is drawn from then on, unless something was changed while the call was under way. */
function adopt(store: Store, sent: Draft, saved: FloorPlanWire): void {
  const draft = draftOf(saved);
  const history = store.history.peek();
  store.base.value = draft;
  store.revision.value = saved.revision;
  if (history.present === sent) store.history.value = { ...history, present: withIdsOf(sent, draft) };
}

/** Walls and texts keep the ids that they have here, as they may be chosen. */
function withIdsOf(sent: Draft, saved: Draft): Draft {
  return { ...saved, walls: sent.walls, labels: sent.labels };
}

/** Reads the plan of the others and joins it with what is drawn; undefined when the manager decides first. */
async function join(store: Store): Promise<string | undefined> {
  const { say } = store;
  const read = await callConsole("GET", pathOf(store));
  if (!read.ok) {
    explain(store, read);
    return undefined;
  }
  const theirs = read.body as FloorPlanWire;
  const before = store.base.peek();
  const { draft, clashes, gone } = mergePlans(before, draftOf(theirs), store.history.peek().present);
  store.base.value = draftOf(theirs);
  store.revision.value = theirs.revision;
  store.chosen.value = new Set();
  store.history.value = record(store.history.peek(), draft);
  store.canvas.current?.show(boundsOf(draft));
  if (clashes.length > 0) {
    store.clashes.value = clashes;
    store.metBy.value = savedText(store, theirs);
    store.message.value = undefined;
    return undefined;
  }
  return gone.length === 0
    ? say("save.merged")
    : say("save.gone", { names: gone.map((unitId) => nameOf(store, unitId)).join(", ") });
}

/** Who saved a plan, and when by the clock of the restaurant. */
function savedText({ locale, shown }: Store, { saved_by: who, saved_at: at }: FloorPlanWire): string {
  const clock = { timeZone: shown.timeZone, dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
  const when = at === null ? [] : [new Intl.DateTimeFormat(locale, clock).format(Date.parse(at))];
  return [...(who === null ? [] : [who]), ...when].join(", ");
}

/** Takes the choice where two saves clash, and saves again. */
export async function choosePositionsAndSave(store: Store, mine: ReadonlySet<string>): Promise<void> {
  const { present } = store.history.peek();
  store.history.value = record(store.history.peek(), choosePositions(present, store.clashes.peek(), mine));
  store.clashes.value = [];
  await save(store);
}

function explain(store: Store, outcome: Exclude<Outcome, { readonly ok: true }>): void {
  const { sayScreen } = store;
  if (outcome.why === "offline") store.message.value = { kind: "bad", text: sayScreen("fail.offline") };
  else if (outcome.status === 401)
    store.message.value = {
      kind: "bad",
      text: sayScreen("fail.signed_out"),
      link: { href: `/sign-in?to=${encodeURIComponent(location.pathname)}`, text: sayScreen("fail.sign_in") },
    };
  else store.message.value = { kind: "bad", text: sayScreen("fail.other") };
}
