const delaysSeconds = [5, 30, 120, 600, 3600];

/** How long to wait after the n-th attempt that did not succeed, in seconds. */
export function refundDelaySeconds(attempts: number): number {
  return delaysSeconds[Math.min(Math.max(attempts, 1), delaysSeconds.length) - 1] ?? 3600;
}
