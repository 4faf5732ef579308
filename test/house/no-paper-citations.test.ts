import assert from "node:assert/strict";
import { test } from "node:test";
import { readCitingFiles, type Source } from "../../scripts/rule-book.ts";

/**
 * Citations of texts that a contributor does not have. Code cites `docs/rules` (`rules/ordering 4.4`). A migration that
 * was released keeps its comments, since its checksum must stay.
 */
const papers = [
  /\b[Dd]ocuments? [12]\b/,
  /\b[Dd]ecisions?(?: for [a-z]+)?,? \(?(?:sections?|§) ?\d/,
  /\bdecisions (?:for|of) (?:ordering|bookings|people|partners|production|guests)\b/,
  /\b(?:design|algorithms|reliability)(?:: \w+)?, (?:section|trap) \d/,
  /\bdesign: [a-z]/,
  /\bthe design notes\b/,
  /\band the issue\b|\(issue: [a-z]/,
  /\b[Ff]ile [1-8], sections? \d/,
  /\bspec\/[1-8]\b/,
  /\breliability(?:\.md)?[,:] I\d/,
  /\bthe design's (?:invariants )?I\d/,
  /\(issue \d/,
  /\(rule: (?!string\b)[a-z]/,
];
const notCovered = /^db\/migrations\/|^test\/house\/no-paper-citations\.test\.ts$/;

const cited = ({ path, text }: Source): readonly string[] => {
  const joined = text.replace(/\r?\n[ \t]*(?:\*(?!\/)|\/\/|--)[ \t]*/g, " ");
  return papers.flatMap((pattern) => {
    const found = pattern.exec(joined);
    return found === null ? [] : [`${path}: "${joined.slice(Math.max(0, found.index - 30), found.index + 50)}"`];
  });
};

test("no comment, no test and no page cites a text that is not in the repository", () => {
  const files = readCitingFiles().filter(({ path }) => !notCovered.test(path));
  assert.ok(files.length > 500, `${files.length} files`);
  assert.deepEqual(files.flatMap(cited), []);
});

test("citations of such texts are found", () => {
  const wrong = [
    "/** The floor (document 2, section 2.2). */",
    "/** A fee (decisions of document 1, section 12). */",
    "/** The search (decisions, section 3). */",
    "/** A port (decisions for bookings, section 9). */",
    "/**\n * Zone data (decisions for bookings,\n * section 11).\n */",
    "// as in file 7, section 2",
    "/** Places (issue: capacity). */",
    "/** Turns (design: reliability, trap 2). */",
    "/** A chain (reliability.md, I11). */",
    "/** Checks (the design's I3, I4). */",
    "/** Slots for channels (issue 8). */",
    "/** Classes (rule: overload). */",
  ];
  for (const text of wrong) assert.equal(cited({ path: "a.ts", text }).length > 0, true, text);
  const right = [
    "/** If-None-Match (RFC 9110, section 13.1.2). */",
    'describe("decisions", () => {});',
    "// one refusal that names every issue: of the geometry first",
    "See docs/decisions/0006-pages.md and rules/ordering 4.4.",
  ];
  for (const text of right) assert.deepEqual(cited({ path: "a.ts", text }), [], text);
});
