/** `maple replay`: one event, or those of a time span, sent again. */
import { exitCodes, type ServiceCall } from "./call-operator.ts";
import type { PartnerCommand, PartnerInput } from "./partner-command.ts";
import { isObject } from "./print-answer.ts";
import { fail, noEventSentence } from "./show-events.ts";

export const replayCommand: PartnerCommand = {
  word: "replay",
  synopsis: "[EVENT]",
  about:
    "Send an event again, or with --since all of a time span: to the subscriptions that have not received them, and to every listener.",
  mayHaveArgument: true,
  by: "partner",
  options: {
    subscription: { value: "SUBSCRIPTION", about: "one event: only to this one, dws_…" },
    force: { about: "one event: also to subscriptions that have received it" },
    since: { value: "TIME", about: "2h, 30m or 7d ago, an ISO 8601 instant, or Unix seconds" },
    until: { value: "TIME", about: "the end of the span, written like --since" },
    types: { value: "A,B", about: "only these types, with commas between" },
    location: { value: "LOCATION", about: "only this location, str_…" },
    status: { value: "STATUS", about: "exactly the deliveries in this state: failed, held, delivered …" },
    "dry-run": { about: "count only; nothing is sent" },
  },
  examples: ["replay evt_01k0w3h5bxf5mtpp3aq2ck8xya --force", "replay --since 2h --status failed --dry-run"],
  async run(given, terminal) {
    // What is written wrongly is told before the service is asked.
    let call = toCall(given, 0);
    if (typeof call !== "string" && saysAgo(given)) {
      const asked = await terminal.call({ method: "GET", path: "/v1/ping" });
      if (asked.kind === "failure") return fail(asked, terminal);
      // "Two hours ago" is counted by the service's clock: one's own may have stood still while the machine slept.
      call = toCall(given, asked.answeredAtMs ?? Date.now());
    }
    if (typeof call === "string") {
      terminal.err(`maple: ${call}`);
      return exitCodes.usage;
    }
    const result = await terminal.call(call);
    if (result.kind === "failure") return fail(result, terminal);
    terminal.out(given.has("json") ? result.text : replaySentence(result.answer, given));
    return exitCodes.done;
  },
};

const ofOne = ["subscription", "force"];
const ofSpan = ["until", "types", "location", "status", "dry-run"];

/** The call, or what is wrong with the words. */
export function toCall(given: Pick<PartnerInput, "argument" | "text" | "has">, now: number): ServiceCall | string {
  const { argument, text, has } = given;
  const since = text("since");
  if ((argument === undefined) === (since === undefined)) return "replay takes an event, evt_…, or --since TIME";
  const stray = (argument === undefined ? ofOne : ofSpan).find(has);
  if (stray !== undefined) return `--${stray} is for ${argument === undefined ? "one event" : "a time span"} only`;
  if (argument !== undefined) {
    const mistake = noEventSentence(argument);
    if (mistake !== undefined) return mistake;
    const body = { ...field("subscription_id", text("subscription")), ...(has("force") ? { force: true } : {}) };
    return { method: "POST", path: `/v1/webhook_events/${encodeURIComponent(argument)}/replay`, body };
  }
  const [from, to] = [since, text("until")].map((each) => (each === undefined ? undefined : readTime(each, now)));
  if (from === null || to === null) return "a time is 2h, 30m or 7d ago, an ISO 8601 instant, or Unix seconds";
  const types = text("types")
    ?.split(",")
    .map((type) => type.trim());
  const body = {
    since: from,
    ...field("until", to),
    ...field("event_types", types),
    ...field("location_id", text("location")),
    ...field("status", text("status")),
    ...(has("dry-run") ? { dry_run: true } : {}),
  };
  return { method: "POST", path: "/v1/webhook_events/replay", body };
}

function field(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value };
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const agoForm = /^(\d{1,6})([smhd])$/;

function saysAgo({ text }: Pick<PartnerInput, "text">): boolean {
  return ["since", "until"].some((option) => agoForm.test(text(option) ?? ""));
}

/** Unix seconds of a time as a person writes it; null when it is none. */
function readTime(text: string, now: number): number | null {
  const ago = agoForm.exec(text);
  if (ago !== null) return Math.floor(now / 1000) - Number(ago[1]) * (unitSeconds[ago[2] ?? "s"] ?? 1);
  if (/^\d{1,11}$/.test(text)) return Number(text);
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? null : Math.floor(instant / 1000);
}

interface Outcome {
  readonly events: number;
  readonly queued: number;
  readonly skipped: number;
  readonly listeners: number;
  readonly hasMore: boolean;
}

/** Who gets what was replayed, and what to do when nobody does. */
export function replaySentence(answer: unknown, given: Pick<PartnerInput, "argument" | "has">): string {
  const outcome = readOutcome(answer);
  return given.argument === undefined
    ? sentenceOfSpan(outcome, given.has("dry-run"))
    : sentenceOfOne(outcome, given.argument, given.has("force"));
}

function readOutcome(answer: unknown): Outcome {
  const { event_ids: ids, has_more: more, ...counts } = isObject(answer) ? answer : {};
  const count = (name: string): number => (typeof counts[name] === "number" ? counts[name] : 0);
  return {
    events: Array.isArray(ids) ? ids.length : 0,
    queued: count("queued"),
    skipped: count("skipped"),
    listeners: count("listeners"),
    hasMore: more === true,
  };
}

function sentenceOfOne({ queued, skipped, listeners }: Outcome, event: string, forced: boolean): string {
  const told = [
    queued > 0 ? `sent again to ${counted(queued, "subscription")}` : "",
    listeners > 0 ? `${counted(listeners, "open listener")} ${listeners === 1 ? "hears" : "hear"} the event again` : "",
  ].filter((part) => part !== "");
  const left = `${counted(skipped, "subscription")} ${leftAlone(skipped)}`;
  if (told.length > 0) return [...told, ...(skipped > 0 ? [left] : [])].join("; ");
  if (skipped === 0)
    return `no subscription and no open listener: nobody received the event. ${tuneIn}, and then maple replay ${event}`;
  const next = forced
    ? `disabled or under way; maple events ${event} shows the deliveries`
    : "received already, disabled or under way; --force sends also to those that have received it";
  return `nobody received the event: ${left} (${next})`;
}

function sentenceOfSpan({ events, queued, skipped, listeners, hasMore }: Outcome, dryRun: boolean): string {
  if (events === 0) return "no event fits: nothing to send. maple events lists what there is";
  const all = counted(events, "event");
  const deliveries = `${counted(queued, "delivery", "deliveries")} ${dryRun ? "would be queued" : "queued"}`;
  const sent = queued + skipped === 0 ? "no subscription" : `${deliveries}, ${skipped} ${leftAlone(skipped)}`;
  const rest = hasMore ? "; there are more events: repeat with a later --since" : "";
  if (queued + listeners === 0) {
    const nobody = `and no open listener: nobody ${dryRun ? "would receive" : "received"} them${rest}`;
    return skipped === 0
      ? `${all}: ${sent} ${nobody}. ${tuneIn}, and repeat this`
      : `${all}: ${sent}, ${nobody}. With --status delivered, what was received is sent again`;
  }
  if (listeners === 0) return `${all}: ${sent}${rest}`;
  const hear = dryRun ? "would hear" : listeners === 1 ? "hears" : "hear";
  return `${all}: ${sent}; ${counted(listeners, "open listener")} ${hear} them again${rest}`;
}

/** How to receive what nobody receives. */
const tuneIn = "Run maple listen --forward-to URL, or subscribe with POST /v1/webhook_subscriptions";

function leftAlone(count: number): string {
  return `left as ${count === 1 ? "it is" : "they are"}`;
}

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
