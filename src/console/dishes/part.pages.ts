/**
 * Changing one part of the live menu, a dish, a section, a group of choices or a tax, where no app keeps the menu (rules/menus
 * 4.14). Two managers who change the menu at once are joined field by field (rules/console 1.4); what is published goes
 * through the publish of a whole menu. Where nothing is published yet, the part begins the menu.
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
import { changeableBytes } from "../menu/dish-parts.ts";
import type { MenuWork } from "../menu/menu-work.ts";
import { currencyAt } from "../menu/write-card.ts";
import { dayNames } from "../setup/week-days.ts";
import type { Mistakes } from "../shell/form-fields.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { readDraft, sentBase } from "../shell/merged-form.ts";
import { mostMeetings, saveMerged, type Draft, type Present } from "../shell/merged-save.ts";
import { retellOrders } from "../shell/order-fields.ts";
import { findWhoSaved } from "../shell/who-saved.query.ts";
import type { CardPart, PartKind, PartPage } from "./card-part.ts";
import { choicesPart } from "./choices-part.ts";
import { markNamer } from "./dish-marks.ts";
import { dishPart } from "./dish-part.ts";
import { partPage, type ShownPart } from "./part-page.ts";
import { sectionPart } from "./section-part.ts";
import { taxPart } from "./tax-part.ts";
import { currencyIn, plainFields, wrongPrices } from "./write-parts.ts";

export interface PartPageDeps extends AccountDeps {
  readonly work: MenuWork;
}

type PublishRefusalCode = "not_found" | "app_owns_menu" | "invalid_menu" | "invalid_request" | "stale_version";

/** The live menu that a manager may change; of a menu that is begun there is no version yet. */
interface Changeable {
  readonly document: MenuDocument;
  readonly version_id: LiveDocument["version_id"] | null;
  readonly published_at: number;
}

/** A section of a thousand dishes names each twice, and choices have texts in every language. */
const formBytes = 512 * 1024;
const kinds = ["dish", "section", "choices", "tax"] as const satisfies readonly PartKind[];
/** Countries whose prices are written without their taxes. */
const taxedOnTop = new Set(["US", "CA"]);
/** The field of the address that names the part. */
const idNames = { dish: "dish", section: "section", choices: "group", tax: "tax" } as const;

/** The pages of single dishes, sections, groups of choices and taxes. */
export function menuPartPages(deps: PartPageDeps): PageRoute[] {
  const page = locationPage(deps, "menu");
  return ofPeople(
    kinds.flatMap((kind) => [
      page.read((visitor) => showPart(deps, visitor, kind), kind),
      { ...page.form(kind, (visitor) => savePart(deps, visitor, partOf(visitor, kind))), textBytes: formBytes },
      page.form(`remove-${kind}`, (visitor) => takeOff(deps, visitor, kind)),
    ]),
  );
}

/** Undefined where an app keeps the menu, or the menu is too long. */
async function readChangeable(
  { database }: PartPageDeps,
  { location }: LocationVisit,
): Promise<Changeable | undefined> {
  if (location.connected_app_id !== null) return undefined;
  const live = await readLiveDocument(database.read, location.id, changeableBytes);
  if (live === "too_long") return undefined;
  if (live !== undefined) return live;
  const document = { currency: currencyAt(location.address.country), categories: [] };
  return { document, version_id: null, published_at: 0 };
}

/** The part that an address names; a new one that has no id yet gets one. */
function partOf(visitor: LocationVisit, kind: PartKind, id?: string): CardPart {
  const { call, language, locale, location, path, say } = visitor;
  const fallback = guestLanguageOf(location.language, location.address.country);
  const on: PartPage = {
    say: speak(language, "menu", locale),
    hours: { say: speak(language, "setup", locale), day: dayNames(language) },
    path,
    needed: say("field.text", { max: 255 }),
    baseOf: (document) => document.language ?? fallback,
    taxIsInside: !taxedOnTop.has(location.address.country ?? ""),
  };
  const newIn = id === undefined ? call.query.get("new") : null;
  const named = id ?? call.query.get(idNames[kind]);
  const made = (): string => (newIn === null ? "" : `${kind}-${newId("item").slice("item_".length)}`);
  const partId = named === null || named === "" ? made() : named;
  if (kind === "section") return sectionPart(on, partId, newIn !== null);
  if (kind === "choices") return choicesPart(on, partId, newIn !== null);
  if (kind === "tax") return taxPart(on, partId, newIn !== null);
  return dishPart(on, { id: partId, newIn, named: markNamer(language) });
}

/** What the part says now; a new one says what its form began with. */
function presentOf(part: CardPart, { document, published_at: version }: Changeable): Present | undefined {
  const fields = part.read(document);
  return fields === undefined ? undefined : { fields, version };
}

async function showPart(deps: PartPageDeps, visitor: LocationVisit, kind: PartKind): Promise<PageAnswer> {
  const live = await readChangeable(deps, visitor);
  if (live === undefined) return redirectTo(visitor.path);
  const part = partOf(visitor, kind);
  const present = presentOf(part, live);
  return present === undefined ? goneFrom(visitor, part) : partPage(visitor, part, unchanged(live, present));
}

function unchanged({ document }: Changeable, { fields, version }: Present): ShownPart {
  return { document, draft: { base: fields, version, mine: fields } };
}

function goneFrom({ path }: LocationVisit, { kind }: CardPart): PageAnswer {
  return redirectTo(`${path}?done=${kind}_gone`);
}

async function savePart(deps: PartPageDeps, visitor: LocationVisit, part: CardPart): Promise<PageAnswer> {
  const { call, say, path } = visitor;
  const live = await readChangeable(deps, visitor);
  if (live === undefined) return redirectTo(path);
  const present = presentOf(part, live);
  if (present === undefined) return goneFrom(visitor, part);
  const { document } = live;
  const sent = readDraft(part.sections(document, sentBase(call.form)), call.form, present, say);
  const draft: Draft = { ...sent.draft, mine: plainFields(sent.draft.mine) };
  const mistakes = mistakesIn(visitor, { part, document, draft, sent: sent.mistakes });
  if (mistakes.size > 0) return partPage(visitor, part, { document, draft, mistakes, typed: call.form });
  const saved = await saveMerged<PublishRefusalCode>(draft, {
    read: async () => {
      const now = await readChangeable(deps, visitor);
      return now && presentOf(part, now);
    },
    write: async (fields, version) => {
      const now = await readChangeable(deps, visitor);
      if (now?.published_at !== version) return refuse("stale_version", "another menu is live by now");
      return publishOver(deps, visitor, now, part.write(now.document, fields));
    },
    retell: (side, _, now) => retellOrders(side, now),
  });
  if (saved.kind === "saved") return redirectTo(`${path}?done=${part.kind}${saved.isMerged ? "_merged" : ""}`);
  if (saved.kind === "gone") return goneFrom(visitor, part);
  // What is drawn again belongs to the menu that is live by now.
  const now = (await readChangeable(deps, visitor)) ?? live;
  const refused = await refusedOf(deps, visitor, saved);
  return partPage(visitor, part, { document: now.document, draft: saved.draft, ...refused });
}

async function refusedOf(
  deps: PartPageDeps,
  visitor: LocationVisit,
  saved: Exclude<Awaited<ReturnType<typeof saveMerged>>, { kind: "saved" | "gone" }>,
): Promise<Partial<ShownPart>> {
  if (saved.kind === "unsaved") return saved.refusal instanceof MenuRefusal ? { issues: saved.refusal.issues } : {};
  const who = await findWhoSaved(deps.database.read, visitor, { action: "menu.published" });
  return { clashes: saved.clashes, ...(who === undefined ? {} : { who }) };
}

interface SentPart {
  readonly part: CardPart;
  readonly document: MenuDocument;
  readonly draft: Draft;
  readonly sent: Mistakes;
}

/** What the fields let through and a menu does not, then what the fields themselves refuse. */
function mistakesIn({ language, say }: LocationVisit, { part, document, draft: { mine }, sent }: SentPart): Mistakes {
  const words = speak(language, "menu");
  const mistakes = new Map<string, string>();
  if (typeof mine["name"] !== "string") mistakes.set("name", say("field.text", { max: 255 }));
  const currency = "currency" in mine ? currencyIn(mine) : document.currency;
  if (currency === undefined) mistakes.set("currency", words("write.currency_wrong"));
  else
    for (const { name, text } of wrongPrices(mine, currency))
      mistakes.set(name, words("dish.price_wrong", { text, currency }));
  const isSound = mistakes.size === 0 && sent.size === 0;
  // Rules are judged by what the document would say, which fields that cannot be read do not tell.
  const own = isSound || part.kind !== "choices" ? part.mistakes(document, mine) : new Map<string, string>();
  return new Map([...own, ...mistakes, ...sent]);
}

/** Publishes a document that was made of the live one. */
async function publishOver(
  { database, work }: PartPageDeps,
  { location, author }: LocationVisit,
  { version_id: against }: Changeable,
  document: MenuDocument,
): Promise<Done | Refusal<PublishRefusalCode>> {
  const reading = await work.read(Buffer.from(JSON.stringify(document)));
  if (isRefusal(reading)) return reading;
  const options = { by: author, compare: work.compare, against };
  const published = await database.transaction((tx) => publishTried(tx, location.id, reading, options));
  if (isRefusal(published)) return published;
  return published === "changed" ? refuse("stale_version", "another menu is live by now") : done;
}

async function takeOff(deps: PartPageDeps, visitor: LocationVisit, kind: PartKind): Promise<PageAnswer> {
  const part = partOf(visitor, kind, visitor.call.form.get("id") ?? "");
  for (let met = 1; ; met++) {
    const live = await readChangeable(deps, visitor);
    if (live === undefined) return redirectTo(visitor.path);
    const present = presentOf(part, live);
    if (present === undefined) return goneFrom(visitor, part);
    const shown = unchanged(live, present);
    if (part.farewell(live.document).isBlocked) return partPage(visitor, part, { ...shown, isInTheWay: true });
    const removed = await publishOver(deps, visitor, live, part.remove(live.document));
    if (!isRefusal(removed)) return redirectTo(`${visitor.path}?done=${kind}_removed`);
    if (removed.code === "stale_version" && met < mostMeetings) continue;
    return partPage(visitor, part, { ...shown, issues: removed instanceof MenuRefusal ? removed.issues : [] });
  }
}
