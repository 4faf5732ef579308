/**
 * npm run openapi: writes openapi/{audience}.json, docs/errors.md, src/cli/routes.json, the schema of scenarios and the
 * generated half of the SDK from the routes. Run after every change of a route.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { scenarioSchema } from "../src/certification/scenario.schemas.ts";
import { committedDescription } from "../src/docs-pages/api-description.ts";
import { audiences } from "../src/docs-pages/audience.ts";
import { errorsMarkdown } from "../src/docs-pages/errors-markdown.ts";
import { describedCalls } from "./describe-calls.ts";
import { describeSdk, type CallNames, type Contract } from "./sdk/describe-sdk.ts";
import { webhookVectorsFile } from "./sdk/webhook-vectors.ts";
import { servedRoutes } from "./served-routes.ts";

const routes = servedRoutes();
const write = (path: string, text: string): void => {
  const file = new URL(`../${path}`, import.meta.url);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${path} is written`);
};
for (const audience of audiences) write(`openapi/${audience}.json`, committedDescription(routes, audience));
write("docs/errors.md", errorsMarkdown(routes));
write("src/cli/routes.json", describedCalls(routes));
write("scenarios/scenario.schema.json", `${JSON.stringify(scenarioSchema, null, 2)}\n`);
write("examples/verify-webhook/webhook-vectors.json", webhookVectorsFile());
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));
const contract = JSON.parse(committedDescription(routes, "partner")) as Contract;
const { version } = read("packages/sdk/package.json") as { readonly version: string };
const sdk = describeSdk(contract, read("packages/sdk/call-names.json") as CallNames, version);
for (const [name, text] of sdk) write(`packages/sdk/src/generated/${name}`, text);
