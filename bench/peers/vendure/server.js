/**
 * Vendure in its documented production mode, in its own process: `server.js migrate` makes the tables and the first data,
 * `server.js serve` answers the shop and admin APIs, `server.js work` runs the queue of jobs. DATABASE_URL and PORT come
 * from the environment.
 */
import {
  bootstrap,
  bootstrapWorker,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LanguageCode,
  LogLevel,
} from "@vendure/core";
import { populate } from "@vendure/core/cli/index.js";
import { fileURLToPath } from "node:url";

const [command] = process.argv.slice(2);
const port = Number(process.env.PORT);

const config = {
  apiOptions: { cors: false, hostname: "127.0.0.1", port, adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "superadmin", password: process.env.PEER_PASSWORD },
    requireVerification: false,
  },
  dbConnectionOptions: {
    type: "postgres",
    url: process.env.DATABASE_URL,
    synchronize: command === "migrate",
    logging: false,
    poolSize: 16,
  },
  importExportOptions: { importAssetsDir: fileURLToPath(new URL(".", import.meta.url)) },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    DefaultSchedulerPlugin.init(),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: false }),
  ],
};

if (command === "migrate") {
  const app = await populate(() => bootstrap(config), firstData());
  await app.close();
  process.exit(0);
} else if (command === "work") {
  const worker = await bootstrapWorker(config);
  await worker.startJobQueue();
  console.log("ready");
} else {
  await bootstrap(config);
  console.log("ready");
}

/** A country, its tax, a way to ship and a way to pay that settles at once. */
function firstData() {
  return {
    defaultLanguage: LanguageCode.en,
    defaultZone: "Europe",
    countries: [{ name: "Germany", code: "DE", zone: "Europe" }],
    taxRates: [{ name: "Standard Tax", percentage: 20 }],
    shippingMethods: [{ name: "Standard", price: 500 }],
    paymentMethods: [
      {
        name: "Card",
        handler: { code: dummyPaymentHandler.code, arguments: [{ name: "automaticSettle", value: "true" }] },
      },
    ],
    collections: [],
  };
}
