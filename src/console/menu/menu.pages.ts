/** The page of a location's menu: sold-out dishes, photos, versions, and a document where no app keeps the menu. */
import { guestLanguageOf, guestLanguages } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { parseId, type Id } from "../../kernel/id.ts";
import { isCurrency } from "../../kernel/money.ts";
import { MenuRefusal } from "../../menus/document/menu-refusal.ts";
import { removeItemPhoto, setItemPhoto } from "../../menus/photos/change-photo.command.ts";
import { parsePhoto, photoBytes } from "../../menus/photos/parse-photo.ts";
import { listMenuPhotos } from "../../menus/photos/read-photos.query.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { compareVersions, listMenuVersions } from "../../menus/publish/menu-versions.query.ts";
import { publishAtStore, publishTried, tryAtStore } from "../../menus/publish/publish-at-store.command.ts";
import { restoreMenuVersion } from "../../menus/publish/restore-version.command.ts";
import { readLiveDocument } from "../../menus/read/read-live-document.query.ts";
import { readMenuLanguages } from "../../menus/read/read-menu-languages.query.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { changeStockAtBoard } from "../../stock/change-stock-at-board.command.ts";
import { readDishNames } from "../board/read-dish-names.query.ts";
import { listStock } from "../../stock/list-stock.query.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { changeableBytes } from "./dish-parts.ts";
import { changesPage, versionPage } from "./menu-changes-page.ts";
import { menuLanguagesPage } from "./menu-languages-page.ts";
import type { MenuWork } from "./menu-work.ts";
import { menuPage, type MenuNews } from "./menu-page.ts";
import { currencyAt } from "./write-card.ts";
import { longestWritten, readWritten, writeOut } from "./written-menu.ts";

export interface MenuPageDeps extends AccountDeps {
  readonly work: MenuWork;
}

/** Larger documents are published by the call. */
const documentBytes = 5_000_000;
/** Beside the file a form has little. */
const formBytes = 20_000;
const versionsShown = 20;

/** The menu of a location. */
export function menuPages(deps: MenuPageDeps): PageRoute[] {
  const page = locationPage(deps, "menu");
  return ofPeople([
    page.read((visitor) => show(deps, visitor, {})),
    page.read((visitor) => showVersion(deps, visitor), "version"),
    page.read((visitor) => showLanguages(deps, visitor), "languages"),
    page.form("stock", (visitor) => setStock(deps, visitor)),
    { ...page.form("photo", (visitor) => setPhoto(deps, visitor)), uploadBytes: photoBytes + formBytes },
    page.form("remove-photo", (visitor) => removePhoto(deps, visitor)),
    page.form("restore", (visitor) => restore(deps, visitor)),
    { ...page.form("try", (visitor) => publish(deps, visitor, true)), uploadBytes: documentBytes + formBytes },
    { ...page.form("write", (visitor) => write(deps, visitor)), uploadBytes: formBytes * 10 },
    { ...page.form("publish", (visitor) => publish(deps, visitor, false)), uploadBytes: documentBytes + formBytes },
  ]);
}

async function show(deps: MenuPageDeps, visitor: LocationVisit, news: MenuNews): Promise<PageAnswer> {
  const { read } = deps.database;
  const { id } = visitor.location;
  const [rows, names, photos, versions, live] = await Promise.all([
    listStock(read, id),
    readDishNames(read, id),
    listMenuPhotos(read, id),
    listMenuVersions(read, id, { before: undefined, limit: versionsShown }),
    readLiveDocument(read, id, changeableBytes),
  ]);
  const document = live === "too_long" ? undefined : live?.document;
  const dishes = new Map(rows.flatMap((row) => (row.kind === "item" ? [[row.external_id, row.name] as const] : [])));
  const stock = rows.flatMap((row) => {
    const dish = row.kind === "variation" ? dishes.get(names.get(row.external_id)?.dish ?? "") : undefined;
    if (dish === undefined) return [row];
    // The one size of a typed dish has the name of the dish, and nothing beyond it to sell out.
    return dish === row.name ? [] : [{ ...row, name: `${dish} (${row.name})` }];
  });
  return menuPage(visitor, {
    stock,
    photos: new Map(photos.map((photo) => [photo.item_id, `/store/photos/${id}/${photo.name}`])),
    versions: isRefusal(versions) ? [] : versions,
    live: document,
    isChangeable: visitor.location.connected_app_id === null && live !== "too_long",
    written: writtenOf(visitor, document, rows.length),
    search: (visitor.call.query.get("q") ?? "").trim().slice(0, 80),
    done: visitor.call.query.get("done"),
    ...news,
  });
}

/** More than this nobody types. */
const mostTyped = 400;

/** The live menu as it would be typed; an empty text where there is none yet. */
function writtenOf({ location }: LocationVisit, live: MenuDocument | undefined, parts: number) {
  if (location.connected_app_id !== null || parts > mostTyped) return undefined;
  if (live === undefined) return parts > 0 ? undefined : { text: "", currency: currencyAt(location.address.country) };
  return writeOut(live);
}

/** Reads what somebody typed, and shows what would change, or what is wrong. */
async function write(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { form } = visitor.call;
  const text = (form.get("written") ?? "")
    .replaceAll("\r\n", "\n")
    .replaceAll("\0", "")
    .slice(0, longestWritten)
    .toWellFormed();
  const currency = (form.get("currency") ?? "").trim().toUpperCase().slice(0, 3);
  if (!isCurrency(currency)) return show(deps, visitor, { typed: { text, currency, mistake: { kind: "currency" } } });
  const menu = readWritten(text, currency, speak(visitor.language, "menu")("stock.title"));
  if ("kind" in menu) return show(deps, visitor, { typed: { text, currency, mistake: menu } });
  return publishBytes(deps, visitor, Buffer.from(JSON.stringify(menu)), true);
}

/** Back to the list, as it was searched. */
function backWith({ path, call }: LocationVisit, done: string): PageAnswer {
  const search = (call.form.get("q") ?? "").slice(0, 80);
  return redirectTo(`${path}?${new URLSearchParams({ done, ...(search === "" ? {} : { q: search }) }).toString()}`);
}

function problem(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  return show(deps, visitor, { problem: speak(visitor.language, "menu")("problem") });
}

async function setStock(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { form } = visitor.call;
  const until = form.get("until");
  const row = {
    id: (form.get("id") ?? "").slice(0, 40),
    stockStatus: until === "in" ? "in_stock" : "out_of_stock",
    ...(until === "tomorrow" ? { restock_at: "tomorrow" } : {}),
  };
  const changed = await deps.database.transaction((tx) => changeStockAtBoard(tx, visitor.location.id, [row]));
  return isRefusal(changed) ? problem(deps, visitor) : backWith(visitor, "stock");
}

async function setPhoto(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, author, language } = visitor;
  const say = speak(language, "menu");
  const item = parseId("item", call.form.get("item") ?? "");
  if (item.kind !== "ok") return problem(deps, visitor);
  const bytes = call.files.get("photo");
  if (bytes === undefined)
    return show(deps, visitor, { photoMistake: { itemId: item.id, text: say("photo.missing") } });
  const photo = parsePhoto(bytes);
  if (isRefusal(photo))
    return show(deps, visitor, { photoMistake: { itemId: item.id, text: say("photo.not_picture") } });
  const at = { locationId: location.id, itemId: item.id };
  const set = await deps.database.transaction((tx) => setItemPhoto(tx, at, photo, author));
  return isRefusal(set) ? problem(deps, visitor) : backWith(visitor, "photo");
}

async function removePhoto(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, author } = visitor;
  const item = parseId("item", call.form.get("item") ?? "");
  if (item.kind !== "ok") return problem(deps, visitor);
  const at = { locationId: location.id, itemId: item.id };
  const removed = await deps.database.transaction((tx) => removeItemPhoto(tx, at, author));
  return isRefusal(removed) ? problem(deps, visitor) : backWith(visitor, "removed");
}

async function showVersion(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { read } = deps.database;
  const { id: locationId } = visitor.location;
  const version = parseId("mnv", visitor.call.query.get("id") ?? "");
  if (version.kind !== "ok") return redirectTo(visitor.path);
  const wanted = { versionId: version.id, against: undefined };
  const compared = await compareVersions(read, locationId, wanted, deps.work.compare);
  if (isRefusal(compared)) return redirectTo(visitor.path);
  const { version: shown, changes } = compared;
  return versionPage(visitor, { version: shown, changes });
}

async function showLanguages(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { id, language, address } = visitor.location;
  const fallback = guestLanguageOf(language, address.country);
  const languages = await readMenuLanguages(deps.database.read, id, { fallback, wanted: guestLanguages });
  return menuLanguagesPage(visitor, languages);
}

async function restore(deps: MenuPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location, author } = visitor;
  const version = parseId("mnv", call.form.get("version") ?? "");
  if (version.kind !== "ok" || location.connected_app_id !== null) return problem(deps, visitor);
  const restored = await deps.database.transaction((tx) =>
    restoreMenuVersion(tx, location.id, version.id, author, deps.work.compare),
  );
  return isRefusal(restored) ? problem(deps, visitor) : backWith(visitor, "restored");
}

/** Tries or publishes a document that was chosen, or that was tried before. */
async function publish(deps: MenuPageDeps, visitor: LocationVisit, dryRun: boolean): Promise<PageAnswer> {
  const { call, language } = visitor;
  const say = speak(language, "menu");
  const text = call.form.get("document");
  const bytes = call.files.get("document") ?? (text === null ? undefined : Buffer.from(text));
  if (bytes === undefined || bytes.length === 0) return show(deps, visitor, { uploadMistake: say("upload.missing") });
  return publishBytes(deps, visitor, bytes, dryRun);
}

async function publishBytes(
  deps: MenuPageDeps,
  visitor: LocationVisit,
  bytes: Uint8Array,
  dryRun: boolean,
): Promise<PageAnswer> {
  const { call, location, author, language } = visitor;
  const say = speak(language, "menu");
  const reading = await deps.work.read(new Uint8Array(bytes));
  if (isRefusal(reading))
    return show(deps, visitor, {
      uploadMistake: say(reading instanceof MenuRefusal ? "upload.invalid" : "upload.unreadable"),
      issues: reading instanceof MenuRefusal ? reading.issues : [],
    });
  const options = { by: author, compare: deps.work.compare };
  const against = readAgainst(call.form.get("against"));
  if (!dryRun) {
    const published = await deps.database.transaction((tx) =>
      against === undefined
        ? publishAtStore(tx, location.id, reading, { ...options, dryRun })
        : publishTried(tx, location.id, reading, { ...options, against }),
    );
    if (isRefusal(published)) return problem(deps, visitor);
    if (published !== "changed") return backWith(visitor, "published");
  }
  const tried = await deps.database.transaction((tx) => tryAtStore(tx, location.id, reading, options));
  if (isRefusal(tried)) return problem(deps, visitor);
  return changesPage(visitor, {
    changes: tried.sync.changes,
    against: tried.against,
    isStale: !dryRun,
    document: Buffer.from(bytes).toString("utf8"),
  });
}

/** The version that the changes were shown against; undefined where none was named. */
function readAgainst(text: string | null): Id<"mnv"> | null | undefined {
  if (text === null) return undefined;
  const parsed = parseId("mnv", text);
  return parsed.kind === "ok" ? parsed.id : null;
}
