/** The rules of docs/rules and the places that cite them, for the test of the citations and for `npm run rules:uncited`. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";

export interface Rule {
  /** The name of the page without `.md`. */
  readonly page: string;
  /** `4.4` for a rule, `4` for a section. */
  readonly number: string;
  readonly title: string;
  readonly text: string;
}

export interface Citation {
  readonly path: string;
  readonly page: string;
  /** Every number that the citation names, ranges written out; empty when the page stands alone. */
  readonly numbers: readonly string[];
}

export interface Source {
  readonly path: string;
  readonly text: string;
}

const root = new URL("../", import.meta.url);
const citing = ["src", "test", "bench", "scripts", "examples", "proofs", "packages", "db/migrations", "docs"];
const readable = /\.(?:ts|md|sql|m?js|css)$/;

/** Reads the pages of docs/rules. */
export function readRulePages(): readonly Source[] {
  const folder = new URL("docs/rules/", root);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => ({ path: name.slice(0, -".md".length), text: readFileSync(new URL(name, folder), "utf8") }));
}

/** The sections and rules of one page, in the order in which they stand. */
export function parseRules({ path, text }: Source): readonly Rule[] {
  return text
    .split(/^(?=#{2,3} )/m)
    .slice(1)
    .map((part) => {
      const [heading = "", ...lines] = part.split("\n");
      const found = /^#{2,3} (\S+) (.+)$/.exec(heading);
      const body = lines.join("\n").trim();
      return { page: path, number: found?.[1] ?? "", title: found?.[2] ?? heading, text: body };
    });
}

/** Says what is wrong with the headings and texts of one page; nothing when the page is in order. */
export function checkPage(rules: readonly Rule[]): readonly string[] {
  let [section, last] = [0, 0];
  return rules.flatMap(({ page, number, title, text }) => {
    const [, first = "", second] = /^(\d+)(?:\.(\d+))?$/.exec(number) ?? [];
    const at = `${page} ${number} ${title}`;
    if (first === "") return [`${at}: the heading does not begin with a number`];
    if (second === undefined) {
      const isNext = Number(first) > section;
      [section, last] = [Number(first), 0];
      return isNext ? [] : [`${at}: section numbers must increase`];
    }
    if (Number(first) !== section) return [`${at}: the rule does not stand in its section`];
    const isNext = Number(second) > last;
    last = Number(second);
    if (!isNext) return [`${at}: rule numbers must increase`];
    return text === "" ? [`${at}: the rule has no text`] : [];
  });
}

/** Every file that may cite a rule. */
export function readCitingFiles(): readonly Source[] {
  const files = citing.flatMap((folder) => {
    if (!existsSync(new URL(folder, root))) return [];
    const names = readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" });
    return names.map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
  });
  return [...files, "README.md", "CONTRIBUTING.md", "SECURITY.md"]
    .filter((path) => readable.test(path) && !path.includes("node_modules/"))
    .filter((path) => existsSync(new URL(path, root)) && statSync(new URL(path, root)).isFile())
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
}

/** The citations of a file, also those that a line break of a comment divides. */
export function findCitations({ path, text }: Source): readonly Citation[] {
  const joined = text.replace(/\r?\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, " ");
  const pattern = /\brules\/([a-z]+(?:-[a-z]+)*)(?![\w./-])(?: (\d+(?:\.\d+)?(?:(?:, | and | to )\d+\.\d+)*))?/g;
  return Array.from(joined.matchAll(pattern), ([, page = "", numbers = ""]) => ({
    path,
    page,
    numbers: writeOut(numbers),
  }));
}

/** "4.1 to 4.3, 5.2" as 4.1, 4.2, 4.3 and 5.2. */
function writeOut(numbers: string): readonly string[] {
  return numbers
    .split(/, | and /)
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [from = "", to] = part.split(" to ");
      if (to === undefined) return [from];
      const [section = "", first = ""] = from.split(".");
      const [lastSection, last = ""] = to.split(".");
      if (section !== lastSection || Number(last) <= Number(first)) return [`${from} to ${to}`];
      return Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, step) => `${section}.${Number(first) + step}`,
      );
    });
}

/** Says which citations do not resolve; nothing when all do. */
export function checkCitations(citations: readonly Citation[], rules: readonly Rule[]): readonly string[] {
  const known = new Set(rules.map(({ page, number }) => `${page} ${number}`));
  return citations.flatMap(({ path, page, numbers }) => {
    if (numbers.length === 0) return [`${path}: rules/${page} is cited without a number`];
    const missing = numbers.filter((number) => !known.has(`${page} ${number}`));
    return missing.map((number) => `${path}: there is no rules/${page} ${number}`);
  });
}

/** The rules that nothing among the files cites by number: sections and withdrawn rules apart. */
export function findUncited(rules: readonly Rule[], files: readonly Source[]): readonly Rule[] {
  const cited = new Set(
    files.flatMap(findCitations).flatMap(({ page, numbers }) => numbers.map((number) => `${page} ${number}`)),
  );
  return rules.filter(
    ({ page, number, title }) =>
      number.includes(".") && !title.startsWith("Withdrawn:") && !cited.has(`${page} ${number}`),
  );
}
