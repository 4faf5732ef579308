import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { commands } from "../commands.ts";
import { commandName } from "../command.ts";
import { parseCommand } from "../parse-command.ts";
import { partnerCommands } from "../run-partner-command.ts";
import { triggerTypes } from "../trigger.ts";
import { completeWords, completionScript, shells } from "./completion.ts";
import { commandsNear, nearWords } from "./near-words.ts";
import { nearestCommand, nearestName } from "./nearest-command.ts";

const names = [...commands.map(commandName), ...partnerCommands.map(({ word }) => word), "help", "completion"];
const known = { commands, ofOneWord: partnerCommands, values: { trigger: triggerTypes } };

describe("a mistyped command is answered with the one that was meant (rules/packages 2.3)", () => {
  for (const [line, meant] of [
    ["orders acept", "orders accept"],
    ["order acept", "order accept"],
    ["ordres accept", "orders accept"],
    ["orders denny", "orders deny"],
    ["lisen", "listen"],
    ["triger order.notification", "trigger"],
    ["event", "events"],
    ["reply evt_1", "replay"],
    ["hepl", "help"],
    ["locaton create", "location create"],
    ["locaton --url x", "location"],
    ["xyz", undefined],
    ["ls", undefined],
  ] as const) {
    test(`${line}: ${meant ?? "nothing is near"}`, () => assert.equal(nearestCommand(line.split(" "), names), meant));
  }
  test("the words of the answer name it", () => {
    const parsed = parseCommand(["orders", "acept", "ord_1"], commands, ["listen"]);
    assert.ok(parsed.kind === "usage");
    assert.match(parsed.message, /there is no orders acept; did you mean maple orders accept\?/);
    const one = parseCommand(["lissen"], commands, ["listen"]);
    assert.ok(one.kind === "usage");
    assert.match(one.message, /did you mean maple listen\?/);
    const option = parseCommand(["orders", "accept", "ord_1", "--pos-tiket", "T"], commands);
    assert.ok(option.kind === "usage");
    assert.match(option.message, /did you mean --pos-ticket\?/);
  });
  test("letters count once when two neighbours are swapped, and a far word is not near", () => {
    assert.equal(nearestName("lsiten", ["listen"]), "listen");
    assert.equal(nearestName("listen", ["token"]), undefined);
  });
});

describe("a word for a command of other letters is answered with the command (rules/packages 2.3)", () => {
  const services = ["dev", "serve", "work", "migrate", "archive", "doctor"];
  for (const [words, meant] of nearWords) {
    test(`${words.join(", ")}: ${meant.join(" or ")}`, () => {
      for (const command of meant) assert.ok([...names, ...services].includes(command), command);
      for (const word of words) {
        assert.deepEqual(commandsNear(word.toUpperCase()), meant);
        const parsed = parseCommand([word], commands, names);
        assert.ok(parsed.kind === "usage", word);
        // A command whose letters are near comes first.
        const nearest = nearestCommand([word], names);
        const said = (nearest === undefined ? meant : [nearest]).map((name) => `maple ${name}`).join(" or ");
        assert.ok(parsed.message.includes(`did you mean ${said}?`), parsed.message);
      }
    });
  }
  test("webhook and webhooks", () => {
    for (const line of ["webhook", "webhooks list", "webhook listen"]) {
      const parsed = parseCommand(line.split(" "), commands, names);
      assert.ok(parsed.kind === "usage");
      assert.match(parsed.message, /did you mean maple listen or maple events or maple trigger\?/);
    }
  });
  test("no word stands twice", () => {
    const all = nearWords.flatMap(([words]) => words);
    assert.equal(new Set(all).size, all.length);
  });
});

describe("completion offers what can stand there", () => {
  for (const [line, some] of [
    [["li"], ["listen"]],
    [["orders", "ac"], ["accept"]],
    [["help", "orders", "de"], ["deny"]],
    [["orders", "accept", "ord_1", "--pos"], ["--pos-ticket"]],
    [["trigger", "order.n"], ["order.notification"]],
    [["listen", "--f"], ["--forward-to"]],
    [["completion", "z"], ["zsh"]],
    [["menu", "publish", "str_1", "--fi"], ["--file"]],
  ] as const) {
    test(line.join(" "), () => assert.deepEqual(completeWords(line, known), some));
  }
  test("an empty line offers every command once", () => {
    const offered = completeWords([""], known);
    assert.ok(["dev", "orders", "listen", "help"].every((word) => offered.includes(word)));
    assert.equal(new Set(offered).size, offered.length);
  });
  test("each shell has its script", () => {
    for (const shell of shells) assert.match(completionScript(shell) ?? "", /maple completion words/);
    assert.equal(completionScript("cmd"), undefined);
  });
});
