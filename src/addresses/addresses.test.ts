/**
 * Addresses without a database: the questions to each geocoder and their answers, invented addresses, tokens, the
 * configuration.
 */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import * as fc from "fast-check";
import { newId } from "../kernel/id.ts";
import { startGeocoders, type GeocoderStandIn } from "../../test/stand-ins/geocoders.ts";
import { addressOf, labelOf } from "./answer-fields.ts";
import { createGeocoder } from "./geocoder.client.ts";
import { deliveryAddressSchema } from "../orders/api/basket.schemas.ts";
import { addressBounds, type AddressQuery, type FoundAddress, type GeocoderName } from "./geocoder.ts";
import { parseGeocoder } from "./parse-geocoder.ts";
import { createPlaceTokens, placeTokenLifeMs, placeTokenMaxLength } from "./place-token.ts";
import { invented, simulatedAddresses } from "./simulated-addresses.ts";

const query: AddressQuery = {
  text: "12 rue des erables",
  locationId: newId("str"),
  near: { latitude: 48.8638, longitude: 2.3615 },
  country: "FR",
  city: "Paris",
  postalCode: "75003",
  language: "fr",
};
const house: FoundAddress = {
  street: "12 Rue des Érables",
  city: "Paris",
  state: "",
  postalCode: "75003",
  country: "FR",
  precision: "house",
  latitude: 48.8641,
  longitude: 2.3612,
};

describe("geocoders over HTTP", () => {
  let standIn: GeocoderStandIn;
  before(async () => {
    standIn = await startGeocoders();
  });
  beforeEach(() => {
    standIn.asked.length = 0;
    standIn.mischief = "none";
  });
  after(() => standIn.close());

  async function ask(name: GeocoderName, way: "suggest" | "locate", change: Partial<AddressQuery> = {}) {
    const { geocoder, close } = createGeocoder({ name, url: standIn.url, key: name === "pelias" ? "key" : null });
    const found = await geocoder[way]({ ...query, ...change });
    await close();
    return found;
  }

  test("Photon completes: houses, and streets without a number; a language that it has not is left out", async () => {
    const found = await ask("photon", "suggest");
    assert.deepEqual(found?.[0], house);
    assert.deepEqual([found?.length, found?.[1]?.street, found?.[1]?.precision], [2, "Rue des Lilas", "street"]);
    assert.match(standIn.asked[0] ?? "", /^\/api\?q=12\+rue\+des\+erables&limit=5&lat=48\.8638&lon=2\.3615&lang=fr$/);
    standIn.asked.length = 0;
    assert.equal((await ask("photon", "suggest", { language: "pt" }))?.length, 2);
    assert.deepEqual(
      standIn.asked.map((path) => path.includes("lang=")),
      [true, false],
    );
  });

  test("Nominatim locates and is never asked while somebody types", async () => {
    assert.equal(await ask("nominatim", "suggest"), undefined);
    assert.deepEqual(standIn.asked, []);
    assert.deepEqual(await ask("nominatim", "locate"), [house]);
  });

  test("Pelias completes and locates with its key", async () => {
    assert.deepEqual(await ask("pelias", "suggest"), [house]);
    assert.deepEqual(await ask("pelias", "locate"), [house]);
    assert.deepEqual(
      standIn.asked.map((path) => path.split("?")[0]),
      ["/v1/autocomplete", "/v1/search"],
    );
  });

  test("what fails, is no JSON, or takes longer than 1.5 seconds is no answer", async () => {
    for (const mischief of [500, "garbage", "silence"] as const) {
      standIn.mischief = mischief;
      assert.equal(await ask("photon", "suggest"), undefined, String(mischief));
    }
  });
});

test("an address is written as its country writes it, and foreign answers are bounded", () => {
  const raw = {
    number: "5",
    street: "Lindenallee",
    city: "Berlin",
    state: "Berlin",
    postalCode: "10115",
    isHouse: true,
    latitude: "52.5",
    longitude: 13.4,
  };
  const german = addressOf({ ...raw, country: "de" }, null);
  assert.deepEqual(
    [german?.street, german?.state, german && labelOf(german)],
    ["Lindenallee 5", "", "Lindenallee 5, 10115 Berlin"],
  );
  const american = addressOf(
    { ...raw, street: "Main St", city: "New York", state: "NY", postalCode: "10012", country: "US" },
    null,
  );
  assert.equal(american && labelOf(american), "5 Main St, New York, NY 10012");
  for (const wrong of [{ latitude: 91 }, { longitude: "x" }, { latitude: null }, { street: "", city: "" }])
    assert.equal(addressOf({ ...raw, country: "DE", ...wrong }, null), undefined, JSON.stringify(wrong));
});

test("an address from elsewhere is never longer than the address of an order may be (rules/ordering 7.8)", () => {
  const long = "x".repeat(400);
  const texts = { number: "5", street: long, city: long, state: long, postalCode: long, country: "US" };
  const [near, isHouse] = [{ latitude: 48.8638, longitude: 2.3615 }, true];
  const found = addressOf({ ...texts, ...near, isHouse }, null);
  const [made] = invented({ ...query, near, city: long, postalCode: long, country: long });
  const most = (field: keyof typeof deliveryAddressSchema.properties): unknown =>
    Object.entries(deliveryAddressSchema.properties[field]).find(([name]) => name === "maxLength")?.[1];
  assert.deepEqual(
    [most("street"), most("city"), most("state"), most("postal_code")],
    [addressBounds.street, addressBounds.city, addressBounds.state, addressBounds.postalCode],
  );
  for (const address of [found, made]) {
    assert.ok(address !== undefined);
    const { street, city, state, postalCode } = address;
    assert.ok(street.length <= addressBounds.street && state.length <= addressBounds.state);
    assert.deepEqual([city.length, postalCode.length], [addressBounds.city, addressBounds.postalCode]);
  }
  assert.deepEqual([found?.country, made?.country], ["US", ""]);
});

describe("invented addresses", () => {
  test("are two hundred different ones, near and out of reach, and each is found by its own text", () => {
    const all = invented(query);
    assert.equal(new Set(all.map(({ street }) => street)).size, 200);
    const far = ({ latitude, longitude }: FoundAddress): number =>
      Math.hypot(latitude - 48.8638, (longitude - 2.3615) * 0.66) * 111;
    assert.ok(far(all[0] ?? house) < 0.5 && all.filter((one) => far(one) > 3.5).length > 50);
    for (const address of all)
      assert.equal(simulatedAddresses({ ...query, text: address.street })[0]?.street, address.street);
  });

  test("forgive one wrong letter, and answer five at most to anything", () => {
    assert.match(simulatedAddresses({ ...query, text: "rue des lilss" })[0]?.street ?? "", /Rue des Lilas/);
    assert.deepEqual(simulatedAddresses({ ...query, text: "Wolkenkuckucksheim" }), []);
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) =>
        assert.ok(simulatedAddresses({ ...query, text }).length <= 5),
      ),
      { numRuns: 40 },
    );
  });
});

test("a place token is good for its location and 24 hours, and for nothing when a letter of it is changed", () => {
  let now = 1_000_000;
  const tokens = createPlaceTokens(Buffer.alloc(32, 1), () => now);
  const token = tokens.issue(query.locationId, house);
  assert.deepEqual(tokens.read(token, query.locationId), house);
  assert.equal(tokens.read(token, newId("str")), undefined);
  assert.equal(createPlaceTokens(Buffer.alloc(32, 2), () => now).read(token, query.locationId), undefined);
  for (const at of [0, 20, token.indexOf(".") + 1, token.length - 1]) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    assert.equal(tokens.read(changed, query.locationId), undefined, String(at));
  }
  now += placeTokenLifeMs;
  assert.equal(tokens.read(token, query.locationId), undefined);
  const long = "ж".repeat(120);
  const longest = tokens.issue(query.locationId, {
    ...house,
    street: `${long} ${long}`,
    city: long,
    state: long,
    postalCode: long,
  });
  assert.ok(longest.length <= placeTokenMaxLength, String(longest.length));
});

test("the configuration names a geocoder with its address, or says what is wrong", () => {
  const read = (environment: Readonly<Record<string, string>>, isSandbox = false, hasLive = false) => {
    const problems: string[] = [];
    const settings = parseGeocoder((name) => environment[name] ?? null, { isSandbox, hasLive }, problems);
    return problems.length > 0 ? problems.length : settings.name;
  };
  assert.deepEqual([read({}), read({}, true), read({ GEOCODER: "none" }, true)], ["none", "simulated", "none"]);
  assert.equal(read({ GEOCODER: "photon", GEOCODER_URL: "https://geocoder.example.com/" }), "photon");
  assert.equal(read({ GEOCODER: "pelias", GEOCODER_URL: "http://10.0.0.5:4000", GEOCODER_KEY: "k" }), "pelias");
  for (const wrong of [
    { GEOCODER: "google" },
    { GEOCODER: "photon" },
    { GEOCODER: "photon", GEOCODER_URL: "ftp://x" },
    { GEOCODER_URL: "https://x" },
    { GEOCODER: "photon", GEOCODER_URL: "https://x", GEOCODER_KEY: "k" },
  ])
    assert.equal(read(wrong), 1, JSON.stringify(wrong));
  assert.equal(read({ GEOCODER: "simulated" }, false, true), 1);
});
