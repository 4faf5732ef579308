/** Both files of compose: what they name is there, and the cluster of containers is the one that `npm run cluster` runs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { fillSettings, type SettingsFile } from "../../proofs/cluster/settings.ts";
import { askedFor } from "./asked-for.ts";

interface Service {
  readonly image: string;
  readonly build?: {
    readonly context: string;
    readonly dockerfile?: string;
    readonly args: Readonly<Record<string, string>>;
  };
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string | readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly restart: string;
  readonly user?: string;
  readonly networks?: readonly string[] | { readonly inside: { readonly ipv4_address: string } };
}

interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, object>>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const compose = (file: string): Composed =>
  parse(read(`deploy/${file}`), { merge: true, maxAliasCount: -1 }) as Composed;
const files = ["compose.yaml", "compose.single.yaml"] as const;
const cluster = compose("compose.yaml").services;
const entries = Object.entries(cluster);

/** The file of deploy/compose that a container begins with. */
const scriptOf = ({ entrypoint }: Service): string => `deploy/compose/${entrypoint?.[1]?.split("/").at(-1)}`;

test("the cluster has every part of the reference (rules/operating 1.19)", () => {
  const count = (pattern: RegExp): number => entries.filter(([name]) => pattern.test(name)).length;
  const parts = [/^db\d$/, /^etcd\d$/, /^haproxy\d$/, /^serve-\d$/, /^work-\d$/, /^proxy$/, /^(prepare|migrate)$/];
  assert.deepEqual(parts.map(count), [3, 3, 2, 2, 2, 1, 2]);
  assert.equal(entries.length, 15);
  for (const [name, { command }] of entries)
    if (/^(serve|work)-/.test(name)) assert.deepEqual(command, [name.replace(/-\d$/, "")], name);
});

for (const file of files) {
  const text = read(`deploy/${file}`);
  const { services, volumes } = compose(file);
  const all = Object.entries(services);

  test(`${file}: every image is named by its digest`, () => {
    const head = text.split("\n").filter((line) => line.startsWith("#"));
    for (const [name, { image, build }] of all) {
      const [variable, value] = build === undefined ? ["", image] : (Object.entries(build.args)[0] ?? ["", ""]);
      const asked = /^\$\{(\w+_IMAGE):\?name the image of .* by its digest\}$/.exec(value)?.[1];
      assert.ok(asked !== undefined, `${name}: ${value}`);
      assert.ok(
        head.some((line) => new RegExp(`${asked}=\\S+@sha256:`).test(line)),
        `${asked} is said in the first lines`,
      );
      if (build === undefined) continue;
      assert.equal(asked, variable);
      const dockerfile = read(join("deploy", build.context, build.dockerfile ?? "Dockerfile"));
      for (const [, from] of dockerfile.matchAll(/^FROM (\S+)/gm)) assert.equal(from, `\${${variable}}`);
      const guard = /^RUN (case .*esac)$/m.exec(dockerfile)?.[1] ?? "";
      const judge = (given: string) => spawnSync("sh", ["-c", guard], { env: { [variable]: given } }).status;
      assert.deepEqual([judge("node:26@sha256:0123"), judge("node:26"), judge("")], [0, 1, 1]);
    }
  });

  test(`${file}: every file and volume that is mounted is there`, () => {
    const used = new Set<string>();
    for (const [name, { volumes: mounted = [], entrypoint }] of all) {
      for (const [source = "", target, mode] of mounted.map((each) => each.split(":"))) {
        if (!source.startsWith("./")) used.add(source);
        else assert.deepEqual([existsSync(join(root, "deploy", source)), mode], [true, "ro"], `${name}: ${source}`);
        assert.match(target ?? "", /^\//);
      }
      const script = entrypoint?.[1];
      if (script !== undefined)
        assert.ok(
          mounted.some((each) => each.split(":")[1] === script),
          `${name}: ${script}`,
        );
    }
    assert.deepEqual([...used].toSorted(), Object.keys(volumes).toSorted());
  });

  test(`${file}: every variable is read by what is started`, () => {
    const known = askedFor();
    for (const [name, { image, environment = {}, entrypoint }] of all) {
      const script = entrypoint === undefined ? "" : read(scriptOf(services[name] ?? assert.fail()));
      const isKnown = (variable: string): boolean =>
        entrypoint === undefined
          ? (image === "maple" && known.includes(variable)) ||
            read("deploy/Caddyfile").includes(`{$${variable}:`) ||
            (name === "database" && variable === "PGDATA")
          : new RegExp(`\\$\\{?${variable}\\b`).test(script) || (/\bpsql\b/.test(script) && variable.startsWith("PG"));
      assert.deepEqual(
        Object.keys(environment).filter((each) => !isKnown(each)),
        [],
        name,
      );
    }
    const example = read("deploy/compose/passwords.example");
    const passwords = new Set([...example.matchAll(/^(\w+)=$/gm)].map(([, variable]) => variable));
    for (const each of all.filter(([, service]) => [service.env_file].flat().includes("compose/passwords.env")))
      for (const [, asked] of each[1].entrypoint === undefined
        ? []
        : read(scriptOf(each[1])).matchAll(/\$\{(\w+_PASSWORD)/g))
        assert.ok(passwords.has(asked), `${each[0]}: ${asked}`);
  });

  test(`${file}: nobody waits for what is not there or cannot say that it is well`, () => {
    for (const [name, { depends_on: waitsFor = {} }] of all)
      for (const [other, { condition }] of Object.entries(waitsFor)) {
        const service = services[other];
        assert.ok(service !== undefined, `${name} waits for ${other}`);
        if (condition === "service_completed_successfully") assert.match(service.restart, /^(no|on-failure)$/);
        else if (service.image === "maple") assert.match(read("deploy/Dockerfile"), /^HEALTHCHECK /m);
        else assert.ok(service.healthcheck?.test !== undefined, `${other} has no health check`);
      }
    for (const [name, { image, read_only: isReadOnly }] of all)
      if (image.startsWith("maple")) assert.equal(isReadOnly, true, name);
    const upstreams = services["proxy"]?.environment?.["MAPLE_UPSTREAMS"]?.split(" ") ?? [];
    assert.deepEqual(upstreams.toSorted(), ["serve-1:8080", "serve-2:8080"]);
    assert.ok(upstreams.every((each) => services[each.split(":")[0] ?? ""]?.command?.[0] === "serve"));
  });
}

const settings: Readonly<Record<string, readonly SettingsFile[]>> = {
  db1: ["patroni.yml", "pgbackrest.conf"],
  haproxy1: ["haproxy.cfg"],
};

for (const [name, names] of Object.entries(settings)) {
  const service = cluster[name] ?? assert.fail(name);
  const script = read(scriptOf(service));
  for (const file of names)
    test(`${name} runs with ${file} of deploy/cluster, every variable filled in`, () => {
      const path = `deploy/cluster/${file}`;
      assert.ok(service.volumes?.includes(`./cluster/${file}:/opt/cluster/${file}:ro`));
      assert.ok(script.includes(`sh /opt/cluster/fill.sh /opt/cluster/${file} > /tmp/${file}\n`));
      const lines = read(path)
        .split("\n")
        .filter((line) => !/^[#;]/.test(line));
      const wanted = [...lines.join("\n").matchAll(/\$\{([A-Z0-9_]+)\}/g)].map(([, variable = ""]) => variable);
      const exported = [...script.matchAll(/^export .*$/gm)].join(" ");
      const given = new Set([...exported.matchAll(/\b([A-Z][A-Z0-9_]*)=/g)].map(([, variable]) => variable));
      for (const variable of ["MEMBER", "ADDRESS", "REPLICATION_PASSWORD", "CIPHER_PASSWORD"])
        if (script.includes(`"\${${variable}:?}"`)) given.add(variable);
      assert.deepEqual(
        wanted.filter((variable) => !given.has(variable)),
        [],
      );

      const values = Object.fromEntries(wanted.map((variable) => [variable, `value-of-${variable}`]));
      const fill = (env: Readonly<Record<string, string>>) =>
        spawnSync("sh", [join(root, "deploy/compose/fill.sh"), join(root, path)], {
          env: { PATH: process.env["PATH"], ...env },
          encoding: "utf8",
        });
      const { [wanted[0] ?? ""]: _, ...short } = values;
      const refused = fill(short);
      assert.deepEqual([refused.status, refused.stdout], [1, ""]);
      assert.match(refused.stderr, new RegExp(`no value for ${wanted[0]} in`));
      if (spawnSync("envsubst", ["--version"]).status === 0)
        assert.equal(fill(values).stdout, fillSettings(file, values), "as npm run cluster fills it in");
    });
}

test("the nodes know each other by the addresses that they have", () => {
  const addressOf = (name: string): string => {
    const { networks, environment } = cluster[name] ?? assert.fail(name);
    const address = networks !== undefined && "inside" in networks ? networks.inside.ipv4_address : "";
    assert.deepEqual(environment, { MEMBER: name, ADDRESS: address });
    return address;
  };
  const haproxy = read("deploy/compose/start-haproxy.sh");
  for (const number of [1, 2, 3]) {
    const address = addressOf(`db${number}`);
    const line = `export DB${number}=${address}:5432 DB${number}_REST_HOST=${address} DB${number}_REST_PORT=8008`;
    assert.ok(haproxy.split("\n").includes(line), line);
    addressOf(`etcd${number}`);
  }
  const etcd = read("deploy/compose/start-etcd.sh");
  // Patroni speaks the older protocol; deploy/cluster/patroni.yml says why.
  for (const option of ["--enable-v2=true", "--initial-cluster-token=maple"]) assert.ok(etcd.includes(option), option);
  const hosts = "db1:5432,db2:5432,db3:5432";
  assert.equal(cluster["migrate"]?.environment?.["DATABASE_HOSTS"], hosts);
  assert.ok(read("deploy/compose.yaml").includes(`@${hosts}/maple_test?target_session_attrs=read-write`));
});
