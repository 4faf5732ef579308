/**
 * The passports of the house (docs/architecture.md, "Suffixes"): the suffix of a file's name says what the file may touch,
 * and each rule here answers the sentences that say where a suffix is not true.
 */
import { roleOf, type House, type Role } from "./architecture-rules.ts";
import type { SourceFile } from "./source-files.ts";

interface Passport {
  readonly says: string;
  readonly isTrue: (code: string) => boolean;
}

/** What the code of a file with the suffix has to show. Comments do not count. */
const passports: Partial<Record<Role, Passport>> = {
  command: { says: "a command works in a Tx", isTrue: (code) => /\bTx\b|\.transaction\(/.test(code) },
  query: { says: "a query takes a Db", isTrue: (code) => /\b(Db|Database|Tx)\b/.test(code) },
  client: { says: "a client never sees a database", isTrue: (code) => !/\b(Db|Database|Tx)\b|\.sql\.ts"/.test(code) },
  cache: {
    says: "a cache is made by the program, and is no variable of its file",
    isTrue: (code) => /^export function/m.test(code) && !/^(export )?(let|const \w+[^\n]* = new )/m.test(code),
  },
  job: {
    says: "a job exports a sweep over a Database",
    isTrue: (code) => /\bDatabase\b/.test(code) && /^export (async )?function/m.test(code),
  },
  pages: { says: "a file of pages returns a PageRoute", isTrue: (code) => /\bPageRoute\b/.test(code) },
  stream: {
    says: "a stream yields or watches",
    isTrue: (code) => /async function\*|AsyncIterable|\bWatch</.test(code),
  },
  plugin: { says: "a plugin takes a FastifyInstance", isTrue: (code) => /\bFastifyInstance\b/.test(code) },
  routes: { says: "a file of routes names a route", isTrue: (code) => /[rR]oute/.test(code) },
  schemas: {
    says: "a file of schemas describes with TypeBox",
    isTrue: (code) => /\bType\.\w|"typebox|Shape\b/.test(code),
  },
};

/** The suffix of each product file is true. */
export function passportsAreTrue(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const passport = passports[roleOf(file.path)];
    if (!file.path.startsWith("src/") || passport === undefined) return [];
    return passport.isTrue(withoutComments(file.text)) ? [] : [`${file.path}: ${passport.says}`];
  });
}

/** Code of a thread starts or talks to one, or other code of a thread imports the file. */
export function workersAreOfThreads(files: readonly SourceFile[]): string[] {
  const workers = files.filter((file) => file.path.startsWith("src/") && roleOf(file.path) === "worker");
  const used = new Set(workers.flatMap((file) => file.imports.map(({ target }) => target)));
  return workers
    .filter((file) => !used.has(file.path) && !/threads?\b/i.test(withoutComments(file.text)))
    .map((file) => `${file.path}: a worker is code of a thread`);
}

const sqlText = /[`"]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|SET LOCAL|LOCK TABLE|TRUNCATE|CREATE|LISTEN)\s/;

/** SQL stands in `.sql.ts` and in the listed files, and each listed file has some. */
export function sqlStandsInSqlFiles(files: readonly SourceFile[], house: House): string[] {
  const speakers = files
    .filter(({ path }) => path.startsWith("src/") && !["sql", "test"].includes(roleOf(path)))
    .filter(({ text }) => sqlText.test(withoutComments(text)))
    .map(({ path }) => path);
  const listed = Object.keys(house.sqlElsewhere);
  return [
    ...speakers.filter((path) => !listed.includes(path)).map((path) => `${path} has SQL: move the text to a .sql.ts`),
    ...listed.filter((path) => !speakers.includes(path)).map((path) => `${path} is listed and has no SQL`),
  ];
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");
}
