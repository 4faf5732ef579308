/** Structured logs: one JSON line per request, delivery attempt and job; no bodies, phones, addresses or keys. */
import pino, { type Logger } from "pino";
import { LogLines } from "./log-lines.ts";

export type Log = Logger;
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** As pino does, but for the message: pino appends those of all causes, which the faults of this program name already. */
function serializeError(error: Error): object {
  const serialized = pino.stdSerializers.err(error);
  return error instanceof Error ? { ...serialized, message: error.message } : serialized;
}

/** Makes the log of the process, on standard output unless a destination is given (rules/operating 1.22). */
export function createLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    redact: ["authorization", "headers.authorization", "key", "signing_secret"],
    serializers: { err: serializeError },
  };
  return destination === undefined ? pino(options, new LogLines(1)) : pino(options, destination);
}
