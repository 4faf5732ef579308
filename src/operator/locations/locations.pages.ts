/** Locations (rules/people 10.5): the changes of the operator's calls, in the reader's own name. */
import { getApp } from "../../apps/read-apps.query.ts";
import { toIso } from "../../kernel/clock.ts";
import { parseId } from "../../kernel/id.ts";
import { guestLanguages } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { createLocation, saveLocation, updateLocation } from "../../locations/settings/change-location.command.ts";
import { locationStatuses, orderRoutings } from "../../locations/location/location.ts";
import type { OperatedLocation } from "../../locations/location/operated-locations.sql.ts";
import type { LocationInput } from "../../locations/location/parse-location.ts";
import {
  getLocationClock,
  getOperatedLocation,
  listOperatedLocations,
} from "../../locations/grants/read-locations.query.ts";
import { listMenuVersions } from "../../menus/publish/menu-versions.query.ts";
import { restoreMenuVersion } from "../../menus/publish/restore-version.command.ts";
import { listOperatedOrders } from "../../orders/order/operated-orders.query.ts";
import {
  getPage,
  messagePage,
  postPage,
  redirectTo,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import { changeProvider } from "../../providers/change-provider.command.ts";
import { foldLetters } from "../../kernel/fold-letters.ts";
import { findProviderSettings } from "../../providers/find-provider.query.ts";
import { visitOperator, type OperatorPageDeps, type OperatorVisit } from "../shell/operator-visit.query.ts";
import { readBook } from "./book-form.ts";
import { locationPage, type Unsaved } from "./location-page.ts";
import { locationsPage, type LocationsShown } from "./locations-page.ts";
import { readWhere } from "./where-part.ts";

const path = "/operator/locations";
const pageLength = 100;
const [newestOrders, newestMenus] = [10, 10];

/** The pages of locations. */
export function locationsPages(deps: OperatorPageDeps): PageRoute[] {
  const roles = ["operator_admin"] as const;
  const ofLocation = (
    call: PageCall,
    run: (at: OperatorVisit, location: OperatedLocation) => Promise<PageAnswer>,
    acts: boolean,
  ): Promise<PageAnswer> => {
    const id = call.params["locationId"] ?? "";
    const needs = { path: `${path}/${id}`, ...(acts ? { roles } : {}) };
    return visitOperator(deps, call, "locations", needs, async (at) => {
      const parsed = parseId("str", id);
      const location = parsed.kind === "ok" ? await getOperatedLocation(deps.database.read, parsed.id) : undefined;
      return location === undefined || isRefusal(location) ? gone() : run(at, location);
    });
  };
  const form = (name: string, run: typeof save): PageRoute => {
    const address: `/${string}` = `${path}/{locationId}${name}`;
    return postPage(address, (call: PageCall) => ofLocation(call, (at, location) => run(deps, at, location), true));
  };
  return [
    getPage(path, (call) => visitOperator(deps, call, "locations", { path }, (at) => list(deps, at, {}))),
    postPage(path, (call) => visitOperator(deps, call, "locations", { path, roles }, (at) => create(deps, at))),
    getPage(`${path}/{locationId}`, (call) => ofLocation(call, (at, location) => show(deps, at, location), false)),
    form("", save),
    form("/pause", pause),
    form("/menu", restore),
    form("/where", saveWhere),
    form("/book", changeBook),
  ];
}

async function list(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  news: Pick<LocationsShown, "typed" | "problem">,
): Promise<PageAnswer> {
  const sought = (at.call.query.get("q") ?? "").trim().slice(0, 100);
  const all = await listOperatedLocations(database.read);
  const wanted = foldLetters(sought);
  const fits = ({ name, address }: OperatedLocation): boolean =>
    [name, address.city].some((text) => text !== null && foldLetters(text).includes(wanted));
  const locations = wanted === "" ? all : all.filter(fits);
  return locationsPage(at, { locations: locations.slice(0, pageLength), all: all.length, sought, ...news });
}

async function create(deps: OperatorPageDeps, at: OperatorVisit): Promise<PageAnswer> {
  const { form: typed } = at.call;
  const textOf = (name: string): string => (typed.get(name) ?? "").trim().slice(0, 200);
  const [name, timezone] = [textOf("name"), textOf("timezone")];
  if (name === "" || timezone === "")
    return list(deps, at, { typed, problem: "Write a name and a time zone. Nothing was made." });
  const made = await deps.database.transaction((tx) => createLocation(tx, { name, timezone }, at.author));
  if (isRefusal(made)) return list(deps, at, { typed, problem: `Nothing was made: ${made.message}.` });
  return redirectTo(`${path}/${made.id}?done=saved`);
}

async function show(
  { database }: OperatorPageDeps,
  at: OperatorVisit,
  location: OperatedLocation,
  problem?: string,
  unsaved?: Unsaved,
): Promise<PageAnswer> {
  const shown = await database.snapshot(async (db) => {
    const orders = await listOperatedOrders(db, location.id, { before: undefined, limit: newestOrders });
    const versions = await listMenuVersions(db, location.id, { before: undefined, limit: newestMenus });
    const clock = await getLocationClock(db, location.id);
    const apps = await Promise.all(location.granted_app_ids.map((id) => getApp(db, id)));
    return {
      orders: isRefusal(orders) ? [] : orders,
      versions: isRefusal(versions) ? [] : versions,
      now: isRefusal(clock) ? database.clock.now() : clock.now,
      provider: await findProviderSettings(db, location.id),
      apps: new Map(apps.flatMap((app) => (isRefusal(app) ? [] : [[app.id, app.name] as const]))),
    };
  });
  return locationPage(at, {
    location,
    ...shown,
    ...(problem === undefined ? {} : { problem }),
    ...(unsaved === undefined ? {} : { unsaved }),
  });
}

async function change(
  deps: OperatorPageDeps,
  at: OperatorVisit,
  location: OperatedLocation,
  { input, word, unsaved }: { readonly input: LocationInput; readonly word: string; readonly unsaved?: Unsaved },
): Promise<PageAnswer> {
  const saved = await deps.database.transaction((tx) => updateLocation(tx, location.id, input, at.author));
  if (isRefusal(saved)) {
    const problem = saved.message.replaceAll("body.", "");
    return show(deps, at, location, `Nothing was saved: ${problem}.`, unsaved);
  }
  return redirectTo(`${path}/${location.id}?done=${word}`);
}

async function save(deps: OperatorPageDeps, at: OperatorVisit, location: OperatedLocation): Promise<PageAnswer> {
  const { form } = at.call;
  const textOf = (name: string): string => (form.get(name) ?? "").trim().slice(0, 200);
  const status = locationStatuses.find((one) => one === form.get("status"));
  const routing = orderRoutings.find((one) => one === form.get("order_routing"));
  const language = guestLanguages.find((one) => one === form.get("language")) ?? null;
  const [name, timezone, phone] = [textOf("name"), textOf("timezone"), textOf("alert_phone")];
  const days = textOf("guest_retention_days");
  const unsaved = { settings: form };
  if (name === "" || timezone === "" || status === undefined || routing === undefined || !/^\d{0,4}$/.test(days)) {
    const problem = "Nothing was saved: write a name, a time zone, and days as a whole number.";
    return show(deps, at, location, problem, unsaved);
  }
  const input: LocationInput = {
    name,
    status,
    timezone,
    language,
    messaging: form.get("messaging") === "on" ? "on" : "off",
    order_routing: routing,
    alert_phone: phone === "" ? null : phone,
    guest_retention_days: days === "" ? null : Number(days),
  };
  return change(deps, at, location, { input, word: "saved", unsaved });
}

async function saveWhere(deps: OperatorPageDeps, at: OperatorVisit, location: OperatedLocation): Promise<PageAnswer> {
  const read = readWhere(location, at.call.form);
  if (read.kind === "wrong")
    return show(deps, at, location, "Nothing was saved: something of the place is wrong.", { where: read });
  const wanted = { input: read.input, expectedVersion: Number(at.call.form.get("version")) };
  const saved = await deps.database.transaction((tx) => saveLocation(tx, location.id, wanted, at.author));
  if (!isRefusal(saved)) return redirectTo(`${path}/${location.id}?done=saved`);
  const problem = "Nothing was saved: somebody saved settings meanwhile. Look at what you typed, and save again.";
  return show(deps, at, location, problem, { where: { typed: at.call.form, mistakes: new Map() } });
}

async function pause(deps: OperatorPageDeps, at: OperatorVisit, location: OperatedLocation): Promise<PageAnswer> {
  const minutes = [0, 30, 60, 180].find((one) => String(one) === at.call.form.get("minutes"));
  if (minutes === undefined) return show(deps, at, location, "Nothing was changed: choose how long.");
  const clock = await getLocationClock(deps.database.read, location.id);
  if (isRefusal(clock)) return gone();
  const until = minutes === 0 ? null : toIso(clock.now + minutes * 60_000);
  return change(deps, at, location, {
    input: { ordering_paused_until: until },
    word: minutes === 0 ? "resumed" : "paused",
  });
}

async function restore(deps: OperatorPageDeps, at: OperatorVisit, location: OperatedLocation): Promise<PageAnswer> {
  const version = parseId("mnv", at.call.form.get("version") ?? "");
  if (version.kind !== "ok") return show(deps, at, location, "Nothing was changed: choose a menu.");
  const restored = await deps.database.transaction((tx) =>
    restoreMenuVersion(tx, location.id, version.id, at.author, deps.compare),
  );
  if (isRefusal(restored)) return show(deps, at, location, "Nothing was changed: this menu is not kept any more.");
  return redirectTo(`${path}/${location.id}?done=restored`);
}

async function changeBook(deps: OperatorPageDeps, at: OperatorVisit, location: OperatedLocation): Promise<PageAnswer> {
  const { form } = at.call;
  const typed = readBook(form);
  if (typed.mode === undefined) return show(deps, at, location, `Nothing was saved: ${typed.problem}.`, { book: form });
  const saved = await deps.database.transaction(async (tx) => {
    const updated = await updateLocation(tx, location.id, { booking_mode: typed.mode }, at.author);
    if (isRefusal(updated) || typed.mode === "native") return updated;
    return changeProvider(tx, deps, location.id, typed.given, at.author);
  });
  if (saved !== undefined && isRefusal(saved)) {
    const problem = saved.message.replaceAll("body.booking_provider.", "");
    return show(deps, at, location, `Nothing was saved: ${problem}.`, { book: form });
  }
  return redirectTo(`${path}/${location.id}?done=saved`);
}

function gone(): PageAnswer {
  const text = "There is no such location here.";
  return messagePage(404, "Nothing is here", text, { next: { href: path, label: "Locations" } });
}
