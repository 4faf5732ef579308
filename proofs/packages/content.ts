/** The content of a package, asked of `npm pack` itself: code that runs, pages to read, and nothing of the development. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Packed {
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** Every file of the command's package is one of these. Code of browsers is served from its source. */
const ofCommand = [
  /^bin\/([\w-]+\.js|service-flags\.json)$/,
  /^src\/.+\.(js|css|json|svg|html|txt|webmanifest|png|ico|browser\.ts)$/,
  /^vendor\/.+\.(js|json|css)$/,
  /^build\/screens\/[\w.-]+$/,
  /^build\/docs\/highlights\.json$/,
  /^db\/migrations\/\d{4}-[a-z0-9-]+\.sql$/,
  /^docs\/(rules\/)?[\w-]+\.md$/,
  /^docs\/images\/[\w-]+\.svg$/,
  /^changelog\/[\w-]+\.md$/,
  /^packages\/sdk\/(README\.md|call-names\.json)$/,
  /^examples\/.+\.(js|json|webp|md|py|rb|php|java|cs|go)$/,
  /^(openapi\/partner|scenarios\/[\w.-]+)\.json$/,
  /^(package\.json|README\.md|CHANGELOG\.md|THIRD-PARTY\.md)$/,
];

/** Every file of the SDK's package is one of these. */
const ofSdk = [/^dist\/(esm|cjs)\/.+\.(js|d\.ts)$/, /^dist\/(esm|cjs)\/package\.json$/, /^(package\.json|README\.md)$/];

/** Checks the built folder of the command, or of the SDK; throws what is too much, or missing. */
export function checkContent(folder: string, which: "command" | "sdk"): void {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"];
  const ran = spawnSync("npm", words, { cwd: folder, encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  const [packed] = JSON.parse(ran.stdout) as readonly Packed[];
  assert.ok(packed !== undefined);
  const paths = packed.files.map(({ path }) => path);
  const expected = which === "command" ? ofCommand : ofSdk;
  assert.deepEqual(
    paths.filter((path) => !expected.some((pattern) => pattern.test(path))),
    [],
    `the ${which} holds what runs and what is read, and nothing else`,
  );
  const unwanted = /\.test\.|\.fixture\.|\.map$|(^|\/)\.|node_modules|\.pem$|\.key$|secrets\.json|sandbox\.json/;
  assert.deepEqual(
    paths.filter((path) => unwanted.test(path)),
    [],
    `the ${which} holds no test, no fixture, no secret`,
  );
  const programs = packed.files.filter(({ mode }) => (mode & 0o111) !== 0).map(({ path }) => path);
  assert.deepEqual(programs, which === "command" ? ["bin/maple.js"] : [], "only the command is a program");
  if (which === "command") checkLicences(readFileSync(join(folder, "THIRD-PARTY.md"), "utf8"));
  console.log(`the ${which} holds ${paths.length} files, all of them expected`);
}

/** Packages whose tarball has no text of a licence; the name of the licence stands in the list. */
const withoutText = ["abstract-logging", "pg-types", "pgpass"];

function checkLicences(text: string): void {
  const parts = text.split(/^## /m).slice(1);
  assert.ok(parts.length >= 15, `${parts.length} packages`);
  const silent = parts.filter((part) => !/copyright|permission/i.test(part)).map((part) => part.split(" ", 1)[0]);
  assert.deepEqual(
    silent.filter((name) => !withoutText.includes(name ?? "")),
    [],
    "the licence of everything that is bundled is in it",
  );
}
