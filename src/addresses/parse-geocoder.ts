/** The part of the configuration that is about geocoders, and what is wrong with it. Pure. */
import { withoutEndSlashes } from "../kernel/base-address.ts";
import { geocoderNames, type GeocoderSettings } from "./geocoder.ts";

type Read = (name: string) => string | null;

/** Reads who finds addresses: in the sandbox simulated ones, elsewhere nobody unless one is named. */
export function parseGeocoder(
  read: Read,
  { isSandbox, hasLive }: { readonly isSandbox: boolean; readonly hasLive: boolean },
  problems: string[],
): GeocoderSettings {
  const [text, url, key] = [read("GEOCODER"), read("GEOCODER_URL"), read("GEOCODER_KEY")];
  const none: GeocoderSettings = { name: isSandbox ? "simulated" : "none", url: "", key: null };
  const name = text === null ? none.name : geocoderNames.find((known) => known === text);
  if (name === undefined) {
    problems.push(`GEOCODER must be one of ${geocoderNames.join(", ")}; it is "${text}"`);
    return none;
  }
  if (name === "simulated" && hasLive)
    problems.push("GEOCODER=simulated finds invented addresses; remove it where live runs");
  if (name === "simulated" || name === "none") {
    if (url !== null || key !== null)
      problems.push(`GEOCODER_URL and GEOCODER_KEY need GEOCODER=photon, nominatim or pelias`);
    return { name, url: "", key: null };
  }
  const parsed = url === null ? null : URL.parse(url);
  if (
    parsed === null ||
    !["http:", "https:"].includes(parsed.protocol) ||
    parsed.search !== "" ||
    parsed.username !== ""
  )
    problems.push(`GEOCODER_URL must be the address of the ${name} server, such as https://geocoder.example.com`);
  if (key !== null && name !== "pelias") problems.push("GEOCODER_KEY is for GEOCODER=pelias");
  return { name, url: withoutEndSlashes(url ?? ""), key };
}
