/** Typical mistakes on the command line: each answer says what to type instead (rules/packages 2.3). */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commands } from "./commands.ts";
import { listenCommand } from "./listen.ts";
import { parseCommand } from "./parse-command.ts";
import { readWords, type PartnerCommand } from "./partner-command.ts";
import { twinSentence } from "./run-command.ts";
import { triggerCommand } from "./trigger.ts";

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
  ["menu publish str_1 menu.json", /takes LOCATION; the JSON to send is --file menu\.json$/],
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

test("a command of the operator without a token names that of an app", () => {
  const parsed = parseCommand(["order", "accept", "ord_1"], commands);
  assert.ok(parsed.kind === "call");
  assert.equal(twinSentence(parsed.command), "; with an app's key it is maple orders accept");
});

const ofOneWord: readonly (readonly [PartnerCommand, string, RegExp])[] = [
  [triggerCommand, "order.created --locaton str_1", /^there is no option --locaton; did you mean --location\?$/],
  [triggerCommand, "order.created --json=yes", /^--json takes no value$/],
  [listenCommand, "--forward http://localhost:3000", /^there is no option --forward; the options are .*--forward-to/],
  [listenCommand, "--forward-to", /^--forward-to needs a value behind it$/],
  [listenCommand, "http://localhost:3000", /^"http:\/\/localhost:3000" is one argument too many$/],
];

describe("a mistake behind a command of one word is answered the same way", () => {
  for (const [command, line, answer] of ofOneWord)
    test(`maple ${command.word} ${line}`, () => {
      const read = readWords(command, line.split(" "));
      assert.ok(read.kind === "usage", read.kind);
      assert.match(read.message, answer);
    });
});
