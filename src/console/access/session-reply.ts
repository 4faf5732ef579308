/** The answer of every sign-in: the session, and its cookie. Pure. */
import type { BegunSession } from "../../people/session/begin-session.command.ts";
import type { ConsoleSite } from "../../platform/http/console/console-caller.ts";
import { writeCookie } from "../../platform/http/console/cookies.ts";
import { reply } from "../../platform/http/reply.ts";
import { begunSessionToWire } from "./sign-in.schemas.ts";

/** 201 with the session and its cookie. */
export function sessionReply(session: BegunSession, site: ConsoleSite) {
  const cookie = writeCookie("session", session.token, session.seconds, site.isSecure);
  return reply(201, begunSessionToWire(session), { headers: { "set-cookie": cookie }, secretFields: ["token"] });
}
