/** The house as it is allowed to be: the floors and the one direction of every import between features. */
import type { House } from "./architecture-rules.ts";

const ground = ["pages", "audit", "apps", "webhooks", "locations", "feedback", "messaging"];
const goods = ["menus", "stock", "pricing", "payments", "delivery-zones"];

export const house: House = {
  mayImport: {
    pages: [],
    audit: [],
    apps: ["audit"],
    webhooks: ["apps", "audit"],
    locations: ["apps", "audit", "webhooks"],
    feedback: ["apps"],
    messaging: ["audit", "apps", "locations", "webhooks"],
    menus: [...ground],
    stock: [...ground, "menus"],
    pricing: ["menus", "stock"],
    payments: [...ground],
    "delivery-zones": [...ground],
    orders: [...ground, ...goods],
    bookings: [...ground],
    providers: [...ground, "bookings"],
    floor: [...ground, "bookings"],
    waitlist: [...ground, "bookings", "floor"],
    store: [...ground, ...goods, "orders", "bookings", "floor", "waitlist"],
    sandbox: [...ground, ...goods, "orders", "bookings", "waitlist"],
    operator: [...ground, ...goods, "orders", "bookings", "providers", "waitlist"],
    "docs-pages": [...ground, ...goods, "orders", "bookings", "providers", "floor", "waitlist", "store"],
    cli: ["webhooks"],
  },
  notPure: {
    cli: "a program of its own that talks to the service over HTTP",
  },
  notPureFiles: {},
  purePackages: [
    "typebox",
    "libphonenumber-js",
    "flatbush",
    "robust-predicates",
    "node:crypto",
    "node:util",
    "node:zlib",
  ],
  purePlatform:
    /^src\/platform\/(http\/(openapi[-\w]*|refusal-catalogue|fields|scopes|reply|error-body|strict-json)|outgoing-http\/address-safety)\.ts$/,
};
