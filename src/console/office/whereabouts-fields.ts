/** Where a restaurant is, as the fields of a form: its telephone, its address and its place on the map. Pure. */
import { countries, parsePhone } from "../../kernel/phone.ts";
import type { Coordinate, LocationFields } from "../../locations/location/location.ts";
import type { LocationInput } from "../../locations/location/parse-location.ts";
import type { speak } from "../../words/speak.ts";
import type { Option } from "../shell/form-fields.ts";
import type { Section } from "../shell/merged-form.ts";
import type { Fields } from "../shell/merge-three.ts";

type Words = ReturnType<typeof speak<"profile">>;

const lines = ["line1", "line2", "postal_code", "city", "region"] as const;

/** The section of a form. The countries have the names and the order of the reader's language. */
export function whereaboutsSection(say: Words, locale: string, { address }: Pick<LocationFields, "address">): Section {
  const optional = true;
  return {
    title: say("where"),
    fields: [
      ...lines.map((name) => ({ kind: "text" as const, name, label: say(name), max: 255, optional })),
      {
        kind: "choice",
        name: "country",
        label: say("country"),
        hint: say("country.hint"),
        options: [["", say("country.none")], ...countryOptions(locale, address.country)],
      },
      { kind: "text", name: "phone", label: say("phone"), hint: say("phone.hint"), max: 50, optional, input: "tel" },
      { kind: "text", name: "place", label: say("place"), hint: say("place.hint"), max: 60, optional },
    ],
  };
}

/** A country that an operator has written in another way stays a choice. */
function countryOptions(locale: string, kept: string | null): Option[] {
  const names = new Intl.DisplayNames([locale], { type: "region", fallback: "code" });
  const order = new Intl.Collator(locale);
  const known = countries.map((code): Option => [code, names.of(code) ?? code]);
  const other: Option[] = kept === null || countries.includes(kept) ? [] : [[kept, kept]];
  return [...known.toSorted(([, one], [, next]) => order.compare(one, next)), ...other];
}

/** Where a location is, as the values of the fields. */
export function whereaboutsFields(location: Pick<LocationFields, "address" | "phone" | "coordinate">): Fields {
  const { address, phone, coordinate } = location;
  return {
    ...Object.fromEntries(lines.map((name) => [name, address[name]])),
    country: address.country ?? "",
    phone,
    place: coordinate === null ? null : `${coordinate.latitude}, ${coordinate.longitude}`,
  };
}

/** The values as the command takes them. */
export function whereaboutsInput(fields: Fields): Required<Pick<LocationInput, "address" | "phone" | "coordinate">> {
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return {
    phone: text("phone"),
    address: { ...Object.fromEntries(lines.map((name) => [name, text(name)])), country: text("country") },
    coordinate: parseCoordinate(text("place") ?? "") ?? null,
  };
}

/** What the fields let through and is no telephone number or place, by the name of the field. */
export function whereaboutsMistakes(fields: Fields, say: Words): ReadonlyMap<string, string> {
  const { phone, address } = whereaboutsInput(fields);
  const mistakes = new Map<string, string>();
  if (phone !== null && parsePhone(phone, address.country ?? null) === undefined)
    mistakes.set("phone", say("phone.mistake"));
  if (typeof fields["place"] === "string" && parseCoordinate(fields["place"]) === undefined)
    mistakes.set("place", say("place.mistake"));
  return mistakes;
}

/** Latitude and longitude as map programs copy them: "48.8566, 2.3522"; undefined: the text is no place on the earth. */
export function parseCoordinate(text: string): Coordinate | undefined {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,20})?)[ ,;]{1,3}(-?\d{1,3}(?:\.\d{1,20})?)$/.exec(text) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
