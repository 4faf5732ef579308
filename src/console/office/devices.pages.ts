/** The page on which a manager adds and removes shared tablets (rules/people 6). */
import { newId, parseId, type Id } from "../../kernel/id.ts";
import { isRefusal, refuse } from "../../kernel/refusal.ts";
import { idOfForm } from "../account/form-id.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { addDevice, removeDevice } from "../../people/devices/change-device.command.ts";
import { listDevicePeople, listDevices } from "../../people/devices/read-devices.query.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { devicesPage, type Tablets } from "./devices-page.ts";

/** The shared tablets of a location. */
export function devicesPages(deps: AccountDeps): PageRoute[] {
  const page = locationPage(deps, "devices");
  return ofPeople([
    page.read((visitor) => show(deps, visitor, { done: visitor.call.query.get("done") })),
    page.form("", (visitor) => addTablet(deps, visitor), "fresh"),
    page.form("remove", (visitor) => removeTablet(deps, visitor), "fresh"),
  ]);
}

async function show(
  deps: AccountDeps,
  visitor: LocationVisit,
  news: Pick<Tablets, "code" | "nameMistake" | "done" | "problem">,
): Promise<PageAnswer> {
  const { read } = deps.database;
  const [devices, people] = await Promise.all([
    listDevices(read, visitor.location.id),
    listDevicePeople(read, visitor.location.id),
  ]);
  return devicesPage(visitor, {
    devices,
    pairAddress: `${deps.baseUrl()}/pair`,
    pinAddress: `${deps.baseUrl()}/me`,
    formKey: newId("pdv"),
    withoutPin: people.filter(({ has_pin: hasPin }) => !hasPin).length,
    ...news,
  });
}

async function addTablet(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, language, author, path } = visitor;
  const name = (call.form.get("name") ?? "").trim();
  if (name.length < 1 || name.length > 80)
    return show(deps, visitor, { nameMistake: speak(language, "people")("field.name") });
  const wanted = {
    id: idOfForm("pdv", call.form),
    locationId: location.id,
    name,
    screen: call.form.get("screen") === "stand" ? "stand" : "board",
    language,
    pin_minutes: 30,
    require_pin: call.form.get("require_pin") !== null,
    auto_print: false,
  } as const;
  const added = await deps.database.transaction((tx) => addDevice(tx, deps.signIn, wanted, author));
  return isRefusal(added) ? redirectTo(`${path}?done=added`) : show(deps, visitor, { code: added.code });
}

async function removeTablet(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, author, path, language } = visitor;
  const device = parseId("pdv", call.form.get("device") ?? "");
  const own = ({ location_id: locationId }: { readonly location_id: Id<"str"> | null }) =>
    locationId === location.id ? author : refuse("not_found", "there is nothing here");
  const removed = device.kind === "ok" && (await deps.database.transaction((tx) => removeDevice(tx, device.id, own)));
  if (removed !== false && !isRefusal(removed)) return redirectTo(`${path}?done=removed`);
  return show(deps, visitor, { problem: speak(language, "people")("team.not_done") });
}
