/** `maple trigger`: makes an event of a type happen in the sandbox, by doing what causes it. */
import { exitCodes, type CallResult } from "./call-operator.ts";
import type { PartnerCommand, PartnerInput, Terminal } from "./partner-command.ts";
import { isObject } from "./print-answer.ts";
import { fail } from "./show-events.ts";
import { bookingRecipes } from "./trigger/booking-recipes.ts";
import type { Recipe } from "./trigger/recipe.ts";
import { waitlistRecipes } from "./trigger/waitlist-recipes.ts";
import { nearestName } from "./shell/nearest-command.ts";

/** What causes each type; the last call's answer is shown. */
const recipes: Readonly<Record<string, Recipe>> = {
  "order.created": placeOrder,
  "order.paid": placeOrder,
  "order.notification": placeOrder,
  "order.validation_requested": placeOrder,
  "order.updated": (given, terminal) => afterOrder(given, terminal, "/v1/orders/{id}/accept"),
  "order.cancelled": (given, terminal) => afterOrder(given, terminal, "/v1/sandbox/orders/{id}/customer_cancel"),
  "menu.sync_completed": publishAgain,
  "menu.sync_failed": publishBroken,
  ...bookingRecipes,
  ...waitlistRecipes,
  "store.settings.changed": changeSettings,
  "webhook.test": sendTest,
};

/** Types that nobody with an API key can cause, and who can. */
export const notOurs: Readonly<Record<string, string>> = {
  "booking.confirmed": "a reservation provider confirms; the operator gives a location one (maple location provider)",
  "booking.declined": "a reservation provider declines; the operator gives a location one (maple location provider)",
  "store.provisioned": "the operator grants a location: maple grant add APP LOCATION",
  "store.deprovisioned": "the operator takes a location away: maple grant remove APP LOCATION",
  "store.status.changed": "the operator changes a location: maple location update LOCATION --status paused",
};

/** The types that `maple trigger` causes. */
export const triggerTypes: readonly string[] = Object.keys(recipes);

export const triggerCommand: PartnerCommand = {
  word: "trigger",
  synopsis: "TYPE",
  about: `Make an event happen in the sandbox. Types: ${Object.keys(recipes).join(", ")}.`,
  mayHaveArgument: true,
  by: "partner",
  options: {
    location: { value: "LOCATION", about: "where, str_…; else the app's first location" },
    subscription: { value: "SUBSCRIPTION", about: "webhook.test: to which, dws_…; else the newest" },
  },
  examples: ["trigger order.notification"],
  async run(given, terminal) {
    const type = given.argument?.replace(/^orders\./, "order.");
    const recipe = type === undefined || !Object.hasOwn(recipes, type) ? undefined : recipes[type];
    if (recipe === undefined) {
      terminal.err(`maple: ${whyNot(type)}`);
      return exitCodes.usage;
    }
    const result = await recipe(given, terminal);
    if (result.kind === "failure") return fail(result, terminal);
    if (given.has("json")) terminal.out(result.text);
    else terminal.out(`done: ${what(result.answer)}; maple events shows what came of it`);
    if (type === "order.validation_requested" && !given.has("json")) {
      terminal.out("(asked only when a subscription of the app wants order.validation_requested)");
    }
    return exitCodes.done;
  },
};

/** Why a type is not triggered: who causes it, which was meant, or which there are. */
function whyNot(type: string | undefined): string {
  if (type !== undefined && Object.hasOwn(notOurs, type)) return `${type} cannot be triggered here: ${notOurs[type]}`;
  const meant = type === undefined ? undefined : nearestName(type, triggerTypes);
  if (meant !== undefined) return `there is no type ${type}; did you mean ${meant}?`;
  return `trigger takes one of ${triggerTypes.join(", ")}`;
}

function what(answer: unknown): string {
  if (!isObject(answer)) return "-";
  if (answer["object"] === "webhook_test_result") {
    const status = answer["response_status"];
    return answer["delivered"] === true
      ? `delivered, your endpoint answered ${String(status)}`
      : `NOT delivered, ${status === 0 ? "no answer came" : `your endpoint answered ${String(status)}`}`;
  }
  const id = answer["id"] ?? answer["order_id"] ?? answer["event_id"] ?? answer["location_id"];
  return [answer["object"], id, answer["status"]].filter((part) => typeof part === "string").join(" ");
}

async function placeOrder(given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const location = await findLocation(given, terminal);
  if (typeof location !== "string") return location;
  return terminal.call({ method: "POST", path: "/v1/sandbox/orders", body: { location_id: location } });
}

async function afterOrder(given: PartnerInput, terminal: Terminal, path: string): Promise<CallResult> {
  const placed = await placeOrder(given, terminal);
  if (placed.kind === "failure" || !isObject(placed.answer)) return placed;
  return terminal.call({ method: "POST", path: path.replace("{id}", String(placed.answer["id"])), body: {} });
}

/** The published menu once more: nothing changes, and the event comes. */
async function publishAgain(given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const location = await findLocation(given, terminal);
  if (typeof location !== "string") return location;
  const menu = await terminal.call({ method: "GET", path: `/v1/locations/${location}/menu` });
  if (menu.kind === "failure") return menu;
  return terminal.call({ method: "POST", path: `/v1/locations/${location}/menu`, body: menu.answer });
}

/** A menu that must be refused: the refusal is the point. */
async function publishBroken(given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const location = await findLocation(given, terminal);
  if (typeof location !== "string") return location;
  const path = `/v1/locations/${location}/menu`;
  const result = await terminal.call({ method: "POST", path, body: { currency: "none", categories: [] } });
  if (result.kind === "failure" && result.message.startsWith("400 [invalid_menu]")) {
    const answer = { object: "menu_sync", id: "(refused, as it should be)", status: "failed" };
    return { kind: "answer", answer, text: JSON.stringify(answer) };
  }
  return result;
}

/** Five busy minutes more, or none: the second time takes back what the first did. */
async function changeSettings(given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const location = await findLocation(given, terminal);
  if (typeof location !== "string") return location;
  const path = `/v1/locations/${location}/ordering_settings`;
  const settings = await terminal.call({ method: "GET", path });
  if (settings.kind === "failure") return settings;
  const isBusy = isObject(settings.answer) && settings.answer["busy_delay_minutes"] !== 0;
  return terminal.call({ method: "PATCH", path, body: { busy_delay_minutes: isBusy ? 0 : 5 } });
}

async function sendTest(given: PartnerInput, terminal: Terminal): Promise<CallResult> {
  const id = given.text("subscription") ?? (await firstOf("/v1/webhook_subscriptions", terminal));
  if (id === undefined) return missing("the app has no webhook subscription; make one, or trigger another type");
  if (typeof id !== "string") return id;
  return terminal.call({ method: "POST", path: `/v1/webhook_subscriptions/${encodeURIComponent(id)}/test` });
}

async function findLocation(given: PartnerInput, terminal: Terminal): Promise<string | CallResult> {
  const named = given.text("location");
  if (named !== undefined) return encodeURIComponent(named);
  const first = await firstOf("/v1/locations", terminal);
  return first ?? missing("the app has no location; the operator grants one");
}

async function firstOf(path: string, terminal: Terminal): Promise<string | CallResult | undefined> {
  const list = await terminal.call({ method: "GET", path });
  if (list.kind === "failure") return list;
  const first = isObject(list.answer) && Array.isArray(list.answer["data"]) ? list.answer["data"][0] : undefined;
  return isObject(first) && typeof first["id"] === "string" ? first["id"] : undefined;
}

function missing(message: string): CallResult {
  return { kind: "failure", message, exitCode: exitCodes.refused };
}
