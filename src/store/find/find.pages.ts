/** `/find`: for guests who have lost their link (rules/messages-and-privacy 4.3 to 4.5). */
import { parseId } from "../../kernel/id.ts";
import { guestLanguageNamed } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { getLocationSettings } from "../../locations/grants/read-locations.query.ts";
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
      const { venue, at, reader } = await findRestaurant(database.read, call, call.query.get("at"));
      const code = (call.query.get("code") ?? "").slice(0, 20);
      return findPage({ reader, venue, at, typed: { code, contact: "" }, outcome: null });
    }),
    { ...postPage("/find", (call) => find(database, call)), answersAfterMs },
    getPage("/find/links", async (call) => {
      const { venue, at, reader } = await findRestaurant(database.read, call, call.query.get("at"));
      return lostPage({ reader, venue, at, contact: "", problem: null });
    }),
    { ...postPage("/find/links", (call) => sendAgain(database, call)), answersAfterMs },
    getPage("/mine", async (call) => minePage(call.reader())),
  ];
  return pages.map((page) => ({ ...page, byHost: true }));
}

async function find(database: Database, call: PageCall): Promise<PageAnswer> {
  const { form, address } = call;
  const { venue, at, country, reader } = await findRestaurant(database.read, call, form.get("at"));
  const typed = { code: (form.get("code") ?? "").slice(0, 20), contact: (form.get("contact") ?? "").slice(0, 254) };
  const [code, contact] = [readCode(typed.code), readContact(typed.contact)];
  const found: Finding =
    code === undefined || contact === undefined
      ? { kind: "none" }
      : await findAgain(database, { code, contact, address, country });
  if (found.kind === "found") return redirectTo(found.path);
  return findPage({ reader, venue, at, typed, outcome: found });
}

/** Sends the links of a contact; the answer is the same whether there were any. */
async function sendAgain(database: Database, call: PageCall): Promise<PageAnswer> {
  const { form, address } = call;
  const { venue, at, country, reader } = await findRestaurant(database.read, call, form.get("at"));
  const typed = (form.get("contact") ?? "").slice(0, 254);
  const contact = readContact(typed);
  if (contact === undefined) return lostPage({ reader, venue, at, contact: typed, problem: "unreadable" });
  const seconds = await sendLinks(database, {
    contact,
    address,
    country,
    language: guestLanguageNamed(reader.language) ?? "en",
  });
  return seconds === undefined
    ? sentPage(reader)
    : lostPage({ reader, venue, at, contact: typed, problem: { seconds } });
}

/** The restaurant from whose pages the guest comes, all null for any other text; and who reads there. */
async function findRestaurant(db: Db, { reader }: PageCall, text: string | null) {
  const id = parseId("str", text ?? "");
  const location = id.kind === "ok" ? await getLocationSettings(db, id.id) : undefined;
  if (location === undefined || isRefusal(location)) return { venue: null, at: null, country: null, reader: reader() };
  const { name, language, address } = location;
  return {
    venue: name === null ? null : { name, at: location.id },
    at: location.id,
    country: address.country,
    reader: reader({ location: { language, country: address.country } }),
  };
}
