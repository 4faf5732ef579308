/** Runs the partner in a terminal: `npm run example:partner -- --help` says how. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Maple, type PublishMenuInput } from "@maple-partners/sdk";
import { openDriver, type Ask } from "./driver.ts";
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
  --driver            do what maple certify asks for, by lines of JSON on the standard input

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
    driver: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) {
  console.log(help);
} else {
  try {
    const menu = values.menu === undefined ? undefined : readMenu(values.menu);
    const partner = await start(menu);
    if (values.driver) beDriven(partner, menu);
    else listenToTerminal(partner);
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPortTaken = "code" in error && error.code === "EADDRINUSE";
  return isPortTaken ? `port ${values.port} is taken: end what listens there, or give --port N` : error.message;
}

function readMenu(file: string): PublishMenuInput {
  return JSON.parse(readFileSync(file, "utf8")) as PublishMenuInput;
}

function start(menu: PublishMenuInput | undefined): Promise<Partner> {
  const { location, deny } = values;
  return startPartner({
    ...readAccess(),
    port: Number(values.port),
    readyMs: Number(values.ready) * 1000,
    completeMs: Number(values.complete) * 1000,
    ...(menu === undefined ? {} : { menu }),
    ...(location === undefined ? {} : { locationId: location }),
    ...(deny === undefined ? {} : { deny }),
    flaky: { failFirst: Number(values["fail-first"]) },
    // A driver says on its standard output only what the certification reads.
    log: (line) => (values.driver ? console.error(line) : console.log(line)),
  });
}

/** Ends when the certification ends its input. */
function beDriven(partner: Partner, menu: PublishMenuInput | undefined): void {
  const log = (line: string): void => console.error(line);
  const act = openDriver({ maple: new Maple(readAccess()), partner, menu, log });
  let acting = Promise.resolve();
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const ask = JSON.parse(line) as Ask;
    acting = acting.then(() => act(ask));
  });
  lines.once("close", () => {
    acting
      .then(() => partner.stop())
      .catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exitCode = 1;
      });
  });
  console.log(JSON.stringify({ ready: true }));
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
