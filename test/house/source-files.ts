/** The project's TypeScript files with their imports, for the architecture rules. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";

export interface Import {
  /** A path from the root of the project (`src/orders/order/order.ts`), or a package name (`pg`, `node:fs`). */
  readonly target: string;
  /** Erased before the program runs. */
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const root = new URL("../../", import.meta.url);
const folders = ["src", "test", "scripts", "bench", "proofs", "examples", "packages"];

/** Reads every TypeScript file of the project. */
export function readSourceFiles(): readonly SourceFile[] {
  return folders.flatMap((folder) => {
    const names = readdirSync(root, { withFileTypes: true }).some((entry) => entry.name === folder)
      ? readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      : [];
    return (
      names
        .filter((name) => /\.tsx?$/.test(name) && !/node_modules|^sdk\/src\/generated\//.test(name))
        // Clients of foreign generators, with a compiler of their own.
        .filter((name) => folder !== "packages" || !name.startsWith("contract/"))
        .toSorted()
        .map((name) => {
          const path = `${folder}/${name}`;
          return toSourceFile(path, readFileSync(new URL(path, root), "utf8"));
        })
    );
  });
}

/** Reads every style sheet of the project, which imports nothing that the rules look at. */
export function readStyleSheets(): readonly SourceFile[] {
  return readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .toSorted()
    .map((name) => ({ path: `src/${name}`, text: readFileSync(new URL(`src/${name}`, root), "utf8"), imports: [] }));
}

/** Reads the imports of a text as if it stood at the path. */
export function toSourceFile(path: string, text: string): SourceFile {
  const imports: Import[] = [];
  for (const match of text.matchAll(/^(import|export)\s+(type\s+)?(?:[^;"'`]*?\sfrom\s+)?"([^"]+)"/gm)) {
    imports.push({ target: resolve(path, match[3] ?? ""), typeOnly: match[2] !== undefined });
  }
  for (const match of text.matchAll(/\bimport\(\s*"([^"]+)"/g)) {
    imports.push({ target: resolve(path, match[1] ?? ""), typeOnly: false });
  }
  return { path, text, imports };
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}
