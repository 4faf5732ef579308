/**
 * One sending of a guest's form (rules/bookings 14.8). A form has a key that nobody can guess; the key and the typed
 * fields make the token of the request. Guarantees: the same form sent twice is one request, and a form with other
 * content is another. The token gives access to the page with the state of the request, and follows from nothing that is
 * stored or logged. Pure.
 */
import { createHash } from "node:crypto";
import { idOfDigest, type Id } from "../../kernel/id.ts";

/** 32 characters of base64url. */
const formKeyForm = /^[\w-]{32}$/;
const requestTokenForm = /^[\w-]{43}$/;

/** The key of a form that was sent; a new one where the form has none of ours. */
export function formKeyOf(sent: URLSearchParams, newFormKey: () => string): string {
  const key = sent.get("key") ?? "";
  return formKeyForm.test(key) ? key : newFormKey();
}

/** The token of a form with this content; `about` is what the form is sent for. */
export function requestTokenOf(formKey: string, about: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify(["guest request", formKey, ...about]))
    .digest("base64url");
}

/** The operation that the request is at a provider; undefined for what is no token. */
export function operationOf(requestToken: string): Id<"opn"> | undefined {
  if (!requestTokenForm.test(requestToken)) return undefined;
  return idOfDigest("opn", createHash("sha256").update(`guest operation\n${requestToken}`).digest());
}

/** Where a guest sees what became of a request that was not answered at once. */
export function requestPath(locationId: Id<"str">, requestToken: string): string {
  return `/book/${locationId}/request/${requestToken}`;
}
