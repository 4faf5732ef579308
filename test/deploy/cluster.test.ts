/** The settings of the reference cluster, and what `npm run cluster` says. The cluster itself is a proof of its own. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { findPrograms, isWhole, missingText } from "../../proofs/cluster/programs.ts";
import { fillSettings, type SettingsFile } from "../../proofs/cluster/settings.ts";
import { showHealth, type ClusterHealth } from "../../proofs/cluster/screen.ts";

const files: readonly SettingsFile[] = ["patroni.yml", "haproxy.cfg", "pgbouncer.ini", "pgbackrest.conf"];

function filled(file: SettingsFile): string {
  const text = readFileSync(new URL(`../../deploy/cluster/${file}`, import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => !/^[#;]/.test(line));
  const names = [...lines.join("\n").matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, name]) => name ?? "");
  return fillSettings(file, Object.fromEntries(names.map((name) => [name, `value-of-${name}`])));
}

test("a variable without a value, and a value without a variable, are refused", () => {
  for (const file of files) assert.doesNotMatch(filled(file).replace(/^[#;].*$/gm, ""), /\$\{/, file);
  assert.throws(() => fillSettings("pgbouncer.ini", {}), /^Error: no value for PRIMARY_HOST$/);
  const values = { PRIMARY_HOST: "a", PRIMARY_PORT: "1", POOLER_HOST: "b", POOLER_PORT: "2", USERS_FILE: "c" };
  assert.throws(() => fillSettings("pgbouncer.ini", { ...values, OTHER: "d" }), /^Error: pgbouncer.ini has no OTHER$/);
  assert.match(fillSettings("pgbouncer.ini", values), /^maple_live = host=a port=1$/m);
});

test("the settings of the cluster are those on which its promises rest (rules/operating 1.19)", () => {
  const patroni = filled("patroni.yml");
  for (const line of [
    "etcd:",
    "ttl: 20",
    "loop_wait: 5",
    "retry_timeout: 5",
    "primary_start_timeout: 0",
    "synchronous_mode: true",
    "synchronous_mode_strict: true",
    "failsafe_mode: true",
    "use_pg_rewind: true",
    "tcp_user_timeout: 15s",
    "client_connection_check_interval: 5s",
    "wal_retrieve_retry_interval: 1s",
  ])
    assert.ok(
      patroni.split("\n").some((each) => each.trim() === line),
      line,
    );
  const haproxy = filled("haproxy.cfg");
  assert.match(haproxy, /default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions tcp-ut 10s/);
  assert.match(haproxy, /meth OPTIONS uri \/primary$/m);
  assert.match(haproxy, /meth OPTIONS uri \/replica\?lag=16MB$/m);
  assert.match(filled("pgbouncer.ini"), /^pool_mode = transaction$/m);
  assert.match(filled("pgbackrest.conf"), /^repo1-cipher-type=aes-256-cbc$/m);
});

test("programs that are not installed are named with their packages", () => {
  const nothing = findPrograms(() => false);
  assert.ok(!isWhole(nothing));
  assert.match(missingText(nothing), /patroni etcd-server haproxy pgbouncer postgresql-15$/m);
  const some = findPrograms((file) => !file.endsWith("etcd"));
  assert.ok(!isWhole(some));
  assert.match(missingText(some), /not installed here: etcd\.\n.*install --no-install-recommends etcd-server\n/);
  const all = findPrograms(() => true);
  assert.ok(isWhole(all));
  if (existsSync("/usr/lib/postgresql/15/bin/postgres"))
    assert.equal(all.postgres, "/usr/lib/postgresql/15/bin/postgres");
});

const sound: ClusterHealth = {
  members: [
    { name: "db1", role: "sync_standby", state: "streaming", timeline: 2, lag: 0 },
    { name: "db2", role: "leader", state: "running", timeline: 2, lag: undefined },
    { name: "db3", role: "replica", state: "streaming", timeline: 2, lag: 1_025 },
  ],
  etcd: ["etcd1", "etcd2", "etcd3"].map((name, index) => ({ name, isReached: true, isLeader: index === 0 })),
  proxies: [{ name: "haproxy1", primary: "db2" }],
  services: [{ name: "serve1", url: "http://127.0.0.1:1", problem: undefined }],
};

test("the screen begins with how the cluster is", () => {
  const first = (health: Partial<ClusterHealth>): string | undefined => showHealth({ ...sound, ...health })[0];
  const [leader] = sound.members.filter(({ role }) => role === "leader");
  assert.ok(leader !== undefined);
  assert.equal(first({}), "All works.");
  assert.equal(first({ members: sound.members.slice(0, 2) }), "All works, with one standby less than there should be.");
  assert.match(first({ members: [leader] }) ?? "", /^No standby confirms commits/);
  assert.equal(first({ members: [] }), "No node takes writes.");
  assert.match(first({ etcd: sound.etcd.slice(0, 1) }) ?? "", /^etcd has no majority/);
  const services = [{ name: "work2", url: "http://127.0.0.1:2", problem: "not reached" }];
  assert.equal(first({ services }), "Not ready: work2.");
  assert.ok(
    showHealth(sound).some((line) => /^database +db3 +replica +streaming +timeline 2 +2 KiB behind$/.test(line)),
  );
});
