/** Lists the rules of docs/rules that no code or no test cites by number: npm run rules:uncited [page] */
import { findCitations, parseRules, readCitingFiles, readRulePages } from "./rule-book.ts";

const isTest = (path: string): boolean => path.startsWith("test/") || path.endsWith(".test.ts");
const only = process.argv[2];

const citations = readCitingFiles()
  .filter(({ path }) => !path.startsWith("docs/") && path !== "test/house/citations.test.ts")
  .flatMap(findCitations);
const citedBy = (from: (path: string) => boolean): ReadonlySet<string> =>
  new Set(
    citations
      .filter(({ path }) => from(path))
      .flatMap(({ page, numbers }) => numbers.map((number) => `${page} ${number}`)),
  );
const byTests = citedBy(isTest);
const byCode = citedBy((path) => !isTest(path));

const rules = readRulePages()
  .flatMap(parseRules)
  .filter(
    ({ page, number, title }) => number.includes(".") && !title.startsWith("Withdrawn:") && (only ?? page) === page,
  );
const nameOf = ({ page, number }: { readonly page: string; readonly number: string }): string => `${page} ${number}`;
const untested = rules.filter((rule) => !byTests.has(nameOf(rule)));
const uncited = untested.filter((rule) => !byCode.has(nameOf(rule)));

for (const rule of untested) {
  console.log(`${uncited.includes(rule) ? "nowhere  " : "code only"}  rules/${nameOf(rule)}  ${rule.title}`);
}
console.log(
  `${rules.length} rules: ${rules.length - untested.length} cited by tests, ${untested.length - uncited.length} by code only, ${uncited.length} nowhere`,
);
