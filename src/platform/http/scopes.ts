/** The scopes of keys (document 1, section 5; document 2, section 5). */
export const scopes = [
  "locations:read",
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
