/** Bundles the screens with esbuild. Nothing is written and nothing is fetched. */
import { basename, join, relative } from "node:path/posix";
import { build, stop, type OutputFile } from "esbuild";
import { oldestBrowsers } from "./browsers/oldest-browsers.ts";
import {
  againSource,
  screenNames,
  scriptOf,
  styleOf,
  workerSource,
  type BuiltScreens,
  type ScreenName,
} from "./screen-sources.ts";

/**
 * Builds all screens from the sources below `root`, the folder of the project; one build at a time. Rejects with the
 * messages of esbuild, whose process would stay for as long as this one.
 */
export async function bundleScreens(root: string): Promise<BuiltScreens> {
  const source = (path: string): string => join(root, "src", path);
  const { outputFiles, metafile } = await build({
    entryPoints: [
      ...screenNames.flatMap((name) => [source(scriptOf(name)), source(styleOf(name))]),
      source(workerSource),
      source(againSource),
    ],
    bundle: true,
    minify: true,
    format: "esm",
    target: [...oldestBrowsers],
    platform: "browser",
    jsx: "automatic",
    jsxImportSource: "preact",
    // Messages arrive parsed: the parser of ICU MessageFormat is three quarters of that library.
    alias: { "@formatjs/icu-messageformat-parser": "@formatjs/icu-messageformat-parser/no-parser.js" },
    // The pictures of the controls that no map of ours has.
    loader: { ".png": "empty" },
    absWorkingDir: root,
    outdir: join(root, "build/screens"),
    entryNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "silent",
  }).finally(() => void stop());
  const made = new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint ?? "", basename(path)]),
  );
  const fileOf = (path: string): string => {
    const found = made.get(`src/${path}`);
    if (found === undefined) throw new Error(`esbuild made nothing of src/${path}`);
    return found;
  };
  return {
    screens: Object.fromEntries(
      screenNames.map((name) => [name, { script: fileOf(scriptOf(name)), style: fileOf(styleOf(name)) }]),
    ) as Record<ScreenName, { script: string; style: string }>,
    worker: fileOf(workerSource),
    again: fileOf(againSource),
    files: new Map(outputFiles.map((file: OutputFile) => [basename(file.path), file.text])),
    sources: [...Object.keys(metafile.inputs), relative(root, import.meta.filename)].toSorted(),
  };
}
