/**
 * The rules about imports (docs/architecture.md). Each rule answers sentences that say what is wrong, so that a test can
 * show them all at once. No rule reads the disk.
 */
import type { Import, SourceFile } from "./source-files.ts";

const suffixes = [
  "sql",
  "command",
  "query",
  "client",
  "cache",
  "job",
  "worker",
  "routes",
  "schemas",
  "pages",
  "stream",
  "plugin",
  "browser",
  "screen",
] as const;
export type Role = (typeof suffixes)[number] | "pure" | "test";
const roles = new Set<string>(suffixes);
const testRoles = new Set<string>(["test", "fixture"]);

/** The role that a file's name gives it; a file without a suffix is pure. */
export function roleOf(path: string): Role {
  const suffix = /\.([a-z]+)\.tsx?$/.exec(path)?.[1];
  if (suffix !== undefined && testRoles.has(suffix)) return "test";
  return suffix !== undefined && roles.has(suffix) ? (suffix as Role) : "pure";
}

/** The folder under src that a file lives in; undefined for files of src itself and of other folders. */
export function folderOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

export interface House {
  /** Every feature, with the features that it may import. */
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
  /** The rooms of the features that have rooms, from low to high: a room imports only the rooms before it. */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /** The rooms outside of src (tests, proofs, benches, scripts, examples), with the others that each may import. */
  readonly outside: Readonly<Record<string, readonly string[]>>;
  /** Features whose unsuffixed files may do I/O, with the reason. */
  readonly notPure: Readonly<Record<string, string>>;
  /** Single unsuffixed files that may do I/O, with the reason. */
  readonly notPureFiles: Readonly<Record<string, string>>;
  /** Files that read the program's own clock, with the reason. */
  readonly readsProgramClock: Readonly<Record<string, string>>;
  /** Files that keep a variable between calls, with the reason. */
  readonly remembers: Readonly<Record<string, string>>;
  /** Files outside `.sql.ts` that have SQL, with the reason. */
  readonly sqlElsewhere: Readonly<Record<string, string>>;
  /** Packages and built-in modules that compute and do nothing else. */
  readonly purePackages: readonly string[];
  /** Files of the platform that compute and do nothing else. */
  readonly purePlatform: RegExp;
}

/** What computes and does nothing else. */
const computes = new Set<Role>(["pure", "schemas"]);
const floors = new Set(["kernel", "platform"]);
const isFeature = (folder: string | undefined): folder is string => folder !== undefined && !floors.has(folder);
const isProduct = (file: SourceFile): boolean => file.path.startsWith("src/") && roleOf(file.path) !== "test";
const isOwn = (target: string): boolean => /^(src|test|scripts|bench|proofs|examples)\//.test(target);

function report(files: readonly SourceFile[], wrong: (file: SourceFile, used: Import) => string | undefined): string[] {
  return files.filter(isProduct).flatMap((file) =>
    file.imports.flatMap((used) => {
      const reason = wrong(file, used);
      return reason === undefined ? [] : [`${file.path} imports ${used.target}: ${reason}`];
    }),
  );
}

/** The kernel imports nothing of the project, the platform no feature. */
export function floorsStandAlone(files: readonly SourceFile[]): string[] {
  return report(files, (file, used) => {
    const [from, to] = [folderOf(file.path), folderOf(used.target)];
    if (!isOwn(used.target)) return undefined;
    if (from === "kernel" && to !== "kernel") return "the kernel imports nothing of the project";
    if (from === "platform" && to !== "kernel" && to !== "platform") return "the platform imports no feature";
    return undefined;
  });
}

/** Unsuffixed files and shapes of features import pure files and shapes only. Types are erased and may come from anywhere below. */
export function pureImportsPure(files: readonly SourceFile[], house: House): string[] {
  return report(files, (file, used) => {
    const folder = folderOf(file.path);
    if (!isFeature(folder) || !computes.has(roleOf(file.path))) return undefined;
    if (folder in house.notPure || file.path in house.notPureFiles || used.typeOnly) return undefined;
    if (!isOwn(used.target)) {
      return house.purePackages.includes(used.target) ? undefined : "a pure file uses only packages that compute";
    }
    const to = folderOf(used.target);
    if (to === "kernel" || house.purePlatform.test(used.target)) return undefined;
    const isPure = isFeature(to) && computes.has(roleOf(used.target)) && !(used.target in house.notPureFiles);
    return isPure ? undefined : "a pure file imports only pure files, shapes and the kernel";
  });
}

const impure = [
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bTemporal\.Now\b/,
  /\bMath\.random\(/,
  /\brandom(Bytes|UUID|Int|FillSync)\(/,
  /\bnewId\(/,
  /\bprocess\.\w/,
  /\bperformance\.now\(/,
  /\bset(Timeout|Interval|Immediate)\(/,
  /\bfetch\(/,
];

/** Unsuffixed files and shapes of features read no clock, no random source, no process. */
export function pureIsPure(files: readonly SourceFile[], house: House): string[] {
  return files
    .filter((file) => isProduct(file) && isFeature(folderOf(file.path)) && computes.has(roleOf(file.path)))
    .filter((file) => !((folderOf(file.path) ?? "") in house.notPure) && !(file.path in house.notPureFiles))
    .flatMap((file) => {
      const code = withoutCommentsAndText(file.text);
      return impure
        .map((pattern) => pattern.exec(code)?.[0])
        .filter((found) => found !== undefined)
        .map((found) => `${file.path} uses ${found}: a pure file is given what it needs`);
    });
}

/** The program's own clock, however it is read. */
const programClock = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|(?<!\bnew )\bDate\(\)/;

/** Only the listed files read the program's clock: what is stored, signed, compared or deleted goes by the database's. */
export function clocksAreListed(files: readonly SourceFile[], house: House): string[] {
  const readers = files
    .filter(isProduct)
    .filter((file) => programClock.test(withoutCommentsAndText(file.text)))
    .map(({ path }) => path);
  const listed = Object.keys(house.readsProgramClock);
  return [
    ...readers
      .filter((path) => !listed.includes(path))
      .map(
        (path) =>
          `${path} reads the program's clock: use the database's, or monotonicMs() for how long something takes`,
      ),
    ...listed.filter((path) => !readers.includes(path)).map((path) => `${path} is listed and reads no clock`),
  ];
}

function withoutCommentsAndText(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\\n]|\\.)*"/g, '""');
}

const reachable = new Set<Role>(["pure", "command", "query", "schemas"]);

/** Features reach each other in the listed directions, and only through commands, queries, shapes and pure files; what runs in browsers also through its like. */
export function featuresReachDown(files: readonly SourceFile[], house: House): string[] {
  return report(files, (file, used) => {
    const [from, to] = [folderOf(file.path), folderOf(used.target)];
    if (!isFeature(from) || !isOwn(used.target) || from === to) return undefined;
    if (to === undefined) return "a feature imports nothing from above it";
    // The program puts everything together.
    if (from === "program" || !isFeature(to)) return undefined;
    if (house.mayImport[from]?.includes(to) !== true) return `${from} may not import ${to}`;
    const role = roleOf(file.path);
    const runInBrowsers = (role === "screen" || role === "browser") && roleOf(used.target) === role;
    return used.typeOnly || runInBrowsers || reachable.has(roleOf(used.target))
      ? undefined
      : `${roleOf(used.target)} files belong to their own feature`;
  });
}

/** The room of its feature that a file lives in; undefined for files outside rooms. */
function roomOf(path: string): string | undefined {
  return /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1];
}

/** The rooms of a feature reach each other in the listed order only, and every file of such a feature is in a room. */
export function roomsReachDown(files: readonly SourceFile[], house: House): string[] {
  const lost = files.filter(isProduct).flatMap(({ path }) => {
    const rooms = house.rooms[folderOf(path) ?? ""];
    const room = roomOf(path);
    if (rooms === undefined) return [];
    return room !== undefined && rooms.includes(room) ? [] : [`${path} is in no listed room`];
  });
  const upward = report(files, (file, used) => {
    const feature = folderOf(file.path);
    if (feature === undefined || folderOf(used.target) !== feature) return undefined;
    const rooms = house.rooms[feature] ?? [];
    const [from, to] = [roomOf(file.path), roomOf(used.target)].map((room) => rooms.indexOf(room ?? ""));
    return (from ?? 0) < (to ?? 0) ? `${feature}: the room below does not import the room above` : undefined;
  });
  return [...lost, ...upward];
}

const maxProductFiles = 25;

/** No folder holds more files than a reader can keep in mind. */
export function foldersAreSmall(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files.filter(isProduct)) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxProductFiles)
    .map(([folder, count]) => `${folder} has ${count} product files, more than ${maxProductFiles}`);
}

/** Every feature is in the list, and the list itself points one way only. */
export function listIsComplete(files: readonly SourceFile[], house: House): string[] {
  const present = new Set(
    files
      .filter(isProduct)
      .map((file) => folderOf(file.path))
      .filter(isFeature),
  );
  const unlisted = [...present].filter((feature) => !(feature in house.mayImport));
  const upward = Object.entries(house.mayImport).flatMap(([from, targets]) =>
    targets.filter((to) => reaches(house, to, from)).map((to) => `${from} -> ${to} closes a circle`),
  );
  return [...unlisted.map((feature) => `${feature} is not in the list of directions`), ...upward];
}

function reaches(house: House, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (house.mayImport[from] ?? []).some((next) => reaches(house, next, to, seen));
}

/** Only the program builds: nothing below imports it, and nothing else makes the server. */
export function onlyMainBuilds(files: readonly SourceFile[]): string[] {
  return report(files, (file, used) => {
    if (folderOf(file.path) === "program" || used.typeOnly) return undefined;
    if (folderOf(used.target) === "program") return "only the program and tests import the program";
    return used.target === "src/platform/http/server.ts" ? "only the program makes the server" : undefined;
  });
}

/** Files that import each other in a circle, each circle once. */
export function noCycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) return void found.push([...trail.slice(at), path].join(" -> "));
    if (done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}

const screenPackages = ["preact", "preact/hooks", "@preact/signals", "leaflet"];

/** Browser modules import their like, screens also pure files and the libraries that draw; the server imports neither. */
export function browserStandsAlone(files: readonly SourceFile[]): string[] {
  return report(files, (file, used) => {
    const [from, to] = [roleOf(file.path), isOwn(used.target) ? roleOf(used.target) : undefined];
    if (from === "browser") return to === "browser" ? undefined : "a browser module imports browser modules only";
    if (from !== "screen") return to === "browser" || to === "screen" ? "it runs in the browser only" : undefined;
    const isGood = used.typeOnly || to === "screen" || to === "pure" || screenPackages.includes(used.target);
    return isGood ? undefined : "a screen imports screens, pure files and the libraries that draw";
  });
}

const forbiddenWords = new Set(["util", "utils", "helper", "helpers", "common", "misc", "manager", "data"]);

const maxLines = 300;

/** Names, sizes, barrels, and who reads the environment. */
export function filesAreTidy(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const { path, text } = file;
    const lines = text.split("\n").length - 1;
    const words = path.toLowerCase().split(/[^a-z0-9]+/);
    const readsEnvironment = /\bprocess\.env\b/.test(text) && path.startsWith("src/") && !path.endsWith(".test.ts");
    return [
      ...(lines >= maxLines ? [`${path} has ${lines} lines, ${maxLines} or more`] : []),
      ...(words.some((word) => forbiddenWords.has(word)) ? [`${path} has a name that says nothing`] : []),
      ...(path.endsWith("/index.ts") || /^export \*/m.test(text) ? [`${path} is a barrel file`] : []),
      ...(readsEnvironment && !/^src\/(program\/(config|main)\.ts|cli\/)/.test(path)
        ? [`${path} reads process.env; only config.ts, main.ts and the command line do`]
        : []),
    ];
  });
}
