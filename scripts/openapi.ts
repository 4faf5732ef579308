/** npm run openapi: writes openapi/{audience}.json, docs/errors.md and src/cli/routes.json from the routes. Run after every change of a route. */
import { mkdirSync, writeFileSync } from "node:fs";
import { committedDescription } from "../src/docs-pages/api-description.ts";
import { audiences } from "../src/docs-pages/audience.ts";
import { errorsMarkdown } from "../src/docs-pages/errors-markdown.ts";
import { describedCalls } from "./describe-calls.ts";
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
