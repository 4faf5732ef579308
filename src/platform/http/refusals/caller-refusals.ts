/** Refusals about who calls: keys, scopes, sessions, roles and the ways to sign in. */
import type { RefusalKind } from "./refusal-kind.ts";

export const callerRefusals = {
  unauthorized: {
    status: 401,
    advice: "Check the Authorization header and the key; a lost key is replaced by the operator.",
  },
  person_required: {
    status: 401,
    advice: "A shared device shows its screen only: choose a name and type the PIN, or sign in.",
  },
  sign_in_failed: {
    status: 401,
    advice: "Check the e-mail, the password, the PIN or the code; the answer is the same when nobody has that name.",
  },
  insufficient_scope: {
    status: 403,
    advice: "Ask the operator for the scope that the message names.",
    details: ["required_scope"],
  },
  wrong_environment: { status: 403, advice: "Use a key of the environment that the data belongs to." },
  cross_site: {
    status: 403,
    advice: "Send the call from a page of this service, or without cookies and with Authorization: Bearer <session>.",
  },
  role_required: {
    status: 403,
    advice: "Ask a manager of the location, or the operator, for one of the roles.",
    details: ["roles"],
  },
  fresh_sign_in_required: { status: 403, advice: "Sign in again, then repeat the call within 15 minutes." },
  own_role: { status: 403, advice: "Nobody changes their own roles: ask another manager, or the operator." },
  passkey_required: {
    status: 403,
    advice: "In live the operator's people sign in with a passkey: add one under /me, then sign in with it.",
  },
  email_taken: { status: 409, advice: "Sign in with the account of this e-mail, then open the link again." },
  passkey_limit: { status: 409, advice: "Remove a passkey first: a person has at most ten." },
  last_way_in: { status: 409, advice: "Add another passkey or set a password first: one way to sign in has to stay." },
  last_of_role: {
    status: 409,
    advice: "Give the role to somebody else first: the last one stays.",
    details: ["role"],
  },
  name_taken: { status: 409, advice: "Choose another name." },
  passkeys_unavailable: {
    status: 422,
    advice: "Open the service by its host name over https, or at localhost: browsers offer passkeys there only.",
  },
  pin_locked: { status: 429, advice: "Wait the seconds in Retry-After, or sign in with one's own account." },
} as const satisfies Record<string, RefusalKind>;
