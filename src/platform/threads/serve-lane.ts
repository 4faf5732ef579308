/** What the module of a thread calls to take the tasks of its lane and answer them. */
import { setPriority } from "node:os";
import { parentPort, type Transferable } from "node:worker_threads";
import type { LaneAnswer } from "./thread-lane.ts";

/** A result, with the buffers of it that are moved instead of copied. */
export interface LaneResult<Result> {
  readonly result: Result;
  readonly transfer: readonly Transferable[];
}

/** Below normal: where cores are short, the event loop goes first. */
const lanePriority = 5;

/** Answers every task by the function, which reads and computes and does nothing else; the lane sends one at a time. */
export function serveLane<Result>(compute: (task: unknown) => LaneResult<Result> | Promise<LaneResult<Result>>): void {
  const port = parentPort;
  if (port === null) throw new Error("this module is run by a thread lane");
  // On Linux this is the priority of the calling thread alone; elsewhere it would be the whole process's.
  if (process.platform === "linux") setPriority(lanePriority);
  const serve = async (task: unknown): Promise<void> => {
    let answer: LaneAnswer<Result>;
    try {
      const { result, transfer } = await compute(task);
      answer = { ok: true, result };
      port.postMessage(answer, [...transfer]);
    } catch (error) {
      answer = { ok: false, error };
      port.postMessage(answer);
    }
  };
  port.on("message", (task: unknown) => void serve(task));
}
