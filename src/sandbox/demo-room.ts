/** The room of the demonstration restaurant: its tables, where they stand, and hours that fit the time of the first start. Pure. */
import type { GivenConfiguration } from "../bookings/venue/configuration.schemas.ts";
import { smallConfiguration } from "../bookings/api/setup-examples.ts";
import type { FloorPlanDocument, PlacedUnit } from "../floor/floor-plan.ts";
import type { Instant } from "../kernel/clock.ts";
import { dateOfWall, localTimeOf, wallAt } from "../kernel/wall-time.ts";

const minuteMs = 60_000;
const slotMs = 15 * minuteMs;
const hours = (count: number): number => count * 60 * minuteMs;

/** Whoever starts the sandbox at any time of the day finds a restaurant in the middle of a service: today has one of its own. */
export function configurationAt(now: Instant, timeZone: string): GivenConfiguration {
  const opens = now - hours(2) - (now % slotMs);
  const wall = wallAt(timeZone, opens);
  const clock = (at: Instant): string => localTimeOf(timeZone, at).slice(11, 16);
  const hour = Number(clock(now).slice(0, 2));
  const today = {
    serviceId: "today",
    name: hour >= 5 && hour < 11 ? "Breakfast" : hour >= 11 && hour < 16 ? "Lunch" : "Dinner",
    opens: clock(opens),
    closes: clock(opens + hours(7)),
    lastSeating: clock(opens + hours(5)),
  };
  const exception = { date: dateOfWall(wall), services: [today] };
  return { ...smallConfiguration, exceptions: [exception, ...smallConfiguration.exceptions] };
}

/** The bar on the left, the dining room in the middle, the terrace behind a wall on the right. */
export const demoPlan: FloorPlanDocument = {
  units: [
    round("t1", 180, 200),
    round("t2", 180, 400),
    round("t3", 180, 600),
    square("t4", 430, 220),
    square("t5", 560, 220),
    square("t6", 690, 220),
    { ...square("t7", 560, 520), width: 150, height: 150, shape: "round" },
    { ...square("g1", 960, 200), rotation: 45 },
    { ...square("g2", 1_140, 200), rotation: 45 },
    { ...square("g3", 960, 420), rotation: 45 },
    { ...square("g4", 1_140, 560), width: 160, height: 60, shape: "rectangle" },
  ],
  walls: [
    { x1: 60, y1: 60, x2: 820, y2: 60 },
    { x1: 60, y1: 60, x2: 60, y2: 720 },
    { x1: 60, y1: 720, x2: 400, y2: 720 },
    { x1: 520, y1: 720, x2: 820, y2: 720 },
    { x1: 820, y1: 60, x2: 820, y2: 320 },
    { x1: 820, y1: 440, x2: 820, y2: 720 },
  ],
  labels: [
    { x: 460, y: 700, text: "Entrance" },
    { x: 560, y: 110, text: "Dining room" },
    { x: 1_040, y: 90, text: "Terrace" },
  ],
};

function round(unit_id: string, x: number, y: number): PlacedUnit {
  return { unit_id, x, y, width: 80, height: 80, shape: "round", rotation: 0 };
}

function square(unit_id: string, x: number, y: number): PlacedUnit {
  return { unit_id, x, y, width: 90, height: 90, shape: "square", rotation: 0 };
}
