/** Structured logs: one JSON line per request, delivery attempt and job; no bodies, phones, addresses or keys. */
import pino, { type Logger } from "pino";

export type Log = Logger;
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** Makes the log of the process, on standard output unless a destination is given. */
export function createLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    redact: ["authorization", "headers.authorization", "key", "signing_secret"],
    serializers: { err: pino.stdSerializers.err },
  };
  return destination === undefined
    ? pino(options, pino.destination({ sync: false, minLength: 0 }))
    : pino(options, destination);
}
