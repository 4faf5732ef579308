/**
 * The directions of imports outside of src (docs/architecture.md, "Rooms"): which room of test/ and proofs/, and which of
 * bench, scripts and examples, may import which. Each rule answers the sentences that say what is wrong. No rule reads
 * the disk.
 */
import { roleOf, type House } from "./architecture-rules.ts";
import type { SourceFile } from "./source-files.ts";

/** The room of a file outside of src: `test/harness`, `proofs/crash`, `bench`. The tests of src are one room. */
function roomOutside(path: string): string | undefined {
  if (path.startsWith("src/")) return roleOf(path) === "test" ? "tests of src" : undefined;
  return /^(?:test|proofs|packages)\/[^/]+(?=\/)|^(?:bench|scripts|examples)(?=\/)/.exec(path)?.[0];
}

/** Tests, proofs, benches, scripts and examples import src and the listed rooms; product code imports none of them. */
export function outsideReachesDown(files: readonly SourceFile[], house: House): string[] {
  return files.flatMap((file) => {
    const from = roomOutside(file.path);
    const isProduct = file.path.startsWith("src/") && from === undefined;
    if (!isProduct && (from === undefined || !(from in house.outside))) return [`${file.path} is in no listed room`];
    return file.imports.flatMap(({ target }) => {
      if (!/^(test|proofs|bench|scripts|examples|packages)\//.test(target)) return [];
      const to = roomOutside(target);
      if (from !== undefined && (to === from || house.outside[from]?.includes(to ?? "") === true)) return [];
      return [`${file.path} imports ${target}: ${from ?? "product code"} may not import ${to ?? "it"}`];
    });
  });
}

/** What a partner copies from examples/ stands alone: it imports packages and other examples only. */
export function examplesStandAlone(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith("examples/") && roleOf(path) !== "test")
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => /^(src|test|scripts|bench|proofs)\//.test(target))
        .map(({ target }) => `${path} imports ${target}: an example stands alone`),
    );
}

/** The list of the rooms outside has no circle. */
export function outsideHasNoCircle(_files: readonly SourceFile[], house: House): string[] {
  const reaches = (from: string, to: string, seen: ReadonlySet<string>): boolean =>
    from === to ||
    (!seen.has(from) && (house.outside[from] ?? []).some((next) => reaches(next, to, new Set([...seen, from]))));
  return Object.entries(house.outside).flatMap(([from, targets]) =>
    targets.filter((to) => reaches(to, from, new Set())).map((to) => `${from} -> ${to} closes a circle`),
  );
}
