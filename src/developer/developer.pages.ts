/**
 * The pages of an app's developers (rules/people 9). Reading changes nothing. A form does the same as the partners' call,
 * by the same command. A new signing secret needs a fresh sign-in, is shown once and is audited.
 */
import { parseId } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { resendOrder } from "../orders/decide/resend-order.command.ts";
import {
  getPage,
  messagePage,
  ofPeople,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageRoute,
} from "../pages/page.ts";
import { findRequest, findRequestOfEvent, listRequests } from "../requests/list-requests.query.ts";
import { readFilter } from "../requests/request-filter.ts";
import { listEndpoints } from "../webhooks/delivery/read-endpoints.query.ts";
import { getWholeEventWithListeners, readLedgerWithListeners } from "../webhooks/ledger/read-ledger.query.ts";
import { replayEvents } from "../webhooks/ledger/replay-events.command.ts";
import { deliveryStates } from "../webhooks/subscriptions/webhook-machines.ts";
import { visitApp, type DeveloperPageDeps, type DeveloperVisit } from "./developer-visit.query.ts";
import { endpointPages, nothingThere } from "./endpoints.pages.ts";
import { eventPage, eventsPage, type Replayed } from "./events-page.ts";
import { requestPage } from "./request-page.ts";
import { filterNames, isNoStatus, requestsPage, type TypedFilters } from "./requests-page.ts";
import { trialPages } from "./trials.pages.ts";

const pageLength = 50;

/** The pages below `/developer`. */
export function developerPages(deps: DeveloperPageDeps): PageRoute[] {
  const { account } = deps;
  return ofPeople([
    getPage("/developer/{appId}/events", (call) => visitApp(account, call, (at) => showEvents(deps, at))),
    getPage("/developer/{appId}/events/{eventId}", (call) =>
      visitApp(account, call, (at) => showEvent(deps, at, call.params.eventId)),
    ),
    getPage("/developer/{appId}/requests", (call) => visitApp(account, call, (at) => showRequests(deps, at))),
    getPage("/developer/{appId}/requests/{requestId}", (call) =>
      visitApp(account, call, (at) => showRequest(deps, at, call.params.requestId)),
    ),
    postPage("/developer/{appId}/events/{eventId}/replay", (call) =>
      visitApp(account, call, (at) => replay(deps, at, call.params.eventId)),
    ),
    postPage("/developer/{appId}/events/{eventId}/resend", (call) =>
      visitApp(account, call, (at) => resend(deps, at, call.params.eventId), { acts: true }),
    ),
    ...endpointPages(deps),
    ...trialPages(deps),
  ]);
}

async function showEvents({ account }: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { query } = at.visitor.call;
  const state = deliveryStates.find((one) => one === query.get("status"));
  const before = parseId("evt", query.get("before") ?? "");
  const wanted = { appId: at.app.id, state, before: before.kind === "ok" ? before.id : undefined, limit: pageLength };
  const ledger = await account.database.snapshot((db) => readLedgerWithListeners(db, wanted));
  return eventsPage(at, ledger, { state, hasMore: ledger.events.length === pageLength });
}

async function showEvent(deps: DeveloperPageDeps, at: DeveloperVisit, text: string): Promise<PageAnswer> {
  const parsed = parseId("evt", text);
  if (parsed.kind !== "ok") return nothingThere(at);
  const [whole, endpoints, requestId] = await deps.account.database.snapshot(async (db) => [
    await getWholeEventWithListeners(db, at.app.id, parsed.id),
    await listEndpoints(db, at.app.id),
    await findRequestOfEvent(db, at.app.id, parsed.id),
  ]);
  if (isRefusal(whole)) return nothingThere(at);
  return eventPage(at, whole, deps.webhooks.source(), {
    replay: readReplayed(at.visitor.call.query),
    requestId,
    urls: new Map(endpoints.map(({ id, notification_url: url }) => [id, url])),
  });
}

/** What a replay did, from the address that it leads to. */
function readReplayed(query: URLSearchParams): Replayed | undefined {
  const [queued, skipped, listeners] = ["queued", "skipped", "listeners"].map((name) => {
    const text = query.get(name) ?? "";
    return /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  });
  return queued === undefined ? undefined : { queued, skipped: skipped ?? 0, listeners: listeners ?? 0 };
}

async function showRequests({ account }: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { query } = at.visitor.call;
  const { read } = account.database;
  const sought = (query.get("id") ?? "").trim().slice(0, 40);
  if (sought !== "") {
    const parsed = parseId("req", sought);
    const found = parsed.kind === "ok" ? await findRequest(read, at.app.id, parsed.id) : undefined;
    if (found !== undefined) return redirectTo(`${at.path}/requests/${found.id}`);
  }
  const typed = readTyped(query);
  const before = parseId("req", query.get("before") ?? "");
  const page = { appId: at.app.id, before: before.kind === "ok" ? before.id : undefined, limit: pageLength };
  const rows = isNoStatus(typed) ? [] : await listRequests(read, { ...readFilter(filterOf(typed)), ...page });
  const unknown = sought === "" ? undefined : sought;
  return requestsPage(at, rows, { hasMore: rows.length === pageLength, typed, unknown });
}

/** The filters as they were typed. */
function readTyped(query: URLSearchParams): TypedFilters {
  const typed = (name: string): string => (query.get(name) ?? "").trim().slice(0, 100);
  return {
    status: typed("status").toLowerCase(),
    code: typed("code"),
    method: typed("method").toUpperCase(),
    operation: typed("operation"),
    resource_id: typed("resource_id"),
  };
}

function filterOf(typed: TypedFilters): Parameters<typeof readFilter>[0] {
  return Object.fromEntries(filterNames.flatMap((name) => (typed[name] === "" ? [] : [[name, typed[name]]])));
}

async function showRequest({ account }: DeveloperPageDeps, at: DeveloperVisit, text: string): Promise<PageAnswer> {
  const parsed = parseId("req", text);
  const found = parsed.kind === "ok" ? await findRequest(account.database.read, at.app.id, parsed.id) : undefined;
  return found === undefined ? nothingThere(at) : requestPage(at, found);
}

async function replay({ account }: DeveloperPageDeps, at: DeveloperVisit, text: string): Promise<PageAnswer> {
  const parsed = parseId("evt", text);
  if (parsed.kind !== "ok") return nothingThere(at);
  const options = { force: at.visitor.call.form.get("force") !== null, dryRun: false };
  const done = await account.database.transaction((tx) =>
    replayEvents(tx, { appId: at.app.id, eventId: parsed.id }, options),
  );
  if (isRefusal(done)) return nothingThere(at);
  const { queued, skipped, listeners } = done;
  return redirectTo(`${at.path}/events/${parsed.id}?queued=${queued}&skipped=${skipped}&listeners=${listeners}`);
}

async function resend({ account }: DeveloperPageDeps, at: DeveloperVisit, text: string): Promise<PageAnswer> {
  const order = parseId("ord", at.visitor.call.form.get("order") ?? "");
  if (order.kind !== "ok") return nothingThere(at);
  const sent = await account.database.transaction((tx) => resendOrder(tx, order.id, at.app.id));
  if (!isRefusal(sent)) return redirectTo(`${at.path}/events/${sent.eventId}`);
  const next = { href: `${at.path}/events/${encodeURIComponent(text)}`, label: at.say("nav.events") };
  return {
    ...messagePage(409, at.say("event.resend"), at.say("event.ended"), { next }),
    language: at.visitor.language,
  };
}
