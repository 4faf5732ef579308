/** Only threads load code that computes for long: on the event loop it would delay every other call. */
import type { SourceFile } from "./source-files.ts";

/** A second for all pages of the documentation, tenths of one for a page or a description (rules/operating 3.10). */
const onlyInThreads = [
  "src/docs-pages/rendered-reference.ts",
  "src/docs-site/serve/rendered-site.cache.ts",
  "src/docs-site/text/highlight.cache.ts",
];

const program = "src/program/build.ts";

/** Nothing that the program loads leads to such a module; a thread's module is no import. */
export function heavyIsInThreads(files: readonly SourceFile[]): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const cameFrom = new Map<string, string | undefined>([[program, undefined]]);
  for (const [path] of cameFrom)
    for (const { target, typeOnly } of known.get(path)?.imports ?? [])
      if (!typeOnly && !cameFrom.has(target)) cameFrom.set(target, path);
  return onlyInThreads.flatMap((path) => {
    if (!known.has(path)) return [`${path} is not there: name the module that computes`];
    return cameFrom.has(path) ? [`${cameFrom.get(path)} loads ${path} into the process that answers`] : [];
  });
}
