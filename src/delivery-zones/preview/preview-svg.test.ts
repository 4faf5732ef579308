import assert from "node:assert/strict";
import { test } from "node:test";
import { drawTown, center } from "../../../test/models/zones-town.ts";
import type { DeliveryZone } from "../zones/delivery-zone.ts";
import { badgeSpots, fitMap } from "./preview-map.ts";
import { previewSvg } from "./preview-svg.ts";
import { buildZoneIndex } from "../zones/zone-index.ts";

const [model] = drawTown(1);
let made = 0;

function circle(name: string, meters: number, fields: Partial<DeliveryZone> = {}): DeliveryZone {
  assert.ok(model !== undefined);
  const geometry = { type: "Circle", radius_meters: meters, center } as const;
  const id = `${model.id.slice(0, -2)}${String(++made).padStart(2, "0")}` as DeliveryZone["id"];
  return { ...model, id, name, geometry, priority: 0, fee: 100, area_square_meters: meters ** 2, ...fields };
}

function draw(zones: readonly DeliveryZone[]): string {
  const index = buildZoneIndex(zones);
  return previewSvg({ name: "Bistro", coordinate: center, timeZone: "UTC", now: 0, index });
}

test("a badge stands where its zone decides", () => {
  for (const zones of [
    [circle("near", 1000), circle("wide", 3000), circle("widest", 9000)],
    [circle("dot", 5, { priority: 1 }), circle("wide", 30_000)],
    drawTown(60),
  ]) {
    const index = buildZoneIndex(zones);
    const view = fitMap(zones, center, 760, 760);
    const spots = badgeSpots(index, zones, view, center);
    assert.ok(spots.size >= zones.length / 2);
    for (const [zone, spot] of spots) {
      const { longitude, latitude } = view.pointAt(spot);
      let winner: DeliveryZone | undefined;
      index.visitAt(longitude, latitude, (covering) => {
        winner = covering;
        return true;
      });
      assert.equal(winner?.name, zone.name);
    }
  }
});

test("a zone that lies all behind others is named so", () => {
  const svg = draw([circle("Useless", 1000, { fee: 500 }), circle("Everything", 3000)]);
  assert.match(svg, /all behind others · \$5/);
  assert.equal(svg.match(/all behind others/g)?.length, 1);
  assert.doesNotMatch(draw([circle("Off", 1000, { enabled: false })]), /behind/);
});

test("thousands of zones make one picture, soon and of bounded size", () => {
  const zones = drawTown(1_500);
  const began = performance.now();
  const svg = draw(zones);
  assert.ok(svg.length < 2_000_000, `${svg.length} characters`);
  assert.match(svg, /and 1486 more; 150 are drawn/);
  assert.ok(performance.now() - began < 10_000);
});
