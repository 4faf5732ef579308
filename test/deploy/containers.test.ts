/** What Docker does differently from the proofs that run without it, and the files of compose have to allow for. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { waitUntil } from "../harness/wait-until.ts";

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly mem_limit?: string;
  readonly pids_limit?: number;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const servicesOf = (file: string): Readonly<Record<string, Service>> =>
  (
    parse(read(`deploy/${file}`), { merge: true, maxAliasCount: -1 }) as {
      readonly services: Readonly<Record<string, Service>>;
    }
  ).services;
const [cluster, single] = [servicesOf("compose.yaml"), servicesOf("compose.single.yaml")];

for (const [file, services] of Object.entries({ cluster, single })) {
  test(`${file}: no container fills the disk with what it prints, or takes all memory`, () => {
    for (const [name, { image, logging, mem_limit: memory, pids_limit: processes }] of Object.entries(services)) {
      assert.deepEqual(logging, { driver: "local", options: { "max-size": "20m", "max-file": "5" } }, name);
      if (image === "maple") assert.deepEqual([memory, processes], ["1536m", 256], name);
    }
    const heap = /--max-old-space-size=(\d+)/.exec(read("deploy/Dockerfile"))?.[1];
    assert.ok(Number(heap) < 1536, "V8 collects before Docker ends the process");
  });

  test(`${file}: the databases are prepared before each migration`, () => {
    const condition = "service_completed_successfully";
    assert.deepEqual(services["migrate"]?.depends_on, { prepare: { condition } });
    assert.ok(
      Object.values(services["prepare"]?.depends_on ?? {}).every((each) => each.condition === "service_healthy"),
    );
  });
}

test("a PostgreSQL that makes its data, and answers by its socket alone, is not well yet", () => {
  const check = single["database"]?.healthcheck?.test ?? [];
  assert.deepEqual(check.slice(0, 5), ["CMD", "pg_isready", "-q", "-h", "127.0.0.1"]);
});

test("the data of one PostgreSQL are on the volume with every version of its image", () => {
  const { volumes, environment } = single["database"] ?? assert.fail();
  assert.deepEqual(volumes, ["data:/var/lib/postgresql"]);
  const folder = environment?.["PGDATA"] ?? "";
  assert.match(folder, /^\/var\/lib\/postgresql\/\w+$/);
  // Images before 18 mount a volume without a name there, which `down` forgets.
  assert.notEqual(folder, "/var/lib/postgresql/data");
});

test("every user may write to memory that is mounted on a folder of the image", () => {
  const dockerfile = read("deploy/cluster/Dockerfile");
  const folders = new Set(Object.values(cluster).flatMap(({ tmpfs = [] }) => tmpfs.map((each) => each.split(":")[0])));
  assert.deepEqual([...folders].toSorted(), ["/run/postgresql", "/tmp"]);
  assert.match(dockerfile, /&& chmod 1777 \/run\/postgresql$/m);
});

test("HAProxy ends at SIGTERM as the first process of its container", async (t) => {
  const words = /^exec (haproxy .*-f) \S+$/m.exec(read("deploy/compose/start-haproxy.sh"))?.[1]?.split(" ");
  assert.ok(words !== undefined);
  const namespaces = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child"];
  for (const probe of [
    ["haproxy", "-v"],
    ["unshare", ...namespaces, "true"],
  ])
    if (spawnSync(probe[0] ?? "", probe.slice(1)).status !== 0) return t.skip(`${probe[0]} is not here`);
  const folder = mkdtempSync(join(tmpdir(), "maple-haproxy-"));
  const [settings, socket] = [join(folder, "haproxy.cfg"), join(folder, "socket")];
  const times = ["connect", "client", "server"].map((each) => `timeout ${each} 1s`);
  writeFileSync(settings, ["defaults", "mode http", ...times, "listen one", `bind unix@${socket}`, ""].join("\n"));
  const outer = spawn("unshare", [...namespaces, ...words, settings], { stdio: "ignore" });
  t.after(() => {
    outer.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  await waitUntil(() => existsSync(socket), Boolean);
  const first = Number(readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "utf8").trim());
  await waitUntil(() => hearsSigterm(first), Boolean);
  process.kill(first, "SIGTERM");
  await waitUntil(
    () => existsSync(`/proc/${first}`),
    (isThere) => !isThere,
  );
});

/** Whether a process has said what it does at SIGTERM: to the first one of a container the kernel gives no other signal. */
function hearsSigterm(pid: number): boolean {
  const caught = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  return ((BigInt(`0x${caught}`) >> BigInt(constants.signals.SIGTERM - 1)) & 1n) === 1n;
}
