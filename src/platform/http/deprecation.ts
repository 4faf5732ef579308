/**
 * Calls that will end (rules/http 12.5): the headers of their answers, by RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`)
 * and a link to the page of the call; and the list of all such calls in GET /v1/ping. Pure.
 */
import type { RouteValue } from "./route-value.ts";

/** Something that a program has to change, and by when. */
export interface Notice {
  readonly date: string;
  readonly text: string;
  readonly doc_url: string;
}

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The short address of the call, which leads to its page; `docs` has no slash at its end. */
const pageOf = (docs: string, { operationId }: Pick<RouteValue, "operationId">): string => `${docs}/api/${operationId}`;

/** The headers of every answer of a call that ends; none for any other. */
export function deprecationHeaders(route: RouteValue, docs: string): Readonly<Record<string, string>> {
  const { deprecated } = route;
  if (deprecated === undefined) return {};
  return {
    deprecation: `@${startOf(deprecated.since) / 1000}`,
    sunset: new Date(startOf(deprecated.sunset)).toUTCString(),
    link: `<${pageOf(docs, route)}>; rel="deprecation"; type="text/html"`,
  };
}

/** What partners are told of the calls under /v1 that end, the first end first. */
export function noticesOf(bound: readonly { readonly route: RouteValue }[], docs: string): Notice[] {
  return bound
    .flatMap(({ route }) => {
      const { deprecated, method, path } = route;
      if (deprecated === undefined || !path.startsWith("/v1/")) return [];
      const text = `${method} ${path} ends on ${deprecated.sunset}. ${deprecated.instead}`;
      return [{ date: deprecated.sunset, text, doc_url: pageOf(docs, route) }];
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}
