/** Lists the rules of docs/rules that no code or no test cites by number: npm run rules:uncited [page] */
import { findUncited, parseRules, readCitingFiles, readRulePages } from "./rule-book.ts";

const isTest = (path: string): boolean => path.startsWith("test/") || path.endsWith(".test.ts");
const only = process.argv[2];

const files = readCitingFiles().filter(
  ({ path }) => !path.startsWith("docs/") && path !== "test/house/citations.test.ts",
);
const rules = readRulePages()
  .flatMap(parseRules)
  .filter(({ page, number }) => number.includes(".") && (only ?? page) === page);
const untested = findUncited(
  rules,
  files.filter(({ path }) => isTest(path)),
);
const uncited = findUncited(rules, files);

for (const rule of untested) {
  const where = uncited.includes(rule) ? "nowhere  " : "code only";
  console.log(`${where}  rules/${rule.page} ${rule.number}  ${rule.title}`);
}
console.log(
  `${rules.length} rules: ${rules.length - untested.length} cited by tests, ${untested.length - uncited.length} by code only, ${uncited.length} nowhere`,
);
