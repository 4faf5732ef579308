/** What the image of Maple holds, built as deploy/Dockerfile builds it, from the files of the checkout. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Builds into `target`, which is not there yet; `folder` is for what the build needs. */
export function buildTree(folder: string, target: string): void {
  const source = join(folder, "source");
  copyTracked(source);
  const ran = spawnSync("sh", [join(source, "deploy/image/build.sh"), source, target], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...wayToRegistry(), PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, HOME: folder },
  });
  assert.equal(ran.status, 0, "build.sh ends with 0");
}

/** What a fresh checkout would have, and nothing that lies beside it. */
function copyTracked(source: string): void {
  const listed = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(listed.status, 0, listed.stderr);
  for (const path of listed.stdout.split("\0").filter((each) => each !== "")) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    cpSync(join(root, path), join(source, path));
  }
}

/** What a network with an authority or a proxy of its own needs; nothing else of this machine reaches the build. */
function wayToRegistry(): NodeJS.ProcessEnv {
  const names = /^(NODE_EXTRA_CA_CERTS|npm_config_(cafile|registry|proxy|https_proxy|noproxy)|https?_proxy|no_proxy)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}
