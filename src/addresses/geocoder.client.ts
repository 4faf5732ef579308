/**
 * Asks a geocoder over HTTP. A question without an answer in 1.5 seconds counts as unanswered, and the diner types the
 * rest. No log and no error has the typed text.
 */
import { createOutgoingHttp, type OutgoingHttp } from "../platform/outgoing-http/outgoing-http.ts";
import {
  mostFound,
  type AddressQuery,
  type FoundAddress,
  type Geocoder,
  type GeocoderSettings,
  type GeocoderWire,
} from "./geocoder.ts";
import { nominatim } from "./nominatim.ts";
import { pelias } from "./pelias.ts";
import { photon } from "./photon.ts";
import { simulatedAddresses } from "./simulated-addresses.ts";

const answerBytes = 256 * 1024;
const withinMs = 1_500;
const wires: Readonly<Partial<Record<GeocoderSettings["name"], GeocoderWire>>> = { photon, nominatim, pelias };

/** The geocoder of the configuration, and how its connections end. The operator chose the address, so it may be private. */
export function createGeocoder(settings: GeocoderSettings): {
  readonly geocoder: Geocoder;
  readonly close: () => Promise<void>;
} {
  const wire = wires[settings.name];
  if (wire === undefined) {
    const found = async (query: AddressQuery) =>
      settings.name === "simulated" ? simulatedAddresses(query) : undefined;
    return { geocoder: { suggest: found, locate: found }, close: async () => {} };
  }
  const outgoing = createOutgoingHttp({
    allowPrivate: true,
    connectTimeoutMs: withinMs,
    totalTimeoutMs: withinMs,
    answerBytes,
  });
  const ask = (query: AddressQuery, paths: readonly string[]) =>
    askFirst(
      outgoing,
      wire,
      query,
      paths.map((path) => settings.url + path),
    );
  return {
    geocoder: {
      suggest: (query) => ask(query, wire.suggestPaths(query, settings.key)),
      locate: (query) => ask(query, wire.locatePaths(query, settings.key)),
    },
    close: () => outgoing.close(),
  };
}

async function askFirst(
  outgoing: OutgoingHttp,
  wire: GeocoderWire,
  query: AddressQuery,
  urls: readonly string[],
): Promise<readonly FoundAddress[] | undefined> {
  for (const url of urls) {
    const answer = await outgoing.send({
      method: "GET",
      url,
      headers: { accept: "application/json", "user-agent": "Maple" },
    });
    if (answer.kind === "failed") return undefined;
    if (answer.status === 400) continue;
    if (answer.status !== 200 || answer.whole === undefined) return undefined;
    const json = parsed(answer.whole);
    return json === undefined ? undefined : wire.read(json, query).slice(0, mostFound);
  }
  return undefined;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
