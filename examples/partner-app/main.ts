/** Runs the partner in a terminal: `node_modules/.bin/node examples/partner-app/main.ts --help` says how. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPartner } from "./partner.ts";

const help = `A point-of-sale partner for the Maple sandbox.

  --port N            where to listen for webhooks (4100)
  --ready SECONDS     from accept to ready (3)
  --complete SECONDS  from ready to complete (3)
  --deny REASON       turn every order down, for example CAPACITY
  --fail-first N      answer 503 to the first N deliveries, to see them retried

The address and key come from MAPLE_BASE_URL and MAPLE_API_KEY, or else from sandbox.json, which the
service writes into MAPLE_DATA_DIR (.maple).`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4100" },
    ready: { type: "string", default: "3" },
    complete: { type: "string", default: "3" },
    deny: { type: "string" },
    "fail-first": { type: "string", default: "0" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) {
  console.log(help);
} else {
  await run();
}

async function run(): Promise<void> {
  const partner = await startPartner({
    ...readAccess(),
    port: Number(values.port),
    readyMs: Number(values.ready) * 1000,
    completeMs: Number(values.complete) * 1000,
    ...(values.deny === undefined ? {} : { deny: values.deny }),
    flaky: { failFirst: Number(values["fail-first"]) },
    log: (line) => console.log(line),
  });
  console.log("waiting for orders; Ctrl-C ends");
  const stop = (): void => {
    console.log("\nunsubscribing");
    partner.stop().catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    });
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function readAccess(): { readonly baseUrl: string; readonly apiKey: string } {
  const { MAPLE_BASE_URL: baseUrl, MAPLE_API_KEY: apiKey, MAPLE_DATA_DIR: directory = ".maple" } = process.env;
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey };
  const path = join(directory, "sandbox.json");
  try {
    const sandbox = JSON.parse(readFileSync(path, "utf8")) as { readonly base_url: string; readonly api_key: string };
    return { baseUrl: sandbox.base_url, apiKey: sandbox.api_key };
  } catch {
    console.error(
      `No sandbox found: ${path} is missing. Start one with npm start, or set MAPLE_BASE_URL and MAPLE_API_KEY.`,
    );
    process.exit(1);
  }
}
