/** Whether a request may go on before its body is read: its caller, the count of its address, the budget of its app. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { done, isRefusal, refuse, type Done, type Refusal } from "../../kernel/refusal.ts";
import { authorize, ownerOf, type Authorized } from "./authorize.ts";
import { budgetSeconds } from "../limits/rate-budget.sql.ts";
import type { ConsoleAccess } from "./console/console-caller.ts";
import type { FlowNames } from "./flow-names.ts";
import type { Hosts, HttpPorts, HttpServices } from "./ports.ts";
import type { RouteValue } from "./route-value.ts";

export interface AuthorizeOptions {
  readonly ports: HttpPorts;
  readonly services: HttpServices;
  readonly hosts: Hosts;
  readonly flows: FlowNames;
}

declare module "fastify" {
  interface FastifyRequest {
    authorized: Authorized | null;
  }
}

/**
 * Finds the caller of a request of the route, and counts the call; or refuses it: 401, 403, 404 or 429. `door` is the access
 * of another path to the same route.
 */
export async function authorizeRequest(
  route: RouteValue,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthorizeOptions,
  door?: ConsoleAccess,
): Promise<Done | Refusal> {
  const params = request.params as Readonly<Record<string, string>>;
  if (route.access.kind !== "public" && hasTwoCredentials(request.raw.rawHeaders)) return twoCredentials;
  const authorized = await authorize(
    {
      access: door ?? route.access,
      method: request.method,
      headers: request.headers,
      authorization: request.headers.authorization,
      host: request.headers.host,
      address: request.ip,
      pathEnvironment: params["environment"],
    },
    options.ports,
    options.services,
    options.hosts,
  );
  if (isRefusal(authorized)) return authorized;
  request.authorized = authorized;
  options.flows.learn(request.headers.authorization, ownerOf(authorized));
  const counted = countAddress(route, request.ip, options);
  return isRefusal(counted) ? counted : takeBudget(route, authorized, reply);
}

/**
 * Whether the header Authorization is there several times. The server keeps the first alone, and a proxy may keep another:
 * the order of headers must not say who calls.
 */
function hasTwoCredentials(rawHeaders: readonly string[]): boolean {
  const isCredential = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 13 && text.toLowerCase() === "authorization";
  return rawHeaders.findIndex(isCredential) !== rawHeaders.findLastIndex(isCredential);
}

const twoCredentials = refuse(
  "unauthorized",
  "the header Authorization must be there once, and it is there several times; send one",
);

/** Counts the call against the limit of its address; a call over it does no work. */
function countAddress(route: RouteValue, address: string, { ports }: AuthorizeOptions): Done | Refusal {
  const wait = route.addressLimit === undefined ? undefined : ports.countAddress(route.addressLimit, address);
  if (wait === undefined) return done;
  return refuse("rate_limited", `too many requests from this address; wait ${wait} s`, undefined, wait);
}

/** Counts the call against the budget that its route names and tells of the count; a call over it does no work. */
async function takeBudget(
  { budget }: RouteValue,
  { app, service }: Authorized,
  reply: FastifyReply,
): Promise<Done | Refusal> {
  if (budget === undefined || app === undefined || service === undefined) return done;
  const { limit, remaining, endsInSeconds, isUsedUp } = await service.takeBudget(app.id, budget);
  void reply.headers({
    "ratelimit-policy": `"${budget}";q=${limit};w=${budgetSeconds}`,
    ratelimit: `"${budget}";r=${remaining};t=${endsInSeconds}`,
  });
  if (!isUsedUp) return done;
  const message = `this app has used its ${budget} requests of this minute; wait ${endsInSeconds} s`;
  return refuse("rate_limited", message, undefined, endsInSeconds);
}
