/**
 * The state of a delivery's address, by the fields of a form: asked for, found without an exact position, or set. Reads
 * zones, and asks the geocoder when the diner sends the form. The typed text is stored nowhere.
 */
import { labelOf } from "../../addresses/answer-fields.ts";
import type { FoundAddress, Geocoder } from "../../addresses/geocoder.ts";
import type { PlaceTokens } from "../../addresses/place-token.ts";
import { suggestAddresses } from "../../addresses/suggest-addresses.query.ts";
import type { Id } from "../../kernel/id.ts";
import { guestLanguageOf } from "../../kernel/language.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import type { LocationSettings } from "../../locations/location/location.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Db } from "../../platform/postgres/database.ts";
import { findDeliveryTerms, type DeliveryTermsHere } from "./delivery-here.query.ts";
import { lineOf, lineToFind, readWritten, type WrittenAddress } from "./typed-address.ts";

export interface AddressDeps {
  readonly geocoder: Geocoder;
  readonly placeTokens: PlaceTokens;
}

/** An address that may be meant, with its place token. */
export interface AddressChoice {
  readonly label: string;
  readonly token: string;
}

/** Why an address is not set, by its sentence in the words. */
export type AddressMistake = "old" | "short" | "none" | "away" | "street.missing" | "city.missing";

export type AddressState =
  | {
      readonly kind: "asked";
      readonly typed: string;
      readonly written: WrittenAddress;
      readonly mistake?: AddressMistake;
      /** What was chosen and is delivered by nobody. */
      readonly outside?: FoundAddress;
      readonly choices: readonly AddressChoice[];
    }
  /** The place is not exact: the diner sets the pin. */
  | { readonly kind: "near"; readonly address: FoundAddress; readonly token: string }
  | {
      readonly kind: "set";
      readonly address: FoundAddress;
      readonly token: string;
      readonly terms: DeliveryTermsHere;
    };

/** What a form says, read. */
interface Asked {
  readonly location: LocationSettings;
  readonly fields: URLSearchParams;
  readonly reader: Reader;
}

/** The state that the fields lead to. */
export async function readAddressState(db: Db, deps: AddressDeps, asked: Asked): Promise<AddressState> {
  const { location, fields } = asked;
  const act = fields.get("do");
  const token = fields.get("place") ?? "";
  const kept = token === "" ? undefined : deps.placeTokens.read(token.slice(0, 4_000), location.id);
  const nothing = { kind: "asked", typed: typedOf(fields), written: writtenOf(asked), choices: [] } as const;
  if (act === "change") return { ...nothing, typed: kept === undefined ? nothing.typed : labelOf(kept) };
  if (act === "hand") return writeInFull(db, deps, asked);
  if (act === "find") return find(db, deps, asked);
  if (token !== "" && kept === undefined) return { ...nothing, mistake: "old" };
  if (kept === undefined) return nothing;
  if (kept.precision !== "house") return { kind: "near", address: kept, token };
  return judgeAddress(db, location.id, { address: kept, token });
}

/** Set where a zone delivers to the address, else asked for again. */
export async function judgeAddress(
  db: Db,
  locationId: Id<"str">,
  { address, token }: { readonly address: FoundAddress; readonly token: string },
): Promise<AddressState> {
  const terms = await findDeliveryTerms(db, locationId, address);
  if (terms !== undefined) return { kind: "set", address, token, terms };
  const written = { street: "", city: "", state: "", postalCode: "" };
  return { kind: "asked", typed: labelOf(address), written, outside: address, choices: [] };
}

const typedOf = (fields: URLSearchParams): string => lineOf(fields, "address", 200);
const writtenOf = ({ fields, location }: Asked): WrittenAddress => readWritten(fields, location.address.country);

/** Looks up what was typed: as a whole address, and where that finds nothing as the beginning of one. */
async function find(db: Db, deps: AddressDeps, asked: Asked): Promise<AddressState> {
  const typed = typedOf(asked.fields);
  const state = { kind: "asked", typed, written: { ...writtenOf(asked), street: typed }, choices: [] } as const;
  if (typed.length < 3) return { ...state, written: writtenOf(asked), mistake: "short" };
  const found = await lookUp(db, deps, asked, typed);
  if (found === null) return { ...state, mistake: "away" };
  if (found.length === 0) return { ...state, mistake: "none" };
  const choices = found.map((address) => ({
    label: labelOf(address),
    token: deps.placeTokens.issue(asked.location.id, address),
  }));
  return { ...state, choices };
}

/** The addresses that match; null when nobody can be asked. */
async function lookUp(
  db: Db,
  { geocoder }: AddressDeps,
  { location, reader }: Asked,
  text: string,
): Promise<readonly FoundAddress[] | null> {
  const question = {
    locationId: location.id,
    text,
    language: guestLanguageOf(reader.language, location.address.country),
  };
  const whole = await suggestAddresses(db, geocoder, { ...question, isWhole: true });
  if (isRefusal(whole)) return null;
  if (whole !== null && whole.length > 0) return whole;
  const begun = await suggestAddresses(db, geocoder, { ...question, isWhole: false });
  return isRefusal(begun) ? null : (begun ?? whole);
}

/**
 * An address that the diner wrote in full: its place is near where the geocoder finds it, else near the restaurant, and is
 * never exact before the diner has set the pin.
 */
async function writeInFull(db: Db, deps: AddressDeps, asked: Asked): Promise<AddressState> {
  const { location } = asked;
  const written = writtenOf(asked);
  const state = { kind: "asked", typed: typedOf(asked.fields), written, choices: [] } as const;
  if (written.street === "") return { ...state, mistake: "street.missing" };
  if (written.city === "") return { ...state, mistake: "city.missing" };
  const [found] = (await lookUp(db, deps, asked, lineToFind(written))) ?? [];
  const { latitude, longitude } = found ?? location.coordinate ?? { latitude: 0, longitude: 0 };
  const isNear = found !== undefined && found.precision !== "area";
  const address: FoundAddress = {
    ...written,
    country: location.address.country ?? "",
    precision: isNear ? "street" : "area",
    latitude,
    longitude,
  };
  return { kind: "near", address, token: deps.placeTokens.issue(location.id, address) };
}
