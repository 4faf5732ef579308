/**
 * Compiles the sources file by file, so that each stays at its place: files beside a module, and the threads that it
 * starts, are found as in a checkout. Imports of packages become imports of the bundled ones.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path/posix";
import { build, type Plugin } from "esbuild";
import { stripTypes } from "../../src/pages/page-files.cache.ts";
import { external, vendorFile } from "./bundle-vendor.ts";

const isOurs = (path: string): boolean => /^\.{1,2}\//.test(path);
const isTest = (path: string): boolean => /\.(test|fixture)\.ts$/.test(path);
const isForBrowsers = (path: string): boolean => /\.(browser|screen)\.tsx?$/.test(path);

/** Compiles `src` below `out`; answers the names of packages that were imported. */
export async function compileSources(root: string, out: string): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const files = globSync(["src/**/*.ts"], { cwd: root }).filter((path) => !isTest(path) && !isForBrowsers(path));
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: out,
    outbase: ".",
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.10",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    logLevel: "error",
    plugins: [imports(used, vendorPath), threads()],
  });
  copyRest(root, out);
  return used;
}

/** Compiles the examples as a partner copies them: JavaScript that imports the SDK by its name. */
export async function compileExamples(root: string, out: string): Promise<void> {
  const files = globSync("examples/{partner-app,booking-app,verify-webhook}/*.ts", { cwd: root });
  await build({
    absWorkingDir: root,
    entryPoints: files.filter((path) => !isTest(path)),
    outdir: out,
    outbase: ".",
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.10",
    logLevel: "error",
    plugins: [imports(new Set(), (name) => name)],
  });
}

function vendorPath(name: string, from: string): string {
  return relative(dirname(from), join("vendor", vendorFile(name)));
}

/** Every import stays an import: of the compiled neighbour, or of the bundled package. */
function imports(used: Set<string>, place: (name: string, from: string) => string): Plugin {
  return {
    name: "imports",
    setup(bundle) {
      const { absWorkingDir: root = "" } = bundle.initialOptions;
      bundle.onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind === "entry-point") return undefined;
        if (isOurs(path)) return { path: path.replace(/\.ts$/, ".js"), external: true };
        if (path.startsWith("node:") || external.includes(path)) return { path, external: true };
        used.add(path);
        return { path: place(path, relative(root, importer)), external: true };
      });
    },
  };
}

/** A thread is named by the address of its file, which has another ending now. */
function threads(): Plugin {
  return {
    name: "threads",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const contents = text.replaceAll(/(new URL\("\.[^"]+)\.ts"/g, '$1.js"');
        return { contents, loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}

/** What is read as it is: styles, recorded answers, and the modules that browsers are given, without their types. */
export function copyRest(root: string, out: string): void {
  for (const path of globSync(["src/**/*.{css,json}", "src/**/*.browser.ts"], { cwd: root })) {
    mkdirSync(join(out, dirname(path)), { recursive: true });
    if (!path.endsWith(".ts")) cpSync(join(root, path), join(out, path));
    else writeFileSync(join(out, path.replace(/ts$/, "js")), stripTypes(readFileSync(join(root, path), "utf8")));
  }
}
