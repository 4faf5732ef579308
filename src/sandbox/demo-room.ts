/** The room of the demonstration restaurant: its tables, where they stand, and hours that fit the time of the first start. Pure. */
import type { GivenConfiguration } from "../bookings/venue/configuration.schemas.ts";
import { smallConfiguration } from "../bookings/api/setup-examples.ts";
import { areaTexts, policyTexts, serviceNames, serviceTexts, tasting } from "./demo-room-texts.ts";
import type { FloorPlanDocument, UnitOnPlan } from "../floor/floor-plan.ts";
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
    ...serviceNames[hour >= 5 && hour < 11 ? "breakfast" : hour >= 11 && hour < 16 ? "lunch" : "dinner"],
    opens: clock(opens),
    closes: clock(opens + hours(7)),
    lastSeating: clock(opens + hours(5)),
  };
  const exception = { date: dateOfWall(wall), services: [today] };
  const areas = smallConfiguration.areas.map((area) => ({ ...area, ...areaTexts(area), units: area.units.map(named) }));
  const others = smallConfiguration.exceptions.filter(({ date }) => date !== exception.date);
  return {
    ...smallConfiguration,
    cancellation: { ...smallConfiguration.cancellation, translations: policyTexts },
    services: smallConfiguration.services.map((service) => ({ ...service, ...serviceTexts(service) })),
    areas,
    exceptions: [exception, ...others],
    experiences: smallConfiguration.experiences.map((experience) => ({ ...experience, ...tasting })),
    tableAlerts: { enabled: true },
  };
}

/** A name as short as hosts say it, for a table on a plan. */
function named<Unit extends { readonly unitId: string; readonly name: string }>(unit: Unit): Unit {
  return { ...unit, name: shortNames[unit.unitId] ?? unit.name };
}

const shortNames: Readonly<Record<string, string>> = {
  t1: "1",
  t2: "2",
  t3: "3",
  t4: "4",
  t5: "5",
  t6: "6",
  t7: "7",
  g1: "G1",
  g2: "G2",
  g3: "G3",
};

/** The dining room within walls, small tables on its left, and the terrace on the right. */
export const demoPlan: FloorPlanDocument = {
  units: [
    round("t1", 180, 210),
    round("t2", 180, 400),
    round("t3", 180, 590),
    square("t4", 420, 250),
    square("t5", 590, 250),
    square("t6", 760, 250),
    { ...square("t7", 600, 530), width: 190, height: 190, shape: "round" },
    square("g1", 1_060, 230),
    square("g2", 1_240, 230),
    square("g3", 1_060, 430),
    { ...square("g4", 1_160, 610), width: 220, height: 90, shape: "rectangle" },
  ],
  walls: [
    { x1: 60, y1: 60, x2: 900, y2: 60 },
    { x1: 60, y1: 60, x2: 60, y2: 720 },
    { x1: 60, y1: 720, x2: 260, y2: 720 },
    { x1: 420, y1: 720, x2: 900, y2: 720 },
    { x1: 900, y1: 60, x2: 900, y2: 320 },
    { x1: 900, y1: 440, x2: 900, y2: 720 },
  ],
  labels: [
    { x: 340, y: 705, text: "Entrance" },
    { x: 590, y: 120, text: "Dining room" },
    { x: 1_150, y: 110, text: "Terrace" },
  ],
};

function round(unit_id: string, x: number, y: number): UnitOnPlan {
  return { unit_id, x, y, width: 130, height: 130, shape: "round", rotation: 0 };
}

function square(unit_id: string, x: number, y: number): UnitOnPlan {
  return { unit_id, x, y, width: 140, height: 140, shape: "square", rotation: 0 };
}
