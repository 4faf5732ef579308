/** Judges the checks on the partner's own calls, by the request log (rules/certification 2.1). Pure. */
import type { Evidence, SeenCall } from "./evidence.ts";
import type { CallCheck, Moment } from "./check.schemas.ts";
import type { OneFinding } from "./finding.ts";

type Calls = Extract<CallCheck, { readonly check: "calls" }>;
type NoCalls = Extract<CallCheck, { readonly check: "no_calls" }>;
type SameKey = Extract<CallCheck, { readonly check: "same_key" }>;

/** Judges a check of calls about one resource, or about none. */
export function judgeCalls(check: CallCheck, id: string | undefined, evidence: Evidence): OneFinding {
  const about = evidence.calls.filter((call) => id === undefined || call.resourceId === id);
  const calls = about.filter((call) => check.operations.includes(call.operation));
  const ids = id === undefined ? [] : [id];
  switch (check.check) {
    case "calls":
      return judgeMade(check, calls, about, { id, ids, evidence });
    case "no_calls":
      return judgeNone(check, calls, { id, ids, evidence });
    case "once":
      return judgeOnce(calls, ids);
    case "same_key":
      return judgeSameKey(check, calls, ids);
  }
}

interface Scene {
  readonly id: string | undefined;
  readonly ids: readonly string[];
  readonly evidence: Evidence;
}

function judgeMade(check: Calls, calls: readonly SeenCall[], about: readonly SeenCall[], scene: Scene): OneFinding {
  const { ids } = scene;
  if (check.not_before !== undefined) {
    const moment = momentOf(check.not_before, scene);
    const early = calls.find((call) => moment === undefined || call.startedAt < moment - clockToleranceMs);
    if (early !== undefined) return { state: "broken", seen: `${said(early)} came before`, ids: [...ids, early.id] };
  }
  const { answer, after_refused: refused } = check;
  const from = refused === undefined ? 0 : firstRefusal(scene.evidence.calls, refused);
  if (from === undefined) return { state: "open", seen: `no ${(refused ?? []).join(" or ")} was refused`, ids };
  const fitting = calls.filter(
    ({ status, startedAt }) => startedAt > from && (answer === undefined || isOf(status, answer)),
  );
  const [first] = fitting;
  if (first === undefined) {
    const last = calls.at(-1);
    return { state: "open", seen: last === undefined ? "no such call" : said(last), ids };
  }
  const earlier = check.after_call;
  if (earlier !== undefined) {
    const isAfter = about.some((call) => earlier.includes(call.operation) && call.startedAt <= first.startedAt);
    if (!isAfter)
      return {
        state: "broken",
        seen: `${said(first)} without ${earlier.join(" or ")} before`,
        ids: [...ids, first.id],
      };
  }
  const found = first.resourceId === null || scene.id !== undefined ? [] : [first.resourceId];
  return { state: "met", seen: said(first), ids: [...ids, first.id], found };
}

/** What began later than this may follow from the first of the calls that was answered 4xx. */
function firstRefusal(calls: readonly SeenCall[], operations: readonly string[]): number | undefined {
  const refused = calls.find(({ operation, status }) => operations.includes(operation) && isOf(status, "4xx"));
  return refused === undefined ? undefined : Math.max(refused.startedAt, refused.endedAt - clockToleranceMs);
}

function judgeNone(check: NoCalls, calls: readonly SeenCall[], scene: Scene): OneFinding {
  const { ids } = scene;
  const moment = check.after === undefined ? 0 : momentOf(check.after, scene);
  if (moment === undefined) return { state: "open", seen: "the moment has not come", ids };
  const limit = moment + (check.grace_seconds ?? 0) * 1000;
  const late = calls.find((call) => call.startedAt > limit);
  if (late === undefined) return { state: "met", seen: "no such call", ids };
  const after = check.after === undefined ? "" : ` ${((late.startedAt - moment) / 1000).toFixed(1)} s after`;
  return { state: "broken", seen: `${said(late)}${after}`, ids: [...ids, late.id] };
}

function judgeOnce(calls: readonly SeenCall[], ids: readonly string[]): OneFinding {
  const [first] = calls;
  if (first === undefined) return { state: "open", seen: "no such call", ids };
  const keys = new Set(calls.map(({ key, id }) => key ?? id));
  const named = [...ids, ...calls.map(({ id }) => id)];
  if (keys.size === 1) return { state: "met", seen: said(first), ids: named };
  return { state: "broken", seen: `${calls.length} calls with ${keys.size} different keys, or without`, ids: named };
}

function judgeSameKey(check: SameKey, calls: readonly SeenCall[], ids: readonly string[]): OneFinding {
  const [first] = calls;
  if (first === undefined) return { state: "open", seen: "no such call", ids };
  const named = [...ids, ...calls.map(({ id }) => id)];
  const broken = (seen: string): OneFinding => ({ state: "broken", seen, ids: named });
  if (first.key === null) return broken(`${said(first)} has no Idempotency-Key`);
  if (calls.some(({ key }) => key !== first.key)) return broken("a repeat has another Idempotency-Key");
  if (calls.length > check.most) return broken(`${calls.length} calls`);
  const pauses = calls.slice(1).map((call, index) => call.startedAt - (calls[index]?.endedAt ?? 0));
  const asked = (check.least_pause_seconds ?? 0) * 1000 - clockToleranceMs;
  const least = check.growing === true ? Math.max(asked, leastGrowingPauseMs) : asked;
  const short = pauses.find((pause) => pause < least);
  if (short !== undefined) return broken(`a pause of ${(short / 1000).toFixed(1)} s`);
  const shrinks = pauses.some((pause, index) => pause < (pauses[index - 1] ?? 0) * growTolerance);
  if (check.growing === true && shrinks)
    return broken(`pauses of ${pauses.map((ms) => (ms / 1000).toFixed(1)).join(", ")} s`);
  const last = calls.at(-1) ?? first;
  const isDone = isOf(last.status, "2xx") && calls.length >= (check.least ?? 1);
  return {
    state: isDone ? "met" : "open",
    seen: `${calls.length} calls, the last ${answered(last)}`,
    ids: named,
  };
}

/** The log rounds durations, and processes read the clock of the database one by one. */
const clockToleranceMs = 100;
/** Repeats at once have pauses that grow too, of thousandths of a second. */
const leastGrowingPauseMs = 200;
/** Chance may take a part of a pause. */
const growTolerance = 0.75;

function momentOf(moment: Moment, { id, evidence }: Scene): number | undefined {
  const type = "event" in moment ? moment.event : moment.delivered;
  const events = evidence.events.filter(
    (event) => event.type === type && (id === undefined || event.resourceId === id),
  );
  if ("event" in moment) return events[0]?.at;
  const good = evidence.attempts.find(
    ({ eventId, status }) => status !== null && isOf(status, "2xx") && events.some((event) => event.id === eventId),
  );
  return good === undefined ? undefined : good.at;
}

function isOf(status: number, wanted: string): boolean {
  return wanted.endsWith("xx") ? Math.floor(status / 100) === Number(wanted[0]) : status === Number(wanted);
}

function said({ operation, status, code }: SeenCall): string {
  return `${operation} (${answered({ status, code })})`;
}

/** The status, with the code of a refusal, which says what to look at. */
function answered({ status, code }: Pick<SeenCall, "status" | "code">): string {
  return code === null ? String(status) : `${status} ${code}`;
}

/** The check in a sentence. */
export function callSentence(check: CallCheck): string {
  const calls = check.operations.join(" or ");
  switch (check.check) {
    case "calls": {
      const answer = check.answer === undefined ? "" : ` answered ${check.answer}`;
      const before = check.not_before === undefined ? "" : `, not before ${momentWords(check.not_before)}`;
      const refused =
        check.after_refused === undefined ? "" : `, after ${check.after_refused.join(" or ")} was refused`;
      return `${calls}${answer}${before}${refused}${check.after_call === undefined ? "" : `, after ${check.after_call.join(" or ")}`}`;
    }
    case "no_calls":
      return `no ${calls}${check.after === undefined ? "" : ` after ${momentWords(check.after)}`}`;
    case "once":
      return `${calls} once, repeated only under its Idempotency-Key`;
    case "same_key": {
      const pause =
        check.least_pause_seconds === undefined ? "" : `, ${check.least_pause_seconds} s or more between them`;
      const growing = check.growing === true ? ", with pauses that grow" : "";
      return `${calls} repeated under one Idempotency-Key until it succeeds, ${check.most} times at most${pause}${growing}`;
    }
  }
}

function momentWords(moment: Moment): string {
  return "event" in moment ? `${moment.event} was recorded` : `${moment.delivered} was delivered`;
}
