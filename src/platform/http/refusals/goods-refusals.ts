/** Refusals about menus and delivery zones. */
import type { RefusalKind } from "./refusal-kind.ts";

export const goodsRefusals = {
  invalid_menu: {
    status: 400,
    advice: "Correct every issue listed and publish the whole document again.",
    details: ["issues"],
  },
  invalid_photo: {
    status: 400,
    advice: "Send the base64 text of a JPEG, PNG or WebP picture of at most 3,000,000 bytes.",
    details: ["reason"],
  },
  invalid_geometry: {
    status: 400,
    advice: "Correct the geometry as the reason says; positions are [longitude, latitude].",
    details: ["reason", "issues"],
  },
  menu_not_published: { status: 404, advice: "Publish a menu first: POST /v1/locations/{locationId}/menu." },
  app_owns_menu: {
    status: 409,
    advice: "The connected app publishes the menu of this location: change the menu there, or ask the operator.",
  },
  zone_limit: {
    status: 409,
    advice: "Remove delivery zones first, or draw them with fewer corners.",
    details: ["limit"],
  },
} as const satisfies Record<string, RefusalKind>;
