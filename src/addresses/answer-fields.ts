/** Reads the answers of geocoders. They are foreign: every text is bounded, every number is checked. Pure. */
import { hasState } from "./country-fields.ts";
import { boundedAddress, type FoundAddress } from "./geocoder.ts";

const mostCharacters = 120;
/** Where the number of a house stands before the street. */
const numberFirst: readonly string[] = ["US", "CA", "AU", "NZ", "GB", "IE", "FR", "LU", "MC", "IN", "ZA"];

/** A part of an answer by its name; an empty one where there is no such part. */
export function partOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const part = Object.hasOwn(Object(value), name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof part === "object" && part !== null ? (part as Readonly<Record<string, unknown>>) : {};
}

/** The first of these fields that has a text, cut to what an address needs; else empty. */
export function textOf(fields: Readonly<Record<string, unknown>>, ...names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim().slice(0, mostCharacters);
  }
  return "";
}

/** A list of an answer; empty where there is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, 50) : [];
}

export interface RawAddress {
  readonly number: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  readonly isHouse: boolean;
  readonly latitude: unknown;
  readonly longitude: unknown;
}

/** The address as people of its country write it; undefined without a place or a name. */
export function addressOf(raw: RawAddress, countryOfLocation: string | null): FoundAddress | undefined {
  const [latitude, longitude] = [degreesOf(raw.latitude, 90), degreesOf(raw.longitude, 180)];
  const country = (/^[A-Za-z]{2}$/.test(raw.country) ? raw.country : (countryOfLocation ?? "")).toUpperCase();
  if (latitude === undefined || longitude === undefined || (raw.street === "" && raw.city === "")) return undefined;
  const parts = numberFirst.includes(country) ? [raw.number, raw.street] : [raw.street, raw.number];
  return boundedAddress({
    street: raw.street === "" ? "" : parts.filter((part) => part !== "").join(" "),
    city: raw.city,
    state: hasState(country) ? raw.state : "",
    postalCode: raw.postalCode,
    country,
    precision: raw.isHouse && raw.number !== "" ? "house" : raw.street === "" ? "area" : "street",
    latitude,
    longitude,
  });
}

function degreesOf(value: unknown, most: number): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Math.abs(number) <= most ? Math.round(number * 1e6) / 1e6 : undefined;
}

/** One line, as the country writes it: "12 Rue des Lilas, 75003 Paris". */
export function labelOf({ street, city, state, postalCode, country }: FoundAddress): string {
  const cityLine = hasState(country)
    ? [city, [state, postalCode].filter((part) => part !== "").join(" ")]
    : country === "GB" || country === "IE"
      ? [city, postalCode]
      : [[postalCode, city].filter((part) => part !== "").join(" ")];
  return [street, ...cityLine].filter((part) => part !== "").join(", ");
}
