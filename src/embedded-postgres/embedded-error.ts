/** The embedded server cannot run. The message tells a person at a terminal what was tried and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
