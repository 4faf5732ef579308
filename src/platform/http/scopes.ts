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
