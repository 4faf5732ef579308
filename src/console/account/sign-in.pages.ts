/**
 * The pages on which people sign in and out, and the page that sends each person to their first screen
 * (rules/people 4 and 5).
 */
import { isRefusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import {
  getPage,
  ofPeople,
  postPage,
  redirectTo,
  showPage,
  type PageAnswer,
  type PageRoute,
} from "../../pages/page.ts";
import { beginsAt } from "./first-screen.ts";
import { homePage, listHomeLocations, type HomeDeps } from "./home-page.query.ts";
import { endSession } from "../../people/session/begin-session.command.ts";
import { signInByPassword } from "../../people/sign-in/sign-in-by-password.command.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import { fieldOf, noticeOf } from "./field.ts";
import { keepTyped } from "./typed-back.ts";
import { isOfPerson, safePath, visit, type AccountDeps, type Visit } from "./visit.query.ts";

/** Signing in and out. */
export function signInPages(deps: AccountDeps & Pick<HomeDeps, "showsLocations">): PageRoute[] {
  return ofPeople([
    getPage("/", async (call) => {
      const visitor = await visit(deps, call);
      const { person, device } = visitor.caller;
      if (person !== null || device !== null) return redirectTo(beginsAt(visitor.caller));
      return homePage(visitor, await listHomeLocations(deps));
    }),
    getPage("/sign-in", async (call) => signInPage(deps, await visit(deps, call), call.query.get("to"))),
    postPage("/sign-in", async (call) => signIn(deps, await visit(deps, call))),
    postPage("/sign-out", async (call) => {
      const { caller } = await visit(deps, call);
      const { session, site } = caller;
      if (session !== null) await deps.database.transaction(async (tx) => endSession(tx, session.id));
      const setCookies = [writeCookie("session", "", 0, site.isSecure)];
      // Who signs out of the page of an invitation goes on there.
      const to = call.form.get("to");
      return { kind: "redirect", to: to === null ? "/sign-in" : safePath(to), setCookies };
    }),
  ]);
}

async function signIn(deps: AccountDeps, visitor: Visit): Promise<PageAnswer> {
  const { call, caller, say } = visitor;
  const to = call.form.get("to");
  const [email, password] = [call.form.get("email") ?? "", call.form.get("password") ?? ""];
  const { address, userAgent } = call;
  const attempt = { email: email.slice(0, 254), password: password.slice(0, 1_000), address, userAgent };
  const session = await signInByPassword(deps.database, deps.signIn, { ...attempt, replaces: caller.session?.id });
  if (isRefusal(session)) {
    const seconds = session.retryAfter ?? 60;
    const text = session.code === "rate_limited" ? say("sign_in.wait", { seconds }) : say("sign_in.failed");
    return signInPage(deps, visitor, to, { email, text });
  }
  const setCookies = [writeCookie("session", session.token, session.seconds, caller.site.isSecure)];
  return { kind: "redirect", to: safePath(to), setCookies };
}

function signInPage(
  { provider }: AccountDeps,
  visitor: Visit,
  to: string | null,
  failed?: { readonly email: string; readonly text: string },
): PageAnswer {
  const { say, language } = visitor;
  // Who is signed in for long was led here by an act that asks for a fresh sign-in, which says where to go on.
  const isAgain = failed === undefined && to !== null && isOfPerson(visitor) && !visitor.caller.session.isFresh;
  return showPage({
    status: failed === undefined ? 200 : 422,
    title: say("sign_in.title"),
    language,
    modules: ["forms", "passkey", keepTyped],
    main: html`<h1>${say("sign_in.title")}</h1>
      ${isAgain && html`<p class="notice" role="status">${say("sign_in.fresh")}</p>`}
      ${failed !== undefined && noticeOf("bad", failed.text)}
      <form class="card" method="post" action="/sign-in">
        <input type="hidden" name="to" value="${safePath(to)}" />
        ${fieldOf({
          name: "email",
          label: say("sign_in.email"),
          type: "email",
          value: failed?.email ?? "",
          autocomplete: "username webauthn",
          maxLength: 254,
        })}
        ${fieldOf({
          name: "password",
          label: say("sign_in.password"),
          type: "password",
          autocomplete: "current-password",
          maxLength: 1_000,
        })}
        <button class="full" type="submit">${say("sign_in.submit")}</button>
      </form>
      <div data-passkey="sign-in" data-to="${safePath(to)}" data-failed="${say("sign_in.passkey_failed")}" hidden>
        <p><button class="quiet full" type="button">${say("sign_in.passkey")}</button></p>
        <p class="mistake" role="alert"></p>
      </div>
      ${
        provider !== undefined &&
        html`<p>
          <a class="button quiet full" href="/sign-in/provider?to=${encodeURIComponent(safePath(to))}"
            >${say("sign_in.provider", { name: provider.name })}</a
          >
        </p>`
      }
      ${/^\/(?:board|stand)\//.test(safePath(to)) && html`<p><a href="/pair">${say("home.pair")}</a></p>`}
      <p><a href="/recover">${say("sign_in.code")}</a></p>
      <p>${say("sign_in.lost")}</p>`,
  });
}
