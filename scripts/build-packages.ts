/** npm run build:sdk: builds and packs the SDK into build/downloads, and says how large the tarball is and its SHA-512. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSdk, packFolder } from "./sdk/build-sdk.ts";

const build = fileURLToPath(new URL("../build", import.meta.url));
await buildSdk(join(build, "sdk"));
const tarball = packFolder(join(build, "sdk"), join(build, "downloads"));
const bytes = readFileSync(tarball);
const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
console.log(`${basename(tarball)}: ${bytes.length} bytes, ${integrity}`);
