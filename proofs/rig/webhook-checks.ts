/** The checks of the webhook proof: the receivers' records against the ledger. Pure. */
import type { Receipt } from "./webhook-receivers.ts";

export interface ReceivedBy {
  readonly path: string;
  readonly appId: string;
  readonly receipts: readonly Receipt[];
}

export interface Recorded {
  readonly id: string;
  readonly appId: string;
}

/** Every event that was acknowledged reached the receiver; it got nothing that was never recorded. */
export function checkReceived(
  { path, appId, receipts }: ReceivedBy,
  acknowledged: readonly Recorded[],
  ledger: ReadonlySet<string>,
): string[] {
  const got = new Set(receipts.map(({ eventId }) => eventId));
  const lost = acknowledged.filter((event) => event.appId === appId && !got.has(event.id));
  const phantom = [...got].filter((id) => !ledger.has(id));
  return [
    ...lost.map(({ id }) => `${path}: ${id} was acknowledged and never received`),
    ...phantom.map((id) => `${path}: ${id} was received and is not in the ledger`),
  ];
}

/** Of each resource, no event arrives for the first time before all earlier ones have arrived. */
export function checkOrder({ path, receipts }: ReceivedBy): string[] {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const { eventId, resourceId, sequence } of receipts) {
    if (seen.has(eventId)) continue;
    seen.add(eventId);
    const before = last.get(resourceId) ?? 0;
    if (sequence < before) wrong.push(`${path}: ${resourceId} got ${sequence} after ${before}`);
    last.set(resourceId, Math.max(before, sequence));
  }
  return wrong;
}

/** Receipts of events that had been received before. */
export function countDuplicates({ receipts }: ReceivedBy): number {
  return receipts.length - new Set(receipts.map(({ eventId }) => eventId)).size;
}

/** The value below which the share lies; 0 of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
