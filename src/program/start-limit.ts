/**
 * Ends a start that makes no progress. A start of `dev` makes a database, migrates and fills it, which takes long on a
 * slow machine. Every step that begins therefore has the whole time again. The message names the step that made no
 * progress.
 */

export interface StartLimit {
  /** Begins the next step, named as a person reads it after "while": "the sandbox is filled". */
  begin(step: string): void;
  /** Begins a step that ends by itself and may take as long as it needs, as a migration of large tables does. */
  beginEndless(): void;
  /** The start is over, well or not. */
  stop(): void;
}

/** Sets and clears a timer: `setTimeout` and `clearTimeout`, or those of a test. */
export interface Timers<Timer> {
  readonly set: (run: () => void, milliseconds: number) => Timer;
  readonly clear: (timer: Timer) => void;
}

/** Calls `end` with the reason when a step takes longer than `withinMs` milliseconds. */
export function limitStart<Timer>(withinMs: number, end: (reason: string) => void, timers: Timers<Timer>): StartLimit {
  let timer: Timer | undefined;
  const stop = (): void => {
    if (timer !== undefined) timers.clear(timer);
    timer = undefined;
  };
  return {
    begin(step) {
      stop();
      timer = timers.set(() => end(`the start stood still for ${withinMs / 1_000} s while ${step}`), withinMs);
    },
    beginEndless: stop,
    stop,
  };
}
