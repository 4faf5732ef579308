/** `maple faults`: switches faults of calls and webhooks in the sandbox on and off. */
import { exitCodes, type CallResult } from "./call-operator.ts";
import type { PartnerCommand, PartnerInput, Terminal } from "./partner-command.ts";
import { isObject, table } from "./print-answer.ts";
import { fail } from "./show-events.ts";
import { nearestName } from "./shell/nearest-command.ts";

const path = "/v1/sandbox/faults";

/** What each kind does, for the help. */
const kinds: Readonly<Record<string, string>> = {
  webhook_late: "late",
  webhook_duplicate: "two or three copies",
  webhook_out_of_order: "after the next event of its resource",
  webhook_dropped: "never sent",
  webhook_bad_signature: "wrongly signed once",
  webhook_old_timestamp: "signed 600 s ago once",
  api_error: "500",
  api_unavailable: "503",
  api_slow: "later",
  api_rate_limited: "429",
  api_lost_answer: "done, and the connection cut",
};

export const faultsCommand: PartnerCommand = {
  word: "faults",
  synopsis: "on KIND | off | list",
  about: `Make calls and webhooks of the sandbox go wrong. Kinds: ${Object.entries(kinds)
    .map(([kind, does]) => `${kind} (${does})`)
    .join(", ")}. What is on ends after an hour.`,
  mayHaveArgument: true,
  mayHaveSecond: true,
  by: "partner",
  options: {
    event: { value: "TYPE", about: "only this type of event: order.notification" },
    operation: { value: "OPERATION", about: "only this call, by its operationId: acceptOrder" },
    location: { value: "LOCATION", about: "only there, str_…" },
    times: { value: "N", about: "how often; else until it is off" },
    share: { value: "PART", about: "for which part: 0.5 is every second on average" },
    delay: { value: "SECONDS", about: "how late, or how long to wait" },
    seed: { value: "N", about: "the same seed makes the same choices" },
  },
  examples: [
    "faults on webhook_late --delay 200 --times 1",
    "faults on api_error --operation acceptOrder",
    "faults off",
  ],
  async run(given, terminal) {
    switch (given.argument) {
      case "on":
        return switchOn(given, terminal);
      case "off":
        return show(await terminal.call({ method: "DELETE", path }), given, terminal);
      case "list":
      case undefined:
        return show(await terminal.call({ method: "GET", path }), given, terminal);
      default:
        terminal.err(`maple: faults knows on KIND, off and list, and not ${given.argument}`);
        return exitCodes.usage;
    }
  },
};

/** Adds a rule to those that are on; one of the same kind is replaced. */
async function switchOn(given: PartnerInput, terminal: Terminal): Promise<number> {
  const kind = given.second;
  if (kind === undefined || !Object.hasOwn(kinds, kind)) {
    const near = kind === undefined ? undefined : nearestName(kind, Object.keys(kinds));
    const meant = near === undefined ? `the kinds are ${Object.keys(kinds).join(", ")}` : `did you mean ${near}?`;
    terminal.err(`maple: ${kind === undefined ? "name a kind" : `there is no fault ${kind}`}; ${meant}`);
    return exitCodes.usage;
  }
  const seed = numberOf(given, "seed");
  const body = { rules: [ruleFrom(given, kind)], keep_others: true, ...(seed === undefined ? {} : { seed }) };
  return show(await terminal.call({ method: "PUT", path, body }), given, terminal);
}

function ruleFrom(given: PartnerInput, kind: string): Readonly<Record<string, unknown>> {
  const [event, operation, location] = ["event", "operation", "location"].map((name) => given.text(name));
  const match = {
    ...(event === undefined ? {} : { event_types: [event] }),
    ...(operation === undefined ? {} : { operations: [operation] }),
    ...(location === undefined ? {} : { location_id: location }),
  };
  const numbers = {
    times: numberOf(given, "times"),
    share: numberOf(given, "share"),
    delay_seconds: numberOf(given, "delay"),
  };
  return {
    id: kind,
    kind,
    ...(Object.keys(match).length === 0 ? {} : { match }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
  };
}

/** A number as it was typed; text that is none goes as it is, and the service says what is wrong with it. */
function numberOf(given: PartnerInput, name: string): number | string | undefined {
  const text = given.text(name);
  return text === undefined || text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

function rulesOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  return isObject(answer) && Array.isArray(answer["rules"]) ? answer["rules"].filter(isObject) : [];
}

function show(result: CallResult, given: PartnerInput, terminal: Terminal): number {
  if (result.kind === "failure") return fail(result, terminal);
  if (given.has("json")) {
    terminal.out(result.text);
    return exitCodes.done;
  }
  const rules = rulesOf(result.answer);
  if (rules.length === 0) terminal.out("no faults are on");
  else {
    const rows = rules.map((rule) => ({
      ...rule,
      match: rule["match"] === undefined ? "everything" : JSON.stringify(rule["match"]),
    }));
    terminal.out(table(["id", "kind", "match", "times", "share", "delay_seconds", "acted"], rows));
    if (isObject(result.answer))
      terminal.out(`seed ${String(result.answer["seed"])}, until ${String(result.answer["expires_at"])}`);
  }
  return exitCodes.done;
}
