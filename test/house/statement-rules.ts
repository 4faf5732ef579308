/** Rules about the registry of statements (src/platform/postgres/statement.ts): each answers the statements that break it. */
import type { SourceFile } from "./source-files.ts";

const registry = "src/platform/postgres/";
const isProduct = ({ path }: SourceFile): boolean =>
  path.startsWith("src/") && !/\.(test|fixture)\.ts$/.test(path) && !path.startsWith(registry);

/** The product speaks SQL only through the registry: what takes any text is for tests, proofs and measurements. */
export function textIsForTests(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isProduct(file) && /\bText(Db|Tx|Database)\b/.test(file.text))
    .map(({ path }) => `${path} takes SQL text: define a statement, and take a Db or a Tx`);
}

const definers = ["defineStatement", "defineFilteredStatement", "findById", "lockById"];

/** Statements are defined while their module is loaded, so that the test of the house sees each of them. */
export function statementsAreDefinedAtLoad(files: readonly SourceFile[]): string[] {
  return files.filter(isProduct).flatMap((file) => {
    const parts = file.text.split(/^(?=\S)/m);
    const makers = parts.flatMap((part) => {
      const name = /^const (\w+) = (?:<[^>]*>)?\([^)]*\)(?:: [^=]+)? =>/.exec(part)?.[1];
      return name !== undefined && names(part, definers) ? [name] : [];
    });
    return parts
      .filter((part) => /^(export )?(async )?(function|class)\b/.test(part) && names(part, [...definers, ...makers]))
      .map((part) => `${file.path} defines a statement in ${/^[^({]*/.exec(part)?.[0].trim() ?? "a function"}`);
  });
}

/** An insert with more than six values is made from a table value: nobody counts places (platform/postgres/table.ts). */
export function placesAreNotCounted(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.path.endsWith(".sql.ts") && /\bVALUES \([^`]*\$7\b/.test(file.text))
    .map(({ path }) => `${path} counts the places of an insert: make the table a value`);
}

function names(text: string, words: readonly string[]): boolean {
  return words.some((word) => new RegExp(`\\b${word}\\(`).test(text));
}
