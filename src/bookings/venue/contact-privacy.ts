/** Who may see a guest's phone and address (rules/messages-and-privacy 2.1). Pure. */
import { bookingScopes, contactScopes, type Scope } from "../../platform/http/scopes.ts";

/** Whether an app sees bookings at all. */
export function mayReadBookings(scopes: readonly Scope[]): boolean {
  return bookingScopes.some((scope) => scopes.includes(scope));
}

/** Whether an app sees phone numbers and addresses, or names and the last four digits only. */
export function seesContact(scopes: readonly Scope[]): boolean {
  return contactScopes.some((scope) => scopes.includes(scope));
}
