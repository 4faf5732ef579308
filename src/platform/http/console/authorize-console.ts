/**
 * Finds the caller of a console call. The host name gives the service; cookies or `Authorization: Bearer` give the
 * session and the shared device. Guarantees: 401 comes before 403, and both come before the request is read. A write by
 * cookie is refused unless the browser says that a page of our own origin sends it (rules/people 5.6).
 */
import { done, isRefusal, refuse, type Done, type Refusal } from "../../../kernel/refusal.ts";
import type { Hosts, HttpService, HttpServices } from "../ports.ts";
import { cookieName, readCookie } from "./cookies.ts";
import type { ConsoleAccess, ConsoleCaller, ConsoleTokens } from "./console-caller.ts";
import { environmentOfHost } from "./environment-of-host.ts";
import { judgeOperator } from "./operator-session.ts";

export interface ConsoleRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly address: string;
}

export interface AuthorizedConsole {
  readonly console: ConsoleCaller;
  readonly service: HttpService;
}

type ConsoleRefusal = Refusal<
  | "unauthorized"
  | "person_required"
  | "cross_site"
  | "fresh_sign_in_required"
  | "passkey_required"
  | "rate_limited"
  | "not_found"
  | "role_required"
>;

/** Who calls, or why not. */
export async function authorizeConsole(
  access: ConsoleAccess,
  request: ConsoleRequest,
  services: HttpServices,
  hosts: Hosts,
): Promise<AuthorizedConsole | ConsoleRefusal> {
  const host = textOf(request, "host");
  const service = services[environmentOfHost(hosts, host, services.live !== undefined)] ?? services.test;
  const site = { host: host ?? "", isSecure: service.isSecure(), userAgent: textOf(request, "user-agent") };
  const bearer = bearerOf(textOf(request, "authorization"));
  if (isRefusal(bearer)) return bearer;
  const tokens = tokensOf(request, bearer, site.isSecure);
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  const caller = await service.authenticateConsole(tokens, site, isWrite);
  if (isRefusal(caller)) return caller;
  const allowed = checkAccess(access, caller);
  if (isRefusal(allowed)) return allowed;
  if (isWrite && bearer === undefined && !isOwnOrigin(request, access)) {
    return refuse("cross_site", "this call changes something and was not sent by a page of this service");
  }
  return { console: caller, service };
}

function tokensOf(request: ConsoleRequest, bearer: string | undefined, isSecure: boolean): ConsoleTokens {
  const cookies = textOf(request, "cookie");
  return {
    session: bearer ?? readCookie(cookies, cookieName("session", isSecure)),
    device: readCookie(cookies, cookieName("device", isSecure)),
  };
}

function checkAccess(access: ConsoleAccess, caller: ConsoleCaller): Done | ConsoleRefusal {
  const { person, session, device } = caller;
  if (access.needs === "nobody") return done;
  if (person === null && device === null) return refuse("unauthorized", "nobody is signed in, or the session is over");
  const mayDeviceAlone = access.needs === "screen" || (access.needs === "actor" && device?.requirePin === false);
  if (person === null && !mayDeviceAlone) {
    return refuse("person_required", "this device shows its screen only; choose your name and type your PIN");
  }
  const judged = access.ofOperator === true ? judgeOperator(access, caller) : done;
  if (isRefusal(judged)) return judged;
  if (access.fresh === true && session?.isFresh !== true) {
    return refuse("fresh_sign_in_required", "this needs a sign-in within the last 15 minutes");
  }
  const { roles } = access;
  const isOfOperator = roles?.some((role) => role === "operator_admin" || role === "operator_support") === true;
  const hasAnother = caller.roles.some(({ role }) => roles?.includes(role) === true);
  if (caller.mustUsePasskey === true && isOfOperator && !hasAnother) {
    return refuse("passkey_required", "in live the operator's people sign in with a passkey");
  }
  return done;
}

/** A browser that names no origin at all is refused, but for calls that need no cookie: programs make those. */
function isOwnOrigin(request: ConsoleRequest, { needs }: ConsoleAccess): boolean {
  const site = textOf(request, "sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = textOf(request, "origin");
  if (origin === undefined) return needs === "nobody";
  const url = URL.parse(origin);
  const host = textOf(request, "host");
  return url !== null && host !== undefined && URL.parse(`${url.protocol}//${host}`)?.host === url.host;
}

function bearerOf(header: string | undefined): string | undefined | Refusal<"unauthorized"> {
  if (header === undefined) return undefined;
  const token = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(header)?.[1];
  return token ?? refuse("unauthorized", "the header Authorization must be of the form Bearer <session>");
}

function textOf({ headers }: ConsoleRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.join();
}
