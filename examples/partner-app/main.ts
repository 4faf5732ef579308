/** Runs the partner in a terminal: `npm run example:partner -- --help` says how. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import type { PublishMenuInput } from "@maple-partners/sdk";
import { startPartner, type Partner } from "./partner.ts";
import { runSetting } from "./settings.ts";

const help = `A point-of-sale partner for the Maple sandbox.

  --port N            where to listen for webhooks (4100)
  --menu FILE         publish this menu at the start, for example examples/menus/small-bistro.json
  --location STR      which location; the app's first without it
  --ready SECONDS     from accept to ready (3)
  --complete SECONDS  from ready to complete (3)
  --deny REASON       turn every order down, for example CAPACITY
  --fail-first N      answer 503 to the first N deliveries, to see them retried

While it runs, type help for the settings of the till: stock, closing, catching up.

The address and key come from MAPLE_URL and MAPLE_API_KEY, or else from sandbox.json, which the service writes into
MAPLE_DATA_DIR (.maple).`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4100" },
    menu: { type: "string" },
    location: { type: "string" },
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
  try {
    listenToTerminal(await start());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function start(): Promise<Partner> {
  const { menu, location, deny } = values;
  return startPartner({
    ...readAccess(),
    port: Number(values.port),
    readyMs: Number(values.ready) * 1000,
    completeMs: Number(values.complete) * 1000,
    ...(menu === undefined ? {} : { menu: JSON.parse(readFileSync(menu, "utf8")) as PublishMenuInput }),
    ...(location === undefined ? {} : { locationId: location }),
    ...(deny === undefined ? {} : { deny }),
    flaky: { failFirst: Number(values["fail-first"]) },
    log: (line) => console.log(line),
  });
}

function listenToTerminal(partner: Partner): void {
  console.log("waiting for orders; help lists the settings, Ctrl-C ends");
  const terminal = createInterface({ input: process.stdin });
  let stopping = false;
  const fail = (error: unknown): void => {
    console.error(error instanceof Error ? error.message : error);
  };
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    console.log("\nunsubscribing");
    terminal.close();
    partner.stop().catch((error: unknown) => {
      fail(error);
      process.exitCode = 1;
    });
  };
  terminal.on("line", (line) => {
    runSetting(partner, line).then(({ text, end }) => {
      if (text !== "") console.log(text);
      if (end === true) stop();
    }, fail);
  });
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function readAccess(): { readonly baseUrl: string; readonly apiKey: string } {
  const { MAPLE_URL: baseUrl, MAPLE_API_KEY: apiKey, MAPLE_DATA_DIR: directory = ".maple" } = process.env;
  if (baseUrl !== undefined && apiKey !== undefined) return { baseUrl, apiKey };
  const path = join(directory, "sandbox.json");
  try {
    const sandbox = JSON.parse(readFileSync(path, "utf8")) as { readonly base_url: string; readonly api_key: string };
    return { baseUrl: sandbox.base_url, apiKey: sandbox.api_key };
  } catch (error) {
    const message = `No sandbox found: ${path} is missing. Start one with npm start, or set MAPLE_URL and MAPLE_API_KEY.`;
    throw new Error(message, { cause: error });
  }
}
