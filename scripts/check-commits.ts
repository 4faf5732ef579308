/**
 * npm run check:commits -- <base>..<head>: starts every commit of a range as a fresh clone would, the oldest first: `npm
 * ci` (again only when the lock changed), the start script with an empty data directory, ready, one call with the printed
 * key, stopped by SIGTERM. Works in its own worktree, which it removes. The exit code is 1 when a commit does not start;
 * each such commit is named.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The longest that a start or a stop may take. */
const longestMs = 120_000;

const [range = ""] = process.argv.slice(2);
if (!/^[^-].*\.\./.test(range)) {
  console.error("name a range of commits: npm run check:commits -- main..HEAD");
  process.exit(2);
}
const git = (...words: readonly string[]): string => execFileSync("git", words, { encoding: "utf8" }).trim();
const commits = git("rev-list", "--reverse", range).split("\n").filter(Boolean);
const folder = mkdtempSync(join(tmpdir(), "maple-commits-"));
const tree = join(folder, "tree");
let running: ChildProcess | undefined;
process.on("SIGINT", () => {
  running?.kill("SIGKILL");
  removeAll();
  process.exit(130);
});

let failed = 0;
try {
  let installed = "";
  for (const [index, commit] of commits.entries()) {
    if (index === 0) git("worktree", "add", "--quiet", "--detach", tree, commit);
    else git("-C", tree, "checkout", "--quiet", "--detach", commit);
    const title = git("log", "-1", "--format=%h %s", commit);
    try {
      const lock = git("rev-parse", `${commit}:package-lock.json`);
      if (lock !== installed) execFileSync("npm", ["ci", "--silent"], { cwd: tree, stdio: "inherit" });
      installed = lock;
      await startOnce(join(folder, `data-${index}`));
      console.log(`starts          ${title}`);
    } catch (error) {
      failed += 1;
      console.error(`DOES NOT START  ${title}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
} finally {
  removeAll();
}
console.log(`${commits.length - failed} of ${commits.length} commits start`);
process.exitCode = failed > 0 ? 1 : 0;

function removeAll(): void {
  try {
    git("worktree", "remove", "--force", tree);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts what is checked out, calls it once and stops it; throws with what it printed. */
async function startOnce(data: string): Promise<void> {
  const port = await freePort();
  const manifest = JSON.parse(readFileSync(join(tree, "package.json"), "utf8")) as { scripts: { start: string } };
  const path = [join(tree, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const child = spawn("sh", ["-c", manifest.scripts.start], {
    cwd: tree,
    env: { ...process.env, PATH: path, PORT: String(port), MAPLE_DATA_DIR: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  try {
    await untilReady(`http://127.0.0.1:${port}`, data, ended);
    child.kill("SIGTERM");
    const code = await Promise.race([ended, pause(longestMs, "no end" as const, { ref: false })]);
    if (code !== 0) throw new Error(`after SIGTERM: ${code}`);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${printed.slice(-4_000)}`, {
      cause: error,
    });
  } finally {
    child.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  }
}

/** Waits until the service says that it is ready, and lists orders with the key of its sandbox. */
async function untilReady(origin: string, data: string, ended: Promise<unknown>): Promise<void> {
  const end = performance.now() + longestMs;
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!(await isReady(origin, data))) {
    if (isOver) throw new Error("it ended by itself");
    if (performance.now() > end) throw new Error(`it was not ready within ${longestMs / 1000} s`);
    await pause(100);
  }
  const { api_key: key } = JSON.parse(readFileSync(join(data, "sandbox.json"), "utf8")) as { api_key: string };
  const answer = await fetch(`${origin}/v1/orders`, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`GET /v1/orders: ${answer.status} ${await answer.text()}`);
}

async function isReady(origin: string, data: string): Promise<boolean> {
  try {
    readFileSync(join(data, "sandbox.json"));
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
