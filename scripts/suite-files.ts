/** The test files of a run, and their order: the longest begin first, so that none is left to run alone at the end. */
import { globSync } from "node:fs";
import { longFiles } from "./long-files.ts";

const folders = ["src", "test", "scripts", "examples", "packages/*/src", "bench/*"];
const everything = folders.map((folder) => `${folder}/**/*.test.ts`);

/**
 * Series: each route, or each pattern, with every bad input that a rule can make of it. They take minutes, and have
 * `npm run test:series`; the rules that they repeat have tests of their own in the suite.
 */
const series = /\.series\.test\.ts$/;

/** What `npm run test:fast` leaves out: browsers, processes of the program, compilers, random cases, and long files. */
const slow = [
  /\/(must-not-compile|openapi|route-coverage)\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\.process\.test\.ts$/,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
];

/** Kinds that take long, the longest first; every other file comes after them. */
const early = [
  /\/program\.process\.test\.ts$/,
  series,
  /\.browser\.test\.ts$/,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
  /\.process\.test\.ts$/,
  /\/(must-not-compile|route-coverage|large-menus\.api)\.test\.ts$/,
];

const rank = (file: string): number => {
  const found = early.findIndex((kind) => kind.test(file));
  return found < 0 ? early.length : found;
};

const isSlow = (file: string): boolean =>
  slow.some((kind) => kind.test(file)) || longFiles.some((name) => file.endsWith(`/${name}.test.ts`));

/** What a run has: the suite, its fast part, the series, or all of them; and whether files that need Chromium are in it. */
export interface ChosenFiles {
  readonly part: "suite" | "fast" | "series" | "whole";
  readonly browser?: boolean;
}

/** The test files of a part below a folder, the longest kinds first. */
export function suiteFiles(folder: string, { part, browser }: ChosenFiles): readonly string[] {
  return globSync(everything, { cwd: folder, exclude: ["**/node_modules/**"] })
    .filter((file) => part === "whole" || series.test(file) === (part === "series"))
    .filter((file) => part !== "fast" || !isSlow(file))
    .filter((file) => browser !== false || !needsBrowser([file]))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Whether one of the files drives a browser. */
export function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => file.endsWith(".browser.test.ts"));
}

/** The files that are named: a folder is the files of the part in it and below it. A name that is neither stays as it is. */
export function namedFiles(root: string, names: readonly string[], chosen: ChosenFiles): string[] {
  return names.flatMap((name) => {
    const folder = `${name.replace(/^\.\//, "").replace(/\/+$/, "")}/`;
    const within = suiteFiles(root, chosen).filter((file) => file.startsWith(folder));
    return within.length === 0 ? [name] : within;
  });
}
