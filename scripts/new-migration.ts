/** Makes the next file of db/migrations: npm run migration -- a few words */
import { readdirSync, writeFileSync } from "node:fs";

const directory = new URL("../db/migrations/", import.meta.url);
const name = process.argv.slice(2).join("-");
if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error("usage: npm run migration -- a few words (lower-case letters, digits, single dashes)");
  process.exit(2);
}
const last = readdirSync(directory)
  .map((file) => Number(/^(\d{4})-.*\.sql$/.exec(file)?.[1] ?? 0))
  .reduce((highest, number) => Math.max(highest, number), 0);
const file = `${String(last + 1).padStart(4, "0")}-${name}.sql`;
writeFileSync(new URL(file, directory), "-- What this adds, and why.\n", { flag: "wx" });
console.log(`db/migrations/${file}`);
