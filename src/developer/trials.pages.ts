/** The pages on which a developer tries things: simulated diners, clocks, menus. */
import type { Id } from "../kernel/id.ts";
import { parseId } from "../kernel/id.ts";
import { isRefusal } from "../kernel/refusal.ts";
import {
  getGrantedLocation,
  getLocationClock,
  listGrantedLocations,
} from "../locations/grants/read-locations.query.ts";
import { tryMenu } from "../menus/publish/try-menu.command.ts";
import { getPage, messagePage, postPage, redirectTo, type PageAnswer, type PageRoute } from "../pages/page.ts";
import { advanceLocationClock } from "../sandbox/advance-location-clock.command.ts";
import { readSimulatedOrder } from "../sandbox/read-simulated-order.ts";
import { simulateOrder } from "../sandbox/simulate-order.command.ts";
import { changeFaults, removeFaults } from "../sandbox/faults/change-faults.command.ts";
import { faultKinds } from "../sandbox/faults/fault-kinds.ts";
import { findFaults } from "../sandbox/faults/read-faults.query.ts";
import { timesOffered } from "./faults-card.ts";
import { visitApp, type DeveloperPageDeps, type DeveloperVisit } from "./developer-visit.query.ts";
import { menuPage, type MenuTried } from "./menu-page.ts";
import { sandboxPage, steps, type SandboxNews, type SandboxLocation } from "./sandbox-page.ts";

/** A document as large as the API takes, with what a form adds. */
const documentBytes = 25 * 1024 * 1024 + 64 * 1024;

/** A page shows so many locations of an app. */
const mostLocations = 20;

/** The pages of the sandbox, which live has not, and of dry runs. */
export function trialPages(deps: DeveloperPageDeps): PageRoute[] {
  const { account } = deps;
  const inSandbox =
    (run: (at: DeveloperVisit) => Promise<PageAnswer>) =>
    async (at: DeveloperVisit): Promise<PageAnswer> =>
      deps.hasSandbox ? run(at) : noSandbox(at);
  return [
    getPage("/developer/{appId}/sandbox", (call) =>
      visitApp(
        account,
        call,
        inSandbox((at) => {
          const orderId = call.query.get("ordered");
          const movedId = call.query.get("moved");
          return showSandbox(deps, at, {
            ...(orderId === null ? {} : { orderId: orderId.slice(0, 40) }),
            ...(movedId === null ? {} : { movedId }),
          });
        }),
      ),
    ),
    postPage("/developer/{appId}/sandbox/order", (call) =>
      visitApp(
        account,
        call,
        inSandbox((at) => placeOrder(deps, at)),
        { acts: true },
      ),
    ),
    postPage("/developer/{appId}/sandbox/clock", (call) =>
      visitApp(
        account,
        call,
        inSandbox((at) => moveClock(deps, at)),
        { acts: true },
      ),
    ),
    postPage("/developer/{appId}/sandbox/faults", (call) =>
      visitApp(
        account,
        call,
        inSandbox((at) => switchFaults(deps, at)),
        { acts: true },
      ),
    ),
    getPage("/developer/{appId}/menu", (call) => visitApp(account, call, (at) => showMenu(deps, at, {}))),
    {
      ...postPage("/developer/{appId}/menu", (call) =>
        visitApp(account, call, (at) => compareMenu(deps, at), { acts: true }),
      ),
      uploadBytes: documentBytes,
    },
  ];
}

async function locationsOf({ account }: DeveloperPageDeps, appId: Id<"app">) {
  const granted = await listGrantedLocations(account.database.read, appId);
  return granted.slice(0, mostLocations).map(({ id, name }) => ({ id, name: name ?? id }));
}

async function showSandbox(deps: DeveloperPageDeps, at: DeveloperVisit, news: SandboxNews): Promise<PageAnswer> {
  const locations: SandboxLocation[] = [];
  for (const location of await locationsOf(deps, at.app.id)) {
    const clock = await getLocationClock(deps.account.database.read, location.id);
    if (!isRefusal(clock)) locations.push({ ...location, now: clock.now });
  }
  return sandboxPage(at, locations, { ...news, faults: await findFaults(deps.account.database.read, at.app.id) });
}

async function placeOrder(deps: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { form } = at.visitor.call;
  const location = parseId("str", form.get("location") ?? "");
  if (location.kind !== "ok") return redirectTo(`${at.path}/sandbox`);
  const kind = form.get("kind") === "delivery" ? "delivery" : "pickup";
  const wanted = readSimulatedOrder({ location_id: location.id, fulfillment_type: kind });
  const placed = await deps.account.database.transaction((tx) => simulateOrder(tx, at.app.id, wanted, deps.placing));
  if (isRefusal(placed)) return showSandbox(deps, at, { problem: placed.message });
  return redirectTo(`${at.path}/sandbox?ordered=${placed.order.id}`);
}

async function moveClock(deps: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { form } = at.visitor.call;
  const { database } = deps.account;
  const location = parseId("str", form.get("location") ?? "");
  const step = steps.find(([seconds]) => String(seconds) === form.get("seconds"));
  if (location.kind !== "ok" || step === undefined) return redirectTo(`${at.path}/sandbox`);
  const granted = await getGrantedLocation(database.read, at.app.id, location.id);
  if (isRefusal(granted)) return redirectTo(`${at.path}/sandbox`);
  const moved = await advanceLocationClock(database, location.id, step[0], () => deps.runDue(database));
  if (isRefusal(moved)) return showSandbox(deps, at, { problem: moved.message });
  return redirectTo(`${at.path}/sandbox?moved=${location.id}`);
}

/** Adds a rule of the kind that was chosen, in the place of one of the same kind, or switches all off. */
async function switchFaults(deps: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { form } = at.visitor.call;
  const back = redirectTo(`${at.path}/sandbox`);
  const kind = faultKinds.find((one) => one === form.get("kind"));
  const times = timesOffered.find((one) => String(one) === form.get("times"));
  if (form.get("off") === null && kind === undefined) return back;
  const changed = await deps.account.database.transaction(async (tx) => {
    if (kind === undefined) return removeFaults(tx, at.app.id);
    const rule = { id: kind, kind, ...(times === undefined ? {} : { times }) };
    return changeFaults(tx, at.app.id, { rules: [rule], keep_others: true });
  });
  // Rules that the page makes are right by themselves; one can still be too many beside those of the API.
  return isRefusal(changed) ? showSandbox(deps, at, { problem: at.say("faults.many") }) : back;
}

async function showMenu(
  deps: DeveloperPageDeps,
  at: DeveloperVisit,
  tried: Omit<MenuTried, "locations">,
): Promise<PageAnswer> {
  return menuPage(at, { locations: await locationsOf(deps, at.app.id), ...tried });
}

async function compareMenu(deps: DeveloperPageDeps, at: DeveloperVisit): Promise<PageAnswer> {
  const { form, files } = at.visitor.call;
  const location = parseId("str", form.get("location") ?? "");
  const bytes = files.get("document");
  if (location.kind !== "ok" || bytes === undefined) return redirectTo(`${at.path}/menu`);
  const wanted = { appId: at.app.id, locationId: location.id, bytes };
  const sync = await tryMenu(deps.account.database, deps.threads, wanted);
  const typed = { chosen: location.id };
  return showMenu(
    deps,
    at,
    isRefusal(sync) ? { ...typed, problem: sync.message } : { ...typed, sync, bytes: bytes.length },
  );
}

function noSandbox({ say, path, visitor }: DeveloperVisit): PageAnswer {
  const next = { href: path, label: say("nav.overview") };
  return { ...messagePage(404, say("gone.title"), say("sandbox.live"), { next }), language: visitor.language };
}
