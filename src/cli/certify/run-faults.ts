/** The faults of a run: those of its scenarios, and the one that tells other runs of the app that it is played. */
import type { Fields } from "../../certification/evidence.ts";
import type { FaultStep } from "../../certification/scenario.schemas.ts";
import type { Service } from "./service.ts";

/**
 * Tells other runs that one is played: a rule that nothing matches. It ends by itself when this process is killed, and is
 * written anew for each scenario.
 */
const beingPlayed = {
  id: "maple-certify",
  kind: "webhook_late",
  match: { event_types: ["certification.is_played"] },
  times: 1,
} as const;

/** Whether a rule says that a run is played. */
export function isOfRun({ id }: Fields): boolean {
  return id === beingPlayed.id;
}

/** Where faults are switched on. */
export interface FaultyPlace {
  readonly service: Service;
  readonly locationId: string;
}

/** Switches the faults of a scenario on, and those before off; webhooks go wrong at the location only. */
export async function setFaults(
  { service, locationId }: FaultyPlace,
  faults: readonly FaultStep["fault"][],
): Promise<void> {
  const rules = faults.map((fault, index) => {
    const { event_types: types, operations, ...rest } = fault;
    const match = operations === undefined ? { location_id: locationId, event_types: types } : { operations };
    return { id: `certify-${index + 1}`, ...rest, match };
  });
  await service.call("PUT", "/v1/sandbox/faults", { rules: [...rules, beingPlayed], seed: 1 });
}

/** Ends all faults; no run is played any more. */
export async function endFaults({ service }: FaultyPlace): Promise<void> {
  await service.call("DELETE", "/v1/sandbox/faults");
}
