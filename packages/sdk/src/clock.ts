/** The SDK's only clock. A test gives one that does not wait. */
export interface Clock {
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted before. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const machineClock: Clock = {
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", abort);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", abort, { once: true });
    }),
};
