/** Every file that Docker would read exists; the programs of the image that need no image are run. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const dockerfile = read("deploy/Dockerfile");

test("both stages begin with an image that is named by its digest", () => {
  assert.deepEqual(
    [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image),
    ["${NODE_IMAGE}", "${NODE_IMAGE}"],
  );
  const guard = /^RUN (case .*esac)$/m.exec(dockerfile)?.[1] ?? "";
  const judge = (image: string) => spawnSync("sh", ["-c", guard], { env: { NODE_IMAGE: image } }).status;
  assert.deepEqual([judge("node:26@sha256:0123"), judge("node:26"), judge("")], [0, 1, 1]);
});

test("the image runs build.sh, copies what is there, and is an ordinary user's", () => {
  assert.match(dockerfile, /^RUN sh \/source\/deploy\/image\/build\.sh \/source \/opt\/maple$/m);
  for (const [, from = ""] of dockerfile.matchAll(/^COPY (?!--from)(\S+) /gm))
    assert.ok(existsSync(join(root, from)), from);
  assert.match(dockerfile, /^USER 10001:10001$/m);
  assert.match(dockerfile, /^HEALTHCHECK .* CMD \["node", "\/opt\/maple\/health\.js"\]$/m);
  assert.match(read("deploy/image/build.sh"), /^cp deploy\/image\/health\.js "\$target\/health\.js"$/m);
  const ignored = read("deploy/Dockerfile.dockerignore").split("\n");
  for (const line of [".git", ".maple", "node_modules", "**/.env", "**/*.pem"]) assert.ok(ignored.includes(line), line);
});

test("the scripts are read by sh without a fault", () => {
  for (const path of globSync("deploy/**/*.sh", { cwd: root })) {
    const { status, stderr } = spawnSync("sh", ["-n", join(root, path)], { encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""], path);
  }
});

test("build.sh builds into an empty folder only", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "maple-image-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const full = join(root, "deploy");
  const { status, stderr } = spawnSync("sh", [join(root, "deploy/image/build.sh"), folder, full], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [1, `build.sh: ${full} is not empty\n`]);
});

test("a package is carried with all that it depends on", (t) => {
  const target = mkdtempSync(join(tmpdir(), "maple-carried-"));
  t.after(() => rmSync(target, { recursive: true }));
  const script = join(root, "deploy/image/carry-packages.js");
  const ran = spawnSync(process.execPath, [script, root, target, "pg"], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  const carried = createRequire(join(target, "index.js"));
  for (const name of ["pg", "pg-types", "postgres-array"]) assert.ok(carried.resolve(name).startsWith(target), name);
  assert.ok(!existsSync(join(target, "node_modules/fastify")));
  assert.notEqual(spawnSync(process.execPath, [script, root, target, "no-such-package"]).status, 0);
});

test("the health check ends with 0 while the process is ready, at the port of its probes", async (t) => {
  let status = 200;
  const server = createServer((request, response) =>
    response.writeHead(request.url === "/readyz" ? status : 404).end(),
  );
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.after(() => server.close());
  const port = String((server.address() as AddressInfo).port);
  const check = (env: Readonly<Record<string, string>>) =>
    new Promise((resolve) =>
      spawn(process.execPath, [join(root, "deploy/image/health.js")], { env }).on("exit", resolve),
    );
  assert.equal(await check({ PORT: port }), 0);
  assert.equal(await check({ PORT: "1", METRICS_PORT: port }), 0);
  status = 503;
  assert.equal(await check({ PORT: port }), 1);
  server.close();
  assert.equal(await check({ PORT: port }), 1);
});

test("the databases are prepared by the statements of docs/operating.md", () => {
  const script = read("deploy/compose/prepare-databases.sh");
  const sql = /```sql\n([\s\S]*?)```/.exec(read("docs/operating.md"))?.[1] ?? "";
  const rights = sql.split("\n").filter((line) => /^(REVOKE|GRANT|ALTER|CREATE DATABASE)/.test(line));
  assert.ok(rights.length >= 5);
  for (const line of rights) assert.ok(script.includes(line.replaceAll("maple_live", "$database")), line);
});

test("Caddy reads the sample of the proxy", (t) => {
  if (spawnSync("caddy", ["version"]).status !== 0) return t.skip("caddy is not here");
  const file = join(root, "deploy/Caddyfile");
  const env = { PATH: process.env["PATH"], MAPLE_UPSTREAMS: "one:1 two:2", HOME: tmpdir() };
  const ran = spawnSync("caddy", ["adapt", "--config", file], { env, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stdout, /"dial":"one:1"\},\{"dial":"two:2"/);
});
