/** npm run openapi: writes openapi/v1.json, openapi/console.json, docs/errors.md and src/cli/routes.json from the routes. Run after every change of a route. */
import { mkdirSync, writeFileSync } from "node:fs";
import { committedConsoleDescription, committedDescription } from "../src/docs-pages/api-description.ts";
import { errorsMarkdown } from "../src/docs-pages/errors-markdown.ts";
import { describedCalls } from "./describe-calls.ts";
import { servedRoutes } from "./served-routes.ts";

const routes = await servedRoutes();
const write = (path: string, text: string): void => {
  const file = new URL(`../${path}`, import.meta.url);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
  console.log(`${path} is written`);
};
write("openapi/v1.json", committedDescription(routes));
write("openapi/console.json", committedConsoleDescription(routes));
write("docs/errors.md", errorsMarkdown(routes));
write("src/cli/routes.json", describedCalls(routes));
