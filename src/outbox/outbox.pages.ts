/**
 * The pages of the outbox. Guarantees: shown only where the connection and the Host are of this machine, or to a person
 * with a role of operators. The live service has no such page.
 */
import { visit, type AccountDeps } from "../console/account/visit.query.ts";
import { parseId, type Id } from "../kernel/id.ts";
import { letterLinks } from "../mail/mail-links.ts";
import { letterHtml } from "../mail/letter-html.ts";
import { findInOutbox, listOutbox } from "../messaging/message/read-messages.query.ts";
import { getPage, messagePage, ofPeople, type PageAnswer, type PageCall, type PageRoute } from "../pages/page.ts";
import { isOfThisMachine } from "../platform/http/reading/of-this-machine.ts";
import { speak } from "../words/speak.ts";
import type { GuestLanguage } from "../kernel/language.ts";
import { messagePageOf, outboxPage } from "./outbox-page.ts";

export interface OutboxDeps {
  readonly account: AccountDeps;
  /** The current key first. */
  readonly secretKeys: readonly [Buffer, ...Buffer[]];
}

const atOnce = 50;

/** The pages of the test service. */
export function outboxPages({ account, secretKeys }: OutboxDeps): PageRoute[] {
  const { database, baseUrl } = account;
  const links = (id: Id<"msg">) => letterLinks({ livemode: database.livemode, secretKey: secretKeys[0], baseUrl }, id);
  const shown =
    (answer: (call: PageCall, language: GuestLanguage) => Promise<PageAnswer>) =>
    async (call: PageCall): Promise<PageAnswer> => {
      const { caller, language } = await visit(account, call);
      const isHere = isOfThisMachine(call.address, call.host);
      const isOperator = caller.roles.some(({ role }) => role === "operator_admin" || role === "operator_support");
      return isHere || isOperator ? answer(call, language) : notFound(language);
    };
  const found = async (call: PageCall) => {
    const id = parseId("msg", call.params["messageId"] ?? "");
    return id.kind === "ok" ? findInOutbox(database.read, id.id) : undefined;
  };
  return ofPeople([
    getPage(
      "/outbox",
      shown(async (call, language) => {
        const before = parseId("msg", call.query.get("before") ?? "");
        const messages = await listOutbox(database.read, before.kind === "ok" ? before.id : null, atOnce);
        return outboxPage(language, messages, messages.length === atOnce ? messages.at(-1)?.id : undefined);
      }),
    ),
    getPage(
      "/outbox/{messageId}",
      shown(async (call, language) => {
        const message = await found(call);
        return message === undefined ? notFound(language) : messagePageOf(language, message);
      }),
    ),
    getPage(
      "/outbox/{messageId}/html",
      shown(async (call, language) => {
        const message = await found(call);
        if (message === undefined || message.letter === null) return notFound(language);
        return { kind: "framed", html: letterHtml(message.letter, links(message.id)) };
      }),
    ),
    getPage(
      "/outbox/{messageId}/calendar.ics",
      shown(async (call, language) => {
        const calendar = (await found(call))?.letter?.calendar ?? null;
        if (calendar === null) return notFound(language);
        return {
          kind: "file",
          contentType: "text/calendar; charset=utf-8",
          fileName: "calendar.ics",
          body: calendar.text,
        };
      }),
    ),
  ]);
}

function notFound(language: GuestLanguage): PageAnswer {
  const say = speak(language, "outbox");
  return messagePage(404, say("not_found"), say("not_found.text"), { language });
}
