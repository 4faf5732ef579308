/** What people mistype, and that each answer says what to type instead (rules/packages 2.3). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commands } from "./commands.ts";
import { parseCommand } from "./parse-command.ts";

const mistakes: readonly (readonly [string, RegExp])[] = [
  ["triger order.notification", /^there is no command triger; did you mean maple trigger\?/],
  ["apps list", /^there is no command apps; did you mean maple app list\?/],
  ["orders acept ord_1", /^there is no orders acept; did you mean maple orders accept\?$/],
  ["orders accept", /^ORDER is missing: the order's id, ord_…$/],
  ["orders accept ord_1 --pos-tiket T", /^there is no option --pos-tiket; did you mean --pos-ticket\?$/],
  ["orders accept ord_1 --pos-ticket", /^--pos-ticket needs a value behind it$/],
  ["orders deny ord_1", /^--reason is required: a code \(ITEM_AVAILABILITY, /],
  ["requests --status 404", /^requests takes one more word before its options: maple requests list, /],
  ["orders list --limit 5000", /^--limit must be 1 to 100, not "5000"$/],
  ["orders list ord_1", /^"ord_1" is one argument too many: maple orders list takes options only$/],
  ["orders list --colour red", /^there is no option --colour; the options are --url, .*--limit/],
  ["orders list --json=yes", /^--json takes no value$/],
  ["menu publish str_1", /^--file is required: the JSON to send$/],
  ["app list --env prod", /^--env is test or live$/],
];

describe("a mistake is answered with what to type", () => {
  for (const [line, answer] of mistakes)
    test(`maple ${line}`, () => {
      const parsed = parseCommand(line.split(" "), commands, ["listen", "trigger"]);
      assert.ok(parsed.kind === "usage", parsed.kind);
      assert.match(parsed.message, answer);
    });
});
