/**
 * npm run build:packages: builds and packs the SDK and the command, which partners install, into build/downloads, where a
 * service finds them, and prints the size of each tarball and its SHA-512. With `sdk` or `command` only that one.
 */
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCommand } from "./package/build-command.ts";
import { buildSdk, packFolder } from "./sdk/build-sdk.ts";

const build = fileURLToPath(new URL("../build", import.meta.url));
const downloads = join(build, "downloads");
const only = process.argv[2];
const builders = [
  ["sdk", "sdk", buildSdk],
  ["command", "maple", buildCommand],
] as const;
for (const [name, short, make] of builders) {
  if (only !== undefined && only !== name) continue;
  await make(join(build, name));
  const packed = packFolder(join(build, name), join(build, "packed"));
  // Packages of earlier versions are not handed out.
  for (const old of globSync(`${short}-*.tgz`, { cwd: downloads })) rmSync(join(downloads, old));
  const { version } = JSON.parse(readFileSync(join(build, name, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const tarball = `${short}-${version}.tgz`;
  mkdirSync(downloads, { recursive: true });
  renameSync(packed, join(downloads, tarball));
  const bytes = readFileSync(join(downloads, tarball));
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  console.log(`${tarball}: ${bytes.length} bytes, ${integrity}`);
}
