/** How the caller names a guest: by phone, by e-mail address, or by both. Pure. */
import { normalizePhone } from "../../kernel/phone.ts";
import { isRefusal, refuse, type Refusal } from "../../kernel/refusal.ts";

export interface NamedGuest {
  /** E.164. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** Refuses a guest who is named by neither, and a number that cannot be dialled. */
export function readGuestKey(body: {
  readonly phone?: string;
  readonly email?: string;
}): NamedGuest | Refusal<"invalid_request" | "invalid_phone"> {
  if (body.phone === undefined && body.email === undefined) {
    const message = "is required, or email: name the guest by one of the two";
    return refuse("invalid_request", `body.phone ${message}`, { issues: [{ path: "body.phone", message }] });
  }
  const phone: string | null | Refusal<"invalid_phone"> = body.phone === undefined ? null : readKnownPhone(body.phone);
  return isRefusal(phone) ? phone : { phone, email: body.email ?? null };
}

/** A number as it is stored is taken as it is: a guest is found also by one that is no longer a number of its plan. */
function readKnownPhone(text: string): string | Refusal<"invalid_phone"> {
  return /^\+[0-9]{7,15}$/.test(text) ? text : normalizePhone(text, null, "body.phone");
}
