/**
 * Loaded before each test file of a run. The test runner watches every promise of the process, so that it can report an
 * error which nobody catches in the test that made it. With a service in the process that takes a fifth of the processor
 * time. This file makes the runner watch no promises. An error that nobody catches fails the file as before, and is
 * reported at the end of the file.
 */
import { createHook, type AsyncHook } from "node:async_hooks";

const unwatched = createHook({ trackPromises: false });
/** Where a hook keeps that it watches no promises. */
const mark = Object.getOwnPropertySymbols(unwatched).find((symbol) => Reflect.get(unwatched, symbol) === true);
const prototype: AsyncHook = Object.getPrototypeOf(unwatched);
const enable: (this: AsyncHook) => AsyncHook = Reflect.get(prototype, "enable");

// Without the mark this Node keeps it elsewhere: then promises are watched, and tests are slower.
if (mark !== undefined) {
  prototype.enable = function enableUnwatched(this: AsyncHook): AsyncHook {
    Reflect.set(this, mark, true);
    return enable.call(this);
  };
}
