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
    const call = toCall(given, Date.now());
    if (typeof call === "string") {
      terminal.err(`maple: ${call}`);
      return exitCodes.usage;
    }
    const result = await terminal.call(call);
    if (result.kind === "failure") return fail(result, terminal);
    const toListeners = !given.has("dry-run") && !given.has("subscription");
    terminal.out(given.has("json") ? result.text : sentence(result.answer, given.has("dry-run"), toListeners));
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

/** Unix seconds of a time as a person writes it; null when it is none. */
function readTime(text: string, now: number): number | null {
  const ago = /^(\d{1,6})([smhd])$/.exec(text);
  if (ago !== null) return Math.floor(now / 1000) - Number(ago[1]) * (unitSeconds[ago[2] ?? "s"] ?? 1);
  if (/^\d{1,11}$/.test(text)) return Number(text);
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? null : Math.floor(instant / 1000);
}

function sentence(answer: unknown, dryRun: boolean, toListeners: boolean): string {
  const { event_ids: ids, queued, skipped, has_more: more } = isObject(answer) ? answer : {};
  const events = Array.isArray(ids) ? ids.length : 0;
  const verb = dryRun ? "would be queued" : "queued";
  const rest = more === true ? "; there are more events: repeat with a later --since" : "";
  const heard = toListeners && events > 0 ? `; open listeners hear ${events === 1 ? "it" : "them"} again` : "";
  const counted = (count: unknown, one: string, more: string): string => `${String(count)} ${count === 1 ? one : more}`;
  return `${counted(events, "event", "events")}: ${counted(queued, "delivery", "deliveries")} ${verb}, ${String(skipped)} left as they are${heard}${rest}`;
}
