/** The data that the server gives the editor of the plan at its start. Types only. */
import type { FloorPlanWire } from "../../floor/floor-plan.schemas.ts";

/** A table as the booking configuration has it: what it is called and how many sit there is changed there. */
export interface ConfiguredUnit {
  readonly id: string;
  readonly name: string;
  readonly seats: number;
}

export interface FloorShown {
  readonly locationId: string;
  readonly timeZone: string;
  readonly plan: FloorPlanWire;
  readonly units: readonly ConfiguredUnit[];
  /** The ids of the tables that are joined for one party. */
  readonly combinations: readonly (readonly string[])[];
}
