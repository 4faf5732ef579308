import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as book from "../../scripts/rule-book.ts";

const pages = book.readRulePages().map((page) => book.parseRules(page));
const rules = pages.flat();
/** This file cites rules that do not exist, on purpose. */
const files = book.readCitingFiles().filter(({ path }) => path !== "test/house/citations.test.ts");

describe("the rules of the product", () => {
  test("are really read", () => {
    assert.ok(pages.length >= 10, `${pages.length} pages`);
    assert.ok(rules.some(({ page, number }) => page === "ordering" && number === "4.4"));
    assert.ok(files.some(({ path }) => path === "docs/rules/README.md"));
    assert.ok(files.some(({ path }) => path.startsWith("src/orders/")));
  });

  test("have numbers that are unique and increase on each page", () => {
    assert.deepEqual(pages.flatMap(book.checkPage), []);
  });

  test("are cited by numbers that exist", () => {
    const citations = files.flatMap(book.findCitations);
    assert.ok(citations.length > 0);
    assert.deepEqual(book.checkCitations(citations, rules), []);
  });

  test("are each cited by code or by a test", () => {
    const citing = files.filter(({ path }) => !path.startsWith("docs/"));
    const uncited = book
      .findUncited(rules, citing)
      .map(({ page, number, title }) => `rules/${page} ${number} ${title}`);
    assert.deepEqual(uncited, []);
    assert.ok(book.findUncited(rules, []).length > 700, "without code, nothing is cited");
  });
});

const page = (text: string): readonly book.Rule[] => book.parseRules({ path: "menus", text });
const good =
  "# Menus\n\n## 1 First\n\n### 1.1 One\nOne holds.\n\n### 1.2 Two\nTwo holds.\n\n### 1.4 Four\nFour holds.\n\n## 2 Second\n";

describe("a page of rules", () => {
  test("in order is taken, also with a gap", () => assert.deepEqual(book.checkPage(page(good)), []));

  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ["a number twice", "### 1.4 Four\nAgain.\n", /must increase/],
    ["a lower number", "### 1.3 Three\nLate.\n", /must increase/],
    ["another section's rule", "### 3.1 Elsewhere\nHolds.\n", /does not stand in its section/],
    ["a section twice", "## 1 Again\n", /section numbers must increase/],
    ["a heading without a number", "### Five\nHolds.\n", /does not begin with a number/],
    ["a rule without a text", "### 1.5 Five\n", /has no text/],
  ];
  for (const [name, added, sentence] of wrong) {
    test(`with ${name} is refused`, () => {
      const problems = book.checkPage(page(good.replace("## 2 Second\n", added)));
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? "", sentence);
    });
  }
});

describe("a citation", () => {
  const found = (text: string): readonly string[] =>
    book
      .findCitations({ path: "a.ts", text })
      .flatMap((citation) => citation.numbers.map((number) => `${citation.page} ${number}`));

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["one rule", "(rules/menus 1.1).", ["menus 1.1"]],
    ["several rules", "rules/menus 1.1, 1.2 and 2.3, five of them", ["menus 1.1", "menus 1.2", "menus 2.3"]],
    ["a range", "rules/menus 1.1 to 1.3", ["menus 1.1", "menus 1.2", "menus 1.3"]],
    ["a range that is none", "rules/menus 1.3 to 1.1", ["menus 1.3 to 1.1"]],
    ["a section", "rules/menus 2, 5 seconds", ["menus 2"]],
    ["a page with a dash", "rules/delivery-zones 3.2", ["delivery-zones 3.2"]],
    ["two pages", "rules/menus 1.1; rules/http 5.1", ["menus 1.1", "http 5.1"]],
    ["a line break in a comment", "/**\n * Holds (rules/menus\n * 1.1).\n */", ["menus 1.1"]],
    ["a path", "docs/rules/menus.md, src/rules/http.ts", []],
  ];
  for (const [name, text, numbers] of cases) test(`of ${name} is read`, () => assert.deepEqual(found(text), numbers));

  const check = (text: string): readonly string[] =>
    book.checkCitations(book.findCitations({ path: "a.ts", text }), page(good));
  test("that exists is taken", () => assert.deepEqual(check("rules/menus 1.4, rules/menus 2"), []));
  test("of an unknown rule is refused", () =>
    assert.deepEqual(check("rules/menus 1.3"), ["a.ts: there is no rules/menus 1.3"]));
  test("of an unknown page is refused", () =>
    assert.deepEqual(check("rules/dishes 1.1"), ["a.ts: there is no rules/dishes 1.1"]));
  test("without a number is refused", () => {
    assert.deepEqual(check("as rules/menus says"), ["a.ts: rules/menus is cited without a number"]);
  });
});
