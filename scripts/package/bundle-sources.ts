/**
 * Bundles the sources into a few files of one folder: a start reads and compiles these and not two thousand small ones, which
 * took half of its processor time. What a module finds beside itself is found from the folder, and so are its threads.
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

/** How a module names the file of a thread, which lies beside the module. */
const threadAddress = /new URL\("\.\/([\w.-]+)\.ts", import\.meta\.url\)/g;

/** The files at which a process or a thread begins, by the names that they have in the folder. */
export function entriesOf(root: string): Readonly<Record<string, string>> {
  const entries: Record<string, string> = { program: "src/program/main.ts", cli: "src/cli/main.ts" };
  for (const path of globSync("src/**/*.ts", { cwd: root })) {
    if (isTest(path) || isForBrowsers(path)) continue;
    for (const [, name = ""] of readFileSync(join(root, path), "utf8").matchAll(threadAddress)) {
      const thread = join(dirname(path), `${name}.ts`);
      if ((entries[name] ?? thread) !== thread) throw new Error(`two threads have the name ${name}`);
      entries[name] = thread;
    }
  }
  return entries;
}

/** The text of a source at its new place: its threads lie in the folder, and what it reads lies where it did. */
export function atNewPlace(text: string, path: string): string {
  const place = JSON.stringify(`./${relative("src", path).replace(/\.ts$/, ".js")}`);
  return text
    .split(threadAddress)
    .map((part, at) => {
      if (at % 2 === 1) return `new URL("./${part}.js", import.meta.url)`;
      return part.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
    })
    .join("");
}

/** Bundles `src` into `src` below `out`; answers the names of packages that were imported. */
export async function bundleSources(root: string, out: string): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  await build({
    absWorkingDir: root,
    entryPoints: entriesOf(root),
    outdir: join(out, "src"),
    entryNames: "[name]",
    chunkNames: "part-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.10",
    minifySyntax: true,
    legalComments: "none",
    logLevel: "error",
    plugins: [packages(used, (name) => `../vendor/${vendorFile(name)}`, isOurs), places(root)],
  });
  copyRest(root, out);
  return used;
}

/** Compiles the examples as a partner copies them: JavaScript, file by file, that imports the SDK by its name. */
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
    plugins: [
      neighbours(),
      packages(
        new Set(),
        (name) => name,
        () => false,
      ),
    ],
  });
}

/** Every import of a package stays an import, of what `place` says; what `isBundled` accepts goes into the files. */
function packages(used: Set<string>, place: (name: string) => string, isBundled: (path: string) => boolean): Plugin {
  return {
    name: "packages",
    setup(bundle) {
      bundle.onResolve({ filter: /.*/ }, ({ path, kind }) => {
        if (kind === "entry-point" || isBundled(path)) return undefined;
        if (path.startsWith("node:") || external.includes(path)) return { path, external: true };
        used.add(path);
        return { path: place(path), external: true };
      });
    },
  };
}

/** An import of a neighbour stays an import of its compiled file. */
function neighbours(): Plugin {
  return {
    name: "neighbours",
    setup(bundle) {
      bundle.onResolve({ filter: /^\.{1,2}\// }, ({ path, kind }) =>
        kind === "entry-point" ? undefined : { path: path.replace(/\.ts$/, ".js"), external: true },
      );
    },
  };
}

function places(root: string): Plugin {
  return {
    name: "places",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const contents = atNewPlace(await readFile(path, "utf8"), relative(root, path));
        return { contents, loader: "ts", resolveDir: dirname(path) };
      });
    },
  };
}

/** What is read as it is: styles, and the modules that browsers are given, without their types. */
export function copyRest(root: string, out: string): void {
  for (const path of globSync(["src/**/*.css", "src/**/*.browser.ts"], { cwd: root })) {
    mkdirSync(join(out, dirname(path)), { recursive: true });
    if (!path.endsWith(".ts")) cpSync(join(root, path), join(out, path));
    else writeFileSync(join(out, path.replace(/ts$/, "js")), stripTypes(readFileSync(join(root, path), "utf8")));
  }
}
