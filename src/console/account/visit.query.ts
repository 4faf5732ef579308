/** The reader of a page of people, and their language. */
import { preferredLanguage, type GuestLanguage } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { PageCall, Redirect } from "../../pages/page.ts";
import type { SignInProvider } from "../../people/provider/sign-in-provider.ts";
import type { SignInDeps } from "../../people/sign-in/sign-in-deps.cache.ts";
import type { ConsoleCaller, ConsoleSite, PersonCaller } from "../../platform/http/console/console-caller.ts";
import { cookieName } from "../../platform/http/console/cookies.ts";
import type { HttpService } from "../../platform/http/ports.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { speak } from "../../words/speak.ts";

export interface AccountDeps {
  readonly database: Database;
  readonly authenticate: HttpService["authenticateConsole"];
  readonly isSecure: () => boolean;
  readonly baseUrl: () => string;
  readonly signIn: SignInDeps;
  /** Where people may sign in besides; undefined where none is configured. */
  readonly provider: SignInProvider | undefined;
}

export type Say = ReturnType<typeof speak<"people">>;

export interface Visit {
  readonly call: PageCall;
  readonly caller: ConsoleCaller;
  readonly language: GuestLanguage;
  readonly say: Say;
}

/** Finds who looks at the page; nobody where the cookies open nothing. */
export async function visit(deps: AccountDeps, call: PageCall): Promise<Visit> {
  const isSecure = deps.isSecure();
  const site: ConsoleSite = { host: call.host ?? "", isSecure, userAgent: call.userAgent };
  const tokens = {
    session: call.cookie(cookieName("session", isSecure)),
    device: call.cookie(cookieName("device", isSecure)),
  };
  const found = await deps.authenticate(tokens, site, false);
  const caller = isRefusal(found) ? { person: null, session: null, device: null, roles: [], site } : found;
  const language = caller.person?.language ?? caller.device?.language ?? preferredLanguage(call.languages);
  return { call, caller, language, say: speak(language, "people") };
}

export interface PersonVisit extends Visit {
  readonly caller: PersonCaller;
}

/** Whether a person looks at the page; a PIN on a shared device is not enough for one's own account. */
export function isOfPerson(visitor: Visit): visitor is PersonVisit {
  const { person, session } = visitor.caller;
  return person !== null && session !== null && session.method !== "pin";
}

/** Leads to the sign-in, and from there back to the page. */
export function toSignIn(path: string): Redirect {
  return { kind: "redirect", to: `/sign-in?to=${encodeURIComponent(path)}` };
}

/** A path of this service, for after the sign-in; anything else leads to the start. */
export function safePath(to: string | null): string {
  return to !== null && to.length <= 300 && /^\/[\w~-][\w/?=&.~%-]*$/.test(to) ? to : "/";
}
