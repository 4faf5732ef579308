/**
 * Whether a page of this service sent a form (rules/http 4.16). Guarantees: where the browser says where a form comes
 * from, only our own origin passes. Where it says nothing the form passes, because old browsers send no `Sec-Fetch-Site`,
 * and our pages' `no-referrer` makes browsers write `Origin: null`. The pages need no more: their addresses give the
 * rights, not cookies. Pure.
 */
export interface FormOrigin {
  /** The header `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  /** The header `Origin`. */
  readonly origin: string | undefined;
  /** The hosts that we are reached by, with a port where it is not the usual one. */
  readonly ownHosts: readonly (string | undefined)[];
}

/** Answers false when the browser names another site, or a part of our own site that is another origin. */
export function isOwnForm({ site, origin, ownHosts }: FormOrigin): boolean {
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  if (origin === undefined || origin === "null") return true;
  const url = URL.parse(origin);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return ownHosts.some((host) => host !== undefined && URL.parse(`${url.protocol}//${host}`)?.host === url.host);
}

/** The same, where cookies open the page: a browser that names no origin is refused. */
export function isSurelyOwnForm(form: FormOrigin): boolean {
  const { site, origin } = form;
  if (site !== undefined) return site === "same-origin";
  return origin !== undefined && origin !== "null" && isOwnForm(form);
}
