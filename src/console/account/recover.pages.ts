/** The pages on which people recover their accounts (rules/people 3.4 to 3.6). */
import type { Id } from "../../kernel/id.ts";
import { isRefusal, type Refusal } from "../../kernel/refusal.ts";
import { html } from "../../pages/html.ts";
import {
  getPage,
  messagePage,
  ofPeople,
  postPage,
  showPage,
  type PageAnswer,
  type PageRoute,
} from "../../pages/page.ts";
import { isUsableLink, recoverByCode, recoverByLink } from "../../people/sign-in/recover.command.ts";
import type { BegunSession } from "../../people/session/begin-session.command.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import { fieldOf, noticeOf } from "./field.ts";
import { passwordMistake } from "./password-mistake.ts";
import { visit, type AccountDeps, type Visit } from "./visit.query.ts";

/** By a code, and by a link. */
export function recoverPages(deps: AccountDeps): PageRoute[] {
  return ofPeople([
    getPage("/recover", async (call) => codePage(await visit(deps, call))),
    postPage("/recover", async (call) => {
      const visitor = await visit(deps, call);
      const { form, address } = call;
      const wanted = {
        ...typedBy(visitor),
        email: (form.get("email") ?? "").trim().slice(0, 254),
        code: (form.get("code") ?? "").slice(0, 40),
        address,
      };
      const session = await recoverByCode(deps.database, deps.signIn, wanted);
      return isRefusal(session) ? codePage(visitor, session) : letIn(visitor, session);
    }),
    getPage("/recover/{token}", async (call) => {
      const visitor = await visit(deps, call);
      const isThere = await isUsableLink(deps.database.read, call.params.token);
      return isThere ? linkPage(visitor, call.params.token) : gone(visitor);
    }),
    postPage("/recover/{token}", async (call) => {
      const visitor = await visit(deps, call);
      const { token } = call.params;
      const session = await recoverByLink(deps.database, deps.signIn, { ...typedBy(visitor), token });
      if (!isRefusal(session)) return letIn(visitor, session);
      return session.code === "invalid_request" ? linkPage(visitor, token, session) : gone(visitor);
    }),
  ]);
}

function typedBy({ call }: Visit) {
  const password = (call.form.get("password") ?? "").slice(0, 1_000);
  return { password, userAgent: call.userAgent, requestId: call.requestId as Id<"req"> };
}

function letIn({ caller }: Visit, session: BegunSession): PageAnswer {
  const setCookies = [writeCookie("session", session.token, session.seconds, caller.site.isSecure)];
  return { kind: "redirect", to: "/me", setCookies };
}

function codePage({ say, language, call }: Visit, refused?: Refusal): PageAnswer {
  const mistake = refused?.code === "invalid_request" ? passwordMistake(refused, say) : undefined;
  const seconds = refused?.retryAfter ?? 60;
  const notice =
    refused === undefined || mistake !== undefined
      ? undefined
      : refused.code === "rate_limited"
        ? say("sign_in.wait", { seconds })
        : say("codes.failed");
  return showPage({
    status: refused === undefined ? 200 : 422,
    title: say("sign_in.code"),
    language,
    modules: ["forms"],
    main: html`<h1>${say("sign_in.code")}</h1>
      ${notice !== undefined && noticeOf("bad", notice)}
      <form class="card" method="post" action="/recover">
        ${fieldOf({
          name: "email",
          label: say("sign_in.email"),
          type: "email",
          value: call.form.get("email") ?? "",
          autocomplete: "username",
          maxLength: 254,
        })}
        ${fieldOf({ name: "code", label: say("codes.field"), maxLength: 40, value: call.form.get("code") ?? "" })}
        ${newPasswordField(say, mistake)}
        <button class="full" type="submit">${say("recover.submit")}</button>
      </form>
      <p>${say("sign_in.lost")}</p>`,
  });
}

function linkPage({ say, language }: Visit, token: string, refused?: Refusal): PageAnswer {
  return showPage({
    status: refused === undefined ? 200 : 422,
    title: say("recover.title"),
    language,
    modules: ["forms"],
    main: html`<h1>${say("recover.title")}</h1>
      <p>${say("recover.text")}</p>
      <form class="card" method="post" action="/recover/${token}">
        ${newPasswordField(say, refused === undefined ? undefined : passwordMistake(refused, say))}
        <button class="full" type="submit">${say("recover.submit")}</button>
      </form>`,
  });
}

function newPasswordField(say: Visit["say"], mistake: string | undefined) {
  return fieldOf({
    name: "password",
    label: say("me.new_password"),
    type: "password",
    autocomplete: "new-password",
    maxLength: 1_000,
    hint: say("invite.password_hint"),
    mistake,
  });
}

function gone({ say, language }: Visit): PageAnswer {
  return { ...messagePage(404, say("recover.gone_title"), say("recover.gone_text")), language };
}
