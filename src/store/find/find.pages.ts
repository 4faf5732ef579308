/** `/find`: the way back for guests who have lost their link (rules/messages-and-privacy 4.3 to 4.5). */
import { parseId } from "../../kernel/id.ts";
import { preferredLanguage, type GuestLanguage } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/read-locations.query.ts";
import { getPage, postPage, redirectTo, type PageAnswer, type PageCall, type PageRoute } from "../../pages/page.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { readCode, readContact } from "./contact.ts";
import { findAgain, type Finding } from "./find-again.command.ts";
import { findPage } from "./find-page.ts";
import { lostPage, sentPage } from "./lost-page.ts";
import { minePage } from "./mine-page.ts";
import { sendLinks } from "./send-links.command.ts";

export interface FindPagesDeps {
  readonly database: Database;
}

/** An answer that comes at the same moment whatever is wrong tells nothing by its time. */
const answersAfterMs = 400;

/** The pages, for the kit to serve: of the service whose host name is asked. */
export function findPages({ database }: FindPagesDeps): PageRoute[] {
  const pages = [
    getPage("/find", async (call) => {
      const { venue, at } = await findRestaurant(database.read, call.query.get("at"));
      const code = (call.query.get("code") ?? "").slice(0, 20);
      return findPage({ ...languageOf(call), venue, at, typed: { code, contact: "" }, outcome: null });
    }),
    { ...postPage("/find", (call) => find(database, call)), answersAfterMs },
    getPage("/find/links", async (call) => {
      const { venue, at } = await findRestaurant(database.read, call.query.get("at"));
      return lostPage({ ...languageOf(call), venue, at, contact: "", problem: null });
    }),
    { ...postPage("/find/links", (call) => sendAgain(database, call)), answersAfterMs },
    getPage("/mine", async (call) => minePage(languageOf(call).language)),
  ];
  return pages.map((page) => ({ ...page, byHost: true }));
}

async function find(database: Database, call: PageCall): Promise<PageAnswer> {
  const { form, address } = call;
  const { venue, at, country } = await findRestaurant(database.read, form.get("at"));
  const typed = { code: (form.get("code") ?? "").slice(0, 20), contact: (form.get("contact") ?? "").slice(0, 254) };
  const [code, contact] = [readCode(typed.code), readContact(typed.contact)];
  const found: Finding =
    code === undefined || contact === undefined
      ? { kind: "none" }
      : await findAgain(database, { code, contact, address, country });
  if (found.kind === "found") return redirectTo(found.path);
  return findPage({ ...languageOf(call), venue, at, typed, outcome: found });
}

/** Sends the links of a contact; the answer is the same whether there were any. */
async function sendAgain(database: Database, call: PageCall): Promise<PageAnswer> {
  const { form, address } = call;
  const { language } = languageOf(call);
  const { venue, at, country } = await findRestaurant(database.read, form.get("at"));
  const typed = (form.get("contact") ?? "").slice(0, 254);
  const contact = readContact(typed);
  if (contact === undefined) return lostPage({ language, venue, at, contact: typed, problem: "unreadable" });
  const seconds = await sendLinks(database, { contact, address, country, language });
  return seconds === undefined
    ? sentPage(language)
    : lostPage({ language, venue, at, contact: typed, problem: { seconds } });
}

function languageOf({ languages }: PageCall): { readonly language: GuestLanguage } {
  return { language: preferredLanguage(languages) };
}

/** The restaurant from whose pages the guest comes; all null for any other text. */
async function findRestaurant(db: Db, text: string | null) {
  const none = { venue: null, at: null, country: null };
  const id = parseId("str", text ?? "");
  if (id.kind !== "ok") return none;
  const location = await getLocationSettings(db, id.id);
  if (isRefusal(location)) return none;
  const { name, address } = location;
  return { venue: name === null ? null : { name }, at: id.id, country: address.country };
}
