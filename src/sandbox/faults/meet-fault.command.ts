/** Decides and counts the faults of calls and deliveries, one after another for each app. */
import type { Id } from "../../kernel/id.ts";
import { apiFaultKinds, type ApiFault, type CallThatMayMeet } from "../../platform/http/sandbox-faults/api-fault.ts";
import type { Database, Tx } from "../../platform/postgres/database.ts";
import {
  deliveryFaultKinds,
  type DeliveryFault,
  type DeliveryThatMayMeet,
} from "../../webhooks/delivery/delivery-fault.ts";
import { decideFault, type DecidedFault, type Occasion } from "./decide-fault.ts";
import { lockFaults, sendCounts, type KeptFaults } from "./faults.sql.ts";

/** The fault that the call meets by the rules of its app. */
export async function findApiFault(database: Database, call: CallThatMayMeet): Promise<ApiFault | undefined> {
  const { appId, operation, locationId } = call;
  const [decided] = await database.transaction((tx) =>
    decideAll(tx, [[appId, { kind: "call", operation, locationId }]]),
  );
  const kind = apiFaultKinds.find((one) => one === decided?.kind);
  return decided === undefined || kind === undefined ? undefined : { ...decided, kind };
}

/** The faults that deliveries meet by the rules of their apps, in their order. */
export async function decideDeliveryFaults(
  tx: Tx,
  deliveries: readonly DeliveryThatMayMeet[],
): Promise<readonly (DeliveryFault | undefined)[]> {
  const occasions = deliveries.map(({ appId, eventType, locationId }) => {
    const occasion: Occasion = { kind: "delivery", eventType, locationId };
    return [appId, occasion] as const;
  });
  return (await decideAll(tx, occasions)).map((decided) => {
    const kind = deliveryFaultKinds.find((one) => one === decided?.kind);
    return decided === undefined || kind === undefined ? undefined : { ...decided, kind };
  });
}

async function decideAll(
  tx: Tx,
  occasions: readonly (readonly [Id<"app">, Occasion])[],
): Promise<readonly (DecidedFault | undefined)[]> {
  const sets = new Map<string, KeptFaults>(await lockFaults(tx, [...new Set(occasions.map(([appId]) => appId))]));
  const decided = occasions.map(([appId, occasion]) => {
    const kept = sets.get(appId);
    if (kept === undefined) return undefined;
    const { fault, set } = decideFault(kept, occasion);
    sets.set(appId, { ...kept, ...set });
    return fault;
  });
  for (const appId of new Set(occasions.map(([id]) => id))) {
    const kept = sets.get(appId);
    if (kept !== undefined) sendCounts(tx, appId, kept.counts);
  }
  return decided;
}
