/** The embedded server cannot run; the message says what was tried and what to do, for a person at a terminal. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
