/**
 * npm run proof:compose: the containers of deploy/compose.yaml, without Docker. Builds the tree of the image of Maple, and
 * starts every service in a network and a root of its own, with the files, users and variables that compose names, in the
 * order of its health checks. Then it looks whether Maple works on the cluster, loses the primary, and makes a backup. Needs
 * root, the npm registry, and the packages that deploy/cluster/Dockerfile installs; minutes. Exit code 1 when something
 * does not hold.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTree } from "../image/build-tree.ts";

const programs = ["unshare", "ip", "envsubst", "psql", "etcd", "patroni", "haproxy", "pgbackrest", "caddy"];
const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
if (process.getuid?.() !== 0 || missing.length > 0) {
  console.error(
    missing.length > 0 ? `not installed here: ${missing.join(", ")}` : "needs root, for networks and mounts",
  );
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "maple-compose-"));
// Where `ip netns` keeps the names: only in the namespaces of this run something is in it.
const madeHere = mkdirSync("/run/netns", { recursive: true });
try {
  chmodSync(folder, 0o755);
  buildTree(folder, join(folder, "tree"));
  const inside = fileURLToPath(new URL("inside.ts", import.meta.url));
  const namespaces = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  // A shell is the first process: it collects the ends of processes whose parents were killed, and Node does not.
  const first = ["sh", "-c", '"$@" & wait $!', "sh"];
  const { status } = spawnSync("unshare", [...namespaces, ...first, process.execPath, inside, folder], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (madeHere !== undefined) rmdirSync(madeHere);
}
