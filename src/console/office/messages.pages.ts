/** The page of messages to guests: the texts, and the sent ones. */
import { guestLanguageOf } from "../../kernel/language.ts";
import { parseId } from "../../kernel/id.ts";
import { listMessages } from "../../messaging/message/read-messages.query.ts";
import { ofPeople, type PageAnswer, type PageRoute } from "../../pages/page.ts";
import type { AccountDeps } from "../account/visit.query.ts";
import { locationPage, type LocationVisit } from "../shell/location-page.query.ts";
import { templatesIn } from "./message-templates.ts";
import { messagesPage } from "./messages-page.ts";

const pageRows = 50;

/** Messages of a location. */
export function messagesPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([locationPage(deps, "messages").read((visitor) => show(deps, visitor))]);
}

async function show(deps: AccountDeps, visitor: LocationVisit): Promise<PageAnswer> {
  const { call, location } = visitor;
  const before = parseId("msg", call.query.get("before") ?? "");
  const asked = { locationId: location.id, before: before.kind === "ok" ? before.id : undefined, limit: pageRows + 1 };
  const messages = await listMessages(deps.database.read, asked);
  return messagesPage(visitor, {
    messages: messages.slice(0, pageRows),
    older: messages.length > pageRows ? messages[pageRows - 1]?.id : undefined,
    templates: templatesIn(guestLanguageOf(location.language, location.address.country), location.name),
  });
}
