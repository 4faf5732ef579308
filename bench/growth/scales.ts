/** The sizes of the growth bench's databases. Pure. */

export interface Scale {
  /** Over the last 90 days; those of the last 29 have their events, each with a delivery. */
  readonly orders: number;
  /** Each has one table for two hours. */
  readonly bookings: number;
  /** Each has a menu of some 600 objects. */
  readonly locations: number;
}

const scales: Readonly<Record<string, Scale>> = {
  tiny: { orders: 4_000, bookings: 4_000, locations: 400 },
  small: { orders: 10_000, bookings: 10_000, locations: 400 },
  medium: { orders: 1_000_000, bookings: 100_000, locations: 1_000 },
  large: { orders: 10_000_000, bookings: 1_000_000, locations: 10_000 },
};

/** The two databases that are compared, the smaller one first; it has as many locations, so that only what comes with time grows. */
export function scalesOf(name: string, orders: string | undefined): readonly [Scale, Scale] {
  const scale = scales[name];
  const smaller = scales[name === "small" ? "tiny" : "small"];
  if (scale === undefined || smaller === undefined || name === "tiny")
    throw new Error(`BENCH_SCALE is small, medium or large, not ${name}`);
  return [
    { ...smaller, locations: scale.locations },
    orders === undefined ? scale : { ...scale, orders: Number(orders) },
  ];
}
