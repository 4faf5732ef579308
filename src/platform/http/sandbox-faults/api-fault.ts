/** The faults that a call can meet. Pure. */
import Type from "typebox";
import type { Id } from "../../../kernel/id.ts";
import { nullable } from "../reading/fields.ts";

export const apiFaultKinds = [
  "api_error",
  "api_unavailable",
  "api_slow",
  "api_rate_limited",
  "api_lost_answer",
] as const;
export type ApiFaultKind = (typeof apiFaultKinds)[number];

/** A fault, as the request log and deliveries show it. */
export interface FaultMark {
  /** Null for a fault that the header X-Sandbox-Fault asked for. */
  readonly rule_id: string | null;
  readonly kind: string;
}

/** The same on the wire. */
export const faultMarkShape = Type.Object(
  {
    rule_id: nullable(
      Type.String({ maxLength: 64, description: "Null for a fault that the header X-Sandbox-Fault asked for." }),
    ),
    kind: Type.String({ maxLength: 40 }),
  },
  { title: "AppliedFault", description: "The fault of the sandbox that the call or the delivery met." },
);

/** A mark as it was written to the database. */
export function toFaultMark(written: unknown): FaultMark | null {
  return (written ?? null) as FaultMark | null;
}

/** A fault that one call meets. */
export interface ApiFault {
  readonly ruleId: string | null;
  readonly kind: ApiFaultKind;
  /** How long the call waits, or is told to wait. */
  readonly seconds: number;
}

/** What a fault is chosen by. */
export interface CallThatMayMeet {
  readonly appId: Id<"app">;
  readonly operation: string;
  /** The location that the path names. */
  readonly locationId: string | null;
}
