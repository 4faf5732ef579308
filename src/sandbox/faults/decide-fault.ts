/** Decides which rule acts. Pure: the draw of a rule follows from the seed, the rule and how often the rule has matched. */
import { createHash } from "node:crypto";
import { apiFaultKinds } from "../../platform/http/sandbox-faults/api-fault.ts";
import { faultSeconds, type FaultKind, type FaultRule, type FaultSet } from "./fault-kinds.ts";

/** What may go wrong: a call, or the delivery of an event. */
export type Occasion =
  | { readonly kind: "call"; readonly operation: string; readonly locationId: string | null }
  | { readonly kind: "delivery"; readonly eventType: string; readonly locationId: string | null };

export interface DecidedFault {
  readonly ruleId: string;
  readonly kind: FaultKind;
  readonly seconds: number;
  /** From 0 to 1, for what else the kind has to choose. */
  readonly draw: number;
}

/** The fault of the occasion, if a rule acts, and the set with its counts. */
export function decideFault(
  set: FaultSet,
  occasion: Occasion,
): { readonly fault?: DecidedFault; readonly set: FaultSet } {
  let counts = set.counts;
  for (const rule of set.rules) {
    const { matched, acted } = counts[rule.id] ?? { matched: 0, acted: 0 };
    if (!matches(rule, occasion) || acted >= (rule.times ?? Infinity)) continue;
    const draw = drawFor(set.seed, rule.id, matched);
    const acts = draw < (rule.share ?? 1);
    counts = { ...counts, [rule.id]: { matched: matched + 1, acted: acted + (acts ? 1 : 0) } };
    if (!acts) continue;
    const seconds = rule.delay_seconds ?? faultSeconds[rule.kind]?.usual ?? 0;
    return {
      fault: { ruleId: rule.id, kind: rule.kind, seconds, draw: drawFor(set.seed, `${rule.id} what`, matched) },
      set: { ...set, counts },
    };
  }
  return { set: { ...set, counts } };
}

const ofCalls = new Set<FaultKind>(apiFaultKinds);

function matches({ kind, match = {} }: FaultRule, occasion: Occasion): boolean {
  const { event_types: eventTypes, location_id: locationId, operations } = match;
  if (locationId !== undefined && locationId !== occasion.locationId) return false;
  if (occasion.kind === "call") return ofCalls.has(kind) && (operations?.includes(occasion.operation) ?? true);
  return !ofCalls.has(kind) && (eventTypes?.includes(occasion.eventType) ?? true);
}

/** A number from 0 up to 1, the same for the same words. */
function drawFor(seed: number, ruleId: string, matched: number): number {
  return createHash("sha256").update(`${seed} ${matched} ${ruleId}`).digest().readUInt32BE(0) / 2 ** 32;
}
