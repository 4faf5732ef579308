/**
 * The first page of an app, and the forms of its endpoints there (rules/people 9.6). Each does the same as the partners' call, by the same command, and is
 * audited with the developer's name. A new endpoint and a new signing secret show the secret once. Where events go is
 * changed after a fresh sign-in only.
 */
import { listAppKeys } from "../apps/read-apps.query.ts";
import { recordAudit } from "../audit/record-audit.command.ts";
import { parseId, type Id } from "../kernel/id.ts";
import { isRefusal, refuse, type Refusal } from "../kernel/refusal.ts";
import {
  getPage,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../pages/page.ts";
import { authorOf } from "../people/person/author-of.ts";
import type { Tx } from "../platform/postgres/database.ts";
import { listEndpoints } from "../webhooks/delivery/read-endpoints.query.ts";
import { readLedgerWithListeners } from "../webhooks/ledger/read-ledger.query.ts";
import { sendTestEvent, testCallWithinMs } from "../webhooks/delivery/send-test-event.command.ts";
import {
  changeSubscription,
  changeSubscriptionAsRead,
  deleteSubscription,
  type SubscriptionChange,
} from "../webhooks/subscriptions/change-subscription.command.ts";
import { createSubscription } from "../webhooks/subscriptions/create-subscription.command.ts";
import { defaultGraceSeconds, rotateSecretAsRead } from "../webhooks/subscriptions/rotate-secret.command.ts";
import type { Subscription } from "../webhooks/subscriptions/subscriptions.sql.ts";
import { visitApp, type DeveloperPageDeps, type DeveloperVisit } from "./developer-visit.query.ts";
import { longestTyped, type EndpointMistake } from "./endpoint-forms.ts";
import { doneWords, overviewPage, type OverviewNews } from "./overview-page.ts";

type Act = (deps: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">) => Promise<PageAnswer>;

const base = "/developer/{appId}/endpoints";
const newest = 15;

/** The page `/developer/{appId}`, and the forms below `/developer/{appId}/endpoints`. */
export function endpointPages(deps: DeveloperPageDeps): PageRoute[] {
  const form = (address: string, run: Act, fresh = true): PageRoute =>
    postPage(`${base}/{subscriptionId}${address}`, (call: PageCall) =>
      visitApp(
        deps.account,
        call,
        async (at) => {
          const parsed = parseId("dws", call.params["subscriptionId"] ?? "");
          return parsed.kind === "ok" ? run(deps, at, parsed.id) : nothingThere(at);
        },
        { acts: true, fresh },
      ),
    );
  return [
    getPage("/developer/{appId}", (call) => visitApp(deps.account, call, (at) => showOverview(deps, at, {}))),
    postPage(base, (call) => visitApp(deps.account, call, (at) => make(deps, at), { acts: true, fresh: true })),
    form("", change),
    form("/status", setStatus, false),
    form("/delete", remove),
    { ...form("/test", test, false), answerWithinMs: testCallWithinMs },
    form("/secret", rotate),
  ];
}

/** The page as of one moment, with what the last form did. */
async function showOverview(
  { account }: DeveloperPageDeps,
  at: DeveloperVisit,
  news: OverviewNews,
): Promise<PageAnswer> {
  const appId = at.app.id;
  const done = doneWords.find((word) => word === at.visitor.call.query.get("done"));
  return account.database.snapshot(async (db) => {
    const keys = await listAppKeys(db, appId);
    return overviewPage(at, {
      endpoints: await listEndpoints(db, appId),
      ledger: await readLedgerWithListeners(db, { appId, limit: newest }),
      keys: isRefusal(keys) ? [] : keys,
      ...(done === undefined ? {} : { done }),
      ...news,
    });
  });
}

/** What was typed: the address, and the types that are ticked. */
function typedOf({ visitor }: DeveloperVisit): { readonly url: string; readonly types: readonly string[] } {
  const { form } = visitor.call;
  return { url: (form.get("url") ?? "").trim().slice(0, longestTyped), types: form.getAll("type").slice(0, 100) };
}

async function make(deps: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { account, webhooks } = deps;
  const { url, types } = typedOf(at);
  const made = await account.database.transaction(async (tx) => {
    const created = await createSubscription(tx, webhooks, {
      appId: at.app.id,
      notificationUrl: url,
      eventTypes: types,
    });
    if (isRefusal(created)) return created;
    const { id, notification_url: kept } = created.subscription;
    const others = (await listEndpoints(tx, at.app.id)).filter((one) => one.id !== id);
    // A form that is sent twice makes one endpoint.
    if (others.some((one) => one.notification_url === kept)) return refuse("invalid_request", at.say("endpoint.twice"));
    await audit(tx, at, "subscription.created", { before: undefined, after: created.subscription });
    return created;
  });
  if (!isRefusal(made)) return showOverview(deps, at, { secret: made.signingSecret, isNew: true });
  return showOverview(deps, at, { typed: { id: null, url, types, mistake: mistakeOf(at, made) } });
}

async function change(deps: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">): Promise<PageAnswer> {
  const { url, types } = typedOf(at);
  const read = at.visitor.call.form.get("read");
  const changed = await save(deps, at, id, { notificationUrl: url, eventTypes: types }, read);
  if (changed === "changed") return showAsItIs(deps, at, id);
  if (!isRefusal(changed)) return redirectTo(`${at.path}?done=changed`);
  if (changed.code === "not_found") return nothingThere(at);
  return showOverview(deps, at, { typed: { id, url, types, mistake: mistakeOf(at, changed) } });
}

/** The form with the endpoint as somebody else has left it, after nothing was saved. */
async function showAsItIs(deps: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">): Promise<PageAnswer> {
  const endpoints = await listEndpoints(deps.account.database.read, at.app.id);
  const found = endpoints.find((one) => one.id === id);
  if (found === undefined) return nothingThere(at);
  const mistake = { at: "form", text: at.say("endpoint.changed_meanwhile") } as const;
  return showOverview(deps, at, { typed: { id, url: found.notification_url, types: found.event_types, mistake } });
}

async function setStatus(deps: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">): Promise<PageAnswer> {
  const status = at.visitor.call.form.get("status") === "enabled" ? "enabled" : "disabled";
  const changed = await save(deps, at, id, { status }, null);
  return isRefusal(changed) ? nothingThere(at) : redirectTo(`${at.path}?done=${status}`);
}

/** Saves the change, if the endpoint is as the form was read; null: whatever it is. */
function save(
  { account, webhooks }: DeveloperPageDeps,
  at: DeveloperVisit,
  id: Id<"dws">,
  wanted: SubscriptionChange,
  read: string | null,
): Promise<Subscription | "changed" | Refusal<"invalid_request" | "not_found">> {
  return account.database.transaction(async (tx) => {
    const before = (await listEndpoints(tx, at.app.id)).find((one) => one.id === id);
    const subject = { appId: at.app.id, id };
    const after =
      read === null
        ? await changeSubscription(tx, webhooks.rules, at.app.id, id, wanted)
        : await changeSubscriptionAsRead(tx, webhooks.rules, { ...subject, readAt: Number(read) }, wanted);
    if (after !== "changed" && !isRefusal(after)) await audit(tx, at, "subscription.changed", { before, after });
    return after;
  });
}

async function remove({ account }: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">): Promise<PageAnswer> {
  const removed = await account.database.transaction(async (tx) => {
    const before = await deleteSubscription(tx, at.app.id, id);
    if (!isRefusal(before)) await audit(tx, at, "subscription.deleted", { before, after: undefined });
    return before;
  });
  return isRefusal(removed) ? nothingThere(at) : redirectTo(`${at.path}?done=deleted`);
}

async function test(deps: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">): Promise<PageAnswer> {
  const tested = await sendTestEvent(deps.account.database, deps.webhooks, at.app.id, id);
  return isRefusal(tested) ? nothingThere(at) : showOverview(deps, at, { tested });
}

async function rotate(deps: DeveloperPageDeps, at: DeveloperVisit, id: Id<"dws">): Promise<PageAnswer> {
  const wanted = { appId: at.app.id, id, readAt: Number(at.visitor.call.form.get("read")) };
  const rotated = await deps.account.database.transaction(async (tx) => {
    const made = await rotateSecretAsRead(tx, deps.webhooks.sealing, wanted);
    if (made === "changed" || isRefusal(made)) return made;
    const after = { grace_seconds: defaultGraceSeconds };
    await recordAudit(tx, { ...byOf(at), action: "subscription.secret_rotated", subject: id, before: null, after });
    return made;
  });
  if (rotated === "changed") return showOverview(deps, at, { isSecretKept: true });
  return isRefusal(rotated) ? nothingThere(at) : showOverview(deps, at, { secret: rotated.signingSecret });
}

type Kept = Pick<Subscription, "id" | "notification_url" | "event_types" | "status">;

async function audit(
  tx: Tx,
  at: DeveloperVisit,
  action: `subscription.${"created" | "changed" | "deleted"}`,
  { before, after }: { readonly before: Kept | undefined; readonly after: Kept | undefined },
): Promise<void> {
  const subject = (after ?? before)?.id ?? at.app.id;
  await recordAudit(tx, { ...byOf(at), action, subject, before: keptOf(before), after: keptOf(after) });
}

function keptOf(kept: Kept | undefined) {
  if (kept === undefined) return null;
  const { notification_url, event_types, status } = kept;
  return { notification_url, event_types, status };
}

function byOf({ acting, visitor }: DeveloperVisit) {
  return authorOf(acting, visitor.call.requestId as Id<"req">);
}

/** The refusal of the call as a sentence, without the names of its fields. */
function mistakeOf({ say }: DeveloperVisit, { message }: Refusal): EndpointMistake {
  // The page offers known types only, so that none is the one mistake.
  if (message.startsWith("body.event_types ")) return { at: "types", text: say("endpoint.no_types") };
  const text = message.replace(/^body\.\w+ /, "").replace(/\.$/, "");
  return { at: "url", text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.` };
}

/** What the page has no more, or never had. */
export function nothingThere({ say, path, visitor }: DeveloperVisit): PageAnswer {
  const next = { href: path, label: say("nav.overview") };
  return { ...messagePage(404, say("gone.title"), say("gone.text"), { next }), language: visitor.language };
}
