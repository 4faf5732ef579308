import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { IntlMessageFormat } from "intl-messageformat";
import { guestLanguages } from "../kernel/language.ts";
import { pseudoLanguages } from "./pseudo-language.ts";
import { parsedMessages, speak, words, type PartName } from "./speak.ts";

const parts = Object.keys(words.en) as PartName[];

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Every message of every language, with where it stands. */
function everyMessage(): { readonly where: string; readonly language: string; readonly text: string }[] {
  return guestLanguages.flatMap((language) =>
    parts.flatMap((part) =>
      Object.entries<string>(words[language][part]).map(([key, text]) => ({
        where: `${language}/${part} ${key}`,
        language,
        text,
      })),
    ),
  );
}

/** The elements of a message, also those inside plurals and selects. */
function elementsOf(text: string): Element[] {
  const inside = (elements: readonly Element[]): Element[] =>
    elements.flatMap((element) => [
      element,
      ...("options" in element ? Object.values(element.options).flatMap(({ value }) => inside(value)) : []),
    ]);
  return inside(new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst());
}

test("each plural has every category that its language has", () => {
  const missing = everyMessage().flatMap(({ where, language, text }) => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    return elementsOf(text)
      .filter((element) => "pluralType" in element)
      .map((element) =>
        Object.keys(element.options)
          .filter((name) => !name.startsWith("="))
          .toSorted(),
      )
      .filter((has) => has.join() !== wanted.join())
      .map((has) => `${where} has ${has.join(" ")}, wanted ${wanted.join(" ")}`);
  });
  assert.deepEqual(missing, []);
});

test("messages use arguments, plurals and selects only: dates, times and money enter as text", () => {
  const foreign = everyMessage().filter(({ text }) => elementsOf(text).some(({ type }) => isKind(type, [2, 3, 4, 8])));
  assert.deepEqual(foreign, []);
});

test("no message has a straight apostrophe, which would quote a brace, or space at its ends", () => {
  assert.deepEqual(
    everyMessage().filter(({ text }) => text.includes("'") || text.trim() !== text || text === "" || / {2}/.test(text)),
    [],
  );
});

test("no message is left in English", () => {
  const same = everyMessage().filter(({ language, text, where }) => {
    const key = where.slice(where.indexOf(" ") + 1);
    const english = parts.map((part) => words.en[part][key]).find((each) => each !== undefined);
    return language !== "en" && english === text && /[a-z]{4}/i.test(text.replaceAll(/\{[^}]*\}/g, ""));
  });
  // Words that a language shares with English.
  const shared = [
    "Restaurant",
    "Restaurants",
    "Logo",
    "Subtotal",
    "Total",
    "Subtotal",
    "{count} kcal",
    "gluten",
    "lupin",
    "halal",
    "vegan",
    "alcohol",
    "kosher",
    "Menu",
    "Start",
    "Pause",
    "Ticket {number}",
    "Later",
    "E-mail",
    "Password",
    "Passkeys",
    "Zones",
    "Documentation",
    "Latitude",
    "Longitude",
    "Area",
    "Code",
    "Manager",
    "Restaurant:",
    "Tablets",
    "online",
    "Service",
    "Services",
    "Minutes",
    "Table",
    "Messages",
    "Tables",
    "partner",
    "Name",
    "Note",
    "Notes",
    "Plan",
    "Taxes",
    "{named, select, yes {{tables}} other {Table {tables}}}",
    "{named, select, yes {{table}} other {Table {table}}}, {look}",
    "{named, select, yes {{table}} other {Table {table}}}, {look}, {name}",
    "{minutes, plural, one {# min} other {# min}}",
  ];
  assert.deepEqual(
    same.filter(({ text }) => !shared.includes(text)),
    [],
  );
});

/** How friends are addressed, in languages that tell friends and guests apart. */
const amongFriends = {
  fr: ["tu", "te", "ton", "ta", "tes", "toi"],
  de: ["du", "dich", "dir", "dein", "deine", "deinen"],
  es: ["tú", "tu", "tus", "te", "ti", "contigo"],
  it: ["tu", "ti", "te", "tuo", "tua", "tuoi", "tue"],
  nl: ["je", "jij", "jou", "jouw"],
  pt: ["tu", "te", "teu", "tua", "teus", "tuas", "você"],
} as const;

test("guests are addressed as guests, on every page and in every message", () => {
  const folder = readdirSync(new URL("en/guests", import.meta.url)).map((file) => file.replace(/\.ts$/, ""));
  const ofGuests = new Set([...folder, "letters", "texts", "receipt", "pages"]);
  const said = Object.entries(amongFriends).flatMap(([language, friendly]) => {
    const pattern = new RegExp(`(?<!\\p{L})(?:${friendly.join("|")})(?!\\p{L})`, "iu");
    const own = everyMessage().filter((message) => message.language === language && pattern.test(message.text));
    return own.filter(({ where }) => ofGuests.has(where.split(/[/ ]/)[1] ?? ""));
  });
  assert.deepEqual(said, []);
  assert.ok(folder.includes("deposits") && everyMessage().some(({ where }) => where.startsWith("fr/deposits ")));
});

test("a message says its values in the figures of the locale", () => {
  assert.equal(speak("en", "board")("column.count", { count: 1 }), "1 order");
  assert.equal(speak("de", "board")("column.count", { count: 1200 }), "1.200 Bestellungen");
  assert.equal(speak("de", "board", "de-CH")("column.count", { count: 1200 }), "1'200 Bestellungen");
  assert.match(speak("fr", "board")("column.count", { count: 1_000_000 }), /^1\s000\s000 de commandes$/);
  assert.equal(speak("es", "tickets")("title", { number: "A-7" }), "Ticket A-7");
});

test("a wait of no minutes is said without figures, any other with both of its ends", () => {
  for (const language of guestLanguages) {
    const say = speak(language, "stand");
    for (const key of ["card.quoted", "quote.estimate_of"] as const) {
      assert.doesNotMatch(say(key, { min: 0, max: 0 }), /\d/, language);
      assert.match(say(key, { min: 0, max: 5 }), /0–5 /, language);
      assert.match(say(key, { min: 20, max: 30 }), /20–30 /, language);
    }
  }
});

test("a name with braces and signs of markup is said as it is", () => {
  assert.equal(speak("en", "board")("who.app"), "The till");
  assert.equal(
    speak("nl", "board")("won.accepted", { who: "<b>{x}", number: "7" }),
    "<b>{x} heeft bestelling 7 eerder aangenomen.",
  );
});

test("the accented language leaves no plain letter in a message, and is 40 percent longer", () => {
  for (const part of parts)
    for (const [key, message] of Object.entries(parsedMessages("en-XA", part))) {
      const text = typeof message === "string" ? message : literalsOf(message).join("");
      assert.doesNotMatch(text, /[a-z]/i, `${part} ${key}`);
      const english = words.en[part][key] ?? "";
      if (typeof message === "string") assert.ok(message.length >= english.length * 1.4, `${part} ${key} is short`);
    }
  assert.equal(speak("en-XA", "board")("column.count", { count: 2 }), "2 öŕðéŕš");
});

test("the language that reads from the right has every message", () => {
  for (const language of pseudoLanguages)
    for (const part of parts)
      assert.deepEqual(Object.keys(parsedMessages(language, part)), Object.keys(words.en[part]));
});

function literalsOf(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => [
    ...(isKind(element.type, [0]) && "value" in element ? [element.value] : []),
    ...("options" in element ? Object.values(element.options).flatMap(({ value }) => literalsOf(value)) : []),
  ]);
}

/** Of the parser's kinds of element: 0 text, 2 number, 3 date, 4 time, 8 tag. */
function isKind(kind: number, kinds: readonly number[]): boolean {
  return kinds.includes(kind);
}

test("what several pages of guests say has one word in each language", () => {
  for (const language of guestLanguages) {
    const { shopping, tracking, receipt, letters, paying, deposits } = words[language];
    for (const [said, ...others] of [
      [shopping["sum.total"], tracking["sum.total"], receipt["total"], letters["fact.total"]],
      [shopping["sum.tip"], tracking["sum.tip"], receipt["tip"]],
      [shopping["sum.delivery"], tracking["sum.delivery"], receipt["delivery"]],
      [paying["title"], deposits["pay.title"], deposits["due.pay"], tracking["pay"]],
      [receipt["refund.note"], deposits["pay.returned.text"], paying["returned.text"]],
    ])
      for (const other of others) assert.equal(other, said, language);
    const one = speak(language, "offer")("choose.exactly", { count: 1 });
    assert.ok(shopping["size"]?.includes(one), `${language}: ${shopping["size"]} and ${one}`);
  }
});

test("in French no line begins with a sign that belongs to the word before it; a text message has plain spaces", () => {
  const broken = Object.entries<Readonly<Record<string, string>>>(words.fr)
    .filter(([part]) => part !== "texts")
    .flatMap(([part, texts]) =>
      Object.entries(texts)
        .filter(([, text]) => / [:;?!»]|« /.test(text))
        .map(([key]) => `${part} ${key}`),
    );
  assert.deepEqual(broken, []);
});
