/**
 * The pages of a sign-in provider (rules/people 4.7): to it, back from it, linking and unlinking. The browser goes to the
 * provider by a link and never by a form, because forms of our pages may lead to our own origin only. A link of an
 * account begins with a form of our own, so that no other site can begin one.
 */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import {
  getPage,
  messagePage,
  ofPeople,
  postPage,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../pages/page.ts";
import type { SignInProvider } from "../../people/provider/sign-in-provider.ts";
import { beginAtProvider, endAtProvider, unlinkProvider } from "../../people/provider/sign-in-by-provider.command.ts";
import { cookieName, writeCookie } from "../../platform/http/console/cookies.ts";
import {
  isOfPerson,
  safePath,
  toSignIn,
  visit,
  type AccountDeps,
  type PersonVisit,
  type Visit,
} from "./visit.query.ts";

/** The browser brings it back within ten minutes. */
const stateSeconds = 600;

/** The pages, where a provider is configured. */
export function providerPages(deps: AccountDeps, provider: SignInProvider): PageRoute[] {
  const redirectUri = (): string => `${deps.baseUrl()}/sign-in/provider/back`;
  const begin = (personId: Id<"per"> | null, to: string) =>
    beginAtProvider(deps.database, provider, { personId, to, redirectUri: redirectUri() });
  const own =
    (run: (visitor: PersonVisit) => Promise<PageAnswer>) =>
    async (call: PageCall): Promise<PageAnswer> => {
      const visitor = await visit(deps, call);
      return isOfPerson(visitor) && visitor.caller.session.isFresh ? run(visitor) : toSignIn("/me");
    };
  return ofPeople([
    getPage("/sign-in/provider", async (call) => {
      const visitor = await visit(deps, call);
      const begun = await begin(null, safePath(call.query.get("to")));
      if (isRefusal(begun)) return refused(visitor, provider, begun);
      return { kind: "redirect", to: begun.address, setCookies: [keep(visitor, begun.state)] };
    }),
    getPage("/sign-in/provider/back", async (call) => {
      const url = `${redirectUri()}?${call.query.toString()}`;
      return back(deps, provider, await visit(deps, call), url);
    }),
    postPage(
      "/me/provider",
      own(async (visitor) => {
        const begun = await begin(visitor.caller.person.id, "/me?done=saved");
        if (isRefusal(begun)) return refused(visitor, provider, begun);
        return onwards(visitor, provider, begun);
      }),
    ),
    postPage(
      "/me/provider/unlink",
      own(async (visitor) => {
        const { person } = visitor.caller;
        const unlinked = await deps.database.transaction((tx) => unlinkProvider(tx, provider, person.id));
        return redirectTo(isRefusal(unlinked) ? "/me?done=last_way_in" : "/me?done=saved");
      }),
    ),
  ]);
}

async function back(deps: AccountDeps, provider: SignInProvider, visitor: Visit, url: string): Promise<PageAnswer> {
  const { call, caller } = visitor;
  const outcome = await endAtProvider(deps.database, deps.signIn, provider, {
    url,
    kept: call.cookie(cookieName("provider", caller.site.isSecure)),
    address: call.address,
    userAgent: call.userAgent,
    caller: isOfPerson(visitor) ? visitor.caller : undefined,
  });
  if (isRefusal(outcome)) return refused(visitor, provider, outcome);
  const forget = writeCookie("provider", "", 0, caller.site.isSecure);
  if (outcome.kind === "linked") return { kind: "redirect", to: outcome.to, setCookies: [forget] };
  const { token, seconds } = outcome.session;
  const session = writeCookie("session", token, seconds, caller.site.isSecure);
  return { kind: "redirect", to: safePath(outcome.to), setCookies: [session, forget] };
}

function keep({ caller }: Visit, state: string): string {
  return writeCookie("provider", state, stateSeconds, caller.site.isSecure);
}

function onwards(
  visitor: PersonVisit,
  { name }: SignInProvider,
  { address, state }: { readonly address: string; readonly state: string },
): PageAnswer {
  const { say, language } = visitor;
  return showPage({
    title: say("provider.title", { name }),
    language,
    setCookies: [keep(visitor, state)],
    main: html`<h1>${say("provider.title", { name })}</h1>
      <p>${say("provider.go_text")}</p>
      <p><a class="button" href="${address}">${say("provider.go", { name })}</a></p>`,
  });
}

function refused(visitor: Visit, { name }: SignInProvider, { code, retryAfter }: Refusal): PageAnswer {
  const { say, language } = visitor;
  const [status, text] = ((): readonly [number, string] => {
    switch (code) {
      case "provider_unavailable":
        return [503, say("provider.unavailable", { name })];
      case "not_linked":
        return [422, say("provider.not_linked")];
      case "identity_taken":
        return [422, say("provider.taken")];
      case "rate_limited":
        return [429, say("sign_in.wait", { seconds: retryAfter ?? 60 })];
      default:
        return [422, say("provider.failed")];
    }
  })();
  const next = isOfPerson(visitor)
    ? { href: "/me", label: say("me.title") }
    : { href: "/sign-in", label: say("sign_in.title") };
  return { ...messagePage(status, say("provider.failed_title"), text, { next }), language };
}
