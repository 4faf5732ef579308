/** The address of a delivery as a step of a form: what the form shows, and the values for the price and the order. */
import type { Coordinate, LocationSettings } from "../../locations/location/location.ts";
import type { DeliveryAddress } from "../../orders/order/order.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { Reader } from "../../pages/reader.ts";
import type { Database } from "../../platform/postgres/database.ts";
import { renderAddressPart } from "./address-part.ts";
import { readAddressState, type AddressDeps, type AddressState } from "./address-state.query.ts";
import { deliveryWords, mistakeOf } from "./address-words.ts";
import { renderDetailsPart } from "./details-part.ts";
import { readDetails } from "./typed-address.ts";

export interface AddressStepDeps extends AddressDeps {
  readonly database: Database;
}

export interface AddressStep {
  /** What stands in the form. */
  readonly part: Markup;
  /** The whole address; null while none is set that is delivered to. */
  readonly address: DeliveryAddress | null;
  readonly coordinate: Coordinate | null;
  /** Null while no address is set. */
  readonly token: string | null;
  readonly mistakes: readonly { readonly field: string; readonly text: string }[];
  /** The browser modules of the part. */
  readonly modules: readonly string[];
}

/** Reads the step from the fields of the checkout. */
export async function readAddressStep(
  { database, ...deps }: AddressStepDeps,
  location: LocationSettings,
  fields: URLSearchParams,
  reader: Reader,
): Promise<AddressStep> {
  const state = await readAddressState(database.read, deps, { location, fields, reader });
  const { language, address } = location;
  const { country } = address;
  const mistake = mistakeOf(state, deliveryWords(reader));
  return {
    part: html`${renderAddressPart({ state, reader, locationId: location.id, country, back: "checkout" })}
    ${renderDetailsPart(fields, reader, { language, country })}`,
    ...whereTo(state, fields),
    mistakes: mistake === undefined ? [] : [{ field: mistake.field, text: mistake.text }],
    modules: ["typed-address"],
  };
}

function whereTo(state: AddressState, fields: URLSearchParams): Pick<AddressStep, "address" | "coordinate" | "token"> {
  if (state.kind !== "set") return { address: null, coordinate: null, token: null };
  const { street, city, state: region, postalCode, latitude, longitude } = state.address;
  return {
    address: { street, city, state: region, postal_code: postalCode, ...readDetails(fields) },
    coordinate: { latitude, longitude },
    token: state.token,
  };
}
