/** `/g/{token}`: the link in a message leads to the page of its order, booking or alert (rules/messages-and-privacy 4.2). */
import { findBookingToken } from "../../bookings/aftercare/guest-bookings.query.ts";
import type { GuestTokens } from "../../bookings/book/guest-token.ts";
import { findLinkedThing } from "../../guest-links/find-linked-thing.query.ts";
import { getPage, keptBy, messagePage, redirectTo, type PageRoute } from "../../pages/page.ts";
import type { Database, Db } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";

export interface LinkPagesDeps {
  readonly database: Database;
  readonly guestTokens: GuestTokens;
}

/** The page of links, for the kit to serve. */
export function linkPages({ database, guestTokens }: LinkPagesDeps): PageRoute[] {
  const keeps = async ({ params: { token } }: { readonly params: { readonly token: string } }) =>
    (await findLinkedThing(database.read, token)) !== undefined;
  return keptBy(keeps, [
    getPage("/g/{token}", async ({ params: { token }, reader }) => {
      const to = await pageOf(database.read, token, guestTokens);
      if (to !== undefined) return redirectTo(to);
      const who = reader();
      const say = speak(who.language, "finding");
      return messagePage(404, say("link.gone"), say("link.next"), {
        reader: who,
        next: { href: "/find", label: say("link.find") },
      });
    }),
  ]);
}

/** The page that a link leads to; undefined when there is none (any more). */
async function pageOf(db: Db, token: string, guestTokens: GuestTokens): Promise<string | undefined> {
  const linked = await findLinkedThing(db, token);
  if (linked === undefined) return undefined;
  // The pages of orders and alerts take the token of a link; a booking is opened by the guest's own key.
  if (linked.alert_id !== null) return `/alert/${token}`;
  if (linked.booking_id === null) return `/order/${token}`;
  const key = await findBookingToken(db, guestTokens, linked.booking_id);
  return key === undefined ? undefined : `/booking/${key}`;
}
