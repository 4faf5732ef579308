/**
 * The rules of suffixes (docs/architecture.md, "Suffixes"). The suffix of a file's name says what the file may touch, and
 * each rule answers sentences that name the files whose suffix is not true.
 */
import { roleOf, type House, type Role } from "./architecture-rules.ts";
import type { SourceFile } from "./source-files.ts";

interface Passport {
  readonly says: string;
  readonly isTrue: (code: string, file: SourceFile) => boolean;
}

const threads = /^node:worker_threads$|^src\/platform\/threads\//;
const writes = /\bTx\b|\.transaction\(/;
const sqlText = /[`"]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|SET LOCAL|LOCK TABLE|TRUNCATE|CREATE|LISTEN)\s/;

/** What the code of a file with the suffix has to show. Comments do not count. */
const passports: Partial<Record<Role, Passport>> = {
  command: { says: "a command works in a Tx", isTrue: (code) => /\bTx\b|\.transaction\(/.test(code) },
  query: { says: "a query takes a Db", isTrue: (code) => /\b(Db|Database|Tx)\b/.test(code) },
  client: {
    says: "a client talks to the network or to a vendor's SDK, and never sees a database",
    isTrue: (code) =>
      /\bOutgoing[A-Z]\w+|\bfetch\(|\b(Stripe|[tT]wilio|SMTPServer)/.test(code) &&
      !/\b(Db|Database|Tx)\b|\.sql\.ts"/.test(code),
  },
  cache: {
    says: "a cache is made by the program, and is no variable of its file",
    isTrue: (code) => /^export function/m.test(code) && !/^(export )?(let|const \w+[^\n]* = new )/m.test(code),
  },
  job: {
    says: "a job exports a sweep over a Database, and is told no time: the database's clock says what is due",
    isTrue: (code) =>
      /\bDatabase\b/.test(code) &&
      /^export (async )?function \w+\([\s\S]*?\): Promise<|\brunOnce\b/m.test(code) &&
      !/\bnow\??: (Instant|number|Date)\b/.test(code),
  },
  worker: {
    says: "a worker starts a thread or is the code of one, and writes nothing",
    isTrue: (code, { imports }) => imports.some(({ target }) => threads.test(target)) && !writes.test(code),
  },
  pages: { says: "a file of pages returns a PageRoute", isTrue: (code) => /\bPageRoute\b/.test(code) },
  stream: {
    says: "a stream yields or watches, and writes nothing",
    isTrue: (code) => /async function\*|AsyncIterable|\bWatch</.test(code) && !writes.test(code),
  },
  plugin: { says: "a plugin takes a FastifyInstance", isTrue: (code) => /\bFastifyInstance\b/.test(code) },
  routes: {
    says: "a file of routes defines routes or gathers bound ones, and begins no transaction by hand",
    isTrue: (code) => /\bdefineRoute\(|\bBoundRoute\b/.test(code) && !/\.transaction\(/.test(code),
  },
  schemas: {
    says: "a file of schemas exports shapes of TypeBox",
    isTrue: (code) => /\bType\.\w/.test(code) && /^export (const|type|interface|function) /m.test(code),
  },
  sql: { says: "a file of SQL has SQL", isTrue: (code) => sqlText.test(code) },
};

/** The suffix of each product file is true. */
export function passportsAreTrue(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const passport = passports[roleOf(file.path)];
    if (!file.path.startsWith("src/") || passport === undefined) return [];
    return passport.isTrue(withoutComments(file.text), file) ? [] : [`${file.path}: ${passport.says}`];
  });
}

const kept = /^(?:export )?(?:let |const \w+(?:: [^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<[^\n]*>)?\(\);)/m;

/** No variable of a file outlives a call, but in the listed files: memory stands in a `.cache.ts` and is made by the program. */
export function filesRememberNothing(files: readonly SourceFile[], house: House): string[] {
  const keepers = files
    .filter(({ path }) => path.startsWith("src/") && !["test", "browser", "screen"].includes(roleOf(path)))
    .filter(({ text }) => kept.test(withoutComments(text)))
    .map(({ path }) => path);
  const listed = Object.keys(house.remembers);
  return [
    ...keepers
      .filter((path) => !listed.includes(path))
      .map((path) => `${path} keeps a variable between calls: make the memory in a .cache.ts`),
    ...listed.filter((path) => !keepers.includes(path)).map((path) => `${path} is listed and keeps nothing`),
  ];
}

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
