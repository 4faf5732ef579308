/** Refuses options that cannot work, of the client and of a call, before anything is sent (rules/packages 1.4). Pure. */
import type { CallOptions, WriteOptions } from "./call-options.ts";

/** Throws a TypeError for limits that no timer and no count can hold. */
export function checkLimits({ maxRetries, timeoutMs }: Omit<CallOptions, "signal">): void {
  if (maxRetries !== undefined && !isWhole(maxRetries, 0, 100)) {
    throw new TypeError("maxRetries has to be a whole number from 0 to 100");
  }
  if (timeoutMs !== undefined && !isWhole(timeoutMs, 1, 2 ** 31 - 1)) {
    throw new TypeError("timeoutMs has to be whole milliseconds, 1 to 2147483647");
  }
}

/** Throws a TypeError for a key that no header can carry. */
export function checkKey({ idempotencyKey: key }: WriteOptions): void {
  if (key !== undefined && (typeof key !== "string" || !/^[\x21-\x7e]{1,255}$/.test(key))) {
    throw new TypeError("idempotencyKey has to be 1 to 255 visible ASCII characters without spaces");
  }
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
