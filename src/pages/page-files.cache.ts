/**
 * The files that pages load: one style sheet made of every `src/…/*.css` but those of screens (the kit's first), the
 * icon, and the browser modules (`src/…/*.browser.ts`, types stripped, imports rewritten to addresses). Each address has
 * the hash of its content, so browsers may keep the file for ever. Read once, when the service is built. In the package
 * the modules have lost their types already (`*.browser.js`): what strips types takes 21 MiB in a process that serves.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, dirname, extname, join, normalize } from "node:path/posix";
import { compress, type Coded, type Coding } from "./compress.ts";
import { icon } from "./icon.ts";
import type { PageFiles } from "./layout.ts";

export interface PageFile {
  readonly contentType: string;
  readonly text: string;
  /** The content in a coding; compressed once and kept. */
  coded(coding: Coding): Promise<Coded>;
}

export interface ServedFiles extends PageFiles {
  /** By the last part of the address. */
  readonly byName: ReadonlyMap<string, PageFile>;
}

/** The styles of the kit in their order; what features add comes after them. */
const kitStyles: readonly string[] = ["palette", "page", "blocks", "controls", "adapt"].map(
  (name) => `pages/styles/${name}.css`,
);

/** The path under which the files are served. */
export const filesPath = "/assets";

/** Reads and prepares all of them. Throws when a module imports something that browsers are not given. */
export function readPageFiles(source: URL = new URL("../", import.meta.url)): ServedFiles {
  const byName = new Map<string, PageFile>();
  const serve = (name: string, extension: string, contentType: string, text: string): string => {
    const hash = createHash("sha256").update(text).digest("base64url").slice(0, 12);
    const file = `${name}-${hash}.${extension}`;
    byName.set(file, toFile(contentType, text));
    return `${filesPath}/${file}`;
  };
  const paths = readdirSync(source, { recursive: true, encoding: "utf8" }).toSorted();
  const read = (path: string): string => readFileSync(new URL(path, source), "utf8");
  const styles = paths.filter(
    (path) => path.endsWith(".css") && !path.endsWith(".screen.css") && !kitStyles.includes(path),
  );
  const modules = serveModules(
    paths.filter((path) => /\.browser\.[jt]s$/.test(path)),
    read,
    (name, text) => serve(name, "js", "text/javascript; charset=utf-8", text),
  );
  return {
    byName,
    style: serve(
      "style",
      "css",
      "text/css; charset=utf-8",
      [...kitStyles, ...styles].map(read).map(squeezeStyle).join("\n"),
    ),
    icon: serve("icon", "svg", "image/svg+xml", icon),
    module: (name) => {
      const found = modules.get(name);
      if (found === undefined) throw new Error(`there is no browser module ${name}.browser.ts`);
      return found;
    },
  };
}

const nameForm = /^([\w-]+)-[\w-]{12}\.(css|js)$/;

/** Our file for that of another release: while one replaces another, a page of the one may ask a process of the other. */
export function fileInstead({ byName }: ServedFiles, asked: string): PageFile | undefined {
  const [, stem, extension] = nameForm.exec(asked) ?? [];
  if (stem === undefined) return undefined;
  for (const [name, file] of byName) {
    const own = nameForm.exec(name);
    if (own?.[1] === stem && own[2] === extension) return file;
  }
  return undefined;
}

function toFile(contentType: string, text: string): PageFile {
  const bytes = Buffer.from(text);
  const made = new Map<Coding, Promise<Coded>>();
  return {
    contentType,
    text,
    coded(coding) {
      const known = made.get(coding) ?? compress(bytes, coding, "once");
      made.set(coding, known);
      return known;
    },
  };
}

function squeezeStyle(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim();
}

/** Module name to its address and the addresses of all that it imports. */
function serveModules(
  paths: readonly string[],
  read: (path: string) => string,
  serve: (name: string, text: string) => string,
): ReadonlyMap<string, readonly string[]> {
  const served = new Map<string, readonly string[]>();
  const visit = (path: string): readonly string[] => {
    const name = moduleNameOf(path);
    const known = served.get(name);
    if (known !== undefined) return known;
    if (!paths.includes(path)) throw new Error(`${path} is no browser module`);
    const imported: string[] = [];
    const text = (path.endsWith(".ts") ? stripTypes(read(path)) : read(path)).replaceAll(
      /(\bfrom\s*|^import\s*)"([^"]+)"/gm,
      (_all, before: string, target: string) => {
        if (!target.endsWith(".browser.ts"))
          throw new Error(`${path} imports ${target}: a browser module imports only *.browser.ts`);
        const [url = "", ...more] = visit(normalize(join(dirname(path), target.replace(/\.ts$/, extname(path)))));
        imported.push(url, ...more);
        return `${before}"${url}"`;
      },
    );
    const urls = [serve(name, text), ...new Set(imported)];
    served.set(name, urls);
    return urls;
  };
  const names = paths.map(moduleNameOf);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`there are two browser modules ${repeated}`);
  for (const path of paths) visit(path);
  return served;
}

function moduleNameOf(path: string): string {
  return basename(path).replace(/\.browser\.[jt]s$/, "");
}

/** Types become spaces, so lines and columns stay; comments of whole lines and spaces at line ends are left out. */
export function stripTypes(text: string): string {
  return withoutExperimentalWarning(() => stripTypeScriptTypes(text))
    .replaceAll(/^\s*\/\*\*[\s\S]*?\*\/\s*$|^\s*\/\/.*$/gm, "")
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{2,}/g, "\n");
}

/** Node says once that stripping is experimental; whoever starts the service can do nothing with that. */
function withoutExperimentalWarning<T>(work: () => T): T {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
