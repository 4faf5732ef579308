/**
 * The files of docs and of the change log, read once for a service. A text or a picture that a package does not have is
 * left out.
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SdkMethods } from "../pages/samples.ts";
import type { Download } from "../pages/downloads-page.ts";
import type { GuideFiles } from "../pages/guide-pages.ts";
import type { Picture } from "../text/site-markdown.ts";
import type { Highlights } from "../text/highlight.cache.ts";
import { pictureSize } from "./picture-size.ts";

const folder = fileURLToPath(new URL("../../../docs/", import.meta.url));
const callNames = fileURLToPath(new URL("../../../packages/sdk/call-names.json", import.meta.url));
const sdkReadme = fileURLToPath(new URL("../../../packages/sdk/README.md", import.meta.url));
const highlights = fileURLToPath(new URL("../../../build/docs/highlights.json", import.meta.url));
const changes = fileURLToPath(new URL("../../../changelog/", import.meta.url));

/** Reads the guides, and the sizes of their pictures. */
export function readGuideFiles(): GuideFiles {
  const texts = globSync("{*,rules/*}.md", { cwd: folder }).map((name): [string, string] => [
    name,
    readFileSync(folder + name, "utf8"),
  ]);
  const pictures = globSync("images/*.{png,svg}", { cwd: folder }).flatMap((name): [string, Picture][] => {
    const size = pictureSize(readFileSync(folder + name));
    return size === undefined ? [] : [[name, { src: `/docs/${name}`, ...size }]];
  });
  const client = existsSync(sdkReadme) ? [["sdk/client.md", readFileSync(sdkReadme, "utf8")] as const] : [];
  return { texts: new Map([...texts, ...client]), pictures: new Map(pictures) };
}

/** The entries of the change log by the names of their files. */
export function readChangelogFiles(): ReadonlyMap<string, string> {
  const names = globSync("[0-9]*.md", { cwd: changes });
  return new Map(names.map((name) => [name, readFileSync(changes + name, "utf8")]));
}

/** The code of all pages, highlighted when the package was built; undefined in a checkout. */
export function readHighlights(): Highlights | undefined {
  if (!existsSync(highlights)) return undefined;
  return new Map(Object.entries(JSON.parse(readFileSync(highlights, "utf8")) as Readonly<Record<string, string>>));
}

/** The methods of the SDK by their operations. */
export function readSdkMethods(): SdkMethods {
  if (!existsSync(callNames)) return new Map();
  const groups = JSON.parse(readFileSync(callNames, "utf8")) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  return new Map(
    Object.entries(groups).flatMap(([group, calls]) =>
      Object.entries(calls).map(([name, operationId]): [string, string] => [operationId, `${group}.${name}`]),
    ),
  );
}

const code = {
  folder: fileURLToPath(new URL("../../../examples/verify-webhook/", import.meta.url)),
  pattern: "{webhook-vectors.json,[vV]erify*webhook.*,VerifyWebhook.*}",
  path: "/docs/files/",
} as const;

/** Where packages are built. A package does not hold itself. */
const packages = {
  folder: fileURLToPath(new URL("../../../build/downloads/", import.meta.url)),
  pattern: "{maple,sdk}-*.tgz",
  path: "/docs/downloads/",
} as const;

function namesIn({ folder: from, pattern }: typeof code | typeof packages): readonly string[] {
  return [...new Set(globSync(pattern, { cwd: from }))].filter((name) => !name.includes(".test.")).toSorted();
}

/** The files that a developer takes along: packages where they are built, and code that verifies deliveries. */
export function readDownloads(): readonly Download[] {
  return [packages, code].flatMap((kind) =>
    namesIn(kind).map((name) => {
      const bytes = readFileSync(kind.folder + name);
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
      return { name, path: kind.path + name, bytes: bytes.length, integrity };
    }),
  );
}

/** The bytes of a file that verifies deliveries; undefined when there is none of this name. */
export function readCode(name: string): Buffer | undefined {
  return namesIn(code).includes(name) ? readFileSync(code.folder + name) : undefined;
}

/** The bytes of a package; undefined when none of this name is built. */
export function readPackage(name: string): Buffer | undefined {
  return namesIn(packages).includes(name) ? readFileSync(packages.folder + name) : undefined;
}

/** The bytes of a picture by its name; undefined when there is none. */
export function readPicture(name: string): Buffer | undefined {
  if (!/^[\w-]+\.(?:png|svg)$/.test(name)) return undefined;
  const file = `${folder}images/${name}`;
  return existsSync(file) ? readFileSync(file) : undefined;
}
