/**
 * Where the lines of the log go. Lines are gathered and written together: one write per line costs a request more than the
 * line itself. What is gathered is written within a quarter of a second, and at the end of the process; SIGKILL loses it.
 *
 * Writing never waits and never fails (rules/operating 1.22): whoever reads the lines may fall silent or go away, the disk may
 * be full. At most 4 MiB wait; the lines that come then are lost, and the next line that has room says how many.
 */
import { fstatSync, write, writeSync } from "node:fs";
import type pino from "pino";

const togetherLength = 8_192;
const gatherMs = 250;
/** After a write that failed: a disk has room again when somebody has made it. */
const againMs = 1_000;
const lastMs = 1_000;
const mostLength = 4 * 1024 * 1024;

/** Takes text; `done` is told how much of the text, in bytes, was taken, fewer than all where it failed. */
export interface Sink {
  take(text: Buffer, done: (taken: number) => void): void;
  /** The last text, at the end of the process. */
  takeLast(text: string): void;
}

/** Lines on their way to a file descriptor, or to a sink of another kind. */
export class LogLines implements pino.DestinationStream {
  readonly #sink: Sink;
  #gathered = "";
  #under = Buffer.alloc(0);
  #isWriting = false;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Writes until the process ends. */
  constructor(to: number | Sink) {
    this.#sink = typeof to !== "number" ? to : isStream(to) ? streamSink(to) : fileSink(to);
    process.on("exit", () => this.flushSync());
  }

  write(line: string): void {
    if (this.#gathered.length + this.#under.length > mostLength) {
      this.#lost += 1;
      return;
    }
    if (this.#lost > 0) this.#gathered += lostLine(this.#lost);
    this.#lost = 0;
    this.#gathered += line;
    if (this.#gathered.length >= togetherLength) this.#send();
    else this.#sendLater(gatherMs);
  }

  /** Writes what is gathered, as far as that is possible at once. */
  flushSync(): void {
    const text = (this.#isWriting ? "" : this.#under.toString()) + this.#gathered;
    if (text === "") return;
    if (!this.#isWriting) this.#under = Buffer.alloc(0);
    this.#gathered = "";
    this.#sink.takeLast(text);
  }

  #sendLater(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#send(), milliseconds).unref();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isWriting) return;
    if (this.#under.length === 0) {
      this.#under = Buffer.from(this.#gathered);
      this.#gathered = "";
    }
    if (this.#under.length === 0) return;
    this.#isWriting = true;
    this.#sink.take(this.#under, (taken) => {
      this.#isWriting = false;
      this.#under = this.#under.subarray(taken);
      if (this.#under.length > 0) this.#sendLater(againMs);
      else if (this.#gathered.length >= togetherLength) this.#send();
      else if (this.#gathered !== "") this.#sendLater(gatherMs);
    });
  }
}

/**
 * For the end of a process that has nothing more to do: gives those who read what was printed one second. Text that nobody
 * takes would keep the process for as long as the reader is silent.
 */
export function giveReadersASecond(): void {
  const unread = process.stdout.writableLength + process.stderr.writableLength;
  if (unread > 0) setTimeout(() => process.exit(), lastMs).unref();
}

function lostLine(lost: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), lost, msg: "log lines were lost: nobody took them" })}\n`;
}

function isStream(fd: number): boolean {
  const is = fstatSync(fd);
  return is.isFIFO() || is.isSocket();
}

/** A pipe or a socket, which Node writes to without waiting: a write of our own would wait for the reader. */
function streamSink(fd: number): Sink {
  const stream = fd === 2 ? process.stderr : process.stdout;
  // Whoever read the lines has gone, and nobody can take their place.
  stream.on("error", () => {});
  return {
    take: (text, done) => void stream.write(text, () => done(text.length)),
    takeLast: (text) => void stream.write(text),
  };
}

function fileSink(fd: number): Sink {
  return {
    take: (text, done) => write(fd, text, (error, written) => done(error === null ? written : 0)),
    takeLast(text) {
      try {
        writeSync(fd, text);
      } catch {
        // A full disk, and nobody to tell.
      }
    },
  };
}
