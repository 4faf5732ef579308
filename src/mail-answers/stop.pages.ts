/**
 * The pages on which the receiver of an e-mail says that it is for somebody else, or that they want no reminders.
 * Guarantees: the mark in the address gives the right to say so, and only the e-mail has it. Reading a page changes
 * nothing. The one click of mail programs (RFC 8058) sends the same form. No page shows more of the receiver's address
 * than its first letter and its host.
 */
import { isRefusal } from "../kernel/refusal.ts";
import { maskEmail } from "../mail/letter.ts";
import { markKey, readMarked } from "../mail/mail-mark.ts";
import { findReceivedMail } from "../messaging/message/read-messages.query.ts";
import { stopMail } from "../messaging/aftercare/take-report.command.ts";
import { getPage, keptBy, postPage, type PageAnswer, type PageCall, type PageRoute } from "../pages/page.ts";
import type { Database } from "../platform/postgres/database.ts";
import { donePage, gonePage, stopPage, type StopScope } from "./stop-page.ts";

export interface StopDeps {
  readonly database: Database;
  /** The current key first, then those that it replaced. */
  readonly secretKeys: readonly [Buffer, ...Buffer[]];
}

type StopCall = PageCall<"word">;

/** The pages of one service. */
export function stopPages({ database, secretKeys }: StopDeps): PageRoute[] {
  const keys = secretKeys.map((key) => markKey(key, database.livemode));
  const findMail = async ({ params }: StopCall) => {
    const id = readMarked(keys, "stop", params.word);
    const mail = id === undefined ? undefined : await findReceivedMail(database.read, id);
    return id === undefined || mail === undefined ? undefined : { ...mail, id };
  };
  const ask =
    (scope: StopScope) =>
    async (call: StopCall): Promise<PageAnswer> => {
      const mail = await findMail(call);
      if (mail === undefined) return gonePage(call.reader());
      const reader = call.reader({ stored: mail.language });
      return stopPage({ scope, address: maskEmail(mail.email), venue: mail.venue, action: call.url, reader });
    };
  const stop =
    (scope: StopScope) =>
    async (call: StopCall): Promise<PageAnswer> => {
      const mail = await findMail(call);
      if (mail === undefined) return gonePage(call.reader());
      const done = await database.transaction((tx) => stopMail(tx, mail.id, scope));
      if (isRefusal(done) || !done) return gonePage(call.reader());
      return donePage({ scope, address: maskEmail(mail.email), reader: call.reader({ stored: mail.language }) });
    };
  const keeps = async ({ params }: PageCall<"word">): Promise<boolean> =>
    readMarked(keys, "stop", params.word) !== undefined;
  return keptBy(keeps, [
    getPage("/mail/{word}", ask("all")),
    postPage("/mail/{word}", stop("all")),
    getPage("/mail/{word}/reminders", ask("reminders")),
    postPage("/mail/{word}/reminders", stop("reminders")),
  ]);
}
