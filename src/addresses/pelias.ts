/** The questions to Pelias (a hosted one with a key, or one of the operator's), and its answers. Pure. */
import { addressOf, listOf, partOf, textOf } from "./answer-fields.ts";
import { mostFound, type AddressQuery, type GeocoderWire } from "./geocoder.ts";

function pathsFor(
  call: "autocomplete" | "search",
  { text, near, language }: AddressQuery,
  key: string | null,
): string[] {
  const query = new URLSearchParams({ text, lang: language, layers: "address,street" });
  if (call === "search") query.set("size", String(mostFound));
  if (near !== null) {
    query.set("focus.point.lat", String(near.latitude));
    query.set("focus.point.lon", String(near.longitude));
  }
  if (key !== null) query.set("api_key", key);
  return [`/v1/${call}?${query.toString()}`];
}

/** Answers are GeoJSON; the layer and the accuracy say how exact the place is. */
export const pelias: GeocoderWire = {
  suggestPaths: (query, key) => pathsFor("autocomplete", query, key),
  locatePaths: (query, key) => pathsFor("search", query, key),
  read: (answer, { country }) =>
    listOf(partOf({ answer }, "answer")["features"]).flatMap((feature) => {
      const fields = partOf(feature, "properties");
      const [longitude, latitude] = listOf(partOf(feature, "geometry")["coordinates"]);
      const found = addressOf(
        {
          number: textOf(fields, "housenumber"),
          street: textOf(fields, "street", ...(textOf(fields, "layer") === "street" ? ["name"] : [])),
          city: textOf(fields, "locality", "localadmin", "borough"),
          state: textOf(fields, "region_a", "region"),
          postalCode: textOf(fields, "postalcode"),
          country: textOf(fields, "country_code"),
          isHouse: textOf(fields, "layer") === "address" && textOf(fields, "accuracy") === "point",
          latitude,
          longitude,
        },
        country,
      );
      return found ?? [];
    }),
};
