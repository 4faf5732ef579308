/** Signing in (rules/people 4). */
import { isRefusal } from "../../kernel/refusal.ts";
import { signInByPassword } from "../../people/sign-in/sign-in-by-password.command.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import { bindStaged, defineRoute, type BoundRoute } from "../../platform/http/route.ts";
import { sessionReply } from "./session-reply.ts";
import { begunSessionShape, passwordSignInBody } from "./sign-in.schemas.ts";

const byPassword = defineRoute({
  method: "POST",
  path: "/console/v1/sign_in/password",
  operationId: "consoleSignInByPassword",
  tag: "Sign-in",
  summary: "Sign in with e-mail and password",
  description:
    "Every sign-in makes a new session. What is wrong is never said: an unknown e-mail and a wrong password have the same answer. Ten bad sign-ins a minute from one address and, after five within 15 minutes, one a minute for one account are judged; others are 429.",
  access: { kind: "console", needs: "nobody" },
  unkeyed: true,
  body: passwordSignInBody,
  success: { 201: begunSessionShape },
  refusals: ["sign_in_failed", "rate_limited"],
});

/** The routes of the ways to sign in. */
export function signInRoutes({ signIn }: { readonly signIn: SignInDeps }): BoundRoute[] {
  return [
    bindStaged(byPassword, async ({ body, address, console: { site, session: before } }, database) => {
      const attempt = { ...body, address, userAgent: site.userAgent, replaces: before?.id };
      const session = await signInByPassword(database, signIn, attempt);
      return isRefusal(session) ? session : sessionReply(session, site);
    }),
  ];
}
