/** The house as it is allowed to be: the floors and the one direction of every import between features. */
import type { House } from "./architecture-rules.ts";

const ground = ["audit", "apps", "webhooks", "locations", "feedback"];
const goods = ["menus", "stock", "pricing", "payments", "delivery-zones"];

export const house: House = {
  mayImport: {
    audit: [],
    apps: ["audit"],
    webhooks: ["apps", "audit"],
    locations: ["apps", "audit", "webhooks"],
    feedback: ["apps"],
    menus: [...ground],
    stock: [...ground, "menus"],
    pricing: ["menus", "stock"],
    payments: [...ground],
    "delivery-zones": [...ground],
    orders: [...ground, ...goods],
    bookings: [...ground],
    floor: [...ground, "bookings"],
    sandbox: [...ground, ...goods, "orders", "bookings"],
    operator: [...ground, ...goods, "orders", "bookings"],
    "docs-pages": [...ground, ...goods, "orders", "bookings", "floor"],
    cli: ["webhooks"],
  },
  notPure: {
    cli: "a program of its own that talks to the service over HTTP",
  },
  notPureFiles: {},
  purePackages: ["typebox", "libphonenumber-js", "flatbush", "robust-predicates", "node:crypto", "node:util"],
  purePlatform:
    /^src\/platform\/(http\/(openapi[-\w]*|refusal-catalogue|fields|scopes|reply|error-body|strict-json)|outgoing-http\/address-safety)\.ts$/,
};
