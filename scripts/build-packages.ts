/**
 * npm run build:packages: builds and packs the SDK and the command, which partners install, into build/downloads, and
 * prints the size of each tarball and its SHA-512. With `sdk` or `command` only that one.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommand } from "./package/build-command.ts";
import { buildSdk, packFolder } from "./sdk/build-sdk.ts";

const build = fileURLToPath(new URL("../build", import.meta.url));
const only = process.argv[2];
const builders = [
  ["sdk", buildSdk],
  ["command", buildCommand],
] as const;
for (const [name, make] of builders) {
  if (only !== undefined && only !== name) continue;
  await make(join(build, name));
  const tarball = packFolder(join(build, name), join(build, "downloads"));
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  console.log(`${basename(tarball)}: ${bytes.length} bytes, ${integrity}`);
}
