/** The one place where a request gets its caller: key, scope, environment, host, operator token. */
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import type { Environment } from "../../kernel/environment.ts";
import type { Hosts, HttpPorts, HttpService, HttpServices } from "./ports.ts";
import type { Access, AppCaller, ChannelCaller } from "./callers.ts";
import { authorizeConsole, type ConsoleRequest } from "./console/authorize-console.ts";
import type { ConsoleCaller } from "./console/console-caller.ts";

export interface Authorized {
  readonly app?: AppCaller;
  readonly channel?: ChannelCaller;
  readonly console?: ConsoleCaller;
  /** Who serves the call; undefined while only what the call names can tell. */
  readonly service: HttpService | undefined;
}

export interface AuthorizeInput extends ConsoleRequest {
  readonly access: Access;
  readonly authorization: string | undefined;
  readonly host: string | undefined;
  /** The `{environment}` of an operator path. */
  readonly pathEnvironment: string | undefined;
}

/** Who is calling and in which environment, or the refusal: 401 before 403, both before any look at the request. */
export async function authorize(
  input: AuthorizeInput,
  ports: HttpPorts,
  services: HttpServices,
  hosts: Hosts,
): Promise<Authorized | Refusal> {
  const { access } = input;
  if (access.kind === "public") return { service: undefined };
  if (access.kind === "console") return authorizeConsole(access, input, services, hosts);
  if (access.kind === "channel") return authorizeChannel(input, ports, services);
  const token = bearerToken(input.authorization);
  if (isRefusal(token)) return token;
  if (access.kind === "operator") return authorizeOperator(token, input, ports, services);
  const service = services[ports.environmentOfKey(token)] ?? services.test;
  const app = await service.authenticateKey(token);
  if (isRefusal(app)) {
    const counted = countWrongKey(input.address, ports);
    return isRefusal(counted) ? counted : app;
  }
  const here = checkHost(service.environment, input.host, hosts);
  if (isRefusal(here)) return here;
  if (access.kind === "sandbox" && app.livemode) {
    return refuse("wrong_environment", "the sandbox works with test keys only; this is a live key");
  }
  if (access.kind === "app" && access.scope !== null && !app.scopes.includes(access.scope)) {
    return refuse(
      "insufficient_scope",
      `this call needs the scope ${access.scope}, which the app does not have; the operator gives it`,
      {
        required_scope: access.scope,
      },
    );
  }
  return { app, service };
}

/**
 * Counts a wrong key against its address; past 60 in a minute wrong keys are told to wait (rules/http 2.7). Right keys are never counted or
 * refused, so nobody who shares an address with a guesser is locked out.
 */
function countWrongKey(address: string, ports: HttpPorts): Done | Refusal<"rate_limited"> {
  const wait = ports.countAddress("wrong_keys", address);
  if (wait === undefined) return done;
  return refuse("rate_limited", `too many wrong API keys from this address; wait ${wait} s`, undefined, wait);
}

/** HTTP Basic authentication, as booking channels send it (RFC 7617). */
async function authorizeChannel(
  input: AuthorizeInput,
  ports: HttpPorts,
  services: HttpServices,
): Promise<Authorized | Refusal> {
  const match = /^Basic +([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(input.authorization ?? "");
  const text = match?.[1] === undefined ? "" : Buffer.from(match[1], "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) return refuse("unauthorized", "the header Authorization: Basic <name and password> is missing");
  const username = text.slice(0, colon);
  const service = services[ports.environmentOfChannel(username)] ?? services.test;
  const channel = await service.authenticateChannel(username, text.slice(colon + 1), input.address);
  return isRefusal(channel) ? channel : { channel, service };
}

function bearerToken(header: string | undefined): string | Refusal {
  if (header === undefined) {
    return refuse("unauthorized", "the header Authorization: Bearer <API key> is missing");
  }
  const match = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(header);
  if (match?.[1] === undefined) {
    return refuse("unauthorized", "the header Authorization must be of the form Bearer <API key>");
  }
  return match[1];
}

function authorizeOperator(
  token: string,
  input: AuthorizeInput,
  ports: HttpPorts,
  services: HttpServices,
): Authorized | Refusal {
  const operator = ports.authenticateOperator(token, input.address);
  if (isRefusal(operator)) return operator;
  const environment = input.pathEnvironment;
  if (environment !== "test" && environment !== "live") {
    return refuse("not_found", "the environment in the path must be test or live");
  }
  const service = services[environment];
  return service === undefined
    ? refuse("not_found", "live is not configured here: set LIVE_DATABASE_URL")
    : { service };
}

/** Refuses a key that is sent to the other environment's host, when the two hosts differ (rules/http 1.3). */
function checkHost(environment: Environment, host: string | undefined, hosts: Hosts): Done | Refusal {
  if (hosts.live === undefined || hosts.live === hosts.test || host === undefined) return done;
  const other = environment === "test" ? hosts.live : hosts.test;
  if (host.toLowerCase() !== other) return done;
  return refuse("wrong_environment", `this is a ${environment} key, and ${host} serves the other environment`);
}

/** Whose calls share a turn with each other. */
export function ownerOf({ app, channel, console: from }: Authorized): string {
  return app?.id ?? channel?.id ?? from?.person?.id ?? from?.device?.id ?? "operator";
}
