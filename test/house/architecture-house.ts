/** The house as it is allowed to be: the floors and the one direction of every import between features. */
import type { House } from "./architecture-rules.ts";

const ground = ["pages", "audit", "apps", "webhooks", "locations", "feedback", "messaging"];
const goods = ["menus", "stock", "pricing", "payments", "delivery-zones"];

/** All features, from the ground up. */
const everything = [
  "embedded-postgres",
  "time-zones",
  ...ground,
  ...goods,
  "orders",
  "bookings",
  "providers",
  "channels",
  "floor",
  "waitlist",
  "store",
  "console",
  "sandbox",
  "operator",
  "docs-pages",
  "cli",
];

export const house: House = {
  mayImport: {
    "embedded-postgres": [],
    "time-zones": [],
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
    channels: [...ground, "bookings", "providers"],
    floor: [...ground, "bookings"],
    waitlist: [...ground, "bookings", "floor"],
    store: [...ground, ...goods, "orders", "bookings", "floor", "waitlist"],
    console: [...ground, ...goods, "orders", "bookings", "providers", "channels", "floor", "waitlist"],
    sandbox: [...ground, ...goods, "orders", "bookings", "waitlist"],
    operator: [...ground, ...goods, "orders", "bookings", "providers", "channels", "waitlist"],
    "docs-pages": [...ground, ...goods, "orders", "bookings", "providers", "channels", "floor", "waitlist", "store"],
    cli: ["webhooks"],
    program: everything,
  },
  rooms: {
    bookings: ["venue", "tables", "book", "setup", "search", "provider", "make", "at-provider", "aftercare", "api"],
    webhooks: ["subscriptions", "ledger", "delivery", "api"],
    orders: ["order", "place", "decide", "change", "api"],
    menus: ["document", "read", "publish", "api"],
    payments: ["payment", "test-processor", "money", "stripe", "pages"],
    waitlist: ["entry", "estimate", "queue", "aftercare", "api"],
    "delivery-zones": ["geometry", "zones", "preview", "api"],
    console: ["board"],
    store: ["shared", "photos", "book", "manage", "order", "menu", "wait"],
  },
  notPure: {
    cli: "a program of its own that talks to the service over HTTP",
    program: "starts the processes and builds the service",
    "embedded-postgres": "runs the programs of PostgreSQL",
    "time-zones": "reads the system's zone data",
  },
  notPureFiles: {
    "src/waitlist/queue/require-waitlist.ts": "asks the rule of venues, which stands beside their query",
  },
  readsProgramClock: {
    "src/platform/clock/database-clock.ts": "measures how far the program's clock is off",
    "src/kernel/id.ts": "until the process has read its database's clock",
    "src/program/run.ts": "zone data is compared for the years around today, for the log",
    "src/cli/listen.ts": "runs at a partner's: judges signatures as a partner does, and shows when it heard of what",
    "src/cli/replay.ts": "runs at a partner's: reads times such as 2h ago",
  },
  sqlElsewhere: {
    "src/embedded-postgres/embedded.ts": "makes the database, before there is one to prepare statements in",
    "src/platform/postgres/migrate.ts": "runs migrations, before there is a schema",
    "src/platform/postgres/notifier.ts": "speaks LISTEN and NOTIFY, which are part of the connection",
    "src/platform/postgres/session-check.ts": "the first statement on every connection",
    "src/platform/postgres/silence-watch.ts": "asks the server about its connections",
  },
  purePackages: ["typebox", "flatbush", "robust-predicates", "node:crypto", "node:util", "node:zlib"],
  purePlatform:
    /^src\/platform\/(http\/(openapi\/[-\w]*|reading\/(fields|invalid-request|strict-json)|refusal-catalogue|scopes|reply|error-body)|outgoing-http\/(address-safety|public-host))\.ts$/,
};
