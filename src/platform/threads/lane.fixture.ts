/** The module that the threads of thread-lane.test.ts run. */
import { serveLane } from "./serve-lane.ts";

export type LaneTask = "fail" | "die" | "hoard" | "spin" | "stand" | { readonly double: number; readonly text: string };

const hoarded: number[][] = [];

serveLane<number>((given) => {
  const task = given as LaneTask;
  if (task === "fail") throw new RangeError("this task fails");
  if (task === "die") process.exit(3);
  if (task === "spin") for (;;);
  if (task === "stand") {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return { result: 0, transfer: [] };
  }
  if (task === "hoard") for (;;) hoarded.push(Array.from({ length: 100_000 }, (_, index) => index / 3));
  return { result: task.double * 2, transfer: [] };
});
