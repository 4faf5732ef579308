/**
 * Judges one check of a scenario by what the service saw. Pure. The command judges while it plays, and the service judges
 * again from its own records; the same evidence gives the same answer (rules/certification 2.1).
 */
import { fieldOf, type Evidence, type Fields, type Made, type SeenAttempt, type SeenEvent } from "./evidence.ts";
import type { Check, Wanted } from "./check.schemas.ts";
import type { Finding, OneFinding } from "./finding.ts";
import { callSentence, judgeCalls } from "./judge-calls.ts";
import { judgeManners, mannersSentence } from "./judge-manners.ts";

type Event = Extract<Check, { readonly check: "event" }>;
type Delivered = Extract<Check, { readonly check: "delivered" }>;
type State = Extract<Check, { readonly check: "state" }>;

/** Judges the check; of several resources under one name each must meet it. */
export function judge(check: Check, made: Made, evidence: Evidence): Finding {
  const expected = sentence(check);
  if (check.of === undefined) return { expected, ...judgeOne(check, undefined, evidence) };
  const ids = made[check.of] ?? [];
  if (ids.length === 0) return { expected, state: "open", seen: `there is no ${check.of}`, ids: [] };
  const findings = ids.map((id) => judgeOne(check, id, evidence));
  const worst = findings.find(({ state }) => state === "broken") ?? findings.find(({ state }) => state === "open");
  const met = findings.filter(({ state }) => state === "met").length;
  const of = ids.length === 1 ? "" : ` (${met} of ${ids.length} are right)`;
  if (worst !== undefined) return { expected, ...worst, seen: `${worst.seen}${of}` };
  const last = findings.at(-1);
  return {
    expected,
    state: "met",
    seen: `${last?.seen ?? ""}${of}`,
    ids,
    found: findings.flatMap((one) => one.found ?? []),
  };
}

function judgeOne(check: Check, id: string | undefined, evidence: Evidence): OneFinding {
  switch (check.check) {
    case "event":
      return judgeEvent(check, id, evidence);
    case "delivered":
      return judgeDelivered(check, id ?? "", evidence);
    case "state":
      return judgeState(check, id ?? "", evidence);
    case "manners":
      return judgeManners(check, evidence);
    default:
      return judgeCalls(check, id, evidence);
  }
}

function judgeEvent(check: Event, id: string | undefined, { events }: Evidence): OneFinding {
  const about = events.filter((event) => id === undefined || event.resourceId === id);
  const ids = id === undefined ? [] : [id];
  const fitting = about.filter((event) => event.type === check.event && fits(check, event));
  const [first] = fitting;
  if (first === undefined) return { state: "open", seen: whatCame(about, check.event), ids };
  const found = id === undefined ? [first.resourceId] : [];
  if (check.after !== undefined) {
    const { event: type, seconds } = check.after;
    const start = about.find((event) => event.type === type);
    if (start === undefined) return { state: "open", seen: `there is no ${type}`, ids: [...ids, first.id] };
    const took = (first.at - start.at) / 1000;
    if (took > seconds) {
      return { state: "broken", seen: `it came after ${took.toFixed(1)} s`, ids: [...ids, start.id, first.id] };
    }
    return { state: "met", seen: `it came after ${Math.max(0, took).toFixed(1)} s`, ids: [...ids, first.id], found };
  }
  return { state: "met", seen: `${first.type} was recorded`, ids: [...ids, first.id], found };
}

function fits(check: Event, { data }: SeenEvent): boolean {
  if (check.actor !== undefined && data["actor"] !== check.actor) return false;
  return mismatches(check.fields ?? {}, data).length === 0;
}

function whatCame(events: readonly SeenEvent[], type: string): string {
  const same = events.filter((event) => event.type === type);
  const last = same.at(-1);
  if (last !== undefined) {
    const said = ["actor", "status"].flatMap((name) =>
      typeof last.data[name] === "string" ? [`${name} ${last.data[name]}`] : [],
    );
    return `${same.length} ${type}, the last with ${said.join(", ") || "other fields"}`;
  }
  const types = [...new Set(events.map((event) => event.type))];
  return types.length === 0 ? "no event" : `only ${types.join(", ")}`;
}

function judgeDelivered(check: Delivered, id: string, { events, attempts }: Evidence): OneFinding {
  const sent = events.filter((event) => event.type === check.event && event.resourceId === id);
  if (sent.length === 0) return { state: "open", seen: `no ${check.event} was recorded`, ids: [id] };
  const tries = attempts.filter(({ eventId }) => sent.some((event) => event.id === eventId));
  const ids = [id, ...sent.map((event) => event.id)];
  const [first] = tries;
  if (first === undefined) return { state: "open", seen: "the event was not sent to the endpoint yet", ids };
  if (check.answer === "4xx" && !isOf(first, check.answer)) {
    return { state: "broken", seen: `the endpoint answered ${first.status ?? "not at all"}`, ids };
  }
  const good = tries.find((each) => isOf(each, check.answer));
  if (good === undefined) {
    const seen = tries.map(({ status }) => status ?? "no answer").join(", ");
    return { state: "open", seen: `the endpoint answered ${seen}`, ids };
  }
  const took = good.durationMs / 1000;
  const seen = `the endpoint answered ${good.status} in ${took.toFixed(1)} s`;
  return { state: took > check.answer_seconds ? "broken" : "met", seen, ids };
}

function isOf({ status }: SeenAttempt, answer: Delivered["answer"]): boolean {
  return status !== null && Math.floor(status / 100) === Number(answer[0]);
}

function judgeState(check: State, id: string, { resources }: Evidence): OneFinding {
  const resource = resources.get(id);
  if (resource === undefined) return { state: "open", seen: "it was not read yet", ids: [id] };
  const wrong = mismatches(check.fields, resource);
  const shown = Object.keys(check.fields).map((path) => `${path} is ${say(fieldOf(resource, path))}`);
  return {
    state: wrong.length === 0 ? "met" : "open",
    seen: (wrong.length === 0 ? shown : wrong).join(", "),
    ids: [id],
  };
}

function mismatches(fields: Readonly<Record<string, Wanted>>, seen: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([path, wanted]) => {
    const value = fieldOf(seen, path);
    return meets(wanted, value) ? [] : [`${path} is ${say(value)}`];
  });
}

function meets(wanted: Wanted, value: unknown): boolean {
  if ("is" in wanted) return value === wanted.is;
  if ("one_of" in wanted) return typeof value === "string" && wanted.one_of.includes(value);
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

const longestValue = 60;

/** Values that the service chose are shown; longer ones could be texts of people, so only their presence is told. */
function say(value: unknown): string {
  if (value === undefined || value === null) return "absent";
  if (Array.isArray(value)) return value.length === 0 ? "empty" : `a list of ${value.length}`;
  if (typeof value === "object") return "an object";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? "a longer text" : text;
}

function sentence(check: Check): string {
  switch (check.check) {
    case "event": {
      const who = check.actor === undefined ? "" : ` by the ${check.actor}`;
      const with_ = check.fields === undefined ? "" : ` with ${fieldsSentence(check.fields)}`;
      const when = check.after === undefined ? "" : ` within ${check.after.seconds} s of ${check.after.event}`;
      return `${check.event}${who}${with_}${when}`;
    }
    case "delivered":
      return `the endpoint answers ${check.event} with ${check.answer} in ${check.answer_seconds} s`;
    case "state":
      return `the ${check.of} reads ${fieldsSentence(check.fields)}`;
    case "manners":
      return mannersSentence(check);
    default:
      return callSentence(check);
  }
}

function fieldsSentence(fields: Readonly<Record<string, Wanted>>): string {
  return Object.entries(fields)
    .map(([path, wanted]) => {
      if ("is" in wanted) return `${path} ${String(wanted.is)}`;
      return "one_of" in wanted ? `${path} ${wanted.one_of.join(" or ")}` : `${path} set`;
    })
    .join(", ");
}
