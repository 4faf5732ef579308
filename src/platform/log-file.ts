/**
 * The file of a log that nobody turns over: begun anew when it has grown too large, with the one before kept beside it as
 * `….1`. So both together stay below twice the bound, over days and many starts (rules/operating 1.22).
 */
import { closeSync, fstatSync, openSync, renameSync, write, writeSync } from "node:fs";
import type { Sink } from "./log-lines.ts";

export const mostLogBytes = 32 * 1024 * 1024;

/** Opens the file at once, at its end. */
export function boundedFileSink(path: string, most = mostLogBytes): Sink {
  let fd = openSync(path, "a");
  let size = fstatSync(fd).size;

  function beginAnew(): void {
    if (size < most) return;
    // Where it cannot be renamed the lines go on in the same file, and it is tried again after as many.
    size = 0;
    try {
      renameSync(path, `${path}.1`);
      const next = openSync(path, "a");
      closeSync(fd);
      fd = next;
    } catch {
      // A folder that may not be written to, or a file that another program holds open.
    }
  }

  beginAnew();
  return {
    take(text, done) {
      beginAnew();
      write(fd, text, (error, written) => {
        if (error === null) size += written;
        done(error === null ? written : 0);
      });
    },
    takeLast(text) {
      try {
        writeSync(fd, text);
      } catch {
        // A full disk, and nobody to tell.
      }
    },
  };
}
