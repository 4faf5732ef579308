/** The scopes of keys (rules/http 3.1 to 3.8). */
export const scopes = [
  "locations:read",
  "locations:write",
  "connections:read",
  "connections:write",
  "orders:read",
  "orders:write",
  "menus:read",
  "menus:write",
  "webhooks:read",
  "webhooks:write",
  "bookings:read",
  "bookings:write",
  "bookings:manage",
  "bookings:configure",
  "delivery_zones:read",
  "delivery_zones:write",
] as const;

export type Scope = (typeof scopes)[number];

/** An app with one of these reads the phone and the address of guests (rules/messages-and-privacy 2.1). */
export const contactScopes: readonly Scope[] = ["bookings:write", "bookings:manage"];

/** An app with one of these hears of bookings and of the waitlist. */
export const bookingScopes: readonly Scope[] = ["bookings:read", ...contactScopes];

/** An app with one of these reads the order that it is asked to validate. */
export const orderScopes: readonly Scope[] = ["orders:read", "orders:write"];
