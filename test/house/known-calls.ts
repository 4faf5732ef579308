/** A legal request for every call, about the known resources. */
import assert from "node:assert/strict";
import { describeEverything } from "../../src/docs-pages/api-description.ts";
import { newId, type IdPrefix } from "../../src/kernel/id.ts";
import { exampleOf } from "../../src/platform/http/openapi/openapi-examples.ts";
import { dereference, type JsonSchema } from "../../src/platform/http/openapi/openapi-document.ts";
import type { RouteValue } from "../../src/platform/http/route-value.ts";
import type { KnownResources } from "./known-resources.ts";
import { operatorToken } from "../harness/service.ts";

/** A body that the call takes; undefined when it takes none. */
export function legalBody(known: KnownResources, route: RouteValue): unknown {
  if (route.body === undefined) return undefined;
  const own = known.bodies[route.operationId] ?? route.example?.request;
  if (own !== undefined) return own;
  const document = describeEverything([route]);
  const media = document.paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content["application/json"];
  return exampleOf(media?.schema ?? {}, (schema) => dereference<JsonSchema>(document, schema));
}

/** What calls whose query has required values are sent, by operation id. */
function legalQueries(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  return {
    estimateWait: { party_size: "2" },
    consoleEstimateWait: { party_size: "2" },
    consoleSearchGuests: { q: "Dana" },
    consoleSearchOrders: { q: "ada" },
    consoleReadReport: { from: day, to: day },
    consoleReadReportAsCsv: { from: day, to: day },
    suggestStoreAddresses: { q: "Main" },
    storeListBookingDays: { party_size: "2" },
    storeSearchBookings: { start: `${day}T12:00`, end: `${day}T15:00`, party_size: "2" },
    consoleSearchAvailability: { start: `${day}T12:00`, end: `${day}T15:00`, party_size: "2" },
    searchBookingAvailability: { start: `${day}T12:00`, end: `${day}T15:00`, party_size: "2" },
  };
}

/** The address with one value of the query set to a text that is sent as it is. */
export function withQuery(address: string, name: string, text: string): string {
  const [path = "", search = ""] = address.split("?");
  const others = search.split("&").filter((pair) => pair !== "" && !pair.startsWith(`${name}=`));
  return `${path}?${[...others, `${name}=${text}`].join("&")}`;
}

/** The address of the call with known values, some of them replaced. */
export function addressOf(
  known: KnownResources,
  route: RouteValue,
  replaced: Readonly<Record<string, string>> = {},
): string {
  const values = { ...paramsFor(known, route), ...known.ownParams[route.operationId], ...replaced };
  const query = legalQueries()[route.operationId];
  const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    assert.ok(value !== undefined, `test/house/known-resources.ts does not know how to make a ${name} (${route.path})`);
    return value;
  });
  return path + search;
}

/** The path parameters of a call that are ids, with their kind. */
export function idParams(route: RouteValue): readonly (readonly [string, IdPrefix])[] {
  return Object.entries(route.params ?? {}).flatMap(([name, schema]) => {
    const prefix = (schema as { readonly "x-id-prefix"?: IdPrefix })["x-id-prefix"];
    return prefix === undefined ? [] : [[name, prefix] as const];
  });
}

/** The address of the call with ids that name nothing, so that what gets past the checks has no effect. */
export function addressOfNothing(known: KnownResources, route: RouteValue): string {
  return addressOf(known, route, Object.fromEntries(idParams(route).map(([name, prefix]) => [name, newId(prefix)])));
}

function paramsFor(known: KnownResources, route: RouteValue): Readonly<Record<string, string>> {
  return route.access.kind === "operator" ? known.operatorParams : known.params;
}

/** The headers that the call needs: a key of its own each time, where it wants one. */
export function neededHeaders({ headers = {} }: RouteValue): { readonly headers?: Readonly<Record<string, string>> } {
  const key = headers["idempotency-key"];
  return key === undefined || "~optional" in key ? {} : { headers: { "idempotency-key": newId("req") } };
}

/** The credential that the call wants. */
export function credentialFor(known: KnownResources, route: RouteValue): string | undefined {
  const { access } = route;
  if (access.kind === "public" || (access.kind === "console" && access.needs === "nobody")) return undefined;
  if (route.access.kind === "channel") return known.channelCredential;
  if (route.access.kind === "console") return known.ownSessions[route.operationId] ?? known.session;
  return route.access.kind === "operator" ? operatorToken : known.app.key;
}
