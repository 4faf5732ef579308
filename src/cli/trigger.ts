/** `maple trigger`: makes an event of a type happen. The sandbox does the act that causes the event. */
import { exitCodes, type CallResult } from "./call-operator.ts";
import type { PartnerCommand, PartnerInput, Terminal } from "./partner-command.ts";
import { isObject } from "./print-answer.ts";
import { routeCall } from "./route-calls.ts";
import { fail } from "./show-events.ts";
import { nearestName } from "./shell/nearest-command.ts";

/** The types that the sandbox causes: all. */
export const triggerTypes: readonly string[] = routeCall("triggerSandboxEvent").fields["event_type"]?.values ?? [];

export const triggerCommand: PartnerCommand = {
  word: "trigger",
  synopsis: "TYPE",
  about: `Make an event happen in the sandbox. Types: ${triggerTypes.join(", ")}.`,
  mayHaveArgument: true,
  by: "partner",
  options: {
    location: { value: "LOCATION", about: "where, str_…; else the app's first location where it is possible" },
    subscription: { value: "SUBSCRIPTION", about: "webhook.test: to which, dws_…; else the newest" },
  },
  examples: ["trigger order.notification"],
  async run(given, terminal) {
    const type = given.argument?.replace(/^orders\./, "order.");
    if (type === undefined || !triggerTypes.includes(type)) {
      terminal.err(`maple: ${whyNot(type)}`);
      return exitCodes.usage;
    }
    const result = type === "webhook.test" ? await sendTest(given, terminal) : await cause(type, given, terminal);
    if (result.kind === "failure") return fail(result, terminal);
    if (given.has("json")) terminal.out(result.text);
    else terminal.out(`done: ${what(result.answer)}; maple events shows what came of it`);
    return exitCodes.done;
  },
};

/** Which type was meant, or which there are. */
function whyNot(type: string | undefined): string {
  const meant = type === undefined ? undefined : nearestName(type, triggerTypes);
  if (meant !== undefined) return `there is no type ${type}; did you mean ${meant}?`;
  return `trigger takes one of ${triggerTypes.join(", ")}`;
}

function cause(type: string, given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const location = given.text("location");
  const body = { event_type: type, ...(location === undefined ? {} : { location_id: location }) };
  return terminal.call({ method: "POST", path: "/v1/sandbox/triggers", body });
}

/** The test call says at once whether the endpoint took it. */
async function sendTest(given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const id = given.text("subscription") ?? (await newestSubscription(terminal));
  if (typeof id === "object") return id;
  return terminal.call({ method: "POST", path: `/v1/webhook_subscriptions/${encodeURIComponent(id)}/test` });
}

async function newestSubscription(terminal: Terminal): Promise<string | CallResult> {
  const list = await terminal.call({ method: "GET", path: "/v1/webhook_subscriptions" });
  if (list.kind === "failure") return list;
  const first = isObject(list.answer) && Array.isArray(list.answer["data"]) ? list.answer["data"][0] : undefined;
  if (isObject(first) && typeof first["id"] === "string") return first["id"];
  const message = "the app has no webhook subscription; make one, or trigger another type";
  return { kind: "failure", message, exitCode: exitCodes.refused };
}

function what(answer: unknown): string {
  if (!isObject(answer)) return "-";
  if (answer["object"] === "webhook_test_result") {
    const status = answer["response_status"];
    return answer["delivered"] === true
      ? `delivered, your endpoint answered ${String(status)}`
      : `NOT delivered, ${status === 0 ? "no answer came" : `your endpoint answered ${String(status)}`}`;
  }
  return [answer["event_type"], answer["resource_id"]].filter((part) => typeof part === "string").join(" of ");
}
