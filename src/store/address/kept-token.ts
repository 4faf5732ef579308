/**
 * The address that was chosen on the pages of a location, kept by the browser for the running order: a cookie with its
 * place token, below the path of that location only. Pure.
 */
import { placeTokenMaxLength } from "../../addresses/place-token.ts";
import type { PageCall, PageCookie } from "../../pages/page.ts";

const name = "place";
/** An evening; what stays longer is kept by the browser alone, where the diner says so. */
const keptSeconds = 3 * 3_600;

/** What the browser sends back; undefined where nothing was chosen. */
export function keptToken({ cookie }: Pick<PageCall, "cookie">): string | undefined {
  const token = cookie(name);
  return token === undefined || token === "" || token.length > placeTokenMaxLength ? undefined : token;
}

/** Keeps the place of a token; null forgets it. */
export function tokenCookie(locationId: string, token: string | null): PageCookie {
  return { name, value: token ?? "", path: `/store/${locationId}`, seconds: token === null ? 0 : keptSeconds };
}

/** The fields of a form, with the kept place where the form names none. */
export function withKeptToken(fields: URLSearchParams, call: Pick<PageCall, "cookie">): URLSearchParams {
  const token = keptToken(call);
  if (token === undefined || fields.has("place")) return fields;
  return new URLSearchParams([...fields, ["place", token]]);
}
