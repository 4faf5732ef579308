/**
 * Two hundred invented addresses around a location of the sandbox. Some are near; some are in no zone. They are found
 * also with a wrong letter. Pure, and the same at every question.
 */
import { boundedAddress, mostFound, type AddressQuery, type FoundAddress } from "./geocoder.ts";

const streets = {
  FR: [
    "Rue des Lilas",
    "Rue du Moulin",
    "Avenue des Tilleuls",
    "Rue de la Fontaine",
    "Place du Marché",
    "Rue des Acacias",
    "Rue Haute",
    "Chemin Vert",
    "Rue de l’Église",
    "Allée des Cerisiers",
  ],
  DE: [
    "Lindenallee",
    "Mühlenweg",
    "Gartenstraße",
    "Bergstraße",
    "Am Markt",
    "Rosenweg",
    "Hauptstraße",
    "Birkenweg",
    "Kirchgasse",
    "Schulstraße",
  ],
  other: [
    "Maple Street",
    "Mill Lane",
    "Linden Avenue",
    "Fountain Road",
    "Market Square",
    "Acacia Drive",
    "High Street",
    "Green Lane",
    "Church Street",
    "Cherry Walk",
  ],
} as const;
const numbersFirst: readonly (string | null)[] = ["FR", "GB", "IE", "US", "CA", "AU", null];
const howMany = 200;
/** From one house to the farthest: 12 kilometres, farther than sandbox zones reach. */
const farthestMeters = 12_000;
const metersPerDegree = 111_320;

/** The addresses that match what was typed, the best and nearest first. */
export function simulatedAddresses(query: AddressQuery): readonly FoundAddress[] {
  const words = wordsOf(query.text);
  if (words.length === 0) return [];
  return invented(query)
    .map((address, index) => ({ address, index, cost: costOf(words, wordsOf(`${address.street} ${address.city}`)) }))
    .filter((one): one is typeof one & { cost: number } => one.cost !== undefined)
    .toSorted((a, b) => a.cost - b.cost || a.index - b.index)
    .slice(0, mostFound)
    .map(({ address }) => address);
}

/** All of them, the nearest first. */
export function invented({ near, country, city, postalCode }: Omit<AddressQuery, "text">): readonly FoundAddress[] {
  const center = near ?? { latitude: 0, longitude: 0 };
  const names = country === "FR" || country === "DE" ? streets[country] : streets.other;
  return Array.from({ length: howMany }, (_, index): FoundAddress => {
    const meters = farthestMeters * ((index + 1) / howMany) ** 1.5;
    // The golden angle spreads them to all sides.
    const angle = index * 2.399963;
    const name = names[index % names.length] ?? names[0];
    const number = String(Math.floor(index / names.length) * 2 + 1);
    const narrow = Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180));
    return boundedAddress({
      street: numbersFirst.includes(country) ? `${number} ${name}` : `${name} ${number}`,
      city: city ?? "Mapleton",
      state: "",
      postalCode: postalCode ?? "10001",
      country: country ?? "US",
      precision: "house",
      latitude: Math.round((center.latitude + (meters * Math.cos(angle)) / metersPerDegree) * 1e6) / 1e6,
      longitude: Math.round((center.longitude + (meters * Math.sin(angle)) / (metersPerDegree * narrow)) * 1e6) / 1e6,
    });
  });
}

function wordsOf(text: string): readonly string[] {
  const plain = text.slice(0, 200).normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

/** How far the typed words are from the address; undefined when one of them is nowhere in it. */
function costOf(typed: readonly string[], address: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of typed) {
    const best = Math.min(...address.map((one) => distance(word, one.slice(0, Math.max(word.length, 1)))));
    // A figure has to be right; a word may have one wrong letter, a long one two.
    const most = /^\d+$/.test(word) ? 0 : word.length >= 7 ? 2 : word.length >= 4 ? 1 : 0;
    if (best > most) return undefined;
    sum += best;
  }
  return sum;
}

/** Letters to change, add or take away (Levenshtein); words are short. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [index, match] of Array.from(other).entries())
      next.push(
        Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, (row[index] ?? 0) + (letter === match ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
