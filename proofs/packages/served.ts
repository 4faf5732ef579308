/** Packages that a service hands out: what the pages say installs them, and brings a command that runs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Served {
  /** The folder of the installed command, of which the service runs. */
  readonly installed: string;
  /** The tarballs by the names under which they are handed out. */
  readonly tarballs: Readonly<Record<string, string>>;
}

/** Puts the packages where a service finds them, as the image does; before the service starts. */
export function handOut({ installed, tarballs }: Served): void {
  const downloads = join(installed, "build/downloads");
  mkdirSync(downloads, { recursive: true });
  for (const [name, file] of Object.entries(tarballs)) copyFileSync(file, join(downloads, name));
}

/** Installs both from the service into an empty folder, with no registry to ask, and runs the command without installing it. */
export async function checkServed({ tarballs }: Served, url: string, folder: string): Promise<void> {
  const page = await (await fetch(`${url}/docs/downloads`)).text();
  for (const [name, file] of Object.entries(tarballs)) {
    const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    assert.ok(page.includes(`href="/docs/downloads/${name}"`) && page.includes(integrity), `the page has ${name}`);
  }
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const offline = [
    "--registry",
    "http://127.0.0.1:9",
    "--fetch-retries=0",
    "--no-audit",
    "--no-fund",
    "--cache",
    join(folder, "npm"),
  ];
  const addresses = Object.keys(tarballs).map((name) => `${url}/docs/downloads/${name}`);
  const installed = spawnSync("npm", ["install", ...offline, ...addresses], { cwd: folder, encoding: "utf8" });
  assert.equal(installed.status, 0, installed.stderr);
  assert.ok(existsSync(join(folder, "node_modules/@maple-partners/sdk/package.json")));
  const [command = ""] = addresses.filter((address) => address.includes("/maple-"));
  const words = ["--yes", ...offline, `--package=${command}`, "maple", "help"];
  const ran = spawnSync("npx", words, { cwd: join(folder, ".."), encoding: "utf8" });
  assert.match(ran.stdout, /maple trigger TYPE/, ran.stderr);
  console.log("both packages install from the service, and npx runs the command from it");
}
