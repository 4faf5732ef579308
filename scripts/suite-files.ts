/** The test files of a run, and their order: the longest begin first, so that none is left to run alone at the end. */
import { globSync } from "node:fs";
import { longFiles } from "./long-files.ts";

const folders = ["src", "test", "scripts", "examples", "packages/*/src", "bench/*"];
const everything = folders.map((folder) => `${folder}/**/*.test.ts`);

/**
 * Series: each route, or each pattern, with every caller and every bad input that a rule can make of it. They take minutes,
 * and have `npm run test:series`; the rules that they repeat have tests of their own in the suite.
 */
const series = /\.series\.test\.ts$/;

/** Pages and screens in Chromium: they take as long as all the others together, and have `npm run test:screens`. */
const screens = /\.browser\.test\.ts$/;

/** The program, the command line and the embedded server as processes of their own: `npm run test:programs`. */
const programs = /\.process\.test\.ts$/;

/** What `npm run test:fast` leaves out of the suite: compilers, random cases, and long files. */
const slow = [/\/openapi\.test\.ts$/, /\.(model|property|races)\.(db\.)?test\.ts$/];

/** Kinds that take long, the longest first; every other file comes after them. */
const early = [
  /\/program\.process\.test\.ts$/,
  series,
  screens,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
  programs,
  /\/large-menus\.api\.test\.ts$/,
];

const rank = (file: string): number => {
  const found = early.findIndex((kind) => kind.test(file));
  return found < 0 ? early.length : found;
};

const isSlow = (file: string): boolean =>
  slow.some((kind) => kind.test(file)) || longFiles.some((name) => file.endsWith(`/${name}.test.ts`));

/** What a run has: the suite, its fast part, the screens, the programs, the series, or all; and whether Chromium is there. */
export interface ChosenFiles {
  readonly part: "suite" | "fast" | "screens" | "programs" | "series" | "whole";
  readonly browser?: boolean;
}

/** The test files of a part below a folder, the longest kinds first. */
export function suiteFiles(folder: string, { part, browser }: ChosenFiles): readonly string[] {
  return globSync(everything, { cwd: folder, exclude: ["**/node_modules/**"] })
    .filter((file) => part === "whole" || partOf(file) === (part === "fast" ? "suite" : part))
    .filter((file) => part !== "fast" || !isSlow(file))
    .filter((file) => browser !== false || !needsBrowser([file]))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function partOf(file: string): ChosenFiles["part"] {
  if (series.test(file)) return "series";
  if (programs.test(file)) return "programs";
  return screens.test(file) ? "screens" : "suite";
}

/** Whether one of the files drives a browser. */
export function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => screens.test(file));
}

/**
 * The files that are named: a folder is the files of the part in it and below it, with its screens and programs where the
 * part is the suite. A name that is neither stays as it is.
 */
export function namedFiles(root: string, names: readonly string[], chosen: ChosenFiles): string[] {
  const parts = chosen.part === "suite" ? (["screens", "programs", "suite"] as const) : [chosen.part];
  const files = parts.flatMap((part) => suiteFiles(root, { ...chosen, part }));
  return names.flatMap((name) => {
    const folder = `${name.replace(/^\.\//, "").replace(/\/+$/, "")}/`;
    const within = files.filter((file) => file.startsWith(folder));
    return within.length === 0 ? [name] : within;
  });
}
