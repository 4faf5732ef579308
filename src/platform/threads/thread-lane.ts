/**
 * A lane for heavy computing beside the event loop: one worker thread runs the tasks of a module one after another. A
 * large input never delays other requests and never takes more than the lane's memory.
 *
 * Guarantees: tasks run in the order in which they were given. A task whose thread dies is rejected, and the next task
 * gets a new thread. Beyond `maxWaiting` waiting tasks a call is refused as `Overloaded` (503). A task that runs longer
 * than `maxMs` or computes longer than `maxBusyMs` is ended with its thread and rejected as `TaskTooLong`; where a lane has
 * both, the one that only the clock ended is `Overloaded`: the machine is full, and the task may be short. A task that
 * needs more memory than its thread has is rejected as `TaskTooLarge`, one for which the system starts no thread as
 * `Overloaded`. An idle thread is ended after a while,
 * which gives its memory back. Tasks have no effects, so a crash leaves nothing behind.
 */
import { Worker, type Transferable } from "node:worker_threads";
import { readMemoryLimit, threadHeapOf } from "../limits/memory-limit.ts";
import { Overloaded } from "../postgres/faults.ts";

export interface LaneOptions {
  /** The module that the thread runs; it calls `serveLane`. */
  readonly module: URL;
  readonly maxWaiting: number;
  /** The thread ends after this much idleness. */
  readonly idleMs: number;
  /** The largest heap of the thread, where the process has enough memory; a task that needs more fails alone. */
  readonly maxHeapMiB: number;
  /** What each thread is given when it starts, read there as `workerData`; it is copied. */
  readonly given?: () => unknown;
  /** How long one task may run, in milliseconds: what waits behind it would wait for ever otherwise (rules/operating 1.1). */
  readonly maxMs: number;
  /** How long one task may compute, in milliseconds of the processor: a full machine makes a task late, and not long. */
  readonly maxBusyMs?: number;
}

/** A task was ended because it ran or computed longer than its lane allows. */
export class TaskTooLong extends Error {}

/** A task needed more memory than its thread may have. */
export class TaskTooLarge extends Error {}

export interface ThreadLane<Task, Result> {
  /** Runs a task in the thread; the buffers named in `transfer` are moved there, everything else is copied. */
  run(task: Task, transfer?: readonly Transferable[]): Promise<Result>;
  close(): Promise<void>;
}

interface Waiting<Task, Result> {
  readonly task: Task;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** How soon a task is looked at again, in milliseconds. */
const leastLookMs = 100;

/** What a thread answers to a task. */
export type LaneAnswer<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: unknown };

/** Makes a lane; its thread starts with the first task. */
export function createThreadLane<Task, Result>(options: LaneOptions): ThreadLane<Task, Result> {
  const waiting: Waiting<Task, Result>[] = [];
  let running: Waiting<Task, Result> | undefined;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let limit: NodeJS.Timeout | undefined;
  let look: NodeJS.Timeout | undefined;

  function start(): Worker {
    const made = new Worker(options.module, {
      workerData: options.given?.(),
      resourceLimits: { maxOldGenerationSizeMb: threadHeapOf(readMemoryLimit(), options.maxHeapMiB) },
    });
    made.unref();
    made.on("message", (answer: LaneAnswer<Result>) => {
      if (worker !== made) return;
      const done = running;
      running = undefined;
      if (answer.ok) done?.resolve(answer.result);
      else done?.reject(answer.error);
      next();
    });
    const onEnd = (error: unknown): void => {
      if (worker !== made) return;
      worker = undefined;
      const failed = running;
      running = undefined;
      failed?.reject(faultOf(error));
      next();
    };
    made.on("error", onEnd);
    made.on("exit", (code) => onEnd(new Error(`the thread ended with code ${code}`)));
    return made;
  }

  /** Ends the thread of the task that runs, which is rejected; the next task gets a new thread. */
  function giveUp(why: Error): void {
    const late = running;
    running = undefined;
    void end();
    late?.reject(why);
    next();
  }

  /** Gives a task up once its thread has computed for more than `most` milliseconds from now. */
  async function watch(task: Waiting<Task, Result>, thread: Worker, most: number): Promise<void> {
    // A thread that starts or ends cannot say how much it computed; one in a long step of V8 says it after that step.
    const usage = (since?: NodeJS.CpuUsage) => thread.cpuUsage(since).catch(() => undefined);
    const before = await usage();
    const lookIn = (inMs: number): void => {
      if (running === task) look = setTimeout(() => void judge(), Math.max(inMs, leastLookMs)).unref();
    };
    const judge = async (): Promise<void> => {
      const used = await usage(before);
      if (running !== task) return;
      const left = most - (used === undefined ? 0 : (used.user + used.system) / 1_000);
      if (left <= 0) giveUp(new TaskTooLong("the task computed too long"));
      else lookIn(left);
    };
    lookIn(most);
  }

  function next(): void {
    if (running !== undefined) return;
    clearTimeout(idle);
    clearTimeout(limit);
    clearTimeout(look);
    running = waiting.shift();
    if (running === undefined) {
      idle = setTimeout(() => void end(), options.idleMs);
      idle.unref();
      return;
    }
    try {
      worker ??= start();
      const { maxMs, maxBusyMs } = options;
      const tooLate = (): void =>
        giveUp(
          maxBusyMs === undefined ? new TaskTooLong("the task ran too long") : new Overloaded("the machine is full"),
        );
      limit = setTimeout(tooLate, maxMs).unref();
      if (maxBusyMs !== undefined) void watch(running, worker, maxBusyMs);
      worker.postMessage(running.task, running.transfer);
    } catch (error) {
      const failed = running;
      running = undefined;
      failed.reject(faultOf(error));
      next();
    }
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    run: (task, transfer = []) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= options.maxWaiting) return reject(new Overloaded("too much is waiting to be computed"));
        waiting.push({ task, transfer, resolve, reject });
        next();
      }),
    async close() {
      clearTimeout(idle);
      clearTimeout(limit);
      clearTimeout(look);
      const left = [...waiting.splice(0), ...(running === undefined ? [] : [running])];
      running = undefined;
      await end();
      for (const { reject } of left) reject(new Error("the service is stopping"));
    },
  };
}

/** Node's word for what befell a thread, as a fault that callers know. */
function faultOf(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_WORKER_OUT_OF_MEMORY")
    return new TaskTooLarge("the task needs more memory than a thread has here", { cause: error });
  if (code === "ERR_WORKER_INIT_FAILED") return new Overloaded("the system starts no thread", { cause: error });
  return error;
}
