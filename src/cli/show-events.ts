/** `maple events`: the ledger, or one event with its deliveries and attempts. */
import { exitCodes } from "./call-operator.ts";
import type { PartnerCommand, PartnerInput, Terminal } from "./partner-command.ts";
import { harmless, isObject, table } from "./print-answer.ts";

const filters = { type: "event_type", location: "location_id", status: "status", before: "before", limit: "limit" };

export const eventsCommand: PartnerCommand = {
  word: "events",
  synopsis: "[EVENT]",
  about: "Show the app's latest events, or one with each of its delivery attempts.",
  mayHaveArgument: true,
  by: "partner",
  options: {
    type: { value: "TYPE", about: "only this type: order.notification" },
    location: { value: "LOCATION", about: "only this location, str_…" },
    status: {
      value: "STATUS",
      about: "only events with a delivery that is pending, delivered, failed, held or skipped",
    },
    before: { value: "EVENT", about: "only what is older than this event, evt_…" },
    limit: { value: "N", about: "how many, 1 to 50; 20 without it" },
  },
  examples: ["events --status failed", "events evt_01k0w3h5bxf5mtpp3aq2ck8xya"],
  run: (given, terminal) => (given.argument === undefined ? showList(given, terminal) : showOne(given, terminal)),
};

async function showList(given: PartnerInput, terminal: Terminal): Promise<number> {
  const query = new URLSearchParams({ limit: "20" });
  for (const [option, field] of Object.entries(filters)) {
    const value = given.text(option);
    if (value !== undefined) query.set(field, value);
  }
  const result = await terminal.call({ method: "GET", path: `/v1/webhook_events?${query.toString()}` });
  if (result.kind === "failure") return fail(result, terminal);
  if (given.has("json")) terminal.out(result.text);
  else terminal.out(table(["created", "event_id", "event_type", "resource_id", "deliveries"], rowsOf(result.answer)));
  return exitCodes.done;
}

function rowsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const events = isObject(answer) && Array.isArray(answer["data"]) ? answer["data"].filter(isObject) : [];
  return events.map((event) => ({
    ...event,
    created: clock(event["created"]),
    deliveries: [summary(event["deliveries"]), ...activeListeners(event)].join(", "),
  }));
}

/** "2 delivered, 1 failed". */
function summary(deliveries: unknown): string {
  const statuses = Array.isArray(deliveries) ? deliveries.filter(isObject).map(({ status }) => String(status)) : [];
  const counts = new Map<string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} ${status}`).join(", ") || "no subscription";
}

/** "2 open listeners", when there are any. */
function activeListeners(event: Readonly<Record<string, unknown>>): readonly string[] {
  const { listeners } = event;
  return typeof listeners === "number" && listeners > 0
    ? [`${listeners} open ${listeners === 1 ? "listener" : "listeners"}`]
    : [];
}

async function showOne(given: PartnerInput, terminal: Terminal): Promise<number> {
  const mistake = noEventSentence(given.argument ?? "");
  if (mistake !== undefined) {
    terminal.err(`maple: ${mistake}`);
    return exitCodes.usage;
  }
  const path = `/v1/webhook_events/${encodeURIComponent(given.argument ?? "")}`;
  const event = await terminal.call({ method: "GET", path });
  if (event.kind === "failure") return fail(event, terminal);
  const attempts = await terminal.call({ method: "GET", path: `${path}/attempts` });
  if (attempts.kind === "failure") return fail(attempts, terminal);
  if (given.has("json")) {
    terminal.out(JSON.stringify({ event: event.answer, attempts: attempts.answer }, null, 2));
    return exitCodes.done;
  }
  terminal.out(block(envelope(event.answer)));
  terminal.out(`\nDeliveries\n${deliveriesOf(event.answer)}`);
  const made = isObject(attempts.answer) && Array.isArray(attempts.answer["data"]) ? attempts.answer["data"] : [];
  terminal.out(
    `Attempts\n${table(["started_at", "attempt", "response_status", "duration_ms", "error", "response_body"], made)}`,
  );
  return exitCodes.done;
}

/** The deliveries of an event, and who else hears events of its type; when nobody does, what to do. */
function deliveriesOf(event: unknown): string {
  if (!isObject(event)) return "none";
  const deliveries = Array.isArray(event["deliveries"]) ? event["deliveries"] : [];
  const [open] = activeListeners(event);
  const hear = open === undefined ? "" : `${open} ${event["listeners"] === 1 ? "hears" : "hear"} events of this type`;
  if (deliveries.length > 0) {
    const shown = table(["subscription_id", "status", "attempts", "next_attempt_at", "last_error"], deliveries);
    return hear === "" ? shown : `${shown}${hear} too, without a delivery\n`;
  }
  if (hear !== "") return `none: no subscription wanted it; ${hear}, without a delivery\n`;
  const replay = `maple replay ${harmless(String(event["event_id"]))}`;
  return `none: no subscription wanted it, and no open listener hears its type; run maple listen --forward-to URL, and then ${replay}\n`;
}

function envelope(event: unknown): unknown {
  if (!isObject(event)) return event;
  const apart = ["object", "deliveries", "listeners"];
  return Object.fromEntries(Object.entries(event).filter(([name]) => !apart.includes(name)));
}

/** One field a line, and `data` as it is sent. */
function block(event: unknown): string {
  const fields = isObject(event) ? Object.entries(event) : [];
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  return fields
    .map(([name, value]) => {
      const text = name === "created" ? clock(value) : typeof value === "string" ? value : JSON.stringify(value);
      return `${harmless(name).padEnd(width)}  ${harmless(text)}\n`;
    })
    .join("");
}

/** Unix seconds as a person reads them. */
export function clock(seconds: unknown): string {
  return typeof seconds === "number" ? new Date(seconds * 1000).toISOString().replace(".000Z", "Z") : "-";
}

/** What to type instead of a word that names no event; undefined when it may name one. */
export function noEventSentence(word: string): string | undefined {
  if (word.startsWith("evt_")) return undefined;
  const said = `${JSON.stringify(harmless(word))} is not the id of an event, evt_…`;
  return /^\w+(\.\w+)+$/.test(word)
    ? `${said}; maple events --type ${word} lists those of a type`
    : `${said}; maple events lists them`;
}

/** Tells a refusal. */
export function fail(result: { readonly message: string; readonly exitCode: number }, terminal: Terminal): number {
  terminal.err(`maple: ${result.message}`);
  return result.exitCode;
}
