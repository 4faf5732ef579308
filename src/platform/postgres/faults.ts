/** Faults of the database: thrown, never returned; `platform/http` turns them into 503 or 500. */

/** The service has no room for the work right now; nothing was done. */
export class Overloaded extends Error {
  override readonly name = "Overloaded";
}

/** The database cannot be reached, does not answer in time, or takes no writes; nothing was done. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** One of several hosts of the database cannot be used; the others are tried. */
export class HostUnusable extends Error {
  override readonly name = "HostUnusable";
}

/** No host of the database takes writes. */
export class NoPrimary extends Error {
  override readonly name = "NoPrimary";
}

/** Our side ended the wait for an answer of the database; nothing was done, unless it was the COMMIT that was waited for. */
export class DeadlineMissed extends DatabaseUnavailable {}

/** The COMMIT may or may not have happened; the same idempotency key finds out. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
}

/** The SQLSTATE of a database error, or undefined when the failure is not the database's own answer. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as Error & { readonly code?: unknown }).code;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && "severity" in error ? code : undefined;
}

/** A read-only server was a primary before: its other connections are of no use either. */
export const readOnlyState = "25006";

/**
 * States after which a connection is not used again: connection exceptions, a server that stops or starts, a server that
 * is read-only, and prepared statements that a pooler between us and the server has mixed up.
 */
const brokenStates = /^(08...|57P0[1-3]|25006|26000|42P05)$/;

/** Whether the connection on which a statement failed must be destroyed instead of used again. */
export function breaksConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === undefined || brokenStates.test(state);
}

/** What `pg` and Node say when a connection was lost. */
const lossMessage =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|read E|write E|connect E)/;

/** Whether an answer did not come in time. */
export function isMissedDeadline(error: unknown): boolean {
  return error instanceof DeadlineMissed;
}

/** Whether the failure says that the connection was lost, as opposed to a refused statement or a fault of ours. */
export function isConnectionLoss(error: unknown): error is Error {
  const state = sqlStateOf(error);
  if (state !== undefined) return brokenStates.test(state);
  return error instanceof Error && (lossMessage.test(error.message) || isSystemError(error));
}

function isSystemError(error: Error): boolean {
  return "syscall" in error && "errno" in error;
}

/** A failure as it is thrown on: a lost connection becomes `DatabaseUnavailable`, everything else stays as it is. */
export function asFault(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || !isConnectionLoss(error)) return error;
  return new DatabaseUnavailable(`the database did not answer: ${error.message}`, { cause: error });
}
