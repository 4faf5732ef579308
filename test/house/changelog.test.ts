import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

const folder = new URL("../../changelog/", import.meta.url);
const kinds = ["added", "changed", "fixed", "deprecated", "removed", "security"];
const audiences = ["partner", "diner", "console", "operator", "channel", "contributor"];

/** Says what is wrong with an entry of the change log; nothing when the entry is in order. */
function checkEntry(name: string, text: string): readonly string[] {
  const date = /^(\d{4}-\d{2}-\d{2})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(name)?.[1];
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
  const fields = new Map(front.split("\n").map((line) => [line.split(": ")[0], line.split(": ").slice(1).join(": ")]));
  const listed = (key: string): readonly string[] | undefined =>
    /^\[(.*)\]$/
      .exec(fields.get(key) ?? "")?.[1]
      ?.split(", ")
      .filter((word) => word !== "");
  const readers = listed("audience") ?? [];
  const wrong = [
    [date === undefined || Number.isNaN(Date.parse(date)), "the name is not a date and a few words"],
    [front === "", "there is no front matter"],
    [!kinds.includes(fields.get("kind") ?? ""), "the kind is unknown"],
    [readers.length === 0 || readers.some((word) => !audiences.includes(word)), "the audience is unknown"],
    [listed("contract") === undefined, "contract is not a list"],
    [fields.has("breaking") && fields.get("breaking") !== "true", "breaking is true or absent"],
    [
      [...fields.keys()].some((key) => !["kind", "audience", "contract", "breaking"].includes(key ?? "")),
      "a field is unknown",
    ],
    [!/^# \S.*\n\n\S/.test(body), "there is no title with a text"],
  ] as const;
  return wrong.flatMap(([isWrong, sentence]) => (isWrong ? [`${name}: ${sentence}`] : []));
}

describe("the change log", () => {
  const names = readdirSync(folder).filter((name) => name !== "README.md");

  test("has entries of the right form (rules/http 12.3)", () => {
    assert.ok(names.length > 20, `${names.length} entries`);
    const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
    assert.deepEqual(
      names.flatMap((name) => checkEntry(name, read(name))),
      [],
    );
  });

  test("links to pages that exist", () => {
    const missing = names.flatMap((name) =>
      Array.from(readFileSync(new URL(name, folder), "utf8").matchAll(/\]\(([^)#]+)/g), ([, target = ""]) => target)
        .filter((target) => !existsSync(new URL(target, folder)))
        .map((target) => `${name}: ${target}`),
    );
    assert.deepEqual(missing, []);
  });
});

describe("an entry", () => {
  const name = "2026-11-22-a-word.md";
  const good = "---\nkind: changed\naudience: [partner, diner]\ncontract: []\n---\n\n# Title\n\nText.\n";
  test("of the right form is taken", () => assert.deepEqual(checkEntry(name, good), []));
  test("that breaks is taken", () => {
    assert.deepEqual(checkEntry(name, good.replace("contract: []", "contract: [3f2a]\nbreaking: true")), []);
  });

  const wrong: readonly (readonly [string, string, string])[] = [
    ["without a date", "a-word.md", good],
    ["with an impossible date", "2026-13-22-a-word.md", good],
    ["without front matter", name, "# Title\n\nText.\n"],
    ["of an unknown kind", name, good.replace("changed", "improved")],
    ["for nobody", name, good.replace("[partner, diner]", "[]")],
    ["for somebody unknown", name, good.replace("diner", "everybody")],
    ["without a contract", name, good.replace("contract: []\n", "")],
    ["with an unknown field", name, good.replace("---\n\n", "author: x\n---\n\n")],
    ["with breaking: false", name, good.replace("---\n\n", "breaking: false\n---\n\n")],
    ["without a text", name, good.replace("Text.\n", "")],
  ];
  for (const [how, file, text] of wrong) {
    test(`${how} is refused`, () => assert.notDeepEqual(checkEntry(file, text), []));
  }
});
