/** Bodies that the API description shows. A test checks them against the schemas. */

const money = (amount: number) => ({ amount, currency: "USD" });

const terms = {
  name: "Downtown",
  enabled: true,
  priority: 10,
  fee: money(350),
  minimum_order: money(1500),
  free_delivery_over: money(5000),
  estimated_minutes: { min: 25, max: 40 },
  hours: { windows: [{ dayOfWeek: 5, startTime: "17:00", endTime: "01:00" }] },
};

const geometry = {
  type: "Polygon",
  coordinates: [
    [
      [-74.02, 40.7],
      [-73.97, 40.7],
      [-73.97, 40.74],
      [-74.02, 40.74],
      [-74.02, 40.7],
    ],
  ],
};

const identity = {
  object: "delivery_zone",
  id: "dzn_01k0w3h7d1q8m5v2c9x6b3n0ra",
  livemode: false,
  location_id: "str_01k0w3gzq4w1d8n5v7j2m6t9ke",
};

const state = { created: 1_772_366_400, updated_at: "2026-03-01T12:00:00.000Z", version: 1 };

export const newZoneExample = { ...terms, geometry };
export const zoneExample = { ...identity, ...terms, geometry, ...state };

export const zoneChangesExample = { fee: money(400), enabled: true, expected_version: 1 };
export const changedZoneExample = {
  ...zoneExample,
  fee: money(400),
  updated_at: "2026-03-02T09:30:00.000Z",
  version: 2,
};

export const checkExample = { latitude: 40.7258, longitude: -73.9988, subtotal: money(2350) };
export const checkedExample = {
  object: "delivery_zone_check",
  location_id: identity.location_id,
  deliverable: true,
  zone: { ...identity, ...terms, ...state },
  fee: money(350),
  minimum_order: money(1500),
  minimum_reached: true,
  free_delivery_over: money(5000),
  estimated_minutes: { min: 25, max: 40 },
  reason: null,
};

export const importExample = {
  geojson: {
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { name: "Downtown", priority: 10 }, geometry }],
  },
  defaults: { fee: money(350), estimated_minutes: { min: 25, max: 40 } },
};

export const importedExample = {
  object: "delivery_zone_import",
  location_id: identity.location_id,
  dry_run: false,
  created: 1,
  zones: [
    {
      id: identity.id,
      path: "body.geojson.features[0]",
      name: "Downtown",
      type: "Polygon",
      corners: 4,
      area_square_meters: 18_761_000,
    },
  ],
};
