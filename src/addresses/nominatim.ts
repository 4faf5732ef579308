/**
 * The questions to Nominatim, and its answers. Nominatim finds whole addresses only: the rules of its public server
 * forbid questions while somebody types. Pure.
 */
import { addressOf, listOf, partOf, textOf } from "./answer-fields.ts";
import { mostFound, type GeocoderWire } from "./geocoder.ts";

/** About fifty kilometres around the restaurant come first. */
const aroundDegrees = 0.5;

export const nominatim: GeocoderWire = {
  suggestPaths: () => [],
  locatePaths({ text, near, language }) {
    const query = new URLSearchParams({
      q: text,
      format: "jsonv2",
      addressdetails: "1",
      limit: String(mostFound),
      "accept-language": language,
    });
    if (near !== null) {
      const { latitude, longitude } = near;
      const box = [
        longitude - aroundDegrees,
        latitude + aroundDegrees,
        longitude + aroundDegrees,
        latitude - aroundDegrees,
      ];
      query.set("viewbox", box.map((degrees) => degrees.toFixed(4)).join(","));
    }
    return [`/search?${query.toString()}`];
  },
  read: (answer, { country }) =>
    listOf(answer).flatMap((one) => {
      const fields = partOf(one, "address");
      const whole = partOf({ one }, "one");
      const found = addressOf(
        {
          number: textOf(fields, "house_number"),
          street: textOf(fields, "road", "pedestrian", "footway", "square"),
          city: textOf(fields, "city", "town", "village", "municipality", "suburb"),
          state: textOf(fields, "state"),
          postalCode: textOf(fields, "postcode"),
          country: textOf(fields, "country_code"),
          isHouse: true,
          latitude: whole["lat"],
          longitude: whole["lon"],
        },
        country,
      );
      return found ?? [];
    }),
};
