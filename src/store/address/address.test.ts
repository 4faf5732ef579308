/** The parts of an address that a diner types, and the pin (rules/ordering 14.10 and 14.11). */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasPostalCode, hasState } from "../../addresses/country-fields.ts";
import type { FoundAddress } from "../../addresses/geocoder.ts";
import { keptToken, tokenCookie, withKeptToken } from "./kept-token.ts";
import { distanceBetween } from "../../delivery-zones/geometry/geodesy.ts";
import { geoPointAt, pointOf } from "../../maps/ground-scale.ts";
import { groundPicture } from "./ground-picture.ts";
import { atPin, doubtOf, firstPin, positionText, readPin, readPositionText } from "./pin.ts";
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

const pinOf = (given: Readonly<Record<string, string>>) => readPin(fields(given), firstPin(lilacs));

test("a pin is two numbers on the earth; what is none stays where the address is", () => {
  assert.deepEqual(pinOf({ latitude: "48.86", longitude: "-2.3600004" }).pin, { latitude: 48.86, longitude: -2.36 });
  for (const [latitude = "", longitude = ""] of [
    ["91", "0"],
    ["0", "181"],
    ["", "0"],
    ["1e1", "0"],
    ["NaN", "0"],
    ["48.86"],
  ])
    assert.deepEqual(pinOf({ latitude, longitude }), firstPin(lilacs));
  assert.equal(pinOf({ zoom: "99" }).zoom, 19);
  assert.equal(pinOf({ zoom: "17", do: "closer" }).zoom, 18);
  assert.equal(pinOf({ zoom: "11", do: "farther" }).zoom, 11);
});

test("without a script a press on the picture moves the pin, and so do the buttons; a press by the keyboard does not", () => {
  const start = { latitude: "48.86", longitude: "2.36", zoom: "16" };
  const pressed = pinOf({ ...start, "ground.x": "280", "ground.y": "140" });
  // A hundred and forty pixels of 1.57 metres to the east.
  const meters = distanceBetween(pressed.pin, lilacs);
  assert.ok(Math.abs(meters - 220) < 3, String(meters));
  assert.ok(pressed.pin.longitude > lilacs.longitude);
  assert.deepEqual(pinOf({ ...start, "ground.x": "0", "ground.y": "0" }).pin, firstPin(lilacs).pin);
  assert.ok(pinOf({ ...start, do: "north" }).pin.latitude > lilacs.latitude);
  assert.ok(pinOf({ ...start, do: "west" }).pin.longitude < lilacs.longitude);
});

test("a point of the picture is the place that is shown there, and back", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      fc.integer({ min: 11, max: 19 }),
      fc.integer({ min: 0, max: 280 }),
      fc.integer({ min: 0, max: 280 }),
      (latitude, longitude, zoom, x, y) => {
        const view = { center: { latitude, longitude }, zoom, size: 280 };
        const back = pointOf(view, geoPointAt(view, { x, y }));
        // Places are kept to a millionth of a degree: rounding moves them by half of that, 1.1 pixels at 80 degrees and zoom 19.
        assert.ok(Math.abs(back.x - x) < 1.2 && Math.abs(back.y - y) < 1.2);
      },
    ),
  );
});

test("a pin 300 metres off its address is doubted, and one that was not moved from where no address is", () => {
  const north = (meters: number) => ({ latitude: lilacs.latitude + meters / 111_195, longitude: lilacs.longitude });
  assert.equal(doubtOf(lilacs, north(299)), undefined);
  assert.equal(Math.round(doubtOf(lilacs, north(301))?.far ?? 0), 301);
  const area = { ...lilacs, precision: "area" } as const;
  assert.deepEqual([doubtOf(area, north(0)), doubtOf(area, north(5_000))], [{ isUnmoved: true }, undefined]);
  const pinned = atPin(lilacs, { latitude: 1, longitude: 2 });
  assert.deepEqual([pinned.precision, pinned.latitude, pinned.street], ["house", 1, "1 Rue des Lilas"]);
  assert.deepEqual(readPositionText(positionText({ latitude: 1.5, longitude: -2 })), { latitude: 1.5, longitude: -2 });
  for (const wrong of [null, "", "1", "1,2,3", "x,2", "1,200"]) assert.equal(readPositionText(wrong), undefined);
});

test("the picture of the ground has zones, the pin and a scale, and no text of anybody", () => {
  const zones = [
    { type: "Circle", radius_meters: 500, center: { latitude: 48.86, longitude: 2.36 } },
    {
      type: "Polygon",
      coordinates: [
        [
          [2.35, 48.85],
          [2.37, 48.85],
          [2.37, 48.87],
          [2.35, 48.85],
        ],
      ],
    },
  ] as const;
  const svg = groundPicture(lilacs, 16, { zones, restaurant: { latitude: 48.8605, longitude: 2.3605 } });
  assert.match(svg, /<circle [^>]*r="31\d\.\d" fill="url\(#stripes\)"/);
  assert.match(svg, /<path d="M[^"]+Z" fill="url/);
  assert.match(svg, />100 m<\/text>/);
});

test("the browser keeps the place below the path of the location, and a form's own place comes first", () => {
  const cookie = (value: string | undefined) => ({ cookie: () => value });
  assert.equal(tokenCookie("str_1", "a.b").path, "/store/str_1");
  assert.equal(tokenCookie("str_1", null).seconds, 0);
  assert.equal(keptToken(cookie("x".repeat(4_001))), undefined);
  assert.equal(withKeptToken(fields({}), cookie("a.b")).get("place"), "a.b");
  assert.equal(withKeptToken(fields({ place: "c.d" }), cookie("a.b")).get("place"), "c.d");
});
