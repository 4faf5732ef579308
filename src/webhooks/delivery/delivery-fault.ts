/** The faults that a delivery of the sandbox can meet. Pure. */
import type { Id } from "../../kernel/id.ts";
import type { Db, Tx } from "../../platform/postgres/database.ts";

export const deliveryFaultKinds = [
  "webhook_late",
  "webhook_duplicate",
  "webhook_out_of_order",
  "webhook_dropped",
  "webhook_bad_signature",
  "webhook_old_timestamp",
] as const;
export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number];

export interface DeliveryFault {
  readonly ruleId: string;
  readonly kind: DeliveryFaultKind;
  /** How late. */
  readonly seconds: number;
  /** From 0 to 1: how many copies. */
  readonly draw: number;
}

/** What a fault is chosen by. */
export interface DeliveryThatMayMeet {
  readonly appId: Id<"app">;
  readonly eventType: string;
  readonly locationId: string | null;
}

/** Says which deliveries meet a fault; the sandbox does, in test only. */
export interface DeliveryFaults {
  /** Which of the apps have rules. */
  readonly listFaultyApps: (db: Db, appIds: readonly Id<"app">[]) => Promise<ReadonlySet<string>>;
  /** The fault of each delivery, in their order. */
  readonly decide: (
    tx: Tx,
    deliveries: readonly DeliveryThatMayMeet[],
  ) => Promise<readonly (DeliveryFault | undefined)[]>;
}

/** The longest that an event is held back for the next one of its resource. */
export const longestHeldSeconds = 60;
/** How old the signature of `webhook_old_timestamp` is. */
export const oldTimestampSeconds = 600;

/** Two copies or three. */
export function copiesOf({ draw }: DeliveryFault): number {
  return draw < 0.5 ? 2 : 3;
}
