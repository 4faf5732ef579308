/**
 * Changing one dish of the live menu, where no app keeps the menu (rules/menus 4.14). Two managers who change the menu at
 * once are joined field by field (rules/console 1.4); what is published goes through the publish of a whole menu.
 */
import { newId } from "../../kernel/id.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { MenuRefusal } from "../../menus/document/menu-refusal.ts";
import { publishTried } from "../../menus/publish/publish-at-store.command.ts";
import type { MenuDocument } from "../../menus/document/menu-document.ts";
import { readLiveDocument, type LiveDocument } from "../../menus/read/read-live-document.query.ts";
import { ofPeople, redirectTo, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import { speak } from "../../words/speak.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { readDraft, sentBase } from "../shell/merged-form.ts";
import { mostMeetings, saveMerged, type Draft, type Present } from "../shell/merged-save.ts";
import type { Mistakes } from "../shell/form-fields.ts";
import { rowsIn, textsOf } from "../shell/row-fields.ts";
import { findWhoSaved } from "../shell/who-saved.query.ts";
import { changeableBytes } from "../menu/dish-parts.ts";
import { dishFields, dishSections, newDishFields, type FormDish } from "./dish-fields.ts";
import { dishPage, type ShownDish } from "./dish-page.ts";
import { markNamer } from "./dish-marks.ts";
import type { MenuWork } from "../menu/menu-work.ts";
import { plainFields, removeDish, writeDish, wrongPrices } from "./write-dish.ts";

export interface DishPageDeps extends AccountDeps {
  readonly work: MenuWork;
}

type PublishRefusalCode = "not_found" | "app_owns_menu" | "invalid_menu" | "invalid_request" | "stale_version";

/** The pages of one dish. */
export function menuPartPages(deps: DishPageDeps): PageRoute[] {
  const page = locationPage(deps, "menu");
  return ofPeople([
    page.read((visitor) => showDish(deps, visitor), "dish"),
    page.form("dish", (visitor) => saveDish(deps, visitor)),
    page.form("remove-dish", (visitor) => takeOff(deps, visitor)),
  ]);
}

/** The live menu that a manager may change; undefined where an app keeps the menu, or nothing is published. */
function readChangeable({ database }: DishPageDeps, { location }: LocationVisit): Promise<LiveDocument | undefined> {
  if (location.connected_app_id !== null) return Promise.resolve(undefined);
  return readLiveDocument(database.read, location.id, changeableBytes);
}

/** A dish with the section that a new one was begun in; null: the dish is on the menu. */
interface AskedDish {
  readonly form: FormDish;
  readonly newIn: string | null;
}

function dishOf({ location }: LocationVisit, document: MenuDocument, dishId: string): FormDish {
  const fallback = guestLanguageOf(location.language, location.address.country);
  return { document, dishId, base: document.language ?? fallback };
}

/** What the dish says now; a new one says what its form began with. */
function presentOf({ form, newIn }: AskedDish, { published_at: version }: LiveDocument): Present | undefined {
  const fields = dishFields(form) ?? (newIn === null ? undefined : newDishFields(form.document, form.base, newIn));
  return fields === undefined ? undefined : { fields, version };
}

async function showDish(deps: DishPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { query } = visitor.call;
  const live = await readChangeable(deps, visitor);
  if (live === undefined) return redirectTo(visitor.path);
  const newIn = query.get("new");
  const dishId = query.get("dish") ?? (newIn === null ? "" : `dish-${newId("item").slice("item_".length)}`);
  const asked = { form: dishOf(visitor, live.document, dishId), newIn };
  const present = presentOf(asked, live);
  if (present === undefined) return goneFrom(visitor);
  const { fields, version } = present;
  return dishPage(visitor, { ...asked, draft: { base: fields, version, mine: fields } });
}

function goneFrom({ path }: LocationVisit): PageAnswer {
  return redirectTo(`${path}?done=dish_gone`);
}

async function saveDish(deps: DishPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, language, say, path } = visitor;
  const live = await readChangeable(deps, visitor);
  if (live === undefined) return redirectTo(path);
  const newIn = call.query.get("new");
  const asked = { form: dishOf(visitor, live.document, call.query.get("dish") ?? ""), newIn };
  const present = presentOf(asked, live);
  if (present === undefined) return goneFrom(visitor);
  const words = speak(language, "menu");
  const sections = dishSections(words, asked.form, sentBase(call.form), markNamer(language));
  const sent = readDraft(sections, call.form, present, say);
  const draft: Draft = { ...sent.draft, mine: plainFields(sent.draft.mine) };
  const mistakes = new Map([...mistakesOf(visitor, draft, live.document.currency), ...sent.mistakes]);
  if (mistakes.size > 0) return dishPage(visitor, { ...asked, draft, mistakes, typed: call.form });
  const saved = await saveMerged<PublishRefusalCode>(draft, {
    read: async () => {
      const now = await readChangeable(deps, visitor);
      return now && presentOf({ form: dishOf(visitor, now.document, asked.form.dishId), newIn }, now);
    },
    write: async (fields, version) => {
      const now = await readChangeable(deps, visitor);
      if (now?.published_at !== version) return refuse("stale_version", "another menu is live by now");
      const changed = writeDish(dishOf(visitor, now.document, asked.form.dishId), fields);
      return publishOver(deps, visitor, now, changed);
    },
  });
  if (saved.kind === "saved") return redirectTo(`${path}?done=${saved.isMerged ? "dish_merged" : "dish"}`);
  if (saved.kind === "gone") return goneFrom(visitor);
  // What is drawn again belongs to the menu that is live by now.
  const now = (await readChangeable(deps, visitor)) ?? live;
  const drawn = { form: dishOf(visitor, now.document, asked.form.dishId), newIn, draft: saved.draft };
  return dishPage(visitor, { ...drawn, ...(await refusedOf(deps, visitor, saved)) });
}

async function refusedOf(
  deps: DishPageDeps,
  visitor: LocationVisit,
  saved: Exclude<Awaited<ReturnType<typeof saveMerged>>, { kind: "saved" | "gone" }>,
): Promise<Partial<ShownDish>> {
  if (saved.kind === "unsaved") return saved.refusal instanceof MenuRefusal ? { issues: saved.refusal.issues } : {};
  const who = await findWhoSaved(deps.database.read, visitor, { action: "menu.published" });
  return { clashes: saved.clashes, ...(who === undefined ? {} : { who }) };
}

/** What the fields let through and a menu does not. */
function mistakesOf({ language, say }: LocationVisit, { mine }: Draft, currency: string): Mistakes {
  const words = speak(language, "menu");
  const mistakes = new Map<string, string>();
  if (typeof mine["name"] !== "string") mistakes.set("name", say("field.text", { max: 255 }));
  if (rowsIn("size", mine).length === 0) mistakes.set("size.new1", words("dish.no_size"));
  for (const [name, value] of Object.entries(mine))
    if (name.startsWith("extra-") && Array.isArray(value) && textsOf(value)[0] === "")
      mistakes.set(name, say("field.text", { max: 255 }));
  for (const { name, text } of wrongPrices(mine, currency))
    mistakes.set(name, words("dish.price_wrong", { text, currency }));
  return mistakes;
}

/** Publishes a document that was made of the live one. */
async function publishOver(
  { database, work }: DishPageDeps,
  { location, author }: LocationVisit,
  { version_id: against }: LiveDocument,
  document: MenuDocument,
): Promise<Done | Refusal<PublishRefusalCode>> {
  const reading = await work.read(Buffer.from(JSON.stringify(document)));
  if (isRefusal(reading)) return reading;
  const options = { by: author, compare: work.compare, against };
  const published = await database.transaction((tx) => publishTried(tx, location.id, reading, options));
  if (isRefusal(published)) return published;
  return published === "changed" ? refuse("stale_version", "another menu is live by now") : done;
}

async function takeOff(deps: DishPageDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const dishId = visitor.call.form.get("dish") ?? "";
  for (let met = 1; ; met++) {
    const live = await readChangeable(deps, visitor);
    if (live === undefined) return redirectTo(visitor.path);
    const asked = { form: dishOf(visitor, live.document, dishId), newIn: null };
    const present = presentOf(asked, live);
    if (present === undefined) return goneFrom(visitor);
    const removed = await publishOver(deps, visitor, live, removeDish(live.document, dishId));
    if (!isRefusal(removed)) return redirectTo(`${visitor.path}?done=dish_removed`);
    if (removed.code === "stale_version" && met < mostMeetings) continue;
    const { fields, version } = present;
    const issues = removed instanceof MenuRefusal ? removed.issues : [];
    return dishPage(visitor, { ...asked, draft: { base: fields, version, mine: fields }, issues });
  }
}
