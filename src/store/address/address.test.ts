/** What a diner types of an address, and the pin (rules/ordering 14.10 and 14.11). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasPostalCode, hasState } from "../../addresses/country-fields.ts";
import type { FoundAddress } from "../../addresses/geocoder.ts";
import { keptPlace, placeCookie, withKeptPlace } from "./kept-place.ts";
import { atPin, farFrom, readPin } from "./pin.ts";
import { lineOf, lineToFind, readDetails, readWritten } from "./typed-address.ts";

const fields = (given: Readonly<Record<string, string>>): URLSearchParams => new URLSearchParams(given);
const lilacs: FoundAddress = {
  street: "1 Rue des Lilas",
  city: "Paris",
  state: "",
  postalCode: "75003",
  country: "FR",
  precision: "street",
  latitude: 48.86,
  longitude: 2.36,
};

test("a field is one line of bounded text, whatever is sent", () => {
  assert.equal(lineOf(fields({ address: " 1\tRue \n des  Lilas\u0000 " }), "address"), "1 Rue des Lilas");
  assert.equal(lineOf(fields({ address: "x".repeat(5_000) }), "address", 200).length, 200);
  assert.equal(lineOf(fields({}), "address"), "");
});

test("state and postal code are read only where the country has them", () => {
  const typed = fields({ street: "1 High St", city: "Springfield", state: "IL", postal_code: "62701" });
  assert.deepEqual(readWritten(typed, "US"), {
    street: "1 High St",
    city: "Springfield",
    state: "IL",
    postalCode: "62701",
  });
  assert.equal(readWritten(typed, "FR").state, "");
  assert.equal(readWritten(typed, "AE").postalCode, "");
  assert.deepEqual([hasState(null), hasPostalCode(null), hasPostalCode("GB")], [false, true, true]);
  assert.equal(lineToFind(readWritten(typed, "US")), "1 High St, 62701 Springfield, IL");
});

test("chips and instructions become one text for the courier, without a chip said twice", () => {
  const form = new URLSearchParams("note=Ring+the+bell&note=Ring+the+bell&note=Call&directions=Blue+door&unit=4B");
  assert.deepEqual(readDetails(form), { unit: "4B", notes: "Ring the bell. Call. Blue door" });
  assert.deepEqual(readDetails(fields({ unit: " ", directions: "" })), { unit: null, notes: null });
  const long = new URLSearchParams([
    ...Array.from({ length: 50 }, () => ["note", "x".repeat(900)]),
    ["directions", "y".repeat(900)],
  ]);
  assert.ok((readDetails(long).notes ?? "").length <= 500);
});

test("a pin is two numbers on the earth, and one 300 metres off its address is far", () => {
  assert.deepEqual(readPin(fields({ latitude: "48.86", longitude: "-2.3600004" })), {
    latitude: 48.86,
    longitude: -2.36,
  });
  for (const [latitude, longitude] of [
    ["91", "0"],
    ["0", "181"],
    ["", "0"],
    ["1e1", "0"],
    ["NaN", "0"],
    ["48.86", ""],
  ])
    assert.equal(readPin(fields({ latitude: latitude ?? "", longitude: longitude ?? "" })), undefined);
  const north = (meters: number) => ({ latitude: lilacs.latitude + meters / 111_195, longitude: lilacs.longitude });
  assert.equal(farFrom(lilacs, north(299)), undefined);
  assert.equal(Math.round(farFrom(lilacs, north(301)) ?? 0), 301);
  assert.equal(farFrom({ ...lilacs, precision: "area" }, north(5_000)), undefined);
  const pinned = atPin(lilacs, { latitude: 1, longitude: 2 });
  assert.deepEqual([pinned.precision, pinned.latitude, pinned.street], ["house", 1, "1 Rue des Lilas"]);
});

test("the browser keeps the place below the path of the location, and a form's own place comes first", () => {
  const cookie = (value: string | undefined) => ({ cookie: () => value });
  assert.equal(placeCookie("str_1", "a.b").path, "/store/str_1");
  assert.equal(placeCookie("str_1", null).seconds, 0);
  assert.equal(keptPlace(cookie("x".repeat(4_001))), undefined);
  assert.equal(withKeptPlace(fields({}), cookie("a.b")).get("place"), "a.b");
  assert.equal(withKeptPlace(fields({ place: "c.d" }), cookie("a.b")).get("place"), "c.d");
});
