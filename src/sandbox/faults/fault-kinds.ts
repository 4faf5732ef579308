/** The kinds of faults, how long each lasts, and how often a rule may act. Pure. */
import type { Id } from "../../kernel/id.ts";
import { apiFaultKinds } from "../../platform/http/sandbox-faults/api-fault.ts";
import { deliveryFaultKinds } from "../../webhooks/delivery/delivery-fault.ts";

export const faultKinds = [...deliveryFaultKinds, ...apiFaultKinds] as const;
export type FaultKind = (typeof faultKinds)[number];

/** An app has at most so many rules. */
export const mostRules = 20;

export const largestSeed = 2 ** 31 - 1;

/** Seconds of the kinds that take time: what is usual, least and most. */
export const faultSeconds: Readonly<
  Partial<Record<FaultKind, { readonly usual: number; readonly least: number; readonly most: number }>>
> = {
  webhook_late: { usual: 60, least: 1, most: 600 },
  api_slow: { usual: 5, least: 1, most: 60 },
  api_rate_limited: { usual: 5, least: 1, most: 30 },
};

/** A rule, as its app wrote it. */
export interface FaultRule {
  readonly id: string;
  readonly kind: FaultKind;
  readonly match?: {
    readonly event_types?: readonly string[];
    readonly location_id?: Id<"str">;
    readonly operations?: readonly string[];
  };
  /** How often it acts at most. */
  readonly times?: number;
  /** The part of what it matches for which it acts, up to 1. */
  readonly share?: number;
  readonly delay_seconds?: number;
}

/** How often each rule matched and acted, by its id. */
export type FaultCounts = Readonly<Record<string, { readonly matched: number; readonly acted: number }>>;

/** The rules of an app. */
export interface FaultSet {
  readonly rules: readonly FaultRule[];
  readonly seed: number;
  readonly counts: FaultCounts;
}
