/** Seven overloaded words keep the one meaning of docs/glossary.md in the names of files and of what they declare. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSourceFiles, type SourceFile } from "./source-files.ts";

interface Word {
  readonly word: RegExp;
  /** Where the one meaning is at home; nowhere when absent. */
  readonly home?: RegExp;
  readonly instead: string;
}

const words: readonly Word[] = [
  {
    word: /^claims?$/,
    home: /^src\/(?:bookings|floor|waitlist)\//,
    instead: "lease (deliveries), reserve (capacity, coupons), take (a key)",
  },
  {
    word: /^desks?$/,
    home: /^src\/(?:bookings\/at-provider\/|program\/parts\/build-providers\.ts$)/,
    instead: "host stand (where a host works), or deps",
  },
  {
    word: /^turns?$/,
    home: /^src\/(?:bookings\/(?:tables|venue)|waitlist\/estimate|stand\/state|console\/setup)\//,
    instead: "permit (to work on a busy thing), share, rotation, reversed",
  },
  { word: /^means$/, instead: "deps" },
  {
    word: /^(?:places?|placed|placing|placements?)$/,
    home: /^src\/(?:orders|store\/(?:checkout|menu|order)|sandbox|developer|certification|cli\/certify|program)\//,
    instead: "capacity, index, position, parameter, location or table",
  },
  {
    word: /^(?:re)?(?:opens?|opened|openings?)$/,
    home: /^src\/(?:kernel\/wall-time|locations\/location|menus\/read|orders\/order|bookings\/(?:search|venue)|waitlist|sandbox\/demo-room|store\/(?:around|book|checkout|menu|shared)|stand\/(?:state|dialogs\/queue)|console\/(?:office|stand)|cli\/certify)/,
    instead: "show, create, connect, lock, active, unfinished or unanswered",
  },
  {
    word: /^settle(?:s|d|ments?)?$|^settling$/,
    home: /^src\/(?:bookings\/(?:at-provider|provider)|operator|payments|sandbox\/past|program\/parts\/build-workers\.ts$)/,
    instead: "finish, end, reverse or answer",
  },
];

/** Names of others that hold a word: the token of an address in the interface, and the standard of the description. */
const foreign = /place_?-?tokens?|open_?-?api/gi;

const declared = /\b(?:const|let|function\*?|class|interface|type) ([A-Za-z_$][\w$]*)/g;

function namesIn({ path, text }: Pick<SourceFile, "path" | "text">): readonly string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, "");
  return [path.slice(path.lastIndexOf("/") + 1), ...Array.from(code.matchAll(declared), ([, name = ""]) => name)];
}

function wordsIn(name: string): readonly string[] {
  return name
    .replaceAll(foreign, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function strays(file: Pick<SourceFile, "path" | "text">): readonly string[] {
  return namesIn(file).flatMap((name) =>
    words
      .filter(({ word, home }) => wordsIn(name).some((each) => word.test(each)) && home?.test(file.path) !== true)
      .map(({ instead }) => `${file.path} names ${name}: say ${instead}`),
  );
}

test("no name of the product uses one of the words for something else", () => {
  const product = readSourceFiles().filter(
    ({ path }) => path.startsWith("src/") && !/\.(test|fixture)\.ts$/.test(path),
  );
  assert.ok(product.length > 1_000);
  assert.deepEqual(product.flatMap(strays), []);
});

describe("a stray name is found", () => {
  for (const [path, text] of [
    ["src/webhooks/delivery/x.ts", "export function claimSlots(): void {}"],
    ["src/bookings/payments/payment-desk.cache.ts", ""],
    ["src/platform/jobs/x.ts", "interface WakeupTurns {}"],
    ["src/bookings/make/x.ts", "const means = deps;"],
    ["src/console/office/x.ts", "interface PlaceVisit {}"],
    ["src/bookings/acts/place-parties.command.ts", ""],
    ["src/platform/postgres/x.ts", "async function openConnection(): Promise<void> {}"],
    ["src/people/x.ts", "const isOpen = true;"],
    ["src/orders/save/x.ts", "const settleSeconds = 20;"],
  ] as const) {
    test(`${path} ${text}`, () => assert.equal(strays({ path, text }).length, 1));
  }

  for (const [path, text] of [
    ["src/bookings/tables/claims.sql.ts", "const claims = [];"],
    ["src/bookings/at-provider/provider-desk.command.ts", ""],
    ["src/waitlist/estimate/x.ts", "const turnMinutes = 90;"],
    ["src/orders/place/place-order.command.ts", "function placeOrder(): void {}"],
    ["src/addresses/place-token.ts", "interface PlaceTokens {}"],
    ["src/platform/http/openapi/openapi.ts", "type OpenApiDocument = object;"],
    ["src/waitlist/line/open-waitlist.command.ts", "const isOpen = true;"],
    ["src/payments/payment/x.ts", "function settleRefund(): void {}"],
    ["src/store/x.ts", "// const desk = 1;\nconst returned = 1;"],
  ] as const) {
    test(`not ${path} ${text.replaceAll("\n", " ")}`, () => assert.deepEqual(strays({ path, text }), []));
  }
});
