/**
 * Menus, booking configurations and forms of pages that are as hard to judge as their size allows: the time grows only
 * with the size.
 */
import { describe, test } from "node:test";
import { smallConfiguration } from "../../src/bookings/api/setup-examples.ts";
import { publishBody } from "../../src/bookings/venue/configuration.schemas.ts";
import { parseConfiguration } from "../../src/bookings/venue/parse-configuration.ts";
import { readMenuBytes } from "../../src/menus/document/read-menu-bytes.ts";
import { compileCheck, compileGuard } from "../../src/platform/http/reading/validate.ts";
import { readContact } from "../../src/store/hold/contact-form.ts";
import { assertGrowsWithLength } from "../harness/processor-time.ts";

const utf8 = new TextEncoder();
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const some = (text: string, size: number): string => text.repeat(Math.floor(size / text.length));

/** A worst case of each kind, by what is hard about it. */
type Shapes = Readonly<Record<string, (size: number) => unknown>>;

const price = { amount: { amountMinor: 100, currency: "EUR" } };
const item = (index: number, more: object = {}) => ({
  externalId: `item-${index}`,
  name: "Soup",
  variations: [{ externalId: `variation-${index}`, name: "Bowl", price }],
  ...more,
});
const menu = (items: readonly object[], more: object = {}) => ({
  currency: "EUR",
  categories: [{ externalId: "all", name: "All", items }],
  ...more,
});
const group = (id: string, options: readonly object[]) => ({ externalId: id, name: "Group", options });
const option = (id: string, more: object = {}) => ({ externalId: id, name: "Option", ...more });

/** Groups of which each is offered below the one before it; `last` is what the last one offers. */
const chain = (length: number, last: number | undefined) =>
  many(length, (index) => {
    const next = index + 1 < length ? index + 1 : last;
    const below = next === undefined ? {} : { modifierGroups: [{ groupId: `group-${next}` }] };
    return group(`group-${index}`, [option(`option-${index}`, below)]);
  });

const menus: Shapes = {
  "one id for everything": (size) => menu(many(size, () => item(0))),
  "references to nothing": (size) =>
    menu(many(size, (at) => item(at, { modifierGroups: [{ groupId: `none-${at}` }] }))),
  "one group for everything": (size) =>
    menu(
      many(size / 2, (at) => item(at, { modifierGroups: [{ groupId: "shared", maxSelections: 3 }] })),
      {
        modifierGroups: [
          group(
            "shared",
            many(size / 2, (at) => option(`option-${at}`)),
          ),
        ],
      },
    ),
  "a chain of groups": (size) => menu([item(0)], { modifierGroups: chain(size, undefined) }),
  "a ring of groups": (size) => menu([item(0)], { modifierGroups: chain(size, 0) }),
  "a group that offers all groups": (size) =>
    menu([item(0)], {
      modifierGroups: [
        group("all-groups", [
          option("all-options", { modifierGroups: many(size, (at) => ({ groupId: `group-${at}` })) }),
        ]),
        ...chain(size, 0),
      ],
    }),
  "everything wrong": (size) =>
    menu(many(size, () => ({ externalId: 5, name: null, variations: [{ price: { amount: {} } }], x: 1 }))),
  "a tax on all taxes before it": (size) =>
    menu([item(0)], {
      taxRates: many(Math.sqrt(size), (at) => ({
        externalId: `tax-${at}`,
        name: "Tax",
        percentage: "1",
        compoundOnTaxRateIds: many(at, (before) => `tax-${before}`),
      })),
    }),
};

/** Written by hand: deeper than may be, and deeper than what writes JSON can go. */
const nested = (size: number): Uint8Array => {
  const inner = '{"externalId":"c","name":"C","items":[],"categories":[';
  return utf8.encode(`{"currency":"EUR","categories":[${inner.repeat(size)}${"]}".repeat(size)}]}`);
};

test("menus (rules/http 4.14)", () => {
  assertGrowsWithLength(6_000, nested, readMenuBytes);
  for (const make of Object.values(menus)) {
    assertGrowsWithLength(6_000, (size) => utf8.encode(JSON.stringify(make(size))), readMenuBytes);
  }
});

describe("booking configurations (rules/http 4.14)", () => {
  const check = compileCheck("body", publishBody, 2_000);
  const isPublish = compileGuard(publishBody);
  const read = (body: unknown): unknown => {
    const issues = check(body);
    return isPublish(body) && issues.length === 0 ? parseConfiguration(body.configuration) : issues;
  };
  const publish = (changed: object) => ({
    expected_revision: null,
    configuration: { ...smallConfiguration, ...changed },
  });
  const unit = (id: string) => ({ unitId: id, name: "Table", minSeats: 1, maxSeats: 2, listed: true });
  const area = (index: number, units: readonly object[], combinations: readonly object[] = []) => ({
    areaId: `area-${index}`,
    poolId: index,
    name: "Area",
    units,
    combinations,
  });
  const service = (id: string, more: object = {}) => ({
    serviceId: id,
    name: "Dinner",
    opens: "18:00",
    closes: "22:00",
    ...more,
  });

  const configurations: Shapes = {
    "tables and joins of tables": (size) =>
      publish({
        areas: many(size / 500, (at) =>
          area(
            at,
            many(250, (unitAt) => unit(`${at}-${unitAt}`)),
            many(250, (joinAt) => ({
              unitIds: many(6, (of) => `${at}-${(joinAt + of) % 250}`),
              minSeats: 2,
              maxSeats: 12,
            })),
          ),
        ),
      }),
    "one table for everything": (size) =>
      publish({
        areas: many(size / 500, (at) =>
          area(
            at,
            many(500, () => unit("one")),
          ),
        ),
      }),
    "services of many dates": (size) =>
      publish({
        exceptions: many(size / 50, (at) => ({
          date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
          services: many(50, (of) => service(`service-${of}`, { areas: ["main"] })),
        })),
      }),
    "services of one date": (size) =>
      publish({
        exceptions: many(size / 50, () => ({ date: "2026-01-01", services: many(50, () => service("one")) })),
      }),
    "everything wrong": (size) =>
      publish({
        areas: many(size / 500, (at) =>
          area(
            at,
            many(500, () => ({ unitId: 5, x: 1 })),
          ),
        ),
      }),
    "more areas than may be": (size) => publish({ areas: many(size, () => area(0, [unit("one")])) }),
  };
  for (const [name, make] of Object.entries(configurations)) test(name, () => assertGrowsWithLength(4_000, make, read));
});

test("forms of pages (rules/http 4.14)", () => {
  const forms: readonly ((size: number) => string)[] = [
    ...["first", "last", "phone", "email", "notes"].flatMap((field) =>
      ["a", "%0d%0a", "%00", "+", "%", "1", "(", "a@", "a.", "@a.a", "%ef%bc%8b", "%e2%80%8e"].map(
        (piece) => (size: number) => `${field}=${some(piece, size)}`,
      ),
    ),
    (size) => some("a=1&", size),
    (size) => some("&=", size),
    (size) => `email=a@${some("a.", size)}`,
    (size) => `phone=%2B${some("1-", size)}`,
  ];
  for (const make of forms) {
    assertGrowsWithLength(64 * 1024, make, (text) =>
      readContact(new URLSearchParams(text), "either", "FR", { language: "en", locale: "en" }),
    );
  }
});
