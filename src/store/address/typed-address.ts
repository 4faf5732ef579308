/** A typed address as the fields of a form. Pure. */
import { hasPostalCode, hasState } from "../../addresses/country-fields.ts";

/** The fields of a form that are about the address; every other field is somebody else's. */
export const addressFields = [
  "do",
  "back",
  "place",
  "address",
  "street",
  "city",
  "state",
  "postal_code",
  "latitude",
  "longitude",
  "zoom",
  "far",
  "ground.x",
  "ground.y",
] as const;

/** An address that was written in its parts. */
export interface WrittenAddress {
  readonly street: string;
  readonly city: string;
  /** Empty where the country has none. */
  readonly state: string;
  readonly postalCode: string;
}

const mostCharacters = 100;

/** A field as one line of text, cut to what an address needs. */
export function lineOf(fields: URLSearchParams, name: string, most: number = mostCharacters): string {
  return (fields.get(name) ?? "")
    .slice(0, 1_000)
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, most);
}

/** The parts that were written, without those that the country does not have. */
export function readWritten(fields: URLSearchParams, country: string | null): WrittenAddress {
  return {
    street: lineOf(fields, "street"),
    city: lineOf(fields, "city"),
    state: hasState(country) ? lineOf(fields, "state") : "",
    postalCode: hasPostalCode(country) ? lineOf(fields, "postal_code", 20) : "",
  };
}

/** The address in one line, to be looked up. */
export function lineToFind({ street, city, state, postalCode }: WrittenAddress): string {
  return [street, [postalCode, city].filter((part) => part !== "").join(" "), state]
    .filter((part) => part !== "")
    .join(", ");
}

export const mostDirections = 200;
const mostNotes = 500;

/** What the courier is told besides the address; null where nothing is said. */
export interface DeliveryDetails {
  readonly unit: string | null;
  readonly notes: string | null;
}

/** Flat and instructions: the chips that are chosen come first, then what was typed. */
export function readDetails(fields: URLSearchParams): DeliveryDetails {
  const [unit, directions] = [lineOf(fields, "unit"), lineOf(fields, "directions", mostDirections)];
  const chips = [...new Set(fields.getAll("note").slice(0, 8))].map((text) => text.slice(0, 60).trim());
  const notes = [...chips, directions]
    .filter((text) => text !== "")
    .join(". ")
    .slice(0, mostNotes);
  return { unit: unit === "" ? null : unit, notes: notes === "" ? null : notes };
}
