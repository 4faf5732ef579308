/** Structured logs: one JSON line per request, delivery attempt and job; no bodies, phones, addresses or keys. */
import pino, { type Logger } from "pino";

export type Log = Logger;
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/**
 * A destination that gathers lines and writes them together: one write per line costs a request more than the line
 * itself. What is gathered is written within a quarter of a second, and at the end of the process; SIGKILL loses it.
 */
export function gatherLines(dest: number | string): pino.DestinationStream {
  return pino.destination({ dest, sync: false, minLength: 8_192, periodicFlush: 250 });
}

/** As pino does, but for the message: pino appends those of all causes, which the faults of this program name already. */
function serializeError(error: Error): object {
  const serialized = pino.stdSerializers.err(error);
  return error instanceof Error ? { ...serialized, message: error.message } : serialized;
}

/** Makes the log of the process, on standard output unless a destination is given. */
export function createLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    redact: ["authorization", "headers.authorization", "key", "signing_secret"],
    serializers: { err: serializeError },
  };
  return destination === undefined ? pino(options, gatherLines(1)) : pino(options, destination);
}
