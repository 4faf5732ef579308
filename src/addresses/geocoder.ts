/** The port of geocoders, which know where addresses are. Types, and the code that all adapters share. Pure. */
import type { Id } from "../kernel/id.ts";

export interface AddressQuery {
  /** What the diner typed. */
  readonly text: string;
  readonly locationId: Id<"str">;
  /** Addresses near this place come first. */
  readonly near: { readonly latitude: number; readonly longitude: number } | null;
  /** ISO 3166-1 alpha-2, upper-case: how an address is written where the answer does not say. */
  readonly country: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  /** ISO 639-1. */
  readonly language: string;
}

/** The most characters of each text: those of the address of an order, which is made of it. */
export const addressBounds = { street: 255, city: 100, state: 100, postalCode: 20, country: 2 } as const;

/** `house` is exact; `street` and `area` lie somewhere near. */
export const precisions = ["house", "street", "area"] as const;

export interface FoundAddress {
  /** With the number of the house, as the country writes it. */
  readonly street: string;
  readonly city: string;
  /** Empty where the country has none in addresses. */
  readonly state: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2; empty when nobody says. */
  readonly country: string;
  readonly precision: (typeof precisions)[number];
  readonly latitude: number;
  readonly longitude: number;
}

/** The address with each text cut to its bound; a country that is no code is none. */
export function boundedAddress(address: FoundAddress): FoundAddress {
  const { street, city, state, postalCode, country } = address;
  return {
    ...address,
    street: street.slice(0, addressBounds.street),
    city: city.slice(0, addressBounds.city),
    state: state.slice(0, addressBounds.state),
    postalCode: postalCode.slice(0, addressBounds.postalCode),
    country: country.length === addressBounds.country ? country : "",
  };
}

export interface Geocoder {
  /** Finds addresses that begin so; undefined when the geocoder cannot be asked, and when it does not complete addresses. */
  suggest(query: AddressQuery): Promise<readonly FoundAddress[] | undefined>;
  /** Finds a whole address; undefined when the geocoder cannot be asked. */
  locate(query: AddressQuery): Promise<readonly FoundAddress[] | undefined>;
}

/** How many addresses are answered. */
export const mostFound = 5;

export const geocoderNames = ["photon", "nominatim", "pelias", "simulated", "none"] as const;
export type GeocoderName = (typeof geocoderNames)[number];

export interface GeocoderSettings {
  readonly name: GeocoderName;
  /** Without a slash at its end; empty for those that ask nobody. */
  readonly url: string;
  readonly key: string | null;
}

/** One kind of geocoder over HTTP: what it is asked, and what its answer says. */
export interface GeocoderWire {
  /** Paths with queries; the later ones are tried when the ones before were refused. Empty: it cannot do that. */
  readonly suggestPaths: (query: AddressQuery, key: string | null) => readonly string[];
  readonly locatePaths: (query: AddressQuery, key: string | null) => readonly string[];
  /** The addresses of an answer; what is no address is left out. */
  readonly read: (answer: unknown, query: AddressQuery) => readonly FoundAddress[];
}
