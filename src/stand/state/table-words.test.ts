import assert from "node:assert/strict";
import { test } from "node:test";
import { guestLanguages } from "../../kernel/language.ts";
import { speak } from "../../words/speak.ts";
import { isNamed } from "./table-words.ts";

test("a table with a letter in its name is called by the name alone, a number has the word before it", () => {
  const say = speak("en", "stand");
  const sayFits = (tables: string): string => say("next.seat_waiter", { tables, named: isNamed(tables) });
  assert.deepEqual(["Table 5", "T5 + T6", "5", "5 + 6"].map(sayFits), [
    "Table 5 fits",
    "T5 + T6 fits",
    "Table 5 fits",
    "Table 5 + 6 fits",
  ]);
});

test("no language says the word for a table twice", () => {
  for (const language of guestLanguages) {
    const say = speak(language, "stand");
    const word = say("card.table", { tables: "", named: "no" }).trim();
    const table = `${word} 7`;
    const named = isNamed(table);
    const texts = [
      say("card.table", { tables: table, named }),
      say("next.seat_waiter", { tables: table, named }),
      say("next.seat", { tables: table, named, time: "19:30" }),
      say("next.blocked", { tables: table, named, name: "Rossi" }),
      say("say.seated", { tables: table, named, name: "Rossi" }),
      say("look.table_with", { table, named, look: "", name: "Rossi" }),
      say("timeline.bar", { table, named, from: "19:30", until: "21:00" }),
      say("block.title", { table, named }),
    ];
    for (const text of texts)
      assert.equal(text.toLowerCase().split(word.toLowerCase()).length, 2, `${language}: ${text}`);
  }
});
