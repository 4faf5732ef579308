/**
 * Saves a draft, removes a zone, checks a position: calls of the console. A save names the version that was read. When
 * somebody else saved first, both are joined, and fields that both changed are asked (rules/console 1.4).
 */
import { callConsole, type Outcome } from "../../../screens/calls.screen.ts";
import type { Fields } from "../../shell/merge-three.ts";
import { shapeOf, type Corner, type WireGeometry } from "../shape.ts";
import {
  bodyOf,
  draftOf,
  fieldsOf,
  joined,
  readDraft,
  typedOf,
  type Draft,
  type ManagedZone,
  type WireZone,
} from "../zone-draft.ts";
import { startDraft, type Store } from "./zones-store.screen.ts";

type Failure = Extract<Outcome, { readonly ok: false }>;

/** A save that meets so many others in a row is given up. */
const mostMeetings = 5;

/** Saves the draft that is open. Where two clashed, `theirs` names the fields of which the other side's value is taken. */
export async function saveDraft(store: Store, theirs: ReadonlySet<string> = new Set()): Promise<void> {
  const draft = store.draft.peek();
  if (draft === undefined || store.isBusy.peek()) return;
  const [unread] = store.unread;
  if (unread !== undefined) {
    store.news.value = { kind: "bad", text: store.say("mistake.all") };
    store.areaMistake.value = store.say(unread === "circle-radius" ? "mistake.radius" : "check.position");
    return focusMistake();
  }
  const read = readDraft(draft);
  store.mistakes.value = read.ok ? new Map() : read.mistakes;
  store.news.value = read.ok ? undefined : { kind: "bad", text: store.say("mistake.all") };
  if (!read.ok) return focusMistake();
  const meeting = store.meeting.peek();
  const chosen = (meeting?.clashes ?? []).flatMap((clash) =>
    theirs.has(clash.name) ? [[clash.name, clash.theirs] as const] : [],
  );
  store.meeting.value = undefined;
  store.isBusy.value = true;
  await send(store, draft, { ...read.fields, ...Object.fromEntries(chosen) }, meeting === undefined ? 0 : 1);
  store.isBusy.value = false;
}

async function send(store: Store, draft: Draft, mine: Fields, met: number): Promise<void> {
  const { locationId } = store.shown;
  const zones = `/locations/${locationId}/delivery_zones`;
  const isNew = draft.zoneId === null || draft.base === null;
  const outcome = isNew
    ? await callConsole("POST", zones, bodyOf(mine, null))
    : await callConsole("PATCH", `${zones}/${draft.zoneId}`, {
        ...bodyOf(mine, draft.base),
        expected_version: draft.version,
      });
  if (outcome.ok) return saved(store, outcome.body as WireZone, met > 0);
  if (outcome.why === "refused" && outcome.code === "not_found" && !isNew) return gone(store, draft);
  if (outcome.why === "refused" && outcome.code === "stale_version" && met < mostMeetings)
    return meet(store, draft, mine, met + 1);
  explain(store, outcome);
}

/** Somebody else was first: joins both, and saves when nothing is to be chosen. */
async function meet(store: Store, draft: Draft, mine: Fields, met: number): Promise<void> {
  const { locationId } = store.shown;
  const answer = await callConsole("GET", `/locations/${locationId}/delivery_zones/${draft.zoneId}`);
  if (!answer.ok)
    return answer.why === "refused" && answer.code === "not_found" ? gone(store, draft) : explain(store, answer);
  const theirs = answer.body as ManagedZone;
  const { fields, clashes } = joined(draft, mine, fieldsOf(theirs));
  const kept = { ...fields, ...Object.fromEntries(clashes.map((clash) => [clash.name, clash.mine])) };
  const next: Draft = {
    ...draft,
    base: fieldsOf(theirs),
    version: theirs.version,
    typed: typedOf(kept, store.locale),
    shape: shapeOf(JSON.parse(String(kept["geometry"])) as WireGeometry),
  };
  store.draft.value = next;
  replaceZone(store, theirs);
  if (clashes.length === 0) return send(store, next, fields, met);
  store.meeting.value = { clashes, who: writerIn(store, theirs) };
}

/** Who saved the other version, and when by the clock of the restaurant. */
function writerIn({ say, locale, shown }: Store, { updated_by: by, updated_at: at }: ManagedZone): string {
  const clock = { timeZone: shown.timeZone, dateStyle: "medium", timeStyle: "short", hourCycle: "h23" } as const;
  const when = new Intl.DateTimeFormat(locale, clock).format(Date.parse(at));
  if (by === null) return when;
  const kind = by.kind === "person" ? "clash.left" : by.kind === "app" ? "clash.app" : "clash.operator";
  return `${by.name ?? say(kind)}, ${when}`;
}

function saved(store: Store, zone: WireZone, isMerged: boolean): void {
  replaceZone(store, zone);
  startDraft(store, undefined);
  store.left.value = zone.id;
  store.news.value = { kind: "good", text: store.say(isMerged ? "done.merged" : "done.saved", { name: zone.name }) };
}

function replaceZone(store: Store, zone: WireZone): void {
  const zones = store.zones.peek();
  store.zones.value = zones.some(({ id }) => id === zone.id)
    ? zones.map((one) => (one.id === zone.id ? zone : one))
    : [zone, ...zones];
}

/** The draft stays: saved again, the zone is made anew. */
function gone(store: Store, draft: Draft): void {
  store.zones.value = store.zones.peek().filter(({ id }) => id !== draft.zoneId);
  store.draft.value = { ...draft, zoneId: null, base: null };
  store.news.value = { kind: "bad", text: store.say("fail.gone") };
}

/** Removes the zone of the draft that is open. */
export async function removeZone(store: Store, draft: Draft): Promise<void> {
  if (store.isBusy.peek()) return;
  store.isBusy.value = true;
  const outcome = await callConsole("DELETE", `/locations/${store.shown.locationId}/delivery_zones/${draft.zoneId}`);
  store.isBusy.value = false;
  if (!outcome.ok && (outcome.why !== "refused" || outcome.code !== "not_found")) return explain(store, outcome);
  const removed = store.zones.peek().find(({ id }) => id === draft.zoneId);
  store.zones.value = store.zones.peek().filter(({ id }) => id !== draft.zoneId);
  startDraft(store, undefined);
  store.left.value = "";
  store.news.value = { kind: "good", text: store.say("done.removed", { name: removed?.name ?? draft.typed.name }) };
}

/** Begins to change a zone, and shows it. */
export function changeZone(store: Store, zone: WireZone): void {
  const draft = draftOf(zone, store.locale);
  startDraft(store, draft);
  store.reveal(draft.shape);
}

interface CheckAnswer {
  readonly deliverable: boolean;
  readonly zone: { readonly name: string } | null;
  readonly fee: { readonly amount: number; readonly currency: string } | null;
  readonly minimum_order: { readonly amount: number; readonly currency: string } | null;
  readonly reason: "outside_zones" | "zone_closed" | "disabled" | null;
}

/** Asks whether a place is delivered to now, and says the answer. */
export async function checkPoint(store: Store, at: Corner): Promise<void> {
  const [longitude, latitude] = at;
  const body = { latitude, longitude };
  const outcome = await callConsole("POST", `/locations/${store.shown.locationId}/delivery_zones/check`, body);
  if (!outcome.ok) return explain(store, outcome);
  const answer = outcome.body as CheckAnswer;
  store.news.value = undefined;
  store.checked.value = { at, text: answerIn(store, answer), delivers: answer.deliverable };
}

function answerIn(
  { say, formats }: Store,
  { deliverable, zone, fee, minimum_order: least, reason }: CheckAnswer,
): string {
  const name = zone?.name ?? "";
  if (!deliverable) {
    if (reason === "zone_closed") return say("check.closed", { zone: name });
    return reason === "disabled" ? say("check.off", { zone: name }) : say("check.outside");
  }
  const amount = fee === null ? "" : formats.money(fee.amount, fee.currency);
  const yes = say("check.yes", { zone: name, fee: amount });
  return least === null
    ? yes
    : `${yes} ${say("check.minimum", { amount: formats.money(least.amount, least.currency) })}`;
}

const areaReasons = {
  self_crossing: "area.self_crossing",
  too_far: "area.too_far",
  hole_outside: "area.hole_outside",
  zero_area: "area.zero_area",
  too_few_corners: "mistake.area",
  too_many_corners: "area.too_many",
} as const;

/** Says why a call did not work; what was typed and drawn stays. */
function explain(store: Store, outcome: Failure): void {
  const { say } = store;
  if (outcome.why === "refused" && outcome.code === "invalid_geometry") {
    const reason = String(outcome.details["reason"]);
    const known = Object.hasOwn(areaReasons, reason) ? areaReasons[reason as keyof typeof areaReasons] : "area.other";
    store.areaMistake.value = say(known);
    store.news.value = { kind: "bad", text: say("mistake.all") };
    return focusMistake();
  }
  store.news.value = { kind: "bad", ...reasonOf(store, outcome) };
}

function reasonOf({ say, shown }: Store, outcome: Failure) {
  if (outcome.why === "offline") return { text: say("fail.offline") };
  if (outcome.status === 401)
    return { text: say("fail.signed_out"), link: { href: shown.signIn, text: say("fail.sign_in") } };
  if (outcome.code === "zone_limit") return { text: say("fail.limit") };
  return { text: say("fail.other") };
}

/** After the mistakes are drawn the first of them has the focus. */
function focusMistake(): void {
  const first = "#zone-area-mistake, #screen [aria-invalid='true']";
  requestAnimationFrame(() => {
    // Corners as numbers may be folded in.
    document.querySelector("details:has([aria-invalid='true'])")?.setAttribute("open", "");
    document.querySelector<HTMLElement>(first)?.focus();
  });
}
