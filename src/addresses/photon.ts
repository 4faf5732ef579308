/** The questions to Photon (photon.komoot.io, or one of the operator's), and its answers. Pure. */
import { addressOf, listOf, partOf, textOf } from "./answer-fields.ts";
import { mostFound, type AddressQuery, type GeocoderWire } from "./geocoder.ts";

function pathsFor({ text, near, language }: AddressQuery): readonly string[] {
  const query = new URLSearchParams({ q: text, limit: String(mostFound) });
  if (near !== null) {
    query.set("lat", String(near.latitude));
    query.set("lon", String(near.longitude));
  }
  const plain = query.toString();
  query.set("lang", language);
  // It refuses languages that it was not built with.
  return [`/api?${query.toString()}`, `/api?${plain}`];
}

/** Answers are GeoJSON; `type` of the properties says how exact the place is. */
export const photon: GeocoderWire = {
  suggestPaths: pathsFor,
  locatePaths: pathsFor,
  read: (answer, { country }) =>
    listOf(partOf({ answer }, "answer")["features"]).flatMap((feature) => {
      const fields = partOf(feature, "properties");
      const [longitude, latitude] = listOf(partOf(feature, "geometry")["coordinates"]);
      const kind = textOf(fields, "type");
      const found = addressOf(
        {
          number: textOf(fields, "housenumber"),
          street: kind === "street" ? textOf(fields, "name", "street") : textOf(fields, "street"),
          city: textOf(fields, "city", "locality", "district", ...(kind === "city" ? ["name"] : [])),
          state: textOf(fields, "state"),
          postalCode: textOf(fields, "postcode"),
          country: textOf(fields, "countrycode"),
          isHouse: kind === "house",
          latitude,
          longitude,
        },
        country,
      );
      return found ?? [];
    }),
};
