/** One click signs in as a demonstration person of the sandbox (rules/people 8.1). In live there is no such page. */
import { timingSafeEqual } from "node:crypto";
import { getPage, messagePage, ofPeople, type PageRoute } from "../../pages/page.ts";
import { signInAsDemo } from "../../people/sign-in/demo-people.command.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import { safePath, visit, type AccountDeps } from "./visit.query.ts";

/** The page behind the links of the banner. */
export function demoPages(deps: AccountDeps, code: string): PageRoute[] {
  return ofPeople([
    getPage("/sign-in/demo/{role}", async (call) => {
      const { caller, say } = await visit(deps, call);
      const gone = messagePage(404, say("invite.gone_title"), say("invite.gone_text"));
      if (!isSame(call.query.get("code") ?? "", code)) return gone;
      const wanted = { role: call.params.role, userAgent: call.userAgent, replaces: caller.session?.id };
      const session = await deps.database.transaction((tx) => signInAsDemo(tx, wanted));
      if (isRefusal(session)) return gone;
      const setCookies = [writeCookie("session", session.token, session.seconds, caller.site.isSecure)];
      return { kind: "redirect", to: safePath(call.query.get("to")), setCookies };
    }),
  ]);
}

function isSame(given: string, code: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(code)];
  return one.length === other.length && timingSafeEqual(one, other);
}
