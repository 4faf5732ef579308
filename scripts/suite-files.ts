/** Which test files a run has, and in which order: the longest begin first, so that none is left to run alone at the end. */
import { globSync } from "node:fs";

const everything = ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"];

/** What `npm run test:fast` leaves out: browsers, processes of the program, compilers, and long series of cases. */
const slow = [
  /\/(large-menus\.api|must-not-compile|openapi|route-coverage)\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\.process\.test\.ts$/,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
  /bad-[a-z]+\.api\.test\.ts$/,
];

/** Kinds that take long, the longest first; every other file comes after them. */
const early = [
  /bad-[a-z]+\.api\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\.(model|property|races)\.(db\.)?test\.ts$/,
  /\.process\.test\.ts$/,
];

const rank = (file: string): number => {
  const found = early.findIndex((kind) => kind.test(file));
  return found < 0 ? early.length : found;
};

/** The test files of the suite below a folder, the longest kinds first. */
export function suiteFiles(folder: string, options: { readonly fast: boolean }): readonly string[] {
  return globSync(everything, { cwd: folder })
    .filter((file) => !options.fast || !slow.some((kind) => kind.test(file)))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Whether one of the files drives a browser. */
export function needsBrowser(files: readonly string[]): boolean {
  return files.some((file) => file.endsWith(".browser.test.ts"));
}
