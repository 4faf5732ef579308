/**
 * The built screens. They are read from `build/screens` when they were built from the present sources; else they are
 * built and kept there. A release has the folder. The folder is replaced as a whole, so a crash leaves the earlier one.
 * Several processes may build at once; each uses its own result.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleScreens } from "./bundle-screens.ts";
import type { BuiltScreens } from "./screen-sources.ts";

/** What `build/screens/built.json` says. */
export interface BuiltNote extends Omit<BuiltScreens, "files" | "sources"> {
  /** The names of the files. */
  readonly files: readonly string[];
  /** The SHA-256 of each source. */
  readonly sources: Readonly<Record<string, string>>;
}

export interface ScreenFiles {
  /** The built screens; built at the first call when the sources are newer. Rejects with what esbuild says. */
  load(): Promise<BuiltScreens>;
  /** The built screens as soon as they are there. */
  loaded(): BuiltScreens | undefined;
}

const project = fileURLToPath(new URL("../../", import.meta.url));
/** What fails where the folder may not be written: the screens are then kept in memory only. */
const unwritable = ["EACCES", "EROFS", "EPERM"];

/** The screens of a process, loaded once; a build that failed is tried again by the next call. */
export function createScreenFiles(folder: string = join(project, "build/screens")): ScreenFiles {
  let loading: Promise<BuiltScreens> | undefined;
  let loaded: BuiltScreens | undefined;
  return {
    load() {
      loading ??= loadScreens(folder).then(
        (screens) => (loaded = screens),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    loaded: () => loaded,
  };
}

async function loadScreens(folder: string): Promise<BuiltScreens> {
  const kept = await readBuilt(folder);
  if (kept !== undefined) return kept;
  const built = await bundleScreens(project);
  await writeBuilt(folder, built);
  return built;
}

/** What was built before; undefined when there is nothing, or a source has changed since. */
async function readBuilt(folder: string): Promise<BuiltScreens | undefined> {
  try {
    const built = JSON.parse(await readFile(join(folder, "built.json"), "utf8")) as BuiltNote;
    const paths = Object.keys(built.sources);
    const now = await hashSources(paths);
    if (paths.some((path) => built.sources[path] !== now[path])) return undefined;
    const texts = await Promise.all(built.files.map((name) => readFile(join(folder, name), "utf8")));
    return { ...built, sources: paths, files: new Map(built.files.map((name, index) => [name, texts[index] ?? ""])) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof Error && "code" in error && ["ENOENT", "EACCES"].includes(String(error.code)))
      return undefined;
    throw error;
  }
}

async function writeBuilt(folder: string, screens: BuiltScreens): Promise<void> {
  try {
    await mkdir(dirname(folder), { recursive: true });
    // As every folder is made: one of mkdtemp is closed to the user that the service runs as.
    const made = `${folder}-making-${randomUUID()}`;
    await mkdir(made);
    const built: BuiltNote = {
      screens: screens.screens,
      worker: screens.worker,
      again: screens.again,
      files: [...screens.files.keys()],
      sources: await hashSources(screens.sources),
    };
    for (const [name, text] of screens.files) await writeFile(join(made, name), text);
    await writeFile(join(made, "built.json"), JSON.stringify(built));
    await putAt(made, folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && unwritable.includes(String(error.code)))) throw error;
  }
}

/** Another process may have put its own in place meanwhile: both were made of the same sources. */
async function putAt(made: string, folder: string): Promise<void> {
  const old = `${made}-old`;
  await rename(folder, old).catch(() => {});
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }));
  await rm(old, { recursive: true, force: true });
}

async function hashSources(paths: readonly string[]): Promise<Record<string, string>> {
  const hashes = await Promise.all(
    paths.map(async (path) =>
      createHash("sha256")
        .update(await readFile(join(project, path)))
        .digest("base64url"),
    ),
  );
  return Object.fromEntries(paths.map((path, index) => [path, hashes[index] ?? ""]));
}
