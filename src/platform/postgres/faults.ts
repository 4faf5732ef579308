/** Faults of the database: thrown, never returned; `platform/http` turns them into 503 or 500. */

/** The service has no room for the work right now; nothing was done. */
export class Overloaded extends Error {
  override readonly name = "Overloaded";
}

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

/** The name of the constraint a database error names, or undefined. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const name = (error as Error & { readonly constraint?: unknown }).constraint;
  return typeof name === "string" ? name : undefined;
}
