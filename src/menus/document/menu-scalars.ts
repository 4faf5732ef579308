/** Parsers of the single values in a menu document: text, numbers, money, percentages, availability, references. */
import { isNameable } from "../../kernel/clock.ts";
import { isCurrency, maxAmountMinor, parsePercentage, type Money } from "../../kernel/money.ts";
import { parseAvailability as readAvailability } from "../../kernel/parse-availability.ts";
import { isTimeZone, type Availability } from "../../kernel/wall-time.ts";
import type { FulfillmentType, Metadata, Percentage, StockStatus } from "./menu-document.ts";
import type { MenuObjectKind } from "./menu-issues.ts";
import { fault, list, object, isRecord, required, type Parse } from "./menu-reader.ts";

/** Text of 1 to `limit` characters (code points) that PostgreSQL can store. */
export function text(limit: number): Parse<string> {
  return (value, node, key, reading) => {
    if (typeof value !== "string") return fault(reading, node, [key], "type", "must be text");
    if (value === "") return fault(reading, node, [key], "range", "must not be empty");
    if (value.length > limit && characterCount(value.slice(0, 2 * limit + 1)) > limit) {
      return fault(reading, node, [key], "limit", `must have at most ${limit} characters`);
    }
    if (!isStorable(value)) return fault(reading, node, [key], "format", "has U+0000 or half a surrogate pair");
    return value;
  };
}

export const name = text(255);
export const externalId = text(255);
export const description = text(500);

export function textOf(form: string, accepts: (value: string) => boolean, limit = 255): Parse<string> {
  const read = text(limit);
  return (value, node, key, reading) => {
    const parsed = read(value, node, key, reading);
    if (parsed === undefined || accepts(parsed)) return parsed;
    return fault(reading, node, [key], "format", `must be ${form}`);
  };
}

export const imageUrl = textOf("an http or https address", isWebAddress, 2048);
export const timeZone = textOf("an IANA time zone such as Europe/Paris", isTimeZone);
export const currency = textOf("an upper-case ISO 4217 code", isCurrency);
/** An instant with an offset, as `2026-05-01T00:00:00Z`. */
export const instant = textOf(
  "an ISO 8601 instant with an offset, of the years 1970 to 2999, such as 2026-05-01T00:00:00Z",
  isInstant,
);

export function integer(minimum: number, maximum: number): Parse<number> {
  return (value, node, key, reading) => {
    if (typeof value !== "number" || !Number.isInteger(value)) {
      return fault(reading, node, [key], "type", "must be an integer");
    }
    if (value >= minimum && value <= maximum) return value;
    return fault(reading, node, [key], "range", `must be ${minimum} to ${maximum}`);
  };
}

export const boolean: Parse<boolean> = (value, node, key, reading) =>
  typeof value === "boolean" ? value : fault(reading, node, [key], "type", "must be true or false");

export const literalTrue: Parse<true> = (value, node, key, reading) => {
  if (value === true) return value;
  return fault(reading, node, [key], typeof value === "boolean" ? "range" : "type", "must be true");
};

export function oneOf<const Values extends readonly string[]>(values: Values): Parse<Values[number]> {
  return (value, node, key, reading) => {
    if (typeof value !== "string") return fault(reading, node, [key], "type", "must be text");
    const found = values.find((candidate) => candidate === value);
    return found ?? fault(reading, node, [key], "unknown_value", `must be one of ${values.join(", ")}`);
  };
}

export const stockStatus: Parse<StockStatus> = oneOf(["in_stock", "low_stock", "out_of_stock"]);
export const fulfillmentTypes: Parse<readonly FulfillmentType[]> = list(oneOf(["pickup", "delivery"]), 2, 1);

/** Money in a named currency, not yet compared with the menu's. */
export const anyMoney: Parse<Money> = object<Money>({
  amountMinor: required(integer(0, maxAmountMinor)),
  currency: required(currency),
});

/** Money in the currency of the menu. */
export const money: Parse<Money> = (value, node, key, reading) => {
  const parsed = anyMoney(value, node, key, reading);
  if (parsed === undefined || reading.currency === undefined || parsed.currency === reading.currency) return parsed;
  return fault(
    reading,
    node,
    [key, "currency"],
    "currency_mismatch",
    `is ${parsed.currency}, the menu is in ${reading.currency}`,
  );
};

export const percentage: Parse<Percentage> = (value, node, key, reading) => {
  if (typeof value !== "string" && typeof value !== "number") {
    return fault(reading, node, [key], "type", "must be a decimal string or a number");
  }
  if (parsePercentage(value) !== undefined) return value;
  return fault(reading, node, [key], "range", "must be 0 to 1000 with at most 4 decimals");
};

/** The externalId of an object of the given kind, anywhere in the same document. */
export function reference(kind: MenuObjectKind): Parse<string> {
  return (value, node, key, reading) => {
    const target = externalId(value, node, key, reading);
    if (target !== undefined) reading.references.push({ kind, externalId: target, node, key });
    return target;
  };
}

export const availability: Parse<Availability> = (value, node, key, reading) =>
  readAvailability(value, (path, code, message) => {
    const keys = path.split("/").slice(1);
    const steps = keys.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    fault(reading, node, [key, ...steps], code, message);
  });

/** Any JSON object; its keys are put in order, so that the same content is the same text. */
export const metadata: Parse<Metadata> = (value, node, key, reading) => {
  if (!isRecord(value)) return fault(reading, node, [key], "type", "must be an object");
  const ordered = inKeyOrder(value);
  if (isRecord(ordered)) return ordered;
  return fault(reading, node, [key], "format", "has U+0000 or half a surrogate pair, or is nested too deeply");
};

const maxMetadataDepth = 64;

/** The value with sorted keys, or undefined where its text cannot be stored. */
function inKeyOrder(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return isStorable(value) ? value : undefined;
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxMetadataDepth) return undefined;
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => inKeyOrder(entry, depth + 1));
    return entries.includes(undefined) ? undefined : entries;
  }
  const names = Object.keys(value).toSorted();
  const entries = names.map((key) => [key, inKeyOrder(Reflect.get(value, key), depth + 1)] as const);
  if (entries.some(([key, entry]) => entry === undefined || !isStorable(key))) return undefined;
  return Object.fromEntries(entries);
}

/** A pair of surrogates is one character. */
function characterCount(value: string): number {
  return value.replaceAll(/[\ud800-\udbff][\udc00-\udfff]/g, "-").length;
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes("\0");
}

function isWebAddress(value: string): boolean {
  const address = URL.parse(value);
  return address !== null && (address.protocol === "https:" || address.protocol === "http:");
}

function isInstant(value: string): boolean {
  try {
    return isNameable(Temporal.Instant.from(value).epochMilliseconds);
  } catch {
    return false;
  }
}
