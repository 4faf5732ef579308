/** npm run states: draws the diagrams of the pages in docs/ from the state machines. Run after every change of a table. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { drawnIn, drawPage } from "./draw-states.ts";

const root = new URL("../", import.meta.url);
for (const path of globSync("docs/*.md", { cwd: root })) {
  const file = new URL(path, root);
  const text = readFileSync(file, "utf8");
  if (drawnIn(text).length === 0) continue;
  writeFileSync(file, drawPage(text));
  console.log(`${path} is written`);
}
