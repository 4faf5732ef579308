// node carry-packages.js SOURCE TARGET NAME…: copies installed packages, and all that they depend on, from the node_modules
// of SOURCE to the same places below TARGET. The lock file has chosen their versions.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const [source, target, ...names] = process.argv.slice(2);
const carried = new Set();
for (const name of names) carry(name, source);

function carry(name, from) {
  const folder = find(name, from);
  if (folder === undefined) throw new Error(`${name} is not installed`);
  if (carried.has(folder)) return;
  carried.add(folder);
  // Packages inside of it are carried when something depends on them.
  const isOutside = (path) => !relative(folder, path).split("/").includes("node_modules");
  cpSync(folder, join(target, relative(source, folder)), { recursive: true, filter: isOutside });
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const each of Object.keys(dependencies)) carry(each, folder);
}

/** Where Node finds a package that is asked for from a folder. */
function find(name, from) {
  const found = join(from, "node_modules", name);
  if (basename(from) !== "node_modules" && existsSync(found)) return found;
  return from === source ? undefined : find(name, dirname(from));
}
