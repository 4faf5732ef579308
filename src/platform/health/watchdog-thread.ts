/** The thread of the watchdog. It counts, by its own clock, the seconds in which the event loop has not answered. */
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { beats, seconds } = workerData as { readonly beats: Int32Array; readonly seconds: number };
const sleeping = new Int32Array(new SharedArrayBuffer(4));

let lastBeat = Atomics.load(beats, 0);
for (let standing = 0; standing < seconds;) {
  // One second of this thread: a frozen process does not count while it is frozen.
  Atomics.wait(sleeping, 0, 0, 1_000);
  const beat = Atomics.load(beats, 0);
  standing = beat === lastBeat ? standing + 1 : 0;
  lastBeat = beat;
}
writeSync(2, `maple: the event loop stood still for ${seconds} s; the process is ended\n`);
process.kill(process.pid, "SIGKILL");
