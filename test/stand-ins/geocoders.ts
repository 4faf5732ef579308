/**
 * Photon, Nominatim and Pelias as their documentation describes them: the questions that they take and refuse, and the
 * form of their answers. Each knows one address. Loopback only.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface GeocoderStandIn {
  readonly url: string;
  /** The paths that were asked, with their queries. */
  readonly asked: string[];
  /** What is answered instead of what was asked: a status, text that is no JSON, or nothing at all. */
  mischief: "none" | 500 | "garbage" | "silence";
  close(): void;
}

const place = [2.3612, 48.8641] as const;

function photon(query: URLSearchParams): readonly [number, unknown] {
  const language = query.get("lang");
  if (language !== null && !["en", "de", "fr"].includes(language))
    return [400, { message: "Language is not supported. Supported are: default, en, de, fr" }];
  const properties = {
    osm_type: "N",
    osm_id: 1,
    osm_key: "place",
    osm_value: "house",
    type: "house",
    housenumber: "12",
    street: "Rue des Érables",
    city: "Paris",
    state: "Île-de-France",
    postcode: "75003",
    countrycode: "FR",
    country: "France",
  };
  const street = {
    osm_key: "highway",
    osm_value: "residential",
    type: "street",
    name: "Rue des Lilas",
    city: "Paris",
    countrycode: "FR",
  };
  const feature = (fields: object) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: place },
    properties: fields,
  });
  return [200, { type: "FeatureCollection", features: [feature(properties), feature(street), { type: "Feature" }] }];
}

function nominatim(query: URLSearchParams): readonly [number, unknown] {
  if (query.get("format") !== "jsonv2" || query.get("addressdetails") !== "1") return [400, { error: { code: 400 } }];
  const address = {
    house_number: "12",
    road: "Rue des Érables",
    town: "Paris",
    state: "Île-de-France",
    postcode: "75003",
    country: "France",
    country_code: "fr",
  };
  return [
    200,
    [{ place_id: 1, lat: String(place[1]), lon: String(place[0]), category: "place", type: "house", address }],
  ];
}

function pelias(query: URLSearchParams): readonly [number, unknown] {
  if (query.get("api_key") !== "key") return [401, { meta: { status_code: 401 } }];
  const properties = {
    layer: "address",
    accuracy: "point",
    name: "12 Rue des Érables",
    housenumber: "12",
    street: "Rue des Érables",
    locality: "Paris",
    region: "Île-de-France",
    postalcode: "75003",
    country_code: "FR",
    label: "12 Rue des Érables, Paris, France",
  };
  return [
    200,
    {
      type: "FeatureCollection",
      features: [{ type: "Feature", geometry: { type: "Point", coordinates: place }, properties }],
    },
  ];
}

const answers: Readonly<Record<string, (query: URLSearchParams) => readonly [number, unknown]>> = {
  "/api": photon,
  "/search": nominatim,
  "/v1/autocomplete": pelias,
  "/v1/search": pelias,
};

/** Starts the three at one address. */
export async function startGeocoders(): Promise<GeocoderStandIn> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    asked.push(request.url ?? "");
    if (made.mischief === "silence") return;
    const [status, body] = answers[pathname]?.(searchParams) ?? [404, {}];
    response.writeHead(made.mischief === 500 ? 500 : status, { "content-type": "application/json" });
    response.end(made.mischief === "garbage" ? "<html>" : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((listens) => server.once("listening", listens));
  const made: GeocoderStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mischief: "none",
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return made;
}
